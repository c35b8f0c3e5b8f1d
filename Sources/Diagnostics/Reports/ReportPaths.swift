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
