/// Reads a range of a document in order: little-endian numbers and UTF-8 texts.
///
/// Reading past its end throws an error that names it.
struct AsepriteCursor {
    let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int
    /// The name of the range, for messages.
    let place: String

    init(_ bytes: [UInt8], _ place: String, in range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
        self.place = place
    }

    /// The next `count` bytes, as a range of the file.
    mutating func take(_ count: Int) throws(ImageDecodingError) -> Range<Int> {
        guard count >= 0, count <= end - offset else {
            let missing = "\(place) has \(end - offset) bytes left, expected \(count)"
            throw .truncated(.aseprite, reason: missing)
        }
        defer { offset += count }
        return offset..<offset + count
    }

    /// All remaining bytes, as a range of the file.
    mutating func takeRest() -> Range<Int> {
        defer { offset = end }
        return offset..<end
    }

    /// A cursor for the next `count` bytes.
    mutating func take(
        _ count: Int,
        as place: String
    ) throws(ImageDecodingError) -> AsepriteCursor {
        AsepriteCursor(bytes, place, in: try take(count))
    }

    mutating func skip(_ count: Int) throws(ImageDecodingError) { _ = try take(count) }

    mutating func uint8() throws(ImageDecodingError) -> Int { try number(bytes: 1) }

    mutating func uint16() throws(ImageDecodingError) -> Int { try number(bytes: 2) }

    mutating func uint32() throws(ImageDecodingError) -> Int { try number(bytes: 4) }

    mutating func int16() throws(ImageDecodingError) -> Int {
        Int(Int16(truncatingIfNeeded: try number(bytes: 2)))
    }

    mutating func int32() throws(ImageDecodingError) -> Int {
        Int(Int32(truncatingIfNeeded: try number(bytes: 4)))
    }

    /// A text with a length prefix; invalid UTF-8 is replaced.
    mutating func text() throws(ImageDecodingError) -> String {
        let length = try uint16()
        return String(decoding: bytes[try take(length)], as: UTF8.self)
    }

    private mutating func number(bytes count: Int) throws(ImageDecodingError) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}
