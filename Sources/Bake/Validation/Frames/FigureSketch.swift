import Raster

/// A figure scaled to a standard size, for comparisons independent of position and size.
struct FigureSketch {
    private static let side = 32
    /// The maximum difference of similar colors, in each channel.
    private static let tolerance = 32

    /// From the frame's corner.
    let bounds: PixelRect
    /// `side` rows of `side` pixels.
    private let pixels: [StraightPixel]

    init?(_ image: StraightImage, _ frame: PixelRect, _ measure: FrameMeasure) {
        guard let box = measure.bounds, min(box.width, box.height) >= 8,
            let bounds = PixelRect(
                x: box.x - frame.x,
                y: box.y - frame.y,
                width: box.width,
                height: box.height
            )
        else { return nil }
        self.bounds = bounds
        let side = Self.side
        pixels = (0..<side * side).map { index in
            let x = box.x + (2 * (index % side) + 1) * box.width / (2 * side)
            let y = box.y + (2 * (index / side) + 1) * box.height / (2 * side)
            return image[x, y]
        }
    }

    /// The share of visible pixels with the same color in both, 0...1.
    ///
    /// `mirrored` flips this figure horizontally first.
    func likeness(to other: FigureSketch, mirrored: Bool = false) -> Double {
        let side = Self.side
        var (alike, seen) = (0, 0)
        for row in 0..<side {
            for column in 0..<side {
                let own = pixels[row * side + (mirrored ? side - 1 - column : column)]
                let theirs = other.pixels[row * side + column]
                guard max(own.a, theirs.a) >= 128 else { continue }
                seen += 1
                if min(own.a, theirs.a) >= 128, isSame(own, theirs) { alike += 1 }
            }
        }
        return Double(alike) / Double(max(1, seen))
    }

    private func isSame(_ one: StraightPixel, _ two: StraightPixel) -> Bool {
        abs(Int(one.r) - Int(two.r)) <= Self.tolerance
            && abs(Int(one.g) - Int(two.g)) <= Self.tolerance
            && abs(Int(one.b) - Int(two.b)) <= Self.tolerance
    }
}
