import Catalog
import FileStore

/// Reads an AtlasTexture (one frame), a StyleBoxTexture (one frame with a nine-slice), or a
/// SpriteFrames (animations).
///
/// The name of a frame is the resource's path below a folder `*.sprites` or `*.styles`; animations
/// of a file in a folder `*.species` are called `species/animation`. Godot does not store page
/// sizes: the page is as large as the frame needs.
func readGodot(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    var reader = GodotText(rest: Substring(try file.text()).unicodeScalars)
    let sections = try reader.sections()
    var paths: [String: String] = [:]
    for section in sections where section.name == "ext_resource" {
        guard case .string(let path)? = section.attributes["path"],
            case .string(let identifier)? = section.attributes["id"]
        else { throw FormatFault("an \"ext_resource\" has no path or no id") }
        paths[identifier] = path
    }
    var atlas = AtlasDescription(name: file.atlasOfGodot ?? file.stem, pages: [])
    guard let first = sections.first, first.name == "gd_resource",
        case .string(let type)? = first.attributes["type"],
        let values = sections.last(where: { $0.name == "resource" })?.values
    else { throw FormatFault("found no \"[gd_resource type=…]\" with a \"[resource]\"") }
    switch type {
    case "AtlasTexture", "StyleBoxTexture":
        let isBox = type == "StyleBoxTexture"
        let image = try resourcePath(values[isBox ? "texture" : "atlas"], paths)
        let key = isBox ? "region_rect" : "region"
        guard let region = try values[key]?.rect() else { throw FormatFault("found no \"\(key)\"") }
        let read = isBox ? styleBox : atlasTexture
        let frame = try read(values, frameName(file.path), region)
        atlas.pages = [.init(holding: frame, of: image)]
    case "SpriteFrames":
        atlas.animations = try spriteFramesAnimations(values, paths)
        let folder = file.path.split(separator: "/").dropLast().last
        for index in atlas.animations.indices where folder?.hasSuffix(".species") == true {
            atlas.animations[index].name = "\(file.stem)/\(atlas.animations[index].name)"
        }
    default:
        throw FormatFault(
            "found a \"\(type)\", expected \"AtlasTexture\", \"StyleBoxTexture\" or \"SpriteFrames\""
        )
    }
    return atlas
}

private func atlasTexture(
    _ values: [String: GodotText.Value],
    _ name: String,
    _ region: [Int]
) throws(FormatFault) -> AtlasFrame {
    let margin = try values["margin"]?.rect() ?? [0, 0, 0, 0]
    let source = [region[2] + margin[2], region[3] + margin[3]]
    var frame = AtlasFrame(name, region, trim: margin, source: source)
    if case .call("Vector2", let numbers)? = values["metadata/pivot"], numbers.count == 2,
        case .number(let x) = numbers[0], case .number(let y) = numbers[1]
    {
        frame.pivot = .init(
            x: x / Double(max(frame.sourceWidth, 1)),
            y: y / Double(max(frame.sourceHeight, 1))
        )
    }
    return frame
}

private func styleBox(
    _ values: [String: GodotText.Value],
    _ name: String,
    _ region: [Int]
) throws(FormatFault) -> AtlasFrame {
    let margins = try ["left", "top", "right", "bottom"].map { side throws(FormatFault) -> Int in
        guard case .number(let number)? = values["texture_margin_\(side)"] else { return 0 }
        guard let whole = pixels(number) else {
            throw FormatFault("found a margin of \(number), expected whole pixels")
        }
        return whole
    }
    let slice = NineSlice(left: margins[0], top: margins[1], right: margins[2], bottom: margins[3])
    return AtlasFrame(name, region, nineSlice: slice)
}

extension AtlasDescription.Page {
    fileprivate init(holding frame: AtlasFrame, of path: String) {
        self.init(
            imageFile: path.split(separator: "/").last.map(String.init) ?? path,
            width: frame.x + frame.width,
            height: frame.y + frame.height,
            frames: [frame]
        )
    }
}

