/// Lays out JSON for people, in one style; words, numbers and member order stay as written.
///
/// Two spaces for each level. An object or list takes one line if it fits 100 columns and its
/// author did not begin a line after its opening bracket; otherwise each member has its own line.
/// Long lists of numbers and of points are filled up line by line.
package struct JSONLayout {
    static let width = 100

    /// The text that the nodes' ranges are in.
    private let source: [UInt8]
    private let lineEnd: [UInt8]
    private let unit: [UInt8]
    private var text: [UInt8] = []

    /// The ranges of nodes are in `source`; `unit` is the indentation of one level.
    init(_ source: [UInt8], lineEnd: [UInt8], unit: [UInt8] = [0x20, 0x20]) {
        self.source = source
        self.lineEnd = lineEnd
        self.unit = unit
    }

    /// The whole text in this style, ending in a line end; it keeps the kind of its line ends.
    package static func formatted(_ source: [UInt8], _ root: JSONNode) -> [UInt8] {
        let layout = JSONLayout(source, lineEnd: lineEnding(of: source))
        return layout.text(of: root, indentation: [], column: 0, isExpanded: true)
            + layout.lineEnd
    }

    /// A value's text after `column` bytes of a line that is indented by `indentation`.
    func text(
        of node: JSONNode,
        indentation: [UInt8],
        column: Int,
        isExpanded: Bool = false
    ) -> [UInt8] {
        var copy = self
        copy.write(node, indentation: indentation, column: column, isExpanded: isExpanded)
        return copy.text
    }

    private mutating func write(
        _ node: JSONNode,
        indentation: [UInt8],
        column: Int,
        isExpanded: Bool
    ) {
        let parts = node.parts
        // Room for the comma that may follow.
        if !isExpanded || parts.isEmpty, let line = oneLine(node),
            parts.isEmpty || column + line.count < Self.width
        {
            text += line
            return
        }
        let inner = indentation + unit
        text.append(source[node.range.lowerBound])
        let isFilled = node.isListOfPoints
        var end = 0
        for (index, part) in parts.enumerated() {
            var line: [UInt8] = []
            if let name = part.name { line += source[name] + Array(": ".utf8) }
            let whole = isFilled ? oneLine(part.node) ?? [] : []
            if isFilled, index > 0, end + whole.count + 3 <= Self.width {
                text.append(UInt8(ascii: " "))
                end += whole.count + 2
            } else {
                text += lineEnd + inner
                end = inner.count + whole.count + 1
            }
            text += line
            write(
                part.node,
                indentation: inner,
                column: inner.count + line.count,
                isExpanded: begins(part.node)
            )
            if index + 1 < parts.count { text.append(UInt8(ascii: ",")) }
        }
        text += lineEnd + indentation
        text.append(source[node.range.upperBound - 1])
    }

    /// Whether its author began a line after the opening bracket; lists of numbers are filled
    /// anyway.
    private func begins(_ node: JSONNode) -> Bool {
        guard let first = node.parts.first, !node.isListOfPoints else { return false }
        return source[node.range.lowerBound..<first.start].contains(where: isLineEnd)
    }

    /// Nil if something in it has lines of its own.
    private func oneLine(_ node: JSONNode) -> [UInt8]? {
        let parts = node.parts
        guard !parts.isEmpty else {
            let (first, last) = (source[node.range.lowerBound], source[node.range.upperBound - 1])
            return "[{".utf8.contains(first) ? [first, last] : Array(source[node.range])
        }
        guard !begins(node) else { return nil }
        var line: [UInt8] = [source[node.range.lowerBound]]
        let isSpaced = node.isObject || parts.contains { $0.node.isObject }
        if isSpaced { line.append(UInt8(ascii: " ")) }
        for (index, part) in parts.enumerated() {
            if index > 0 { line += Array(", ".utf8) }
            if let name = part.name { line += source[name] + Array(": ".utf8) }
            guard let own = oneLine(part.node) else { return nil }
            line += own
        }
        if isSpaced { line.append(UInt8(ascii: " ")) }
        return line + [source[node.range.upperBound - 1]]
    }
}

func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

/// The first line's; a line feed without one.
func lineEnding(of text: [UInt8]) -> [UInt8] {
    guard let feed = text.firstIndex(of: 0x0A), feed > 0, text[feed - 1] == 0x0D else {
        return [0x0A]
    }
    return [0x0D, 0x0A]
}

extension JSONNode {
    /// A member of an object, or an element of a list.
    struct Part {
        /// Of a member, with quotes.
        var name: Range<Int>?
        var node: JSONNode

        var start: Int { name?.lowerBound ?? node.range.lowerBound }
    }

    var parts: [Part] {
        members.map { Part(name: $0.nameRange, node: $0.node) } + elements.map { Part(node: $0) }
    }

    /// A list of numbers, or of short lists of numbers.
    fileprivate var isListOfPoints: Bool {
        guard case .array(let elements) = value, !elements.isEmpty else { return false }
        return elements.allSatisfy { element in
            switch element.value {
            case .number: true
            case .array(let numbers):
                numbers.count <= 4
                    && numbers.allSatisfy { if case .number = $0.value { true } else { false } }
            default: false
            }
        }
    }
}
