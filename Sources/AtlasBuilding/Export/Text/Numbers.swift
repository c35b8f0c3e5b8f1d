import Diagnostics

/// The number as whole pixels; nil if fractional, or beyond ±2^30, so that sums of a few pixel
/// numbers never overflow.
func pixels(_ number: Double) -> Int? {
    guard abs(number) <= 1_073_741_824 else { return nil }
    return Int(exactly: number)
}

func numbers(_ text: some StringProtocol, count: Int) throws(FormatFault) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { Double(String($0).trimmed) }.filter(\.isFinite)
    guard parts.count == count, values.count == count else {
        throw FormatFault("found \"\(text)\", expected \(count) numbers with commas between them")
    }
    return values
}

/// Comma-separated whole pixels.
func wholeNumbers(_ text: some StringProtocol, count: Int) throws(FormatFault) -> [Int] {
    let values = try numbers(text, count: count).compactMap(pixels)
    guard values.count == count else {
        throw FormatFault("found \"\(text)\", expected whole numbers of pixels")
    }
    return values
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        let end = start.reversed().prefix { $0.isWhitespace }.count
        return String(start.dropLast(end))
    }
}

/// A finite number as short decimal text: `3`, `0.5`, `-7.25`; never with an exponent.
///
/// Rounded to six digits after the point: descriptors have pixels and shares of pixels, and readers
/// are no more precise.
func decimal(_ value: Double) -> String {
    let limit = 1e12
    let bounded = min(max(value, -limit), limit)
    let millionths = Int((abs(bounded) * 1e6) + 0.5)
    let whole = millionths / 1_000_000
    let rest = millionths % 1_000_000
    let sign = bounded < 0 && millionths > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(1_000_000 + rest).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(sign)\(whole).\(digits)"
}

extension JSONOutput {
    static func decimal(_ value: Double) -> JSONOutput { .digits(AtlasBuilding.decimal(value)) }
}
