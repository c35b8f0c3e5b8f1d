public import Catalog

extension AtlasFormat {
    /// What the format and the engines that read it can do.
    public struct Capabilities: Hashable, Sendable {
        /// The direction in which sprites may be turned; `.none` when they may not.
        public var rotation: FrameRotation
        /// Whether the size before trimming survives.
        public var keepsSourceSize: Bool
        public var hasAnimations: Bool
        public var hasPivots: Bool
        public var hasNineSlice: Bool
        /// Whether it can say that pages are raw words instead of pictures.
        public var tellsPixelFormat: Bool
        /// Whether pages are drawn at all: `spriteatlas` wants loose images instead.
        public var usesPages: Bool
    }

    public var capabilities: Capabilities {
        switch self {
        case .kiln:
            capabilities(animations: true, pivots: true, nineSlice: true, tellsPixels: true)
        case .texturePackerHash, .texturePackerArray:
            capabilities(pivots: true, nineSlice: true, tellsPixels: true)
        case .phaser: capabilities(animations: true, pivots: true, nineSlice: true)
        case .pixi: capabilities(animations: true, pivots: true, nineSlice: true)
        case .libgdx, .libgdxLegacy, .spine: capabilities(nineSlice: true, tellsPixels: true)
        case .cocos2d: capabilities(pivots: true, tellsPixels: true)
        case .godot: capabilities(animations: true, pivots: true, nineSlice: true)
        case .unity: capabilities(sourceSize: false, pivots: true, nineSlice: true)
        case .starling: capabilities(pivots: true)
        case .css: capabilities()
        case .spriteatlas: capabilities(pages: false)
        }
    }

    /// The direction in which sprites may lie turned on pages that serve all of `formats`.
    ///
    /// - Parameter formats: those that use no pages do not count.
    /// - Returns: `.none` when one of them cannot turn sprites, or when they differ.
    public static func sharedRotation(of formats: [AtlasFormat]) -> FrameRotation {
        let rotations = Set(
            formats.map(\.capabilities).filter(\.usesPages).map(\.rotation)
        )
        guard let rotation = rotations.first, rotations.count == 1 else { return .none }
        return rotation
    }

    /// Whether the format is one of libGDX's kind, which turns sprites the other way.
    var isOfLibGDX: Bool { [.libgdx, .libgdxLegacy, .spine].contains(self) }

    private func capabilities(
        sourceSize: Bool = true,
        animations: Bool = false,
        pivots: Bool = false,
        nineSlice: Bool = false,
        tellsPixels: Bool = false,
        pages: Bool = true
    ) -> Capabilities {
        Capabilities(
            rotation: isOfLibGDX ? .counterclockwise : turnsClockwise ? .clockwise : .none,
            keepsSourceSize: sourceSize,
            hasAnimations: animations,
            hasPivots: pivots,
            hasNineSlice: nineSlice,
            tellsPixelFormat: tellsPixels,
            usesPages: pages
        )
    }

    /// Throws for a sprite that the format's engines would draw wrong.
    ///
    /// Animations, pivots and nine-slices that a format has no words for are left out: the pictures
    /// stay right without them.
    func check(_ atlas: AtlasDescription) throws(ExportError) {
        let can = capabilities
        guard can.usesPages else { return }
        if atlas.pixels != .rgba8888, !can.tellsPixelFormat {
            throw .pixels(atlas.pixels, format: self)
        }
        for frame in atlas.pages.flatMap(\.frames) {
            if frame.isRotated, frame.rotation != can.rotation {
                throw .rotation(frame: frame.name, found: frame.rotation, format: self)
            }
            if can.hasNineSlice, self != .kiln, frame.nineSlice != nil,
                frame.isTrimmed || frame.isRotated
            {
                throw .nineSlice(frame: frame.name, format: self)
            }
            for name in [frame.name] + frame.aliases where !canSay(name) {
                throw .unsayableName(name, format: self)
            }
        }
        try checkNames(atlas)
        if self == .pixi { try checkPixiAnimations(atlas) }
        if self == .unity { try checkUnityNames(atlas) }
    }

    /// Whether a reader of the format gets the name back as it was.
    private func canSay(_ name: String) -> Bool {
        switch self {
        case .libgdx, .libgdxLegacy, .spine:
            // A line with a colon is an entry, and names lose the blanks around them.
            !name.contains(":") && name.first?.isWhitespace == false
                && name.last?.isWhitespace == false
        case .godot: isRelativePath(name)
        default: true
        }
    }

    /// Pixi looks for the frames of an animation in the sheet that tells it, and in no other.
    private func checkPixiAnimations(_ atlas: AtlasDescription) throws(ExportError) {
        let pages = atlas.pages.map { Set($0.namedFrames.map(\.name)) }
        for animation in atlas.animations
        where !pages.contains(where: { $0.isSuperset(of: animation.frames) }) {
            throw .animationOnSeveralPages(animation.name, format: self)
        }
    }

    /// The importer turns `/` into `-`, which may make two names equal.
    private func checkUnityNames(_ atlas: AtlasDescription) throws(ExportError) {
        var seen: [String: String] = [:]
        for frame in atlas.pages.flatMap(\.namedFrames) {
            let key = String(frame.name.map { $0 == "/" ? "-" : $0 })
            if let other = seen.updateValue(frame.name, forKey: key) {
                throw .namesBecomeEqual(other, frame.name, format: self)
            }
        }
    }
}
