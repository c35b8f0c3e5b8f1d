import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import KilnManifest

/// A kind of target.
///
/// To add one, add a folder with its `TargetBaking`, a row of `TargetKind.baking`, and
/// the kind's name and description to `TargetKind` in `Catalog`.
protocol TargetBaking {
    /// Makes all outputs of a target.
    ///
    /// - Throws: `TargetFailure`, `DiskError` of the cache and the encoder, `CancellationError`.
    static func bake(
        _ target: Target,
        _ art: RenderedCatalog,
        _ layouts: LayoutPlaces,
        in context: RenderContext
    ) async throws -> BakedTarget

    /// The pictures that it draws in sizes of their own.
    static func pictureWishes(of target: Target) -> [PictureWish]

    /// Settings that mean nothing for a target of this kind, or that cannot be met.
    static func unfitSettings(of target: Target) -> [UnfitSetting]
}

extension TargetBaking {
    static func pictureWishes(of target: Target) -> [PictureWish] { [] }
}

extension TargetKind {
    var baking: any TargetBaking.Type {
        switch self {
        case .atlas: AtlasTarget.self
        case .composites: CompositesTarget.self
        case .images: ImagesTarget.self
        case .xcassets: AssetCatalogTarget.self
        case .eink: PanelTarget.self
        }
    }
}

/// A setting of a target that cannot be as it is.
struct UnfitSetting {
    /// The member of the target that says it.
    var member: String
    var message: String
    var help: String

    init(_ member: String, _ message: String, _ help: String) {
        self.member = member
        self.message = message
        self.help = help
    }
}

/// Pictures that a target draws in sizes of its own.
struct PictureWish {
    /// In pixels.
    var sizes: [PictureSize]
    /// Whether a pixel is a point, whatever the size.
    var isInPoints = false
    var looks: (String) -> Bool = { _ in false }
    var items: (String) -> Bool = { _ in false }
    var images: (String) -> Bool = { _ in false }
    var species: String?

    /// What the settings of a target name.
    init(_ settings: TargetSettings, sizes: [PictureSize], isInPoints: Bool = false) {
        self.sizes = sizes
        self.isInPoints = isInPoints
        looks = { settings.looks?.contains($0) ?? false }
        items = { settings.items?.contains($0) ?? false }
        images = { settings.images?.contains($0) ?? false }
        species = settings.species
    }

    init(sizes: [PictureSize], looks: Set<String>, images: Set<String>) {
        self.sizes = sizes
        self.looks = looks.contains
        self.images = images.contains
    }
}

extension TargetSettings {
    /// The sizes of pictures at all scales, in pixels.
    var pixelSizes: [PictureSize] {
        (sizes ?? []).flatMap { size in
            scales.map { PictureSize(width: size.width * $0, height: size.height * $0) }
        }
    }
}

/// The outputs of one target.
struct BakedTarget: Sendable {
    var manifest: Manifest.Target
    /// Paths are relative to the output folder.
    var files: [OutputFile]
    var pages: [BakedPage]
    var summary: BakeSummary.Target
    /// What becomes of a stable layout.
    var layout: LayoutChange?
    /// What is amiss with pictures that no engine but Apple's is asked for.
    var findings: [Diagnostic] = []

    /// On a dry run: whether a page would have to be drawn.
    var hasUnknownPages: Bool { pages.contains { $0.content.isUnknown } }
}
