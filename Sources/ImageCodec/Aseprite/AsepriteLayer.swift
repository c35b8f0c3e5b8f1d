struct AsepriteLayer {
    enum Kind: Equatable {
        case image
        case group
        case tilemap(tileset: Int)
    }

    let name: String
    /// Its name after those of the surrounding groups, separated by slashes.
    fileprivate(set) var path: String
    let kind: Kind
    let isVisible: Bool
    let isBackground: Bool
    /// A reference image, which is never part of the art.
    let isReference: Bool
    let blendMode: BlendMode
    /// 0...255.
    let opacity: Int
    /// The number of surrounding groups.
    fileprivate let level: Int
    /// The index of the group that contains it.
    fileprivate(set) var parent: Int?

    init(
        _ cursor: inout AsepriteCursor,
        _ header: AsepriteHeader
    ) throws(ImageDecodingError) {
        let (flags, type) = (try cursor.uint16(), try cursor.uint16())
        level = try cursor.uint16()
        try cursor.skip(4)
        let (mode, opacity) = (try cursor.uint16(), try cursor.uint8())
        try cursor.skip(3)
        name = try cursor.text()
        path = name
        switch type {
        case 0: kind = .image
        case 1: kind = .group
        case 2: kind = .tilemap(tileset: try cursor.uint32())
        default:
            let found = "layer \"\(name)\" is of type \(type)"
            throw .unsupported(.aseprite, reason: "\(found), expected 0, 1 or 2")
        }
        isVisible = flags & 1 != 0
        isBackground = flags & 8 != 0
        isReference = flags & 64 != 0
        let isPlainGroup = kind == .group && !header.composesGroups
        self.opacity = header.hasLayerOpacity && !isPlainGroup ? opacity : 255
        guard !isPlainGroup else {
            blendMode = .normal
            return
        }
        guard let blendMode = BlendMode(rawValue: mode) else {
            let found = "layer \"\(name)\" has blend mode \(mode)"
            throw .unsupported(.aseprite, reason: "\(found), expected at most 18")
        }
        self.blendMode = blendMode
    }
}

/// The layers of a document from bottom to top, groups before their contents.
struct AsepriteLayers: RandomAccessCollection {
    private var layers: [AsepriteLayer] = []
    /// The groups around the next layer, innermost last.
    private var openGroups: [Int] = []
    private var lengthOfPaths = 0

    var startIndex: Int { 0 }
    var endIndex: Int { layers.count }
    subscript(index: Int) -> AsepriteLayer { layers[index] }

    /// No artist nests groups this deep; drawing needs a canvas for each level.
    private static let mostLevels = 64
    /// Of all paths, in bytes: each repeats the names of its groups.
    private static let longestPaths = 1 << 20

    mutating func append(_ layer: AsepriteLayer) throws(ImageDecodingError) {
        var layer = layer
        while let group = openGroups.last, layers[group].level >= layer.level {
            openGroups.removeLast()
        }
        if let group = openGroups.last {
            layer.parent = group
            layer.path = "\(layers[group].path)/\(layer.name)"
        }
        lengthOfPaths += layer.path.utf8.count
        guard openGroups.count < Self.mostLevels, lengthOfPaths <= Self.longestPaths else {
            let reason = "its groups are nested deeper, or its names longer, than is read"
            throw .unsupported(.aseprite, reason: reason)
        }
        if layer.kind == .group { openGroups.append(layers.count) }
        layers.append(layer)
    }

    var parts: [Int] { indices.filter { !layers[$0].isReference } }

    /// Finds the layer or group with a path, or whose path uniquely ends in `name`.
    ///
    /// Throws `.noSuchPart`, `.ambiguousPart`.
    func part(_ name: String) throws(ImageDecodingError) -> Int {
        let exact = parts.filter { layers[$0].path == name }
        let found = exact.isEmpty ? parts.filter { layers[$0].name == name } : exact
        guard let first = found.first else {
            throw .noSuchPart(.aseprite, name, known: parts.prefix(20).map { layers[$0].path })
        }
        guard found.count == 1 else {
            throw .ambiguousPart(.aseprite, name, candidates: found.map { layers[$0].path })
        }
        return first
    }

    /// The visibility of each layer.
    ///
    /// A requested layer or group shows even if hidden; inside a group only visible parts do. Nil
    /// for the document as saved.
    func shown(part: Int?) -> [Bool] {
        var shown: [Bool] = []
        for (index, layer) in layers.enumerated() {
            let isInside = layer.parent.map { shown[$0] } ?? (part == nil)
            shown.append(index == part || isInside && layer.isVisible && !layer.isReference)
        }
        return shown
    }
}
