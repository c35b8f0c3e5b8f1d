public import Foundation

/// The working copy that the tests were built from.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A file or folder by its path in the repository.
    public static func file(_ path: String) -> URL { root.appending(path: path) }
}
