/// An unambiguous change that fixes a finding.
public enum Fix: Hashable, Sendable, Codable {
    /// A file's old and new path in the same folder.
    public struct Move: Hashable, Sendable, Codable {
        public var old: String
        public var new: String

        public init(from old: String, to new: String) {
            self.old = old
            self.new = new
        }
    }

    /// Replaces the text at the finding's place.
    case replace(String, with: String)
    /// Renames files; all of them or none.
    case rename([Move])
}
