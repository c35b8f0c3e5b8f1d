/// Converts paths for reports with another root.
///
/// GitHub's annotations and SARIF's readers need paths relative to the root of the repository, in
/// whatever folder the command runs. Paths are handled as text: `..` removes the part before it.
public struct ReportPaths: Sendable {
    private let workingFolder: [String]
    private let root: [String]

    /// Both are absolute paths without links; findings' relative paths start at `workingFolder`,
    /// the report's at `root`.
    public init(workingFolder: String, root: String) {
        self.workingFolder = parts(of: workingFolder, in: [])
        self.root = parts(of: root, in: [])
    }

    /// Unchanged paths, except for `.` and `..`.
    public static let asFound = ReportPaths(workingFolder: "/", root: "/")

    /// The path from the root; nil for a file outside.
    package func fromRoot(_ path: String) -> String? {
        let all = parts(of: path, in: workingFolder)
        return all.starts(with: root) ? all.dropFirst(root.count).joined(separator: "/") : nil
    }

    /// The inverse of `fromRoot`.
    package func absolute(fromRoot path: String) -> String {
        "/" + parts(of: path, in: root).joined(separator: "/")
    }

    package func absolute(_ path: String) -> String {
        "/" + parts(of: path, in: workingFolder).joined(separator: "/")
    }
}

/// The names of folders from `/`, and of the file.
private func parts(of path: String, in folder: [String]) -> [String] {
    var parts = path.isAbsolutePath ? [] : folder
    for part in path.pathParts where !["", "."].contains(part) {
        if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return parts
}

extension [Diagnostic] {
    /// Makes paths relative to the working folder: those of sources are relative to the catalog's
    /// folder, the catalog's own is as typed by the user.
    package func seenFromHere(catalog: String) -> [Diagnostic] {
        guard let slash = catalog.lastSlash else { return self }
        var folder = String(catalog[..<slash])
        guard folder != "." else { return self }
        if !folder.hasSuffix("/") { folder += "/" }
        func seen(_ path: String) -> String {
            path == catalog || path.isAbsolutePath ? path : folder + path
        }
        func seen(_ location: SourceLocation) -> SourceLocation {
            var location = location
            location.path = seen(location.path)
            return location
        }
        return map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.location = diagnostic.location.map(seen)
            diagnostic.related = diagnostic.related.map(seen)
            if case .rename(let moves)? = diagnostic.fix {
                diagnostic.fix = .rename(
                    moves.map { Fix.Move(from: seen($0.old), to: seen($0.new)) }
                )
            }
            return diagnostic
        }
    }
}
