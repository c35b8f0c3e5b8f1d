/// Bytes as a C header, as firmware is built with them.
///
/// - Parameters:
///   - bytes: of a file.
///   - name: of the array; what no identifier of C may hold becomes `_`.
///   - comments: lines above the array.
/// - Returns: the text, in lines of twelve bytes.
public func cSource(_ bytes: [UInt8], name: String, comments: [String] = []) -> String {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let identifier = (letters.first?.isNumber ?? true ? "_" : "") + String(letters)
    var text = "#pragma once\n#include <stdint.h>\n\n"
    for comment in comments { text += "// \(comment)\n" }
    text += "static const uint8_t \(identifier)[\(bytes.count)] = {\n"
    let digits = Array("0123456789abcdef")
    for start in stride(from: 0, to: bytes.count, by: 12) {
        let line = bytes[start..<min(bytes.count, start + 12)].map {
            "0x\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])"
        }
        text += "    " + line.joined(separator: ", ") + ",\n"
    }
    return text + "};\n"
}
