import Diagnostics

/// Where a catalog's art is, and which files count.
public struct SourceRules: Hashable, Sendable {
    /// Relative to the catalog's folder.
    public var folders = ["assets-src"]
    /// The folders whose assets are named by their path below the folder, such as `hair/bob/walk`;
    /// in others the file's stem is the name.
    public var pathNamed: [String] = []
    /// Files and folders to ignore.
    ///
    /// Each is matched against the name, and the path below the folder of sources; `*` also matches
    /// `/`.
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

    /// Whether a pattern matches a file's name, its path from the catalog's folder, or its path
    /// below the folder of sources; `*` also matches `/`.
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

    /// Whether to ignore a file or folder with this name at `path`, relative to the folder of
    /// sources.
    public func ignores(_ name: String, at path: String) -> Bool {
        ignored.contains { $0.matches(name) || $0.matches(path) }
    }
}

struct SourceFolder: Sendable, CatalogObject {
    var path = ""
    var names = AssetNames.stem
    var place = CatalogPlace.none

    /// The same folder as `art` for `./art/`.
    var withoutIdleParts: SourceFolder {
        let parts = path.pathParts.filter { !["", "."].contains($0) }
        var folder = self
        folder.path = parts.isEmpty ? "." : parts.joined(separator: "/")
        return folder
    }

    static var members: Members<SourceFolder> {
        Members("source", "a folder of sources") {
            Member("path", \.path, .relativePath, need: .identity)
                .about("The folder, relative to this file.")
            Member("names", \.names, .choice, default: "stem").about("What assets are called by.")
        }
    }
}

/// How assets are named.
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

extension Shape<SourceFolder> {
    /// An object, or only the path.
    static let source = Shape<String>.relativePath.then { path, _, _, _ in
        SourceFolder(path: path)
    }
    .or(.object) { $0.kind == "an object" }
}
