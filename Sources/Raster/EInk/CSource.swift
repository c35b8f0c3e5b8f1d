/// Formats a file's bytes as a C header with an array, for firmware.
///
/// Characters that a C identifier cannot contain become `_` in `name`. `comments` and the constants
/// `numbers`, prefixed with the array's name, precede the array. Lines have twelve bytes.
public func cSource(
    _ bytes: [UInt8],
    name: String,
    comments: [String] = [],
    numbers: [(name: String, value: Int)] = []
) -> [UInt8] {
    let identifier = cIdentifier(name)
    var text = "#pragma once\n#include <stdint.h>\n\n"
    for comment in comments { text += "// \(comment)\n" }
    for number in numbers {
        text += "#define \(identifier.uppercased())_\(number.name) \(number.value)\n"
    }
    text += "static const uint8_t \(identifier)[\(bytes.count)] = {\n"
    var result = Array(text.utf8)
    result.reserveCapacity(result.count + 7 * bytes.count)
    let digits = Array("0123456789abcdef".utf8)
    for (place, byte) in bytes.enumerated() {
        if place % 12 == 0 {
            result.append(contentsOf: "    ".utf8)
        } else {
            result.append(UInt8(ascii: " "))
        }
        result.append(contentsOf: "0x".utf8)
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
        result.append(UInt8(ascii: ","))
        if place % 12 == 11 || place == bytes.count - 1 { result.append(UInt8(ascii: "\n")) }
    }
    result.append(contentsOf: "};\n".utf8)
    return result
}

/// Replaces characters that a C identifier cannot contain by `_`.
public func cIdentifier(_ name: String) -> String {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return (letters.first?.isNumber ?? true ? "_" : "") + String(letters)
}
