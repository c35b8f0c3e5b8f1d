import Catalog

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
        try frame.takePlistMesh(
            vertices: vertices.string("vertices"),
            onPage: entry.value("verticesUV").string("verticesUV"),
            triangles: entry.value("triangles").string("triangles")
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

    fileprivate var withoutPNG: String {
        hasSuffix(".png") && count > 4 ? String(dropLast(4)) : self
    }
}
