public import Raster

/// How a sprite is on its page.
public enum FrameRotation: String, CaseIterable, Encodable, Sendable {
    case none
    /// Turned by 90 degrees clockwise: its left column is the top row on the page.
    case clockwise
    /// Turned by 90 degrees counterclockwise: its right column is the top row on the page.
    case counterclockwise
}

extension AtlasFormat {
    /// What the format and the engines that read it can do: said here once, for bakes, for
    /// `kiln pack`, and for writers and readers of descriptors.
    public struct Capabilities: Hashable, Sendable {
        /// The direction in which sprites may be turned; `.none` when they may not.
        public var rotation = FrameRotation.none
        /// Whether the size before trimming survives.
        public var keepsSourceSize = true
        public var hasAnimations = false
        /// Whether the frames of an animation have to be on one page.
        public var wantsAnimationsWhole = false
        public var hasPivots = false
        public var hasNineSlice = false
        /// Whether it can say that pages are raw words instead of pictures.
        public var writesPixelFormat = false
        /// Whether it can say that colors are multiplied by alpha, and its readers hear it.
        public var writesPremultiplied = false
        /// Whether it has meshes, so that its readers can draw them in place of rectangles.
        public var writesMeshes = false
        /// Whether pages are drawn at all: `spriteatlas` wants loose images instead.
        public var usesPages = true
    }

    /// The file formats of pages that the format's engines load.
    public var readableEncodings: [PageEncoding] {
        switch self {
        case .kiln, .pixi, .texturePackerHash, .texturePackerArray: PageEncoding.allCases
        case .phaser, .css: [.png, .webp, .avif]
        case .godot: [.png, .webp]
        case .libgdx, .libgdxLegacy, .spine, .cocos2d, .unity, .spriteatlas, .starling: [.png]
        }
    }

    /// Whether each encoding of the pages has descriptors of its own, of which a game loads one.
    public var describesEncodingsSeparately: Bool { self == .pixi || self == .phaser }

    public var capabilities: Capabilities {
        switch self {
        case .kiln:
            Capabilities(
                rotation: .clockwise,
                hasAnimations: true,
                hasPivots: true,
                hasNineSlice: true,
                writesPixelFormat: true,
                writesPremultiplied: true,
                writesMeshes: true
            )
        case .texturePackerHash, .texturePackerArray:
            Capabilities(
                rotation: .clockwise,
                hasPivots: true,
                hasNineSlice: true,
                writesPixelFormat: true,
                writesMeshes: true
            )
        case .phaser: Capabilities(hasAnimations: true, hasPivots: true, hasNineSlice: true)
        case .pixi:
            // Pixi looks for the frames of an animation in the sheet that tells it, in no other.
            Capabilities(
                rotation: .clockwise,
                hasAnimations: true,
                wantsAnimationsWhole: true,
                hasPivots: true,
                hasNineSlice: true
            )
        // The mesh belongs to Spine's skeleton; regions of an `.atlas` are rectangles.
        case .libgdx, .spine:
            Capabilities(
                rotation: .counterclockwise,
                hasNineSlice: true,
                writesPixelFormat: true,
                writesPremultiplied: true
            )
        case .libgdxLegacy:
            Capabilities(rotation: .counterclockwise, hasNineSlice: true, writesPixelFormat: true)
        case .cocos2d:
            Capabilities(
                rotation: .clockwise,
                hasPivots: true,
                writesPixelFormat: true,
                writesPremultiplied: true,
                writesMeshes: true
            )
        case .godot: Capabilities(hasAnimations: true, hasPivots: true, hasNineSlice: true)
        // The importer takes "PremultiplyAlpha" for a setting of the texture; Unity's sprite
        // material multiplies by alpha all the same.
        case .unity:
            Capabilities(
                keepsSourceSize: false,
                hasPivots: true,
                hasNineSlice: true,
                writesMeshes: true
            )
        case .starling: Capabilities(rotation: .clockwise, hasPivots: true)
        case .css: Capabilities()
        case .spriteatlas: Capabilities(usesPages: false)
        }
    }

    /// The direction in which sprites may be turned on pages that serve all of `formats` that use
    /// pages; `.none` when one of them cannot turn sprites, or when they differ.
    public static func sharedRotation(of formats: [AtlasFormat]) -> FrameRotation {
        let rotations = Set(
            formats.map(\.capabilities).filter(\.usesPages).map(\.rotation)
        )
        guard let rotation = rotations.first, rotations.count == 1 else { return .none }
        return rotation
    }

    /// Whether all readers of these formats may be expected to draw meshes alone, so that sprites can
    /// reach into each other's rectangles.
    ///
    /// The manifest has meshes, but its readers draw rectangles. Formats that use no pages do not
    /// count; false without any that does.
    public static func allDrawMeshes(_ formats: [AtlasFormat]) -> Bool {
        let paged = formats.filter(\.capabilities.usesPages)
        return !paged.isEmpty && paged.allSatisfy { $0.capabilities.writesMeshes && $0 != .kiln }
    }

    /// The formats that use pages and whose engines would draw colors that are multiplied by alpha
    /// too dark, because nothing in the format says so.
    public static func deafToPremultiplied(_ formats: [AtlasFormat]) -> [AtlasFormat] {
        formats.filter { $0.capabilities.usesPages && !$0.capabilities.writesPremultiplied }
    }

    /// The format and how its engines turn sprites, such as `libgdx (counterclockwise)`.
    public var rotationLabel: String { "\(rawValue) (\(capabilities.rotation.rawValue))" }
}

extension TargetSettings {
    /// The direction in which turned frames are on the target's pages.
    ///
    /// `.none` when its formats do not agree on one. Without a format that uses pages the manifest
    /// alone has them; templates turn sprites as it does.
    public var sharedRotation: FrameRotation {
        let paged = formats.filter(\.capabilities.usesPages)
        let isAlone = paged.isEmpty || !templates.isEmpty
        return AtlasFormat.sharedRotation(of: paged + (isAlone ? [.kiln] : []))
    }
}
