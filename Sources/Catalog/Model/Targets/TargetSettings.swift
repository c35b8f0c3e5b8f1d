import Diagnostics
public import Raster

/// How a target is packed and written.
///
/// Lengths are in page pixels.
public struct TargetSettings: Sendable {
    /// Pixels per point, ascending and without repetition.
    public var scales = [1]
    public var formats = [AtlasFormat.kiln]
    /// Of descriptors besides those of `formats`, each once.
    package var templates: [DescriptorTemplate] = []
    public var looks: Selection?
    public var images: Selection?
    public var items: Selection?
    public var species: String?
    public var sizes: [PixelSize]?
    public var groups = PageGrouping.none
    /// In the order of the file.
    public var bundles: [PageBundle] = []
    public var assetCatalog = AssetCatalogSettings()
    public var eInk = EInkSettings()

    public var maxPageSize = 2048
    /// No page may be larger.
    package static let largestPage = 16_384
    public var padding = 2
    public var border = 0
    public var extrude = 0
    public var trim = Trimming.rectangle
    public var trimThreshold = 0
    public var polygonTolerance = 4
    public var polygonShape = OutlineOptions.Form.concave
    public var rotate = false
    public var powerOfTwo = false
    public var square = false
    public var multipleOf = 1
    /// The places of frames with their extruded edges are multiples of this, and of the blocks of KTX2.
    public var align = 1
    public var aspectLimit = 8.0
    public var duplicates = DuplicateMerging.equal
    public var layout = LayoutKind.dense
    public var repackAbove: Double?

    public var pixels = PagePixels.rgba8888
    /// The files that each page becomes, each once; the first is the page's own.
    public var encode = [PageEncoding.png]
    public var webp = WebEncoding()
    public var avif = WebEncoding()
    public var ktx2 = TextureEncoding()
    public var names = PageNaming.plain
    public var sideSheets: [String] = []
    public var alpha = AlphaKind.straight
    public var hiddenColor = HiddenColor.bleed
    public var textureFilter = TextureFilter.linear
    public var effort = Effort.balanced
    public var budget = Budget()

    package init() {}

    /// Whether Xcode packs the sprites itself, so that no page is drawn.
    public var hasLooseSpritesOnly: Bool { formats == [.spriteatlas] && templates.isEmpty }

    /// The members that say what files pages become.
    package static let membersOfFiles = ["encode", "names"] + PageEncoding.allCases.map(\.rawValue)

    /// Of the files that each page becomes.
    public var encoders: [PageEncoder] {
        let qualities = [PageEncoding.webp: webp.quality, .avif: avif.quality]
        return encode.map {
            PageEncoder(
                $0,
                quality: qualities[$0] ?? nil,
                block: ktx2.block,
                zstd: ktx2.zstd,
                hasHardPixels: textureFilter.isHard,
                effort: effort
            )
        }
    }
}

extension PixelSize {
    /// Whether a picture may be so many times as large.
    package func isDrawable(atScale scale: Int) -> Bool {
        max(width, height) * scale <= TargetSettings.largestPage
            && area * scale * scale <= LayerPicture.largestArea
    }
}

/// Limits that a target has to keep; nil is no limit.
public struct Budget: Sendable, CatalogObject {
    public var pages: Int?
    public var bytes: Int?
    /// All pages of the largest scale in memory, at 4 bytes a pixel.
    public var textureBytes: Int?
    public var imagePixels: Int?
    public var place = CatalogPlace.none

    /// True when there is no limit at all.
    public var isEmpty: Bool {
        pages == nil && bytes == nil && textureBytes == nil && imagePixels == nil
    }

    static var members: Members<Budget> {
        let limit = Shape<Int>.integer(1...1_000_000_000_000)
        return Members("budget", "a budget") {
            Member("pages", \.pages, limit).about("Pages at each scale.")
            Member("bytes", \.bytes, limit).about("All files of the target together.")
            Member("textureBytes", \.textureBytes, limit)
                .about("All pages of the largest scale in memory.")
            Member("imagePixels", \.imagePixels, limit)
                .about("Pixels of any single picture; widgets refuse more than about 700000.")
        }
    }
}

