extension Manifest.Target: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var kind: String?
        var scales: [Int]?
        var pages: [Manifest.Page]?
        var frames: [String: Manifest.Frame]?
        var pictures: [Manifest.Picture]?
        var panel: Manifest.Panel?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "kind": kind = try json.value()
            case "scales": scales = try json.value()
            case "pages": pages = try json.value()
            case "frames": frames = try json.value()
            case "pictures": pictures = try json.optional()
            case "panel": panel = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            kind: try json.needed(kind, "kind"),
            scales: try json.needed(scales, "scales"),
            pages: try json.needed(pages, "pages"),
            frames: try json.needed(frames, "frames"),
            pictures: pictures,
            panel: panel
        )
    }
}

extension Manifest.Page: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var width: Int?
        var height: Int?
        var images: [Manifest.PageImage]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "images": images = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            images: try json.needed(images, "images")
        )
    }
}

extension Manifest.PageImage: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var scale: Int?
        var path: String?
        var premultiplied: Bool?
        var pixels: String?
        var sides: [String: String]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "scale": scale = try json.value()
            case "path": path = try json.value()
            case "premultiplied": premultiplied = try json.value()
            case "pixels": pixels = try json.optional()
            case "sides": sides = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            scale: try json.needed(scale, "scale"),
            path: try json.needed(path, "path"),
            premultiplied: try json.needed(premultiplied, "premultiplied"),
            pixels: pixels,
            sides: sides
        )
    }
}

extension Manifest.Frame: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var page: Int?
        var x: Int?
        var y: Int?
        var width: Int?
        var height: Int?
        var rotated: Bool?
        var counterclockwise: Bool?
        var trimX: Int?
        var trimY: Int?
        var sourceWidth: Int?
        var sourceHeight: Int?
        var pivot: Manifest.Point?
        var nineSlice: Manifest.NineSlice?
        var mesh: Manifest.Mesh?
        var template: Bool?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "page": page = try json.value()
            case "x": x = try json.value()
            case "y": y = try json.value()
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "rotated": rotated = try json.value()
            case "counterclockwise": counterclockwise = try json.optional()
            case "trimX": trimX = try json.value()
            case "trimY": trimY = try json.value()
            case "sourceWidth": sourceWidth = try json.value()
            case "sourceHeight": sourceHeight = try json.value()
            case "pivot": pivot = try json.value()
            case "nineSlice": nineSlice = try json.optional()
            case "mesh": mesh = try json.optional()
            case "template": template = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            page: try json.needed(page, "page"),
            x: try json.needed(x, "x"),
            y: try json.needed(y, "y"),
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            rotated: try json.needed(rotated, "rotated"),
            counterclockwise: counterclockwise,
            trimX: try json.needed(trimX, "trimX"),
            trimY: try json.needed(trimY, "trimY"),
            sourceWidth: try json.needed(sourceWidth, "sourceWidth"),
            sourceHeight: try json.needed(sourceHeight, "sourceHeight"),
            pivot: try json.needed(pivot, "pivot"),
            nineSlice: nineSlice,
            mesh: mesh,
            template: template
        )
    }
}

extension Manifest.Mesh: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var vertices: [Int]?
        var triangles: [Int]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "vertices": vertices = try json.value()
            case "triangles": triangles = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            vertices: try json.needed(vertices, "vertices"),
            triangles: try json.needed(triangles, "triangles")
        )
    }
}

extension Manifest.NineSlice: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var left: Int?
        var top: Int?
        var right: Int?
        var bottom: Int?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "left": left = try json.value()
            case "top": top = try json.value()
            case "right": right = try json.value()
            case "bottom": bottom = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            left: try json.needed(left, "left"),
            top: try json.needed(top, "top"),
            right: try json.needed(right, "right"),
            bottom: try json.needed(bottom, "bottom")
        )
    }
}

extension Manifest.Picture: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var of: String?
        var width: Int?
        var height: Int?
        var scale: Int?
        var path: String?
        var asset: String?
        var appearance: String?
        var rendering: String?
        var axes: [String: String]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "of": of = try json.value()
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "scale": scale = try json.value()
            case "path": path = try json.value()
            case "asset": asset = try json.optional()
            case "appearance": appearance = try json.optional()
            case "rendering": rendering = try json.optional()
            case "axes": axes = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            of: try json.needed(of, "of"),
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            scale: try json.needed(scale, "scale"),
            path: try json.needed(path, "path"),
            asset: asset,
            appearance: appearance,
            rendering: rendering,
            axes: axes
        )
    }
}

extension Manifest.Point: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var x: Double?
        var y: Double?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "x": x = try json.value()
            case "y": y = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            x: try json.needed(x, "x"),
            y: try json.needed(y, "y")
        )
    }
}