extension AtlasDescription {
    /// Adds the nine-slices of style boxes to the texture frames with their name and place.
    mutating func joinStyleBoxes() {
        for page in pages.indices {
            var joined: [AtlasFrame] = []
            for frame in pages[page].frames {
                // Frames are in the order of their names.
                if let last = joined.last, last.name == frame.name,
                    [last.x, last.y, last.width, last.height]
                        == [frame.x, frame.y, frame.width, frame.height],
                    (last.nineSlice == nil) != (frame.nineSlice == nil)
                {
                    var whole = last.nineSlice == nil ? last : frame
                    whole.nineSlice = last.nineSlice ?? frame.nineSlice
                    joined[joined.count - 1] = whole
                } else {
                    joined.append(frame)
                }
            }
            pages[page].frames = joined
        }
    }
}

extension ExportedFile {
    private static let godotFolders = [".sprites", ".styles", ".species"]

    /// The name of the resource's folder without extension.
    fileprivate var atlasOfGodot: String? {
        for part in path.split(separator: "/") {
            let ending = Self.godotFolders.first { part.hasSuffix($0) }
            if let ending { return String(part.dropLast(ending.count)) }
        }
        return nil
    }
}

private func spriteFramesAnimations(
    _ values: [String: GodotText.Value],
    _ paths: [String: String]
) throws(FormatFault) -> [AtlasDescription.Animation] {
    guard case .array(let entries)? = values["animations"] else {
        throw FormatFault("found no \"animations\"")
    }
    var animations: [AtlasDescription.Animation] = []
    for entry in entries {
        guard case .dictionary(let members) = entry, case .string(let name)? = members["name"],
            case .array(let steps)? = members["frames"],
            case .number(let speed)? = members["speed"],
            case .boolean(let loops)? = members["loop"]
        else { throw FormatFault("an animation needs name, frames, speed and loop") }
        var frames: [String] = []
        var shares: [Double] = []
        for step in steps {
            guard case .dictionary(let members) = step else {
                throw FormatFault("a frame of \"\(name)\" is no dictionary")
            }
            frames.append(frameName(try resourcePath(members["texture"], paths)))
            if case .number(let share)? = members["duration"] { shares.append(share) }
        }
        var animation = AtlasDescription.Animation(
            name: name,
            frames: frames,
            framesPerSecond: speed,
            loops: loops
        )
        animation.readDurations(shares)
        animations.append(animation)
    }
    return animations
}

extension AtlasDescription.Animation {
    /// Sets durations, given in frames, unless all are one frame.
    fileprivate mutating func readDurations(_ shares: [Double]) {
        guard shares.count == frames.count, shares.contains(where: { $0 != 1 }) else { return }
        let durations = shares.compactMap { share -> Int? in
            let length = (share * 1000 / framesPerSecond).rounded()
            return (1...1e9).contains(length) ? Int(length) : nil
        }
        guard durations.count == frames.count else { return }
        self.durations = durations
        framesPerSecond = Double(durations.count) * 1000 / Double(durations.reduce(0, +))
    }
}

/// The path of `ExtResource("id")`.
private func resourcePath(
    _ value: GodotText.Value?,
    _ paths: [String: String]
) throws(FormatFault) -> String {
    guard case .call("ExtResource", let arguments)? = value,
        case .string(let identifier)? = arguments.first, let path = paths[identifier]
    else { throw FormatFault("found no \"ExtResource\" with a known id") }
    return path
}

private func frameName(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let folder = parts.firstIndex { $0.hasSuffix(".sprites") || $0.hasSuffix(".styles") }
    let name =
        folder.map { parts[($0 + 1)...].joined(separator: "/") } ?? parts.last.map(String.init)
    let full = name ?? path
    return full.hasSuffix(".tres") ? String(full.dropLast(5)) : full
}

extension GodotText.Value {
    fileprivate func rect() throws(FormatFault) -> [Int] {
        guard case .call("Rect2", let arguments) = self, arguments.count == 4 else {
            throw FormatFault("found no \"Rect2\" of four numbers")
        }
        return try arguments.map { argument throws(FormatFault) -> Int in
            guard case .number(let number) = argument, let value = pixels(number) else {
                throw FormatFault("found a \"Rect2\" that is not of whole pixels")
            }
            return value
        }
    }
}

/// Reads a text resource of Godot.
private struct GodotText {
    struct Section {
        /// Such as `ext_resource`.
        var name: String
        var attributes: [String: Value]
        var values: [String: Value] = [:]
    }

