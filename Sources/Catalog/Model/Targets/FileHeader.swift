import Diagnostics

/// Bytes that some firmware wants before the pixels: `"4B 49 u16le:width u16le:height"`.
public struct FileHeader: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case byte(UInt8)
        case number(Field, bytes: Int, isBigEndian: Bool)
    }

    /// What a header can tell.
    public enum Field: String, CaseIterable, Sendable {
        case width
        case height
        /// Bits of a pixel.
        case bits
        /// The number of frames.
        case frames
        /// Bytes of a frame.
        case bytes
    }

    private let parts: [Part]

    /// - Parameter text: words with blanks between them: bytes of two hexadecimal digits, and numbers as
    ///   `u8:`, `u16le:`, `u16be:`, `u32le:` or `u32be:` with a field behind.
    /// - Throws: `FileHeaderError` that names the word.
    public init(_ text: String) throws(FileHeaderError) {
        var parts: [Part] = []
        for word in text.split(separator: " ") {
            if word.utf8.count == 2, let byte = UInt8(word, radix: 16) {
                parts.append(.byte(byte))
                continue
            }
            let halves = word.split(separator: ":", omittingEmptySubsequences: false)
            let kinds: [Substring: (Int, Bool)] = [
                "u8": (1, false), "u16le": (2, false), "u16be": (2, true), "u32le": (4, false),
                "u32be": (4, true),
            ]
            guard halves.count == 2, let (bytes, isBigEndian) = kinds[halves[0]],
                let field = Field(rawValue: String(halves[1]))
            else { throw FileHeaderError(word: String(word)) }
            parts.append(.number(field, bytes: bytes, isBigEndian: isBigEndian))
        }
        self.parts = parts
    }

    /// The header of a file; nil when the value of a field does not fit into its bytes.
    public func bytes(_ value: (Field) -> Int) -> [UInt8]? {
        var result: [UInt8] = []
        for part in parts {
            switch part {
            case .byte(let byte): result.append(byte)
            case .number(let field, let count, let isBigEndian):
                let number = value(field)
                guard number >= 0, number >> (8 * count) == 0 else { return nil }
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                result += isBigEndian ? bytes.reversed() : bytes
            }
        }
        return result
    }
}

/// A word of a header that says nothing.
public struct FileHeaderError: Error, Hashable, Sendable {
    public var word: String

    public init(word: String) {
        self.word = word
    }
}

extension Shape<FileHeader> {
    static let fileHeader = Shape<String>.limited(1024)
        .then { text, node, name, reader in
            do throws(FileHeaderError) {
                return try FileHeader(text)
            } catch {
                reader.reportBadValue(
                    node,
                    name,
                    expected: "bytes such as 4B and numbers such as u16le:width, but \""
                        + "\(shortened(error.word, to: 40))\" is neither",
                    help: "numbers are u8, u16le, u16be, u32le or u32be of width, height, bits, "
                        + "frames or bytes"
                )
                return nil
            }
        }
}
