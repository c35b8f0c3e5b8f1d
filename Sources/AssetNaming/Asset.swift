public import Catalog

/// One named picture, as one file or as several of different density.
public struct Asset: Hashable, Sendable {
    /// One file of an asset.
    public struct File: Hashable, Sendable {
        /// Relative to the catalog's folder; `/` separates.
        public let path: String
        /// Pixels per point.
        public let density: Int
        /// Files of further frames, in order, where each frame has one.
        public let following: [String]

        public init(path: String, density: Int, following: [String] = []) {
            self.path = path
            self.density = density
            self.following = following
        }
    }

    public let name: String
    /// How many frames have files of their own; 1 where one file has them all.
    public var frameFiles: Int { files[0].following.count + 1 }
    /// By density, ascending; never empty.
    public let files: [File]
    /// What the asset's image set says; nil elsewhere, and where it says nothing.
    public var rendering: RenderingIntent?
    /// Whether it is the dark picture of an image set, which nobody need use.
    public var isDarkVariant = false

    public init(name: String, files: [File]) {
        self.name = name
        self.files = files
    }

    /// The best file for a scale: the nearest density at or above it, else the highest.
    public func file(forScale scale: Int) -> File {
        files.first { $0.density >= scale } ?? files[files.count - 1]
    }
}
