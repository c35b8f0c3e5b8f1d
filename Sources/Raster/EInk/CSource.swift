/// Bytes as a C header, as firmware is built with them.
///
/// - Parameters:
///   - bytes: of a file.
///   - name: of the array; what no identifier of C may hold becomes `_`.
///   - comments: lines above the array.
///   - numbers: constants above the array, whose names begin with its own.
/// - Returns: the text, in lines of twelve bytes.
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

/// A name as C takes it.
///
/// - Parameter name: any text.
/// - Returns: the same with `_` for what no identifier of C may hold.
public func cIdentifier(_ name: String) -> String {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return (letters.first?.isNumber ?? true ? "_" : "") + String(letters)
}
