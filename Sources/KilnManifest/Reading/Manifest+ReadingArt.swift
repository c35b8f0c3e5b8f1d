extension Manifest.Species: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var name: String?
        var anchors: [String: [Manifest.Point]]?
        var art: [Manifest.Art]?
        var extras: [String: ManifestValue]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "name": name = try json.value()
            case "anchors": anchors = try json.value()
            case "art": art = try json.value()
            case "extras": extras = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            name: try json.needed(name, "name"),
            anchors: try json.needed(anchors, "anchors"),
            art: try json.needed(art, "art"),
            extras: extras
        )
    }
}

extension Manifest.Item: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var name: String?
        var equipStyle: Manifest.EquipStyle?
        var art: [Manifest.Art]?
        var slot: String?
        var extras: [String: ManifestValue]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "name": name = try json.value()
            case "equipStyle": equipStyle = try json.value()
            case "art": art = try json.value()
            case "slot": slot = try json.optional()
            case "extras": extras = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            name: try json.needed(name, "name"),
            equipStyle: try json.needed(equipStyle, "equipStyle"),
            art: try json.needed(art, "art"),
            slot: slot,
            extras: extras
        )
    }
}

extension Manifest.Art: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var species: String?
        var axes: [String: String]?
        var level: Int?
        var part: Int?
        var sheet: String?
        var asset: String?
        var frames: [String]?
        var origins: [Manifest.Point]?
        var z: Int?
        var animations: [String: Manifest.Animation]?
        var placeholder: Bool?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "species": species = try json.value()
            case "axes": axes = try json.value()
            case "level": level = try json.optional()
            case "part": part = try json.optional()
            case "sheet": sheet = try json.optional()
            case "asset": asset = try json.value()
            case "frames": frames = try json.value()
            case "origins": origins = try json.value()
            case "z": z = try json.value()
            case "animations": animations = try json.value()
            case "placeholder": placeholder = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            species: try json.needed(species, "species"),
            axes: try json.needed(axes, "axes"),
            level: level,
            part: part,
            sheet: sheet,
            asset: try json.needed(asset, "asset"),
            frames: try json.needed(frames, "frames"),
            origins: try json.needed(origins, "origins"),
            z: try json.needed(z, "z"),
            animations: try json.needed(animations, "animations"),
            placeholder: placeholder
        )
    }
}

extension Manifest.Animation: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var frames: [Int]?
        var fps: Double?
        var loop: Bool?
        var durations: [Int]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "frames": frames = try json.value()
            case "fps": fps = try json.value()
            case "loop": loop = try json.value()
            case "durations": durations = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            frames: try json.needed(frames, "frames"),
            fps: try json.needed(fps, "fps"),
            loop: try json.needed(loop, "loop"),
            durations: durations
        )
    }
}

extension Manifest.NamedLook: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var look: Look?
        var extras: [String: ManifestValue]?
        var background: String?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "look": look = try json.value()
            case "extras": extras = try json.optional()
            case "background": background = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            look: try json.needed(look, "look"),
            extras: extras,
            background: background
        )
    }
}

extension Look: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var species: String?
        var base: String?
        var overlays: [String]?
        var axes: [String: String]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "species": species = try json.value()
            case "base": base = try json.optional()
            case "overlays": overlays = try json.value()
            case "axes": axes = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            species: try json.needed(species, "species"),
            base: base,
            overlays: try json.needed(overlays, "overlays"),
            axes: try json.needed(axes, "axes")
        )
    }
}

extension Manifest.Image: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var name: String?
        var frames: [String]?
        var width: Int?
        var height: Int?
        var animations: [String: Manifest.Animation]?
        var extras: [String: ManifestValue]?
        var placeholder: Bool?
        var art: [Manifest.ImageArt]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "name": name = try json.value()
            case "art": art = try json.optional()
            case "frames": frames = try json.value()
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "animations": animations = try json.optional()
            case "extras": extras = try json.optional()
            case "placeholder": placeholder = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            name: try json.needed(name, "name"),
            frames: try json.needed(frames, "frames"),
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            animations: animations,
            extras: extras,
            placeholder: placeholder,
            art: art
        )
    }
}

extension Manifest.ImageArt: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var axes: [String: String]?
        var level: Int?
        var asset: String?
        var frames: [String]?
        var width: Int?
        var height: Int?
        var animations: [String: Manifest.Animation]?
        var placeholder: Bool?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "axes": axes = try json.value()
            case "level": level = try json.optional()
            case "asset": asset = try json.value()
            case "frames": frames = try json.value()
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "animations": animations = try json.optional()
            case "placeholder": placeholder = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            axes: try json.needed(axes, "axes"),
            level: level,
            asset: try json.needed(asset, "asset"),
            frames: try json.needed(frames, "frames"),
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            animations: animations,
            placeholder: placeholder
        )
    }
}

extension Manifest.Slot: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var id: String?
        var name: String?
        var max: Int?
        var extras: [String: ManifestValue]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "id": id = try json.value()
            case "name": name = try json.value()
            case "max": max = try json.value()
            case "extras": extras = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            id: try json.needed(id, "id"),
            name: try json.needed(name, "name"),
            max: try json.needed(max, "max"),
            extras: extras
        )
    }
}
