/// Whether `name` can be a path below a folder, on every file system: no empty, `.` or `..` parts,
/// and none of the characters that Windows refuses.
func isRelativePath(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.isEmpty
        && parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && !part.contains { "\\:*?\"<>|".contains($0) }
        }
}
