import Diagnostics

/// Where a catalog's art lies, and what of it counts.
public struct SourceRules: Hashable, Sendable {
    /// Relative to the catalog's folder.
    public var folders = ["assets-src"]
    /// Those of the folders in which an asset is called by its path below the folder, such as
    /// `hair/bob/walk`; in others by its file's stem.
    public var pathNamed: [String] = []
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

    /// Whether a pattern fits a file's name, its path, or its path below the folder of sources.
    ///
    /// - Parameters:
    ///   - pattern: in which `*` stands for `/`, too.
    ///   - path: from the catalog's folder.
    /// - Returns: true when it fits one of them.
    public func matches(_ pattern: Glob, _ path: String) -> Bool {
        if pattern.matches(path) { return true }
        if let name = path.split(separator: "/").last, pattern.matches(String(name)) {
            return true
        }
        return folders.contains { folder in
            path.hasPrefix(folder + "/")
                && pattern.matches(String(path.dropFirst(folder.count + 1)))
        }
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

/// One of the folders.
struct SourceFolder: Sendable {
    var path = ""
    var names = AssetNames.stem
    var place = CatalogPlace.none
}

/// What an asset is called by.
enum AssetNames: String, Choice {
    case stem
    case path

    var about: String {
        switch self {
        case .stem: "The file's name without its ending; folders are no part of it."
        case .path: "The path below the folder, such as hair/bob/walk."
        }
    }
}

extension SourceFolder: CatalogObject {
    static var members: Members<SourceFolder> {
        Members(
            "source",
            "a folder of sources",
            [
                Member(
                    "path",
                    \.path,
                    .relativePath,
                    need: .identity,
                    "The folder, relative to this file."
                ),
                Member("names", \.names, .choice, default: "stem", "What assets are called by."),
            ]
        )
    }
}

extension Shape<SourceFolder> {
    /// An object, or the path alone.
    static let source = Shape<String>.relativePath.then { path, _, _, _ in
        SourceFolder(path: path)
    }
    .or(.object) { $0.kind == "an object" }
}