    indirect enum Value {
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
        case array([Value])
        case dictionary([String: Value])
        /// Such as `Rect2(0, 0, 8, 8)`.
        case call(String, [Value])
    }

    private static let maximumDepth = 32

    var rest: Substring.UnicodeScalarView

    mutating func sections() throws(FormatFault) -> [Section] {
        var sections: [Section] = []
        while true {
            skipBlanks()
            if rest.isEmpty { return sections }
            if take("[") {
                sections.append(try header())
            } else {
                let key = try identifier()
                guard !sections.isEmpty, take("=") else {
                    throw FormatFault("found \"\(key)\" without a value or a section")
                }
                sections[sections.count - 1].values[key] = try value(depth: 1)
            }
        }
    }

    private mutating func header() throws(FormatFault) -> Section {
        var section = Section(name: try identifier(), attributes: [:])
        while !take("]") {
            let key = try identifier()
            guard take("=") else { throw FormatFault("attribute \"\(key)\" has no value") }
            section.attributes[key] = try value(depth: 1)
        }
        return section
    }

    private mutating func value(depth: Int) throws(FormatFault) -> Value {
        guard depth <= Self.maximumDepth else {
            throw FormatFault("values are nested deeper than \(Self.maximumDepth)")
        }
        skipBlanks()
        // String names are treated as strings.
        _ = take("&")
        guard let first = rest.first else { throw FormatFault("found the end, expected a value") }
        switch first {
        case "\"": return .string(try string())
        case "[":
            _ = take("[")
            return .array(try list(until: "]", depth: depth))
        case "{": return try dictionary(depth: depth)
        case "0"..."9", "-", "+", ".":
            let digits = rest.prefix { "0123456789+-.eE".unicodeScalars.contains($0) }
            rest = rest[digits.endIndex...]
            guard let number = Double(String(digits)), number.isFinite else {
                throw FormatFault("found \"\(String(digits))\", expected a number")
            }
            return .number(number)
        default:
            let word = try identifier()
            switch word {
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            case "null": return .null
            default:
                guard take("(") else { throw FormatFault("found \"\(word)\", expected a value") }
                return .call(word, try list(until: ")", depth: depth))
            }
        }
    }

    private mutating func list(
        until end: Unicode.Scalar,
        depth: Int
    ) throws(FormatFault) -> [Value] {
        var values: [Value] = []
        while !take(end) {
            values.append(try value(depth: depth + 1))
            if !take(",") {
                guard take(end) else { throw FormatFault("found no \",\" or \"\(end)\" in a list") }
                break
            }
        }
        return values
    }

    private mutating func dictionary(depth: Int) throws(FormatFault) -> Value {
        var members: [String: Value] = [:]
        _ = take("{")
        while !take("}") {
            guard case .string(let key) = try value(depth: depth + 1), take(":") else {
                throw FormatFault("found no name in a dictionary")
            }
            members[key] = try value(depth: depth + 1)
            if !take(",") {
                guard take("}") else {
                    throw FormatFault("found no \",\" or \"}\" in a dictionary")
                }
                break
            }
        }
        return .dictionary(members)
    }

    private mutating func string() throws(FormatFault) -> String {
        var text = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return String(text) }
            if scalar == "\\" {
                guard let escaped = rest.popFirst() else { break }
                text.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
            } else {
                text.append(scalar)
            }
        }
        throw FormatFault("a string has no closing quote")
    }

    private mutating func identifier() throws(FormatFault) -> String {
        skipBlanks()
        let word = rest.prefix {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "/"
        }
        guard !word.isEmpty else {
            throw FormatFault("found \"\(String(rest.prefix(10)))\", expected a name")
        }
        rest = rest[word.endIndex...]
        return String(word)
    }

    private mutating func skipBlanks() {
        while let scalar = rest.first {
            if scalar == ";" {
                rest = rest.drop { $0 != "\n" }
            } else if scalar.properties.isWhitespace {
                rest.removeFirst()
            } else {
                return
            }
        }
    }

    private mutating func take(_ expected: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard rest.first == expected else { return false }
        rest.removeFirst()
        return true
    }
}
