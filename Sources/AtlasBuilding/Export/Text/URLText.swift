/// A relative path as a URL reference (RFC 3986), with special and non-ASCII characters escaped.
func urlReference(toPath path: String) -> String {
    var url = ""
    for byte in path.utf8 {
        if isPlainInURL(byte) {
            url.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            url += byte < 16 ? "%0" : "%"
            url += String(byte, radix: 16, uppercase: true)
        }
    }
    return url
}

/// The path of a URL reference; invalid escapes stay.
func path(ofURLReference url: String) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(url).utf8
    while let byte = rest.popFirst() {
        let digits = rest.prefix(2)
        let isEscape = byte == UInt8(ascii: "%") && digits.count == 2
        let values = digits.map { Unicode.Scalar($0).properties.isASCIIHexDigit }
        if isEscape, !values.contains(false), let text = String(digits),
            let code = UInt8(text, radix: 16)
        {
            bytes.append(code)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self) ?? url
}

/// Letters, digits, `/`, and marks without meaning in a path; a colon would end a scheme.
private func isPlainInURL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "-._~/@!$&()*+,;=".utf8.contains(byte)
    }
}
