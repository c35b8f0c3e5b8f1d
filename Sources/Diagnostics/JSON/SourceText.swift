/// A text file's bytes with an index of lines.
package final class SourceText: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// Offsets of the first byte of each line; never empty.
    let lineStarts: [Int]

    /// The maximum bytes of a line in an excerpt.
    private static let excerptLimit = 160

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() {
            let isEnding =
                byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
                    && !(offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n"))
            if isEnding { starts.append(offset + 1) }
        }
        lineStarts = starts
    }

    /// `range` may end or even begin after the last byte.
    package func location(of range: Range<Int>) -> SourceLocation {
        let offset = min(max(0, range.lowerBound), bytes.count)
        let line = lineStarts.endOfPrefix { $0 <= offset } - 1
        let start = lineStarts[line]
        return SourceLocation(
            path: path,
            position: .init(line: line + 1, column: offset - start + 1),
            excerpt: excerpt(line: line, offset: offset, length: range.count)
        )
    }

    package func offset(of position: SourceLocation.Position) -> Int? {
        guard lineStarts.indices.contains(position.line - 1), position.column > 0 else {
            return nil
        }
        return lineStarts[position.line - 1] + position.column - 1
    }

    /// The bytes of an existing line, without its ending.
    package func range(ofLine number: Int) -> Range<Int> {
        let line = number - 1
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
        while end > start, isLineEnd(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func excerpt(line: Int, offset: Int, length: Int) -> SourceLocation.Excerpt {
        let whole = range(ofLine: line + 1)
        var (start, end) = (whole.lowerBound, whole.upperBound)
        if end - start > Self.excerptLimit {
            start = max(start, min(offset - Self.excerptLimit / 4, end - Self.excerptLimit))
            end = min(end, start + Self.excerptLimit)
            // Never in the middle of a character.
            while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
            while end > offset, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return SourceLocation.Excerpt(
            text: String(decoding: bytes[start..<max(start, end)], as: UTF8.self),
            markStart: max(0, offset - start),
            markLength: min(length, max(1, end - offset))
        )
    }
}

extension Array {
    /// The end of the elements for which a condition holds, which are the first ones; by bisection.
    package func endOfPrefix(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
