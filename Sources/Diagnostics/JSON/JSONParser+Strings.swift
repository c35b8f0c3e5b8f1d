extension JSONParser {
    mutating func string() throws(Stop) -> String {
        let start = offset
        offset += 1
        var runStart = offset
        var result = ""
        while true {
            guard let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
                throw fail(start..<offset, "a string has no closing quote on its line")
            }
            switch byte {
            case UInt8(ascii: "\""):
                let run = String(decoding: text.bytes[runStart..<offset], as: UTF8.self)
                offset += 1
                return result.isEmpty ? run : result + run
            case UInt8(ascii: "\\"):
                result += String(decoding: text.bytes[runStart..<offset], as: UTF8.self)
                result.unicodeScalars.append(escape())
                runStart = offset
            case 0..<0x20:
                report(
                    offset..<offset + 1,
                    "found the control character \(hexadecimal(byte)) in a string",
                    help: byte == 9 ? "write \\t" : "write \\u00\(hexadecimal(byte).dropFirst(2))"
                )
                offset += 1
            default: offset += 1
            }
        }
    }

    mutating func escape() -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let letter = peek else { return "\u{FFFD}" }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicodeEscape(from: start)
        default:
            offset -= 1
            report(
                start..<start + 2,
                "found the escape \\\(Character(Unicode.Scalar(letter))), expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u",
                help: "write \\\\ for a backslash"
            )
            return "\\"
        }
    }

    mutating func unicodeEscape(from start: Int) -> Unicode.Scalar {
        guard let unit = hexadecimalUnit() else {
            report(start..<start + 2, "found \\u without four hexadecimal digits")
            return "\u{FFFD}"
        }
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        // A surrogate: the first half must be followed by the second.
        if unit < 0xDC00, peek == UInt8(ascii: "\\"), offset + 1 < text.bytes.count,
            text.bytes[offset + 1] == UInt8(ascii: "u")
        {
            let before = offset
            offset += 2
            if let low = hexadecimalUnit(), (0xDC00...0xDFFF).contains(low) {
                let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
                return Unicode.Scalar(code) ?? "\u{FFFD}"
            }
            offset = before
        }
        report(
            start..<start + 6,
            "found half of a surrogate pair",
            help: "write the character itself, or both halves"
        )
        return "\u{FFFD}"
    }

    mutating func hexadecimalUnit() -> UInt16? {
        guard offset + 4 <= text.bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in text.bytes[offset..<offset + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        offset += 4
        return unit
    }
}
