/// The text of a part of an address; nil for an incomplete `%` escape and invalid UTF-8.
package func percentDecoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, digits.first != "+", let value = UInt8(digits, radix: 16)
        else {
            return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
}
