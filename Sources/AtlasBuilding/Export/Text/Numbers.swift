/// The number as whole pixels; nil if fractional, or beyond ±2^30, so that sums of a few pixel
/// numbers never overflow.
func pixels(_ number: Double) -> Int? {
    guard abs(number) <= 1_073_741_824 else { return nil }
    return Int(exactly: number)
}

func numbers(_ text: some StringProtocol, count: Int) throws(FormatFault) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.map { Double(String($0).trimmed) }
    guard values.count == count, values.allSatisfy({ $0?.isFinite == true }) else {
        throw FormatFault("found \"\(text)\", expected \(count) numbers with commas between them")
    }
    return values.compactMap(\.self)
}

/// Comma-separated whole pixels.
func wholeNumbers(_ text: some StringProtocol, count: Int) throws(FormatFault) -> [Int] {
    let values = try numbers(text, count: count).map(pixels)
    guard values.allSatisfy({ $0 != nil }) else {
        throw FormatFault("found \"\(text)\", expected whole numbers of pixels")
    }
    return values.compactMap(\.self)
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        let end = start.reversed().prefix { $0.isWhitespace }.count
        return String(start.dropLast(end))
    }
}
