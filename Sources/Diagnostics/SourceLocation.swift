/// A file, and the position in it if known.
public struct SourceLocation: Hashable, Sendable, Codable {
    public struct Position: Hashable, Sendable, Comparable, Codable {
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

    /// Text around a position, to print with a mark below.
    public struct Excerpt: Hashable, Sendable, Codable {
        /// The line without its ending; for a long line, the part around the position.
        public var text: String
        /// The start of the marked part in `text`, 0-based, in UTF-8 bytes.
        public var markStart: Int
        /// The length of the marked part in UTF-8 bytes, at least 1; it may exceed `text`.
        public var markLength: Int

        public init(text: String, markStart: Int, markLength: Int) {
            self.text = text
            self.markStart = markStart
            self.markLength = max(1, markLength)
        }

        /// The text before the marked part, and of the marked part what is in `text`.
        var parts: (before: String, marked: String) {
            let bytes = Array(text.utf8)
            let start = min(max(0, markStart), bytes.count)
            let end = min(bytes.count, start + markLength)
            return (
                String(decoding: bytes[..<start], as: UTF8.self),
                String(decoding: bytes[start..<end], as: UTF8.self)
            )
        }
    }

    /// Relative to the catalog's folder or as typed by the user, with `/` as separator.
    public var path: String
    public var position: Position?
    /// The text at `position`, for text files.
    public var excerpt: Excerpt?

    public init(path: String, position: Position? = nil, excerpt: Excerpt? = nil) {
        self.path = path
        self.position = position
        self.excerpt = excerpt
    }
}

extension SourceLocation.Position: CustomStringConvertible {
    public var description: String { "\(line):\(column)" }
}

extension SourceLocation: CustomStringConvertible {
    /// `path:line:column`, or only the path.
    public var description: String { position.map { "\(path):\($0)" } ?? path }
}
