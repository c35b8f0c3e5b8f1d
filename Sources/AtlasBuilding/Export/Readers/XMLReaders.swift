import Catalog
import Raster

package struct XMLElement {
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [XMLElement] = []
    /// All characters directly inside, with references resolved.
    package var text = ""

    /// The attribute as whole pixels; nil if missing.
    fileprivate func pixels(_ name: String) throws(FormatFault) -> Int? {
        guard let text = attributes[name] else { return nil }
        return try wholeNumbers(text, count: 1)[0]
    }
}

/// Reads XML for descriptors (XML 1.0 without namespaces and without custom entities).
///
/// Elements may be nested 64 deep; a document type is skipped, and must not declare anything.
package struct XMLReader {
    private static let maximumDepth = 64
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private var rest: Substring.UnicodeScalarView

    package static func root(of text: String) throws(FormatFault) -> XMLElement {
        var reader = XMLReader(rest: Substring(text).unicodeScalars)
        try reader.skipMisc()
        guard reader.take("<") else { throw FormatFault("found no element") }
        let root = try reader.element(depth: 1)
        try reader.skipMisc()
        guard reader.rest.isEmpty else { throw FormatFault("found text after the last element") }
        return root
    }

    /// An element after its `<`.
    private mutating func element(depth: Int) throws(FormatFault) -> XMLElement {
        guard depth <= XMLReader.maximumDepth else {
            throw FormatFault("elements are nested deeper than \(XMLReader.maximumDepth)")
        }
        var element = XMLElement(name: try name())
        while true {
            skipBlanks()
            if take("/>") { return element }
            if take(">") { break }
            let key = try name()
            skipBlanks()
            guard take("=") else { throw FormatFault("attribute \"\(key)\" has no value") }
            skipBlanks()
            guard let quote = rest.popFirst(), quote == "\"" || quote == "'" else {
                throw FormatFault("attribute \"\(key)\" has no quotes")
            }
            let value = try text(upTo: quote)
            _ = rest.popFirst()
            guard element.attributes.updateValue(value, forKey: key) == nil else {
                throw FormatFault("attribute \"\(key)\" is there twice")
            }
        }
        while true {
            element.text += try text(upTo: "<")
            if take("<!--") {
                try skip(past: "-->")
            } else if take("<![CDATA[") {
                element.text += try skip(past: "]]>")
            } else if take("</") {
                let end = try name()
                skipBlanks()
                guard end == element.name, take(">") else {
                    throw FormatFault("found \"</\(end)\", expected \"</\(element.name)>\"")
                }
                return element
            } else {
                _ = rest.popFirst()
                element.children.append(try self.element(depth: depth + 1))
            }
        }
    }

    /// Whitespace, comments, processing instructions and a document type.
    private mutating func skipMisc() throws(FormatFault) {
        while true {
            skipBlanks()
            if take("<?") {
                try skip(past: "?>")
            } else if take("<!--") {
                try skip(past: "-->")
            } else if take("<!DOCTYPE") {
                let declared = try skip(past: ">")
                guard !declared.contains("[") else {
                    throw FormatFault("the document type declares entities or elements")
                }
            } else {
                return
            }
        }
    }

    private mutating func name() throws(FormatFault) -> String {
        let isNamePart = { (scalar: Unicode.Scalar) in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_-.:".unicodeScalars.contains(scalar)
        }
        let name = rest.prefix(while: isNamePart)
        guard !name.isEmpty else {
            throw FormatFault("found \"\(String(rest.prefix(10)))\", expected a name")
        }
        rest = rest[name.endIndex...]
        return String(name)
    }

    /// The characters before `end`, which is not consumed, with references resolved.
    private mutating func text(upTo end: Unicode.Scalar) throws(FormatFault) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.first {
            if scalar == end { return String(text) }
            rest.removeFirst()
            text.append(scalar == "&" ? try reference() : scalar)
        }
        throw FormatFault("found the end of the file, expected \"\(end)\"")
    }

    /// The character of a reference after its `&`.
    private mutating func reference() throws(FormatFault) -> Unicode.Scalar {
        let name = String(rest.prefix { $0 != ";" && $0 != "<" }.prefix(12))
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard take(";") else { throw FormatFault("found \"&\(name)\" without \";\"") }
        if let scalar = XMLReader.entities[name] { return scalar }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let number, number > 0, let scalar = Unicode.Scalar(number) else {
            throw FormatFault("found \"&\(name);\", expected a character reference")
        }
        return scalar
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }

    private mutating func take(_ expected: String) -> Bool {
        guard rest.starts(with: expected.unicodeScalars) else { return false }
        rest = rest.dropFirst(expected.unicodeScalars.count)
        return true
    }

    /// Returns the text before `end`, and consumes both.
    @discardableResult
    private mutating func skip(past end: String) throws(FormatFault) -> String {
        var skipped = String.UnicodeScalarView()
        while !rest.isEmpty {
            if take(end) { return String(skipped) }
            skipped.append(rest.removeFirst())
        }
        throw FormatFault("found the end of the file, expected \"\(end)\"")
    }
}

