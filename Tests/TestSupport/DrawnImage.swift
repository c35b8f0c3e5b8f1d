public import Raster

extension Bitmap<StraightPixel> {
    /// A picture drawn in text, one letter a pixel, rows of equal length.
    ///
    /// `.` clear, `#` black, `w` white, `r` red, `b` blue, `y` yellow, `g` the key #00FF00,
    /// `l` leaf green, `x` half-clear red.
    public init(drawn rows: String...) { self.init(rows: rows) }

    /// The same from a list of rows.
    public init(rows: [String]) {
        let colors: [Character: StraightPixel] = [
            ".": .clear,
            "#": StraightPixel(r: 0, g: 0, b: 0),
            "w": StraightPixel(r: 255, g: 255, b: 255),
            "r": StraightPixel(r: 220, g: 30, b: 40),
            "b": StraightPixel(r: 20, g: 60, b: 200),
            "y": StraightPixel(r: 250, g: 210, b: 40),
            "g": StraightPixel(r: 0, g: 255, b: 0),
            "l": StraightPixel(r: 60, g: 140, b: 50),
            "x": StraightPixel(r: 220, g: 30, b: 40, a: 128),
        ]
        let pixels = rows.joined().map { letter in
            guard let color = colors[letter] else { preconditionFailure("no color \(letter)") }
            return color
        }
        let size = PixelSize(width: rows[0].count, height: rows.count)!
        self = Bitmap(size: size, pixels: pixels)!
    }
}

/// Repeatable random numbers.
///
/// SplitMix64: Steele, Lea and Flood, OOPSLA 2014.
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Bitmap<StraightPixel> {
    /// A picture whose pixels a formula gives.
    public init(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> StraightPixel) {
        let size = PixelSize(width: width, height: height)!
        let pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
        self = Bitmap(size: size, pixels: pixels)!
    }
}
