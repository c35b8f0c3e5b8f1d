/// The encoding of a text file, according to its first bytes (XML 1.0, appendix F).
private enum TextEncoding {
    case utf8
    case utf16(isBigEndian: Bool)
    case utf32

    /// The encoding, and the length of its byte order mark.
    static func detected(in bytes: some Collection<UInt8>) -> (TextEncoding, mark: Int) {
        let head = Array(bytes.prefix(4))
        if head == [0xff, 0xfe, 0, 0] || head == [0, 0, 0xfe, 0xff] { return (.utf32, 4) }
        if head == [0x3c, 0, 0, 0] || head == [0, 0, 0, 0x3c] { return (.utf32, 0) }
        if head.starts(with: [0xfe, 0xff]) { return (.utf16(isBigEndian: true), 2) }
        if head.starts(with: [0xff, 0xfe]) { return (.utf16(isBigEndian: false), 2) }
        // Without a mark, by the initial `<` of every XML document.
        if head.starts(with: [0, 0x3c]) { return (.utf16(isBigEndian: true), 0) }
        if head.starts(with: [0x3c, 0]) { return (.utf16(isBigEndian: false), 0) }
        return (.utf8, head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
    }
}

/// The text of a descriptor without a byte order mark: UTF-8, or UTF-16 detected by a mark or the
/// first character.
///
/// Throws `FormatFault` for other encodings.
package func decodedText(_ bytes: [UInt8]) throws(FormatFault) -> String {
    if bytes.starts(with: "bplist".utf8) {
        throw FormatFault(
            "the file is a binary property list, expected XML: \"plutil -convert xml1\" makes it"
        )
    }
    let (encoding, mark) = TextEncoding.detected(in: bytes)
    let rest = bytes.dropFirst(mark)
    switch encoding {
    case .utf32: throw FormatFault("the file is UTF-32 text, expected UTF-8 or UTF-16")
    case .utf16(let isBigEndian):
        guard rest.count.isMultiple(of: 2),
            let text = String(validating: units(rest, isBigEndian), as: UTF16.self)
        else { throw FormatFault("the file begins like UTF-16 text and is none") }
        return text
    case .utf8:
        if let text = String(validating: rest, as: UTF8.self) { return text }
        let named = declaredEncoding(rest).map { "\"\($0)\" text" } ?? "not UTF-8 text"
        throw FormatFault("the file is \(named), expected UTF-8 or UTF-16")
    }
}

/// The first characters of any file, to detect its format.
package func textHead(_ bytes: [UInt8]) -> String {
    let (encoding, mark) = TextEncoding.detected(in: bytes)
    let head = bytes.prefix(4096).dropFirst(mark)
    if case .utf16(let isBigEndian) = encoding {
        return String(decoding: units(head, isBigEndian), as: UTF16.self)
    }
    return String(decoding: head, as: UTF8.self)
}

private func units(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [UInt16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}

/// The encoding in an XML declaration, such as `ISO-8859-1`.
private func declaredEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
    let head = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let declaration = head.split(separator: "?>").first,
        let quoted = declaration.split(separator: "encoding=").dropFirst().first
    else { return nil }
    return quoted.split { "\"'".contains($0) }.first.map(String.init)
}
