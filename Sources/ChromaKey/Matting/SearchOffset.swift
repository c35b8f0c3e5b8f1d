/// The position of a sample relative to the pixel that it may explain.
struct SearchOffset {
    let dx: Int
    let dy: Int
    let squared: Float

    /// All offsets within `radius` (1...6), nearest first, ties in reading order.
    static func all(within radius: Int) -> [SearchOffset] { ofRadius[radius - 1] }

    /// Sorting them takes as long as some steps of keying a small image.
    private static let ofRadius = (1...6).map { radius in
        var offsets: [SearchOffset] = []
        for dy in -radius...radius {
            for dx in -radius...radius where dx != 0 || dy != 0 {
                offsets.append(SearchOffset(dx: dx, dy: dy, squared: Float(dx * dx + dy * dy)))
            }
        }
        return offsets.enumerated().sorted {
            ($0.element.squared, $0.offset) < ($1.element.squared, $1.offset)
        }.map(\.element)
    }
}
