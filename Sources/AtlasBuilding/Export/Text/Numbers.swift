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
