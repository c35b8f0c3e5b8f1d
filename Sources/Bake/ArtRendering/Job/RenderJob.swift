package import AtlasBuilding
package import Catalog
package import ChromaKey
package import FileStore
package import ImageCodec
package import Raster
package import SheetSlicing

/// One asset, keyed one way, and everything that is wanted of it.
package struct RenderJob: Hashable, Sendable {
    /// A file of the asset.
    package struct File: Hashable, Sendable {
        /// As the disk knows it.
        package var path: String
        /// As messages name it.
        package var shownPath: String
        /// Pixels per point.
        package var density: Int
        /// What is read of it.
        package var reading = PictureReading()
        /// Files of further frames, where each frame has one.
        package var following: [File] = []

        /// Files with the same picture over other screens.
        package var also: [File] = []

        /// This file and those of further frames.
        package var all: [File] { [self] + following }
        /// The same, each with those over other screens behind it.
        package var allRead: [File] { all.flatMap { [$0] + $0.also } }
    }

    /// The frames that one name stands for.
    package struct Rendition: Hashable, Sendable {
        /// Frames are called `name`, or `name/0`, `name/1`, … when there are several.
        package var name: String
        package var transform: LayerTransform
        /// What is done to the colors of the cut picture, before it is transformed.
        package var colors: [ColorChange] = []
    }

    package var asset: String
    /// Ascending by density; not empty.
    package var files: [File]
    package var keying: Keying
    /// Nil when the asset is one picture.
    package var cutting: FrameCutting?
    /// How pixels become more or fewer; nil: nearest for pixel art, else by area where pictures shrink
    /// and cubic where they grow.
    package var filter: Resampling?
    package var renditions: [Rendition]
    /// Ascending; not empty.
    package var scales: [Int]

    /// The file to make a scale from: its own, else the next larger, else the largest.
    package func file(forScale scale: Int) -> File? {
        files.first { $0.density >= scale } ?? files.last
    }
}

/// What became of a `RenderJob`.
package struct RenderedAsset: Sendable {
    package var asset: String
    /// By rendition, then by cell.
    package var renditions: [(name: String, frames: [RenderedFrame])]
    /// What keying found, by file.
    package var reports: [(path: String, report: KeyReport)]
    /// One for each file that could not be used.
    package var failures: [RenderFailure]
    /// What cutting found, by file.
    package var cuts: [(path: String, report: CutReport)] = []
    /// What the pictures say about their greens; nil when no one asked.
    package var checked: CheckedAsset?
}

/// Why a file gave no frames.
package struct RenderFailure: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case unreadable(DiskError)
        case undecodable(ImageDecodingError)
        case unsliceable(SlicingError)
        /// Keying was asked for, and no screen was found.
        case noScreen(declared: KeyFacts.Declared, edge: HexColor?)
        /// Pictures over several screens are of no figure; the files are those that were read.
        case notTogether(TriangulationError, files: [String])
        case tooLarge
        /// A frame of another size than the first.
        case unevenFrame(found: PixelSize, expected: PixelSize)
        /// A file of another density shows so many frames.
        case otherCount(found: Int, expected: Int)
        /// So many frames, each as large as the largest, have more pixels than a picture may.
        case framesTooLarge(count: Int, limit: Int)
        /// More memory than is allowed.
        case needsMemory(MemoryShortage)
    }

    /// As messages name it.
    package var path: String
    package var reason: Reason
}
