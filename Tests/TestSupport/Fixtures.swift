public import Foundation

/// Real images outside of the repository; tests that need them skip when they are absent.
public enum Fixtures {
    /// The folder: `KILN_FIXTURES`, or `../shared/fixtures` beside the package.
    public static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["KILN_FIXTURES"]
        let folder = named.map { URL(filePath: $0) } ?? Repository.file("../shared/fixtures")
        return FileManager.default.fileExists(atPath: folder.path) ? folder.standardized : nil
    }()

    /// For `@Test(.enabled(if:))`.
    public static var arePresent: Bool { folder != nil }

    /// What a skipped test prints.
    public static let absence = "the fixtures are absent: set KILN_FIXTURES to their folder"
}
