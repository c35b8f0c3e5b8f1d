extension Manifest.Panel: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var width: Int?
        var height: Int?
        var bitsPerPixel: Int?
        var bytesPerRow: Int?
        var frameBytes: Int?
        var headerBytes: Int?
        var inks: [Manifest.Ink]?
        var files: [Manifest.PanelFile]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "bitsPerPixel": bitsPerPixel = try json.value()
            case "bytesPerRow": bytesPerRow = try json.value()
            case "frameBytes": frameBytes = try json.value()
            case "headerBytes": headerBytes = try json.value()
            case "inks": inks = try json.value()
            case "files": files = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            bitsPerPixel: try json.needed(bitsPerPixel, "bitsPerPixel"),
            bytesPerRow: try json.needed(bytesPerRow, "bytesPerRow"),
            frameBytes: try json.needed(frameBytes, "frameBytes"),
            headerBytes: try json.needed(headerBytes, "headerBytes"),
            inks: try json.needed(inks, "inks"),
            files: try json.needed(files, "files")
        )
    }
}

extension Manifest.Ink: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var name: String?
        var code: Int?
        var color: String?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "name": name = try json.value()
            case "code": code = try json.value()
            case "color": color = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            name: try json.needed(name, "name"),
            code: try json.needed(code, "code"),
            color: try json.needed(color, "color")
        )
    }
}

extension Manifest.PanelFile: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var of: String?
        var path: String?
        var header: String?
        var frames: Int?
        var area: Manifest.PanelArea?
        var previews: [String]?
        var animations: [String: Manifest.PanelAnimation]?
        var changes: String?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "of": of = try json.value()
            case "path": path = try json.value()
            case "header": header = try json.optional()
            case "frames": frames = try json.value()
            case "area": area = try json.value()
            case "previews": previews = try json.optional()
            case "animations": animations = try json.optional()
            case "changes": changes = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            of: try json.needed(of, "of"),
            path: try json.needed(path, "path"),
            header: header,
            frames: try json.needed(frames, "frames"),
            area: try json.needed(area, "area"),
            previews: previews,
            animations: animations,
            changes: changes
        )
    }
}

extension Manifest.PanelArea: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var x: Int?
        var y: Int?
        var width: Int?
        var height: Int?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "x": x = try json.value()
            case "y": y = try json.value()
            case "width": width = try json.value()
            case "height": height = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            x: try json.needed(x, "x"),
            y: try json.needed(y, "y"),
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height")
        )
    }
}

extension Manifest.PanelAnimation: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var frames: [Int]?
        var durations: [Int]?
        var loop: Bool?
        var changes: [Manifest.PanelChange]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "frames": frames = try json.value()
            case "durations": durations = try json.value()
            case "loop": loop = try json.value()
            case "changes": changes = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            frames: try json.needed(frames, "frames"),
            durations: try json.needed(durations, "durations"),
            loop: try json.needed(loop, "loop"),
            changes: try json.needed(changes, "changes")
        )
    }
}

extension Manifest.PanelChange: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var from: Int?
        var to: Int?
        var pixels: Int?
        var cleared: Int?
        var rectangles: [Manifest.PanelArea]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "from": from = try json.value()
            case "to": to = try json.value()
            case "pixels": pixels = try json.value()
            case "cleared": cleared = try json.value()
            case "rectangles": rectangles = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            from: try json.needed(from, "from"),
            to: try json.needed(to, "to"),
            pixels: try json.needed(pixels, "pixels"),
            cleared: try json.needed(cleared, "cleared"),
            rectangles: try json.needed(rectangles, "rectangles")
        )
    }
}