/// Reads Cocos2d's property lists of format 2 and 3.
///
/// Removes `.png` from frame names.
func readPlist(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    let root = try XMLReader.root(of: file.text())
    guard root.name == "plist", let value = root.children.first else {
        throw FormatFault("found \"<\(root.name)>\", expected \"<plist>\" with a value")
    }
    let top = try Plist(value).dictionary("the property list")
    let metadata = try top.value("metadata").dictionary("metadata")
    let size = try metadata.value("size").string("size").braced(count: 2)
    let key = metadata["realTextureFileName"] == nil ? "textureFileName" : "realTextureFileName"
    let image = try metadata.value(key).string(key)
    var page = AtlasDescription.Page(
        imageFile: image,
        width: try whole(size[0]),
        height: try whole(size[1]),
        frames: []
    )
    let entries = try top.value("frames").dictionary("frames")
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
        do throws(FormatFault) {
            page.frames.append(try plistFrame(name, entry.dictionary("the frame")))
        } catch {
            throw FormatFault("frame \"\(name)\": \(error.message)")
        }
    }
    return AtlasDescription(
        name: file.stem,
        isPremultiplied: metadata["premultiplyAlpha"]?.isTrue ?? false,
        pages: [page]
    )
}

private func plistFrame(
    _ name: String,
    _ entry: [String: Plist]
) throws(FormatFault) -> AtlasFrame {
    // Format 3 uses other names than format 2.
    let isNew = entry["textureRect"] != nil
    let rect = try entry.value(isNew ? "textureRect" : "frame").string("frame").braced(count: 4)
    let offset = try entry.value(isNew ? "spriteOffset" : "offset").string("offset")
        .braced(count: 2)
    let source = try entry.value(isNew ? "spriteSourceSize" : "sourceSize").string("source size")
        .braced(count: 2)
    let isRotated = (entry[isNew ? "textureRotated" : "rotated"])?.isTrue ?? false
    var aliases: [String] = []
    if case .array(let names)? = entry["aliases"] {
        for name in names { aliases.append(try name.string("alias").withoutPNG) }
    }
    let trim = [offset[0] + (source[0] - rect[2]) / 2, (source[1] - rect[3]) / 2 - offset[1]]
    var frame = AtlasFrame(
        name.withoutPNG,
        try rect.map(whole),
        trim: try trim.map(whole),
        source: try source.map(whole),
        rotation: isRotated ? .clockwise : .none,
        pivot: try entry["anchor"].map { value throws(FormatFault) -> AtlasFrame.Pivot in
            let anchor = try value.string("anchor").braced(count: 2)
            return AtlasFrame.Pivot(x: anchor[0], y: 1 - anchor[1])
        },
        aliases: aliases
    )
    if let vertices = entry["vertices"] {
        try frame.take(
            vertices: vertices.string("vertices").spacedPoints(),
            onPage: entry.value("verticesUV").string("verticesUV").spacedPoints(),
            indexes: entry.value("triangles").string("triangles").spacedNumbers()
        )
    }
    return frame
}

private func whole(_ number: Double) throws(FormatFault) -> Int {
    guard let value = pixels(number) else {
        throw FormatFault("found \(number), expected a whole number of pixels")
    }
    return value
}

/// A value of a property list; numbers stay text.
private enum Plist {
    case dictionary([String: Plist])
    case array([Plist])
    case string(String)
    case boolean(Bool)

