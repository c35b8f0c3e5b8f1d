/// RFC 4648 base64 with padding, as ASCII.
package func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (group, filled) = (UInt32(0), 0)
    for byte in bytes {
        group = group << 8 | UInt32(byte)
        filled += 1
        guard filled == 3 else { continue }
        for shift in [18, 12, 6, 0] as [UInt32] { text.append(letters[Int(group >> shift & 63)]) }
        (group, filled) = (0, 0)
    }
    if filled > 0 {
        group <<= UInt32(8 * (3 - filled))
        for place in 0...filled { text.append(letters[Int(group >> UInt32(18 - 6 * place) & 63)]) }
        text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - filled))
    }
    return text
}
