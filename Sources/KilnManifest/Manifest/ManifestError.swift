/// Why a manifest could not be read, or a look not be drawn.
public struct ManifestError: Error, Hashable, Sendable {
    /// What kind of failure; new kinds may come, so compare instead of switching over all.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are not a Kiln manifest.
        public static let notAManifest = Code(rawValue: "not-a-manifest")
        /// The file is a Kiln manifest that is cut off, or has something where something else belongs.
        public static let damaged = Code(rawValue: "damaged")
        /// The manifest was written by a newer Kiln than this reader knows.
        public static let newerVersion = Code(rawValue: "newer-version")
        /// The manifest contradicts itself.
        public static let inconsistent = Code(rawValue: "inconsistent")
        public static let unknownSpecies = Code(rawValue: "unknown-species")
        public static let unknownItem = Code(rawValue: "unknown-item")
        /// The item has no art for the species.
        public static let cannotWear = Code(rawValue: "cannot-wear")
        public static let unknownAnimation = Code(rawValue: "unknown-animation")
        public static let unknownImage = Code(rawValue: "unknown-image")
        /// The target has no frames of the image.
        public static let notInTarget = Code(rawValue: "not-in-target")
        public static let unknownTarget = Code(rawValue: "unknown-target")
        public static let unknownScale = Code(rawValue: "unknown-scale")
    }

    public var code: Code
    /// One sentence for a log, with the ids concerned.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ManifestError: CustomStringConvertible {
    public var description: String { message }
}