    init(_ element: XMLElement) throws(FormatFault) {
        switch element.name {
        case "dict":
            var members: [String: Plist] = [:]
            var rest = element.children[...]
            while let key = rest.popFirst() {
                guard key.name == "key", let value = rest.popFirst() else {
                    throw FormatFault(
                        "found \"<\(key.name)>\" in a dictionary, expected a \"<key>\""
                    )
                }
                guard members.updateValue(try Plist(value), forKey: key.text) == nil else {
                    throw FormatFault("key \"\(key.text)\" is there twice")
                }
            }
            self = .dictionary(members)
        case "array":
            self = .array(try element.children.map(Plist.init))
        case "string", "integer", "real", "date", "data": self = .string(element.text)
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        default: throw FormatFault("found \"<\(element.name)>\", expected a value")
        }
    }

    var isTrue: Bool { if case .boolean(true) = self { true } else { false } }

    func dictionary(_ what: String) throws(FormatFault) -> [String: Plist] {
        guard case .dictionary(let members) = self else {
            throw FormatFault("\(what) is not a dictionary")
        }
        return members
    }

    func string(_ what: String) throws(FormatFault) -> String {
        guard case .string(let text) = self else { throw FormatFault("\(what) is not a string") }
        return text
    }
}

extension [String: Plist] {
    fileprivate func value(_ key: String) throws(FormatFault) -> Plist {
        guard let value = self[key] else { throw FormatFault("found no \"\(key)\"") }
        return value
    }
}

extension String {
    /// The numbers of `{1,2}` or `{{1,2},{3,4}}`.
    fileprivate func braced(count: Int) throws(FormatFault) -> [Double] {
        try numbers(filter { $0 != "{" && $0 != "}" }, count: count)
    }

    /// Whole numbers with spaces between them.
    fileprivate func spacedNumbers() throws(FormatFault) -> [Int] {
        let parts = split(whereSeparator: \.isWhitespace)
        return try wholeNumbers(parts.joined(separator: ","), count: parts.count)
    }

    fileprivate func spacedPoints() throws(FormatFault) -> [PixelPoint] {
        let numbers = try spacedNumbers()
        guard numbers.count % 2 == 0 else {
            throw FormatFault("found \(numbers.count) numbers in a list of vertices")
        }
        return stride(from: 0, to: numbers.count, by: 2).map {
            PixelPoint(x: numbers[$0], y: numbers[$0 + 1])
        }
    }

    fileprivate var withoutPNG: String {
        hasSuffix(".png") && count > 4 ? String(dropLast(4)) : self
    }
}

func readStarling(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    let root = try XMLReader.root(of: file.text())
    guard root.name == "TextureAtlas", let image = root.attributes["imagePath"] else {
        throw FormatFault("found \"<\(root.name)>\", expected \"<TextureAtlas imagePath=…>\"")
    }
    let frames = try root.children.filter { $0.name == "SubTexture" }.map(starlingFrame)
    let width = frames.map { $0.x + $0.pageWidth }.max() ?? 1
    let height = frames.map { $0.y + $0.pageHeight }.max() ?? 1
    let page = AtlasDescription.Page(
        imageFile: image,
        width: try root.pixels("width") ?? width,
        height: try root.pixels("height") ?? height,
        frames: frames
    )
    return AtlasDescription(name: file.stem, pages: [page])
}

private func starlingFrame(_ element: XMLElement) throws(FormatFault) -> AtlasFrame {
    guard let name = element.attributes["name"], let x = try element.pixels("x"),
        let y = try element.pixels("y"), let pageWidth = try element.pixels("width"),
        let pageHeight = try element.pixels("height")
    else { throw FormatFault("a \"SubTexture\" needs name, x, y, width and height") }
    let isRotated = element.attributes["rotated"] == "true"
    let (width, height) = isRotated ? (pageHeight, pageWidth) : (pageWidth, pageHeight)
    let sourceWidth = try element.pixels("frameWidth") ?? width
    let sourceHeight = try element.pixels("frameHeight") ?? height
    var frame = AtlasFrame(
        name,
        [x, y, width, height],
        trim: [-(try element.pixels("frameX") ?? 0), -(try element.pixels("frameY") ?? 0)],
        source: [sourceWidth, sourceHeight],
        rotation: isRotated ? .clockwise : .none
    )
    if let pivotX = element.attributes["pivotX"], let pivotY = element.attributes["pivotY"] {
        let pivot = try numbers("\(pivotX),\(pivotY)", count: 2)
        frame.pivot = .init(
            x: pivot[0] / Double(max(sourceWidth, 1)),
            y: pivot[1] / Double(max(sourceHeight, 1))
        )
    }
    return frame
}
