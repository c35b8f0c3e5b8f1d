#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
        /// There is no such species, or it has no art for the look.
        public static let unknownSpecies = Code(rawValue: "unknown-species")
        /// There is no such item.
        public static let unknownItem = Code(rawValue: "unknown-item")
        /// The item has no art for the species.
        public static let cannotWear = Code(rawValue: "cannot-wear")
        /// The look's base, or the image, has no such animation.
        public static let unknownAnimation = Code(rawValue: "unknown-animation")
        /// There is no such image, or it has no art for the axes' values.
        public static let unknownImage = Code(rawValue: "unknown-image")
        /// The target has no such bundle.
        public static let unknownBundle = Code(rawValue: "unknown-bundle")
        /// The target has no frames of the image.
        public static let notInTarget = Code(rawValue: "not-in-target")
        /// There is no such target.
        public static let unknownTarget = Code(rawValue: "unknown-target")
        /// The target has no pages of that scale.
        public static let unknownScale = Code(rawValue: "unknown-scale")
        /// A page image could not be loaded.
        public static let unreadablePage = Code(rawValue: "unreadable-page")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What is wrong and where: one sentence for a log, with the ids concerned.
    public var message: String
    /// What to do about it; nil where the message says it all.
    public var remedy: String?

    /// An error of a kind.
    ///
    /// - Parameters:
    ///   - code: which kind.
    ///   - message: what is wrong and where.
    ///   - remedy: what to do about it.
    public init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}

extension ManifestError: CustomStringConvertible {
    /// The message, and the remedy behind a semicolon.
    public var description: String { message + (remedy.map { "; \($0)" } ?? "") }
}

extension ManifestError: LocalizedError {
    public var errorDescription: String? { message }
    public var recoverySuggestion: String? { remedy }
}
