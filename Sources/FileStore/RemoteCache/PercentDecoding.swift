/// The text of a part of an address; nil for invalid UTF-8, and for an incomplete `%` escape unless
/// it `keepsBroken` ones.
package func percentDecoded(_ text: some StringProtocol, keepsBroken: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
            let value = UInt8(digits, radix: 16)
        {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else if keepsBroken {
            bytes.append(byte)
        } else {
            return nil
        }
    }
    return String(validating: bytes, as: UTF8.self)
}
