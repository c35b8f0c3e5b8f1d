/// A layer or a group of layers.
struct AsepriteLayer {
    enum Kind: Equatable {
        case image
        case group
        case tilemap(tileset: Int)
    }

    let name: String
    /// The names of the groups around it and its own, with slashes between them.
    fileprivate(set) var path: String
    let kind: Kind
    let isVisible: Bool
    let isBackground: Bool
    /// A picture to draw from, which is never part of the art.
    let isReference: Bool
    let blendMode: BlendMode
    /// 0...255.
    let opacity: Int
    /// How many groups are around it.
    fileprivate let level: Int
    /// The group that it lies in, by its index.
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

/// The layers of a document from bottom to top, groups before what is in them.
struct AsepriteLayers: RandomAccessCollection {
    private var layers: [AsepriteLayer] = []
    /// The groups around the layer that comes next, innermost last.
    private var openGroups: [Int] = []
    private var lengthOfPaths = 0

    var startIndex: Int { 0 }
    var endIndex: Int { layers.count }
    subscript(index: Int) -> AsepriteLayer { layers[index] }

    /// So deep no artist nests groups; drawing takes a canvas for each level.
    private static let mostLevels = 64
    /// Of all paths, in bytes: each repeats the names of the groups around it.
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

    /// The layers and groups that can be asked for.
    var parts: [Int] { indices.filter { !layers[$0].isReference } }

    /// The layer or group of a name: its path, or the end of one where no other is called so.
    ///
    /// - Throws: `.noSuchPart`, `.ambiguousPart`.
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

    /// For each layer whether it shows.
    ///
    /// - Parameter part: a layer or group that shows by itself, hidden or not; of what is in a group
    ///   only what is visible does. Nil for the document as it was saved.
    /// - Returns: as many values as there are layers.
    func shown(part: Int?) -> [Bool] {
        var shown: [Bool] = []
        for (index, layer) in layers.enumerated() {
            let isInside = layer.parent.map { shown[$0] } ?? (part == nil)
            shown.append(index == part || isInside && layer.isVisible && !layer.isReference)
        }
        return shown
    }
}
