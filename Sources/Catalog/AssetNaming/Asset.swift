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
        /// The layer or group of an Aseprite document that is meant; nil for all of the file.
        public let part: String?
        /// Files with the same figure over other screens.
        public var also: [File] = []

        public init(path: String, density: Int, following: [String] = [], part: String? = nil) {
            self.path = path
            self.density = density
            self.following = following
            self.part = part
        }
    }

    public let name: String
    /// How many frames have files of their own; 1 where one file has them all.
    public var frameFiles: Int { files[0].following.count + 1 }
    /// By density, ascending; never empty.
    public let files: [File]
    /// What the asset's image set says; nil elsewhere, and where it says nothing.
    public var rendering: RenderingIntent?
    /// The asset that is the whole document, for one that is a layer or group of it.
    public var document: String? { files[0].part == nil ? nil : DocumentPart(name)?.document }
    /// The name as frames and files may have it: what names a layer stands behind a hyphen.
    package var plainName: String {
        guard let part = files[0].part == nil ? nil : DocumentPart(name) else { return name }
        return "\(part.document)-\(part.part.map { $0 == "/" ? "-" : String($0) }.joined())"
    }
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
