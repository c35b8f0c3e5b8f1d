/// A place in an input: a file, and where it is known, a position in it.
public struct SourceLocation: Hashable, Sendable {
    /// A text position.
    public struct Position: Hashable, Sendable, Comparable {
        /// 1-based.
        public var line: Int
        /// 1-based, in UTF-8 bytes.
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        public static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// Relative to the catalog's folder or as the user typed it; `/` separates.
    public var path: String
    public var position: Position?
    /// The line of text at `position`, without its ending, when the input is text.
    public var excerpt: String?

    public init(path: String, position: Position? = nil, excerpt: String? = nil) {
        self.path = path
        self.position = position
        self.excerpt = excerpt
    }
}
