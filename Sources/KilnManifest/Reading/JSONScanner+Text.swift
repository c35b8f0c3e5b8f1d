extension JSONScanner {
    /// The next value, which is a text, without its escapes; `wanted` says what of, for a message.
    mutating func string(wanted: StaticString) throws(JSONFault) -> String {
        passSpace()
        guard bytes[place] == UInt8(ascii: "\"") else { throw unexpected(wanted: "\(wanted)") }
        let start = place + 1
        var at = start
        var isASCII = true
        while true {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                place = at + 1
                return try text(start..<at, isASCII: isASCII)
            case UInt8(ascii: "\\"): return try escapedString(from: start, firstEscape: at)
            case 0x80...:
                isASCII = false
                at += 1
            case 0..<0x20:
                place = at
                throw unterminated(at: at)
            default: at += 1
            }
        }
    }

    /// The text of bytes that hold no escape.
    private func text(_ range: Range<Int>, isASCII: Bool) throws(JSONFault) -> String {
        let slice = bytes[range]
        let text = String(decoding: slice, as: UTF8.self)
        // Decoding puts other bytes where some are no UTF-8.
        guard isASCII || text.utf8.elementsEqual(slice) else {
            throw JSONFault(at: range.lowerBound, "the text is not UTF-8")
        }
        return text
    }

    private mutating func escapedString(
        from start: Int,
        firstEscape: Int
    ) throws(JSONFault) -> String {
        var units = Array(bytes[start..<firstEscape])
        var at = firstEscape
        while bytes[at] != UInt8(ascii: "\"") {
            guard bytes[at] >= 0x20 else { throw unterminated(at: at) }
            guard bytes[at] == UInt8(ascii: "\\") else {
                units.append(bytes[at])
                at += 1
                continue
            }
            let scalar = try escape(at: &at)
            units.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        place = at + 1
        let text = String(decoding: units, as: UTF8.self)
        guard text.utf8.elementsEqual(units) else {
            throw JSONFault(at: start, "the text is not UTF-8")
        }
        return text
    }

    /// What a backslash and what follows it stand for.
    private func escape(at place: inout Int) throws(JSONFault) -> Unicode.Scalar {
        let start = place
        place += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let high = try unit(at: &place, of: start)
            if let scalar = Unicode.Scalar(high) { return scalar }
            // A pair of surrogates; what is after the zero at the end is never looked at, since
            // the comparison before it fails.
            if high < 0xDC00, bytes[place] == UInt8(ascii: "\\"),
                bytes[place + 1] == UInt8(ascii: "u")
            {
                place += 2
                let low = try unit(at: &place, of: start)
                if (0xDC00...0xDFFF).contains(low),
                    let scalar = Unicode.Scalar(
                        0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
                    )
                {
                    return scalar
                }
            }
            throw JSONFault(at: start, "half of a pair of \\u escapes is missing")
        case 0 where start + 1 == bytes.count - 1: throw unterminated(at: start + 1)
        default: throw JSONFault(at: start, "there is no such escape in JSON")
        }
    }

    /// Four hexadecimal digits.
    private func unit(at place: inout Int, of start: Int) throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue,
                bytes[place] < 0x80
            else {
                if place == bytes.count - 1 { throw unterminated(at: place) }
                throw JSONFault(at: start, "\\u needs four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }

    private func unterminated(at place: Int) -> JSONFault {
        place == bytes.count - 1
            ? JSONFault(at: place, "the file ends within a text", isEnd: true)
            : JSONFault(at: place, "a text has a character that needs an escape")
    }
}
