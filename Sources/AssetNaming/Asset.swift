/// One named picture, as one file or as several of different density.
public struct Asset: Hashable, Sendable {
    /// One file of an asset.
    public struct File: Hashable, Sendable {
        /// Relative to the catalog's folder; `/` separates.
        public let path: String
        /// Pixels per point.
        public let density: Int

        public init(path: String, density: Int) {
            self.path = path
            self.density = density
        }
    }

    public let name: String
    /// By density, ascending; never empty.
    public let files: [File]

    /// The best file for a scale: the nearest density at or above it, else the highest.
    public func file(forScale scale: Int) -> File {
        files.first { $0.density >= scale } ?? files[files.count - 1]
    }
}
