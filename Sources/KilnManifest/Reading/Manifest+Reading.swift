extension Manifest: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var format: String?
        var version: Int?
        var generator: Manifest.Generator?
        var name: String?
        var canvas: Manifest.Canvas?
        var axes: [Manifest.Axis]?
        var species: [Manifest.Species]?
        var items: [Manifest.Item]?
        var looks: [Manifest.NamedLook]?
        var targets: [Manifest.Target]?
        var files: [Manifest.File]?
        var slots: [Manifest.Slot]?
        var extras: [String: ManifestValue]?
        var images: [Manifest.Image]?
        var digest: String?
        var retired: [String: [String]]?
        var palettes: [Manifest.Palette]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "format": format = try json.value()
            case "version": version = try json.value()
            case "generator": generator = try json.value()
            case "name": name = try json.value()
            case "canvas": canvas = try json.value()
            case "axes": axes = try json.value()
            case "species": species = try json.value()
            case "items": items = try json.value()
            case "looks": looks = try json.value()
            case "targets": targets = try json.value()
            case "files": files = try json.value()
            case "slots": slots = try json.optional()
            case "extras": extras = try json.optional()
            case "images": images = try json.optional()
            case "digest": digest = try json.optional()
            case "retired": retired = try json.optional()
            case "palettes": palettes = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            generator: try json.needed(generator, "generator"),
            name: try json.needed(name, "name"),
            canvas: try json.needed(canvas, "canvas"),
            axes: try json.needed(axes, "axes"),
            species: try json.needed(species, "species"),
            items: try json.needed(items, "items"),
            looks: try json.needed(looks, "looks"),
            targets: try json.needed(targets, "targets"),
            files: try json.needed(files, "files"),
            slots: slots,
            extras: extras,
            images: images
        )
        self.format = try json.needed(format, "format")
        self.version = try json.needed(version, "version")
        self.digest = digest
        self.retired = retired
        self.palettes = palettes
    }
}

extension Manifest.Palette: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var name: String?
        var colors: [String]?
        var roles: [String]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "name": name = try json.value()
            case "colors": colors = try json.value()
            case "roles": roles = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            name: try json.needed(name, "name"),
            colors: try json.needed(colors, "colors"),
            roles: roles
        )
    }
}

extension Manifest.Generator: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var name: String?
        var version: String?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "name": name = try json.value()
            case "version": version = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            name: try json.needed(name, "name"),
            version: try json.needed(version, "version")
        )
    }
}

extension Manifest.Canvas: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var width: Int?
        var height: Int?
        var bleed: Manifest.Bleed?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "width": width = try json.value()
            case "height": height = try json.value()
            case "bleed": bleed = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            width: try json.needed(width, "width"),
            height: try json.needed(height, "height"),
            bleed: bleed
        )
    }
}

extension Manifest.Bleed: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var top: Int?
        var right: Int?
        var bottom: Int?
        var left: Int?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "top": top = try json.value()
            case "right": right = try json.value()
            case "bottom": bottom = try json.value()
            case "left": left = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            top: try json.needed(top, "top"),
            right: try json.needed(right, "right"),
            bottom: try json.needed(bottom, "bottom"),
            left: try json.needed(left, "left")
        )
    }
}

extension Manifest.File: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var path: String?
        var bytes: Int?
        var sha256: String?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "path": path = try json.value()
            case "bytes": bytes = try json.value()
            case "sha256": sha256 = try json.value()
            default: try json.skip()
            }
        }
        self.init(
            path: try json.needed(path, "path"),
            bytes: try json.needed(bytes, "bytes"),
            sha256: try json.needed(sha256, "sha256")
        )
    }
}

extension Manifest.Axis: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var name: String?
        var values: [String]?
        var `default`: String?
        var unknown: String?
        var kind: String?
        var details: [String: Manifest.AxisValue]?
        var extras: [String: ManifestValue]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "name": name = try json.value()
            case "values": values = try json.value()
            case "default": `default` = try json.optional()
            case "unknown": unknown = try json.optional()
            case "kind": kind = try json.optional()
            case "details": details = try json.optional()
            case "extras": extras = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            name: try json.needed(name, "name"),
            values: try json.needed(values, "values"),
            default: `default`,
            unknown: unknown,
            kind: kind,
            details: details,
            extras: extras
        )
    }
}

extension Manifest.AxisValue: JSONReadable {
    init(reading json: inout JSONScanner) throws(JSONFault) {
        var name: String?
        var raw: Manifest.RawValue?
        var fallback: [String]?
        var extras: [String: ManifestValue]?
        var range: [Double]?
        try json.members { (json, member) throws(JSONFault) in
            switch member {
            case "name": name = try json.optional()
            case "raw": raw = try json.optional()
            case "range": range = try json.optional()
            case "fallback": fallback = try json.optional()
            case "extras": extras = try json.optional()
            default: try json.skip()
            }
        }
        self.init(
            name: name,
            raw: raw,
            fallback: fallback,
            extras: extras,
            range: range
        )
    }
}
