extension JSONScanner {
    /// A number of JSON: an integer where it is written as one and 64 bits hold it.
    enum Number {
        case integer(Int64)
        case other(Double)
    }

    /// The next value, which is a number; `wanted` says what of, for a message.
    mutating func number(wanted: StaticString = "a number") throws(JSONFault) -> Number {
        passSpace()
        let start = place
        var at = place
        let isNegative = bytes[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        let first = at
        // Digits as one number, as long as 18 of them fit.
        var digits: Int64 = 0
        while let digit = digit(at) {
            if at - first < 18 { digits = digits * 10 + Int64(digit) }
            at += 1
        }
        let whole = at - first
        guard whole > 0 else {
            guard isNegative else { throw unexpected(wanted: "\(wanted)") }
            throw malformed(start, at)
        }
        guard whole == 1 || bytes[first] != UInt8(ascii: "0") else { throw malformed(start, at) }
        let fraction = try fraction(start, &at)
        place = at
        if !fraction, whole <= 18 { return .integer(isNegative ? -digits : digits) }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if !fraction, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            place = start
            throw JSONFault(at: start, "the number \(text.prefix(40)) is out of range")
        }
        return .other(number)
    }

    /// Passes what follows the integer part; false when there is nothing.
    private func fraction(_ start: Int, _ at: inout Int) throws(JSONFault) -> Bool {
        var isThere = false
        if bytes[at] == UInt8(ascii: ".") {
            at += 1
            try passDigits(start, &at)
            isThere = true
        }
        if bytes[at] == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "E") {
            at += 1
            if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
            try passDigits(start, &at)
            isThere = true
        }
        return isThere
    }

    private func passDigits(_ start: Int, _ at: inout Int) throws(JSONFault) {
        guard digit(at) != nil else { throw malformed(start, at) }
        while digit(at) != nil { at += 1 }
    }

    private func digit(_ place: Int) -> UInt8? {
        let digit = bytes[place] &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }

    private func malformed(_ start: Int, _ at: Int) -> JSONFault {
        at == bytes.count - 1
            ? JSONFault(at: at, "the file ends within a number", isEnd: true)
            : JSONFault(at: start, "this is no number of JSON")
    }
}
