/// How a report names files for programs that count paths from a root of their own.
///
/// GitHub's annotations and SARIF's readers find a file by its path from the root of the
/// repository, whatever folder the command ran in. Paths are taken as text: `..` removes the part
/// before it.
public struct ReportPaths: Sendable {
    private let workingFolder: [String]
    private let root: [String]

    /// Both are absolute paths without links in them.
    ///
    /// - Parameters:
    ///   - workingFolder: what relative paths of findings count from.
    ///   - root: what the report's paths shall count from.
    public init(workingFolder: String, root: String) {
        self.workingFolder = parts(of: workingFolder, in: [])
        self.root = parts(of: root, in: [])
    }

    /// Paths as they were found, but for `.` and `..`.
    public static let asFound = ReportPaths(workingFolder: "/", root: "/")

    /// The path from the root; nil for a file that lies outside.
    package func fromRoot(_ path: String) -> String? {
        let all = parts(of: path, in: workingFolder)
        return all.starts(with: root) ? all.dropFirst(root.count).joined(separator: "/") : nil
    }

    /// The whole path, from `/`, of one that `fromRoot` gave.
    package func absolute(fromRoot path: String) -> String {
        "/" + parts(of: path, in: root).joined(separator: "/")
    }

    /// The whole path, from `/`.
    package func absolute(_ path: String) -> String {
        "/" + parts(of: path, in: workingFolder).joined(separator: "/")
    }
}

/// The names of folders on the way from `/`, and of the file.
private func parts(of path: String, in folder: [String]) -> [String] {
    var parts = path.isAbsolutePath ? [] : folder
    for part in path.pathParts where !["", "."].contains(part) {
        if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return parts
}
