/// A named image, as one file or several of different density.
public struct Asset: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        /// Relative to the catalog's folder, with `/` as separator.
        public let path: String
        /// Pixels per point.
        public let density: Int
        /// The files of further frames, in order, if each frame has a file.
        public let following: [String]
        /// The layer or group of an Aseprite document; nil for all of the file.
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
    /// The number of frames with separate files; 1 for one file.
    public var frameFiles: Int { files[0].following.count + 1 }
    /// By density, ascending; never empty.
    public internal(set) var files: [File]
    /// Declared by the asset's image set, if any.
    public var rendering: RenderingIntent?
    /// The whole document's asset, for a layer or group of it.
    public var document: String? { files[0].part == nil ? nil : DocumentPart(name)?.document }
    /// The name for frames and files: a hyphen precedes the layer.
    package var plainName: String {
        guard let part = files[0].part == nil ? nil : DocumentPart(name) else { return name }
        return "\(part.document)-\(part.part.map { $0 == "/" ? "-" : String($0) }.joined())"
    }
    /// Whether it is the dark image of an image set, which may be unused.
    public var isDarkVariant = false

    /// All files, with those of later frames and other screens, from the catalog's folder.
    package var paths: [String] {
        files.flatMap { [$0] + $0.also }.flatMap { [$0.path] + $0.following }
    }

    /// The best file for a scale: the nearest density at or above it, else the highest.
    public func file(forScale scale: Int) -> File {
        files.first { $0.density >= scale } ?? files[files.count - 1]
    }
}
