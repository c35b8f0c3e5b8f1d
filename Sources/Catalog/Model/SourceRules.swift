/// Where a catalog's art lies, and what of it counts.
public struct SourceRules: Hashable, Sendable {
    /// Relative to the catalog's folder.
    public var folders = ["assets-src"]
    /// Files and folders that are passed over.
    ///
    /// Each is tried on the name, and on the path below the folder of sources; `*` stands for `/`,
    /// too.
    public var ignored: [Glob] = []
    /// Whether links under the folders, and folders that are links, may lead anywhere.
    public var followsLinks = false

    public init(
        folders: [String] = ["assets-src"],
        ignored: [Glob] = [],
        followsLinks: Bool = false
    ) {
        self.folders = folders
        self.ignored = ignored
        self.followsLinks = followsLinks
    }

    /// Whether a file or folder is passed over.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - path: below the folder of sources.
    /// - Returns: true when a pattern fits either.
    public func ignores(_ name: String, at path: String) -> Bool {
        ignored.contains { $0.matches(name) || $0.matches(path) }
    }
}
