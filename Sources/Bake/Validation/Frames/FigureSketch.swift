import AtlasBuilding
import FileStore
import Raster

/// A figure scaled to a standard size, for comparisons independent of position and size.
struct FigureSketch: Hashable, Sendable {
    private static let side = 32
    /// The maximum difference of similar colors, in each channel.
    private static let tolerance = 32

    let frame: PixelSize
    /// From the frame's corner.
    let bounds: PixelRect
    /// In pixels of the frame.
    let area: Int
    /// `side` rows of `side` pixels.
    private let pixels: [StraightPixel]

    /// The share of visible pixels with the same color in both, 0...1.
    ///
    /// `mirrored` flips this figure horizontally first. Every `step`-th pixel of every `step`-th row counts.
    func likeness(to other: FigureSketch, mirrored: Bool = false, step: Int = 1) -> Double {
        let side = Self.side
        var share = Likeness()
        for row in stride(from: step / 2, to: side, by: step) {
            for column in stride(from: step / 2, to: side, by: step) {
                let own = pixels[row * side + (mirrored ? side - 1 - column : column)]
                let theirs = other.pixels[row * side + column]
                share.add(own, theirs)
            }
        }
        return share.value
    }

    /// The likeness to a figure that wears less or more, and so has other bounds: by their bounds, or by
    /// their places in frames of one size.
    func likeness(toPet pet: FigureSketch) -> Double {
        let byBounds = likeness(to: pet)
        guard frame == pet.frame else { return byBounds }
        return max(byBounds, Self.likeness(inFrame, pet.inFrame, movedRight: 0))
    }

    /// Laid into its frame, which is divided into `frameSide` rows of as many pixels; clear around the figure.
    var inFrame: [StraightPixel] {
        let count = Self.frameSide
        return (0..<count * count).map { index in
            let x = (2 * (index % count) + 1) * frame.width / (2 * count) - bounds.x
            let y = (2 * (index / count) + 1) * frame.height / (2 * count) - bounds.y
            guard (0..<bounds.width).contains(x), (0..<bounds.height).contains(y) else {
                return StraightPixel(r: 0, g: 0, b: 0, a: 0)
            }
            return pixels[y * Self.side / bounds.height * Self.side + x * Self.side / bounds.width]
        }
    }

    /// The likeness of two frames by `inFrame`, the second of which is moved to the right first.
    static func likeness(
        _ one: [StraightPixel],
        _ two: [StraightPixel],
        movedRight columns: Int
    ) -> Double {
        var share = Likeness()
        for row in stride(from: 0, to: one.count, by: frameSide) {
            for column in max(0, columns)..<min(frameSide, frameSide + columns) {
                share.add(one[row + column], two[row + column - columns])
            }
        }
        return share.value
    }

    /// The share of visible pixels with the same color.
    private struct Likeness {
        private var alike = 0
        private var seen = 0

        var value: Double { Double(alike) / Double(max(1, seen)) }

        mutating func add(_ one: StraightPixel, _ two: StraightPixel) {
            guard max(one.a, two.a) >= 128 else { return }
            seen += 1
            if min(one.a, two.a) >= 128, one.colorDistance(to: two) <= FigureSketch.tolerance {
                alike += 1
            }
        }
    }

    static let frameSide = 64
}

extension FigureSketch {
    init?(_ image: StraightImage, _ frame: PixelRect, _ measure: FrameMeasure) {
        guard let box = measure.bounds, min(box.width, box.height) >= 8,
            let bounds = PixelRect(
                origin: PixelPoint(x: box.x - frame.x, y: box.y - frame.y),
                size: box.size
            )
        else { return nil }
        self.frame = frame.size
        self.bounds = bounds
        area = max(1, measure.area)
        let side = Self.side
        pixels = (0..<side * side).map { index in
            let x = box.x + (2 * (index % side) + 1) * box.width / (2 * side)
            let y = box.y + (2 * (index / side) + 1) * box.height / (2 * side)
            return image[x, y]
        }
    }
}

extension FigureSketch: FieldCoded {
    static let fields = ByteFields<FigureSketch>(
        { sketch in
            let words = sketch.pixels.map { pixel in
                let low = UInt64(pixel.r) | UInt64(pixel.g) << 8
                return low | UInt64(pixel.b) << 16 | UInt64(pixel.a) << 24
            }
            return (sketch.frame, sketch.bounds, sketch.area, words)
        },
        { frame, bounds, area, words in
            guard (1...max(1, frame.area)).contains(area), words.count == side * side,
                PixelRect(frame).contains(bounds)
            else { return nil }
            let pixels = words.map { word in
                func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> place) }
                return StraightPixel(r: byte(0), g: byte(8), b: byte(16), a: byte(24))
            }
            return FigureSketch(frame: frame, bounds: bounds, area: area, pixels: pixels)
        }
    )
}
