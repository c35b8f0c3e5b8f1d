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
            while let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
                offset += 1
            }
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
        report(
            .jsonSyntax,
            start..<start + 2,
            "found a comment; JSON has none",
            help: "remove it"
        )
    }

    func firstInvalidUTF8() -> Int? {
        let bytes = text.bytes
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
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
        guard offset < text.bytes.count else { return "the end of the file" }
        let tail = String(
            decoding: text.bytes[offset..<min(offset + 32, text.bytes.count)],
            as: UTF8.self
        )
        return tail.first.map { String($0) } ?? "nothing"
    }

    func quoted(_ range: Range<Int>) -> String {
        String(decoding: text.bytes[range], as: UTF8.self)
    }
}

func hexadecimal(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
