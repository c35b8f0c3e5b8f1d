/// Whether `name` is a path below a folder on every file system: no empty, `.` or `..` parts, and
/// no characters that Windows forbids.
func isRelativePath(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.isEmpty
        && parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && !part.contains { "\\:*?\"<>|".contains($0) }
        }
}