/// Descriptors that can be written next to the pages.
public enum AtlasFormat: String, Choice {
    case kiln
    case texturePackerHash = "texturepacker-hash"
    case texturePackerArray = "texturepacker-array"
    case phaser
    case pixi
    case libgdx
    case libgdxLegacy = "libgdx-legacy"
    case spine
    case cocos2d
    case godot
    case unity
    case spriteatlas
    case starling
    case css

    static let about: KeyValuePairs<Self, String> = [
        .kiln: "Kiln's own.",
        .texturePackerHash: "TexturePacker JSON, frames by name.",
        .texturePackerArray: "TexturePacker JSON, frames in a list.",
        .phaser: "Phaser 3 multiatlas.",
        .pixi: "PixiJS 8 spritesheet.",
        .libgdx: "libGDX .atlas, numbered names as one name with indexes.",
        .libgdxLegacy: "The same for libGDX before 1.9.14.",
        .spine: "Spine .atlas, names as they are.",
        .cocos2d: "Cocos2d property list, format 3.",
        .godot: "Godot 4 resources.",
        .unity: "Unity .tpsheet.",
        .spriteatlas: "Xcode .spriteatlas with loose images.",
        .starling: "Starling and Sparrow XML.",
        .css: "CSS sprites.",
    ]
}

/// Which frames share pages.
public enum PageGrouping: String, Choice {
    case none
    case species
    case item

    static let about: KeyValuePairs<Self, String> = [
        .none: "All frames share pages.",
        .species: "Pages of its own for each species; what several wear is placed once.",
        .item: "Pages of its own for each item.",
    ]
}

/// Which frames are placed once.
public enum DuplicateMerging: String, Choice {
    case none
    case equal
    case turned

    static let about: KeyValuePairs<Self, String> = [
        .none: "None: each frame has a place of its own.",
        .equal: "Those with equal pixels.",
        .turned: "Those with equal pixels; with \"rotate\" also those that are another turned.",
    ]
}

/// Whether frames keep their places from bake to bake.
public enum LayoutKind: String, Choice {
    case dense
    case stable

    static let about: KeyValuePairs<Self, String> = [
        .dense: "Packed anew, as densely as possible, whenever a size changes.",
        .stable: "Frames stay where a layout file next to the catalog says they are.",
    ]
}

/// How the pixels of pages are stored.
public enum PagePixels: String, Choice {
    case rgba8888
    case palette
    case rgba4444
    case rgb565

    static let about: KeyValuePairs<Self, String> = [
        .rgba8888: "PNG without loss.",
        .palette: "PNG in at most 256 colors, dithered; color under alpha 0 is cleared.",
        .rgba4444: "Raw words of 16 bits with alpha, dithered, in a file .rgba4444.",
        .rgb565: "Raw words of 16 bits over black, dithered, in a file .rgb565.",
    ]
}

extension PageEncoding: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .png: "Lossless; every engine reads it.",
        .webp: "Smaller, lossless unless a quality is given; browsers and Godot read it.",
        .avif: "The smallest, lossy unless the quality is 100; browsers read it.",
        .ktx2: "A texture that GPUs read compressed, as ASTC; lossy unless its block is none.",
    ]
}

/// How pages are encoded as WebP or AVIF.
public struct WebEncoding: Sendable, CatalogObject {
    public var quality: Int?
    public var place = CatalogPlace.none

    static var members: Members<WebEncoding> {
        Members("webEncoding", "an encoding") {
            Member("quality", \.quality, .integer(1...100))
                .about(
                    "100 is lossless; unless said WebP has 100, and AVIF 80, or 100 with hard pixels."
                )
        }
    }
}

