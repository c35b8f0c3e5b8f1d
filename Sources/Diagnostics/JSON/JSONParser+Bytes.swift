extension JSONParser {
    var peek: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

    /// Skips white space, and comments, which are reported.
    mutating func skipSpace() throws(Stop) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    mutating func skipComment() throws(Stop) {
        let start = offset
        let bytes = text.bytes
        let next = start + 1 < bytes.count ? bytes[start + 1] : 0
        switch next {
        case UInt8(ascii: "/"):
            while let byte = peek, !isLineEnd(byte) { offset += 1 }
        case UInt8(ascii: "*"):
            offset += 2
            while offset + 1 < bytes.count,
                !(bytes[offset] == UInt8(ascii: "*") && bytes[offset + 1] == UInt8(ascii: "/"))
            {
                offset += 1
            }
            guard offset + 1 < bytes.count else {
                throw fail(start..<start + 2, "a comment has no end")
            }
            offset += 2
        default: throw fail(start..<start + 1, "found / where a value is due")
        }
        report(start..<start + 2, "found a comment; JSON has none", help: "remove it")
    }

    func firstInvalidUTF8() -> Int? {
        guard String(validating: text.bytes, as: UTF8.self) == nil else { return nil }
        var (parser, bytes, place) = (UTF8.ForwardParser(), text.bytes.makeIterator(), 0)
        while case .valid(let scalar) = parser.parseScalar(from: &bytes) { place += scalar.count }
        return place
    }

    func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "$"):
            true
        default: false
        }
    }

    func isNumberByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }

    /// The character at `offset` for a message.
    func shown(at offset: Int) -> String {
        guard let found = character(at: offset) else { return "the end of the file" }
        if let mark = mergeMark(at: offset) { return mark }
        guard found.isInvisible else { return String(found) }
        return found.unicodeScalars.map(\.named).joined(separator: ", ")
    }

    func character(at offset: Int) -> Character? {
        String(
            decoding: text.bytes[min(offset, text.bytes.count)...].prefix(32),
            as: UTF8.self
        ).first
    }

    /// The mark with which Git separates versions; nil for other text.
    func mergeMark(at offset: Int) -> String? {
        ["<<<<<<<", "=======", ">>>>>>>"].first {
            text.bytes[min(offset, text.bytes.count)...].starts(with: $0.utf8)
        }
    }

    func quoted(_ range: Range<Int>) -> String {
        String(decoding: text.bytes[range], as: UTF8.self)
    }
}

extension Character {
    /// A space that JSON does not allow, or a character without a width.
    var isInvisible: Bool {
        isWhitespace
            || unicodeScalars.allSatisfy {
                [.control, .format].contains($0.properties.generalCategory)
            }
    }
}

extension Unicode.Scalar {
    /// Such as `a no-break space (U+00A0)`.
    fileprivate var named: String {
        let code = "U+" + hexadecimal(value, digits: 4, uppercase: true)
        guard let name = properties.name?.lowercased() else { return "the character \(code)" }
        return ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + "\(name) (\(code))"
    }
}

package func hexadecimal(_ byte: UInt8) -> String {
    "0x" + hexadecimal(byte, digits: 2, uppercase: true)
}
