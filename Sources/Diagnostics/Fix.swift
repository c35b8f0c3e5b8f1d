/// A change that mends a finding, where there is no doubt about it.
public enum Fix: Hashable, Sendable, Codable {
    /// A file's old and new path, in one folder.
    public struct Move: Hashable, Sendable, Codable {
        public var old: String
        public var new: String

        public init(from old: String, to new: String) {
            self.old = old
            self.new = new
        }
    }

    /// The text at the finding's place becomes another one.
    case replace(String, with: String)
    /// Files get other names; all of them or none.
    case rename([Move])
}
