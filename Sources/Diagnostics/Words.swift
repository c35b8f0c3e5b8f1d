/// A number with a fixed number of decimals, rounded to nearest.
package func decimal(_ value: Double, _ digits: Int) -> String {
    var unit = 1
    for _ in 0..<digits { unit *= 10 }
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let scaled = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + "\(scaled)" }
    let fraction = String(scaled % unit)
    let padding = String(repeating: "0", count: digits - fraction.count)
    return sign + "\(scaled / unit).\(padding)\(fraction)"
}

/// A number with at least so many hexadecimal digits.
package func hexadecimal(
    _ value: some UnsignedInteger,
    digits: Int,
    uppercase: Bool = false
) -> String {
    let text = String(value, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Bytes as a URL has them (RFC 3986): letters, digits and `marks` as they are, others escaped.
package func percentEncoded(_ bytes: some Sequence<UInt8>, keeping marks: String) -> String {
    var text = ""
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            text.unicodeScalars.append(Unicode.Scalar(byte))
        case _ where marks.utf8.contains(byte):
            text.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            text += "%" + hexadecimal(byte, digits: 2, uppercase: true)
        }
    }
    return text
}

/// A text with spaces after it, to a number of characters.
package func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// Lines of at most `width` characters, broken at spaces; a longer word has its own line.
package func wrapped(_ text: some StringProtocol, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] = last + " " + word
        } else {
            lines.append(String(word))
        }
    }
    return lines
}

/// A count with its noun: `1 page`, `2 pages`; `plural` defaults to the noun with an s.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A share, 0...1, such as `12.5 %`.
package func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }

/// Such as `1.5 MB`, in powers of a thousand.
package func bytesText(_ count: Int) -> String {
    if count < 1000 { return counted(count, "byte") }
    if count < 1_000_000 { return "\(decimal(Double(count) / 1000, 1)) kB" }
    return "\(decimal(Double(count) / 1_000_000, 1)) MB"
}

/// The existing names, for a help: `there is only "blob"`, `there are "cat", "dog" and 7 more`; nil
/// without any.
package func whatThereIs(_ known: some Collection<String>, limit: Int = 12) -> String? {
    if known.isEmpty { return nil }
    return (known.count == 1 ? "there is only " : "there are ") + quoted(known, limit: limit)
}

/// The first of some names, and how many more there are: `"cat", "dog" and 7 more`.
package func quoted(_ names: some Collection<String>, limit: Int = 6) -> String {
    names.prefix(limit).map { "\"\(shortened($0, to: 80))\"" }.joined(separator: ", ")
        + (names.count > limit ? " and \(names.count - limit) more" : "")
}

/// Such as `there is no item "hat"`; of the kind `value of axis "mood"`, `axis "mood" has no value
/// "calm"`.
package func noSuchThing(_ kind: String, _ id: String) -> String {
    let id = "\"\(shortened(id, to: 80))\""
    let axis = kind.split(separator: " of ", maxSplits: 1)
    return axis.count == 2 ? "\(axis[1]) has no \(axis[0]) \(id)" : "there is no \(kind) \(id)"
}

/// Explains that two names look alike but one has separate combining accents; nil if they look
/// different, or are the same.
package func normalFormNote(_ first: String, _ second: String) -> String? {
    // Strings are equal if only their Unicode normal forms differ.
    guard first == second, !first.utf8.elementsEqual(second.utf8) else { return nil }
    let (some, others) = (first.unicodeScalars.count, second.unicodeScalars.count)
    guard some != others else { return "their code points differ" }
    return "the \(some > others ? "first" : "second") is decomposed (NFD)"
}