extension TextureBlock: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .none: "Not compressed for GPUs: 4 bytes a pixel, without loss.",
        .astc4x4: "ASTC in blocks of 4x4 pixels: 1 byte a pixel.",
        .astc5x5: "ASTC in blocks of 5x5 pixels: 0.64 bytes a pixel.",
        .astc6x6: "ASTC in blocks of 6x6 pixels: 0.44 bytes a pixel.",
        .astc8x8: "ASTC in blocks of 8x8 pixels: 0.25 bytes a pixel.",
    ]
}

/// How pages are encoded as KTX2.
public struct TextureEncoding: Sendable, CatalogObject {
    public var block: TextureBlock?
    public var zstd: Int?
    public var place = CatalogPlace.none

    static var members: Members<TextureEncoding> {
        Members("textureEncoding", "an encoding") {
            Member("block", \.block, .choice)
                .about(
                    "How pixels are compressed for GPUs; unless said 4x4, or none with hard pixels."
                )
            Member("zstd", \.zstd, .integer(0...19))
                .about("The level of Zstandard, 0 for none; unless said 3, 12 or 19 by the effort.")
        }
    }
}

extension [PageEncoder] {
    /// In pixels: of a page that all of them can hold.
    package var largestSide: Int {
        map(\.encoding.largestSide).min() ?? TargetSettings.largestPage
    }
}

/// What the files of pages are called.
public enum PageNaming: String, Choice {
    case plain
    case hashed

    static let about: KeyValuePairs<Self, String> = [
        .plain: "game-0@1x.png.",
        .hashed:
            "game-0@1x-3f9a1c0b.png, by the file's contents: a server may let it be cached forever.",
    ]
}

/// How color and alpha are stored in pages.
public enum AlphaKind: String, Choice {
    case straight
    case premultiplied

    static let about: KeyValuePairs<Self, String> = [
        .straight: "Color is not multiplied by alpha.",
        .premultiplied: "Color is multiplied by alpha.",
    ]
}

/// What color stands where alpha is 0.
public enum HiddenColor: String, Choice {
    case bleed
    case clear

    static let about: KeyValuePairs<Self, String> = [
        .bleed: "The nearest visible color, so that smooth scaling shows no rim.",
        .clear: "Black: the smallest files.",
    ]
}

/// How engines shall scale the pages, where a descriptor can say it.
public enum TextureFilter: String, Choice {
    case linear
    case nearest
    case mipmap
    case mipmapNearest = "mipmap-nearest"

    package var isHard: Bool { self == .nearest || self == .mipmapNearest }

    static let about: KeyValuePairs<Self, String> = [
        .linear: "Smooth.",
        .nearest: "Hard pixels: for pixel art.",
        .mipmap: "Smooth, with smaller copies of the page for what is drawn small.",
        .mipmapNearest: "Hard pixels, with smaller copies.",
    ]
}

extension Effort: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .fast: "For work in progress.",
        .balanced: "The default.",
        .best: "For releases.",
        .max: "For what is downloaded often.",
    ]
}

/// What of a frame is packed.
public enum Trimming: String, CaseIterable, Sendable {
    /// Clear margins too: `false` in the catalog.
    case none
    /// The rectangle of what is visible: `true`.
    case rectangle
    /// The same, with a mesh around what is visible: `"polygon"`.
    case polygon
}

extension Shape<Trimming> {
    /// True, false, or a word.
    static let trimming = Shape<Bool>.bool
        .then { $0 ? Trimming.rectangle : .none }
        .or(Shape<TrimmingWord>.choice(or: ["true", "false"]).then { _ in .polygon }) {
            $0.kind == "a string"
        }
}

private enum TrimmingWord: String, Choice {
    case polygon

    static let about: KeyValuePairs<Self, String> = [
        .polygon: "Cut off, and each frame gets a mesh of triangles around what it shows."
    ]
}

extension OutlineOptions.Form: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .concave: "Along hollows, and around islands that lie apart.",
        .convex: "One outline that bridges hollows: fewer corners.",
    ]
}
