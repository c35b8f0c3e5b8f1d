extension JSONParser {
    mutating func number() throws(Stop) -> Double {
        let start = offset
        while let byte = peek, isNumberByte(byte) { offset += 1 }
        let bytes = text.bytes[start..<offset]
        let found = String(decoding: bytes, as: UTF8.self)
        if !isStrictNumber(bytes) {
            let meant = found.hasPrefix("+") ? String(found.dropFirst()) : found
            let completed = meant.hasPrefix(".") ? "0" + meant : meant
            guard let value = Double(completed.hasSuffix(".") ? completed + "0" : completed),
                value.isFinite
            else {
                throw fail(start..<offset, "found \(found), expected a number")
            }
            report(
                start..<offset,
                "found \(found), expected a number as JSON writes it",
                help: "write \(plain(value))"
            )
            return value
        }
        guard let value = Double(found), value.isFinite else {
            report(
                start..<offset,
                "the number \(found.count > 40 ? found.prefix(40) + "…" : found[...]) is too large to be held"
            )
            return 0
        }
        return value
    }

    /// Whether the bytes follow RFC 8259's grammar of numbers.
    func isStrictNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func isDigit(_ byte: UInt8?) -> Bool {
            byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        }
        func takeDigits() -> Bool {
            guard isDigit(rest.first) else { return false }
            rest = rest.drop { isDigit($0) }
            return true
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let whole = rest.count
        guard takeDigits() else { return false }
        if hasLeadingZero, whole - rest.count > 1 { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
                rest = rest.dropFirst()
            }
            guard takeDigits() else { return false }
        }
        return rest.isEmpty
    }
}
