internal import AtlasBuilding
internal import Catalog
internal import ChromaKey
internal import Compose
internal import FileStore
internal import ImageCodec
internal import PictureFiles
internal import Raster
internal import SheetSlicing
internal import Validation

/// One asset, keyed one way, and everything that is wanted of it.
struct RenderJob: Hashable, Sendable {
    /// A file of the asset.
    struct File: Hashable, Sendable {
        /// As the disk knows it.
        var path: String
        /// As messages name it.
        var shownPath: String
        /// Pixels per point.
        var density: Int
    }

    /// The frames that one name stands for.
    struct Rendition: Hashable, Sendable {
        /// Frames are called `name`, or `name/0`, `name/1`, … when there are several.
        var name: String
        var transform: LayerTransform
    }

    /// How pixels become more or fewer.
    enum Filter: Hashable, Sendable {
        /// Nearest for pixel art, else by area where pictures shrink and cubic where they grow.
        case automatic
        case fixed(Resampling)

        func method(isPixelArt: Bool) -> Resampling {
            switch self {
            case .automatic: isPixelArt ? .nearest : .area
            case .fixed(let method): method
            }
        }
    }

    var asset: String
    /// Ascending by density; not empty.
    var files: [File]
    var keying: Keying
    /// Lengths count at `gridDensity`; nil when the asset is one picture.
    var grid: GridLayout?
    var gridDensity: Int
    var filter: Filter
    var renditions: [Rendition]
    /// Ascending; not empty.
    var scales: [Int]

    /// The file to make a scale from: its own, else the next larger, else the largest.
    func file(forScale scale: Int) -> File? {
        files.first { $0.density >= scale } ?? files.last
    }
}

/// What became of a `RenderJob`.
struct RenderedAsset: Sendable {
    var asset: String
    /// By rendition, then by cell.
    var renditions: [(name: String, frames: [RenderedFrame])]
    /// What keying found, by file.
    var reports: [(path: String, report: KeyReport)]
    /// One for each file that could not be used.
    var failures: [RenderFailure]
}

/// Why a file gave no frames.
struct RenderFailure: Error, Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        case unreadable(DiskError)
        case undecodable(ImageDecodingError)
        case unsliceable(SlicingError)
        /// Keying was asked for, and no screen was found.
        case noScreen(declared: KeyFacts.Declared, edge: HexColor?)
        case tooLarge
        /// More memory than is allowed.
        case needsMemory(MemoryShortage)
    }

    /// As messages name it.
    var path: String
    var reason: Reason
}
