/// What a manifest has thousands of is written by hand: `JSONEncoder` takes several times as
/// long, and gives the same bytes.
extension Manifest {
    /// The manifest's JSON as `JSONEncoder` prints it.
    ///
    /// - Parameter encoded: what `JSONEncoder` makes of the manifest without what there is most of.
    /// - Returns: nil when that lacks a place for it.
    /// - Throws: what `encoded` throws, and `EncodingError` for what is no number.
    func written(encoded: (Manifest) throws -> [UInt8]) throws -> [UInt8]? {
        var rest = self
        rest.items = []
        for index in rest.targets.indices { rest.targets[index].frames = [:] }
        let frame = try encoded(rest)[...]
        let frames = targets.reduce(0) { $0 + $1.frames.count }
        // Few items and frames are longer than that.
        var text = JSONText(capacity: frame.count + 512 * (items.count + frames))

        func copy(upTo place: StaticString, from start: Int) -> Int? {
            let found = place.withUTF8Buffer { place in
                unsafe frame[start...].firstRange(of: place)
            }
            guard let found else { return nil }
            text.raw(frame[start..<found.lowerBound])
            return found.upperBound
        }

        // Only members of the outermost level are indented by two blanks, and `targets` are the last
        // of those with members of their own.
        guard let items = copy(upTo: "\n  \"items\" : [\n\n  ]", from: 0) else { return nil }
        text.raw("\n  \"items\" : ")
        try text.at(depth: 1) { try $0.array(self.items) { try $1.write(to: &$0) } }
        guard var position = copy(upTo: "\n  \"targets\" : [", from: items) else { return nil }
        text.raw("\n  \"targets\" : [")
        for target in targets {
            guard let end = copy(upTo: "\n      \"frames\" : {\n\n      }", from: position) else {
                return nil
            }
            position = end
            text.raw("\n      \"frames\" : ")
            try text.at(depth: 3) { try $0.members(target.frames) { try $1.write(to: &$0) } }
        }
        text.raw(frame[position...])
        return text.bytes
    }
}

extension Manifest.Item {
    fileprivate func write(to text: inout JSONText) throws {
        try text.object { text in
            text.name("art")
            try text.array(art) { try $1.write(to: &$0) }
            text.name("equipStyle")
            try text.write(equipStyle.rawValue)
            if let extras {
                text.name("extras")
                try text.members(extras) { try $1.write(to: &$0) }
            }
            text.name("id")
            try text.write(id)
            text.name("name")
            try text.write(name)
            if let slot {
                text.name("slot")
                try text.write(slot)
            }
        }
    }
}

extension Manifest.Art {
    fileprivate func write(to text: inout JSONText) throws {
        try text.object { text in
            text.name("animations")
            try text.members(animations) { try $1.write(to: &$0) }
            text.name("asset")
            try text.write(asset)
            text.name("axes")
            try text.members(axes) { try $0.write($1) }
            text.name("frames")
            try text.array(frames) { try $0.write($1) }
            if let level {
                text.name("level")
                text.write(level)
            }
            text.name("origins")
            try text.array(origins) { try $1.write(to: &$0) }
            if let part {
                text.name("part")
                text.write(part)
            }
            if let placeholder {
                text.name("placeholder")
                text.write(placeholder)
            }
            if let sheet {
                text.name("sheet")
                try text.write(sheet)
            }
            text.name("species")
            try text.write(species)
            text.name("z")
            text.write(z)
        }
    }
}

extension Manifest.Animation {
    fileprivate func write(to text: inout JSONText) throws {
        try text.object { text in
            if let durations {
                text.name("durations")
                text.array(durations) { $0.write($1) }
            }
            text.name("fps")
            try text.write(fps)
            text.name("frames")
            text.array(frames) { $0.write($1) }
            text.name("loop")
            text.write(loop)
        }
    }
}

extension Manifest.Point {
    fileprivate func write(to text: inout JSONText) throws {
        try text.object { text in
            text.name("x")
            try text.write(x)
            text.name("y")
            try text.write(y)
        }
    }
}

extension Manifest.Frame {
    fileprivate func write(to text: inout JSONText) throws {
        try text.object { text in
            if let counterclockwise {
                text.name("counterclockwise")
                text.write(counterclockwise)
            }
            text.name("height")
            text.write(height)
            if let mesh {
                text.name("mesh")
                mesh.write(to: &text)
            }
            if let nineSlice {
                text.name("nineSlice")
                nineSlice.write(to: &text)
            }
            text.name("page")
            text.write(page)
            text.name("pivot")
            try pivot.write(to: &text)
            text.name("rotated")
            text.write(rotated)
            text.name("sourceHeight")
            text.write(sourceHeight)
            text.name("sourceWidth")
            text.write(sourceWidth)
            if let template {
                text.name("template")
                text.write(template)
            }
            text.name("trimX")
            text.write(trimX)
            text.name("trimY")
            text.write(trimY)
            text.name("width")
            text.write(width)
            text.name("x")
            text.write(x)
            text.name("y")
            text.write(y)
        }
    }
}

extension Manifest.Mesh {
    fileprivate func write(to text: inout JSONText) {
        text.object { text in
            text.name("triangles")
            text.array(triangles) { $0.write($1) }
            text.name("vertices")
            text.array(vertices) { $0.write($1) }
        }
    }
}

extension Manifest.NineSlice {
    fileprivate func write(to text: inout JSONText) {
        text.object { text in
            text.name("bottom")
            text.write(bottom)
            text.name("left")
            text.write(left)
            text.name("right")
            text.write(right)
            text.name("top")
            text.write(top)
        }
    }
}

extension ManifestValue {
    fileprivate func write(to text: inout JSONText) throws {
        switch self {
        case .null: text.raw("null")
        case .bool(let flag): text.write(flag)
        case .integer(let number): text.write(number)
        case .number(let number): try text.write(number)
        case .string(let string): try text.write(string)
        case .array(let values): try text.array(values) { try $1.write(to: &$0) }
        case .object(let members): try text.members(members) { try $1.write(to: &$0) }
        }
    }
}
