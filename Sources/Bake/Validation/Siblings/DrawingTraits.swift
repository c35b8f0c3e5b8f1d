import FileStore
import Raster

/// How a frame was drawn and exported, whatever it shows: for comparisons with art of the same kind.
///
/// From every n-th row, as pictures differ all over in these.
struct DrawingTraits: Hashable, Sendable {
    /// The number of visible pixels that were looked at.
    var count = 0
    /// The alpha that a tenth of the visible pixels reach, 0...255.
    var alpha = 0
    /// Of the visible pixels, those that are not nearly opaque, in percent.
    var translucent = 0
    /// The luma that 2 % of the visible pixels stay below, and its mean, 0...255.
    var dark = 0
    var luma = 0
    /// The difference of the channels that 90 % of the visible pixels stay below, 0...255.
    var saturation = 0
    /// How many different colors were met; equal hashes count once.
    var colors = 0
    /// Of the pixels next to clear ones, those that are neither opaque nor clear, in percent; -1
    /// if there are hardly any.
    var softRims = 0
    /// The second differences of luma over one pixel by those over two, in thousandths.
    ///
    /// Pictures that were blurred or enlarged have less detail of one pixel. 0 where too little is known.
    var detail = 0
    /// The small steps of luma at every eighth column by those elsewhere, in percent: JPEG's blocks.
    var blocks = 0

    static let names: [WritableKeyPath<DrawingTraits, Int> & Sendable] = [
        \.count, \.alpha, \.translucent, \.dark, \.luma, \.saturation, \.colors, \.softRims,
        \.detail, \.blocks,
    ]

    private init() {}

    /// Nil for frames that show too little.
    init?(_ image: StraightImage, _ frame: PixelRect, rowStep: Int) {
        var alphas = [Int](repeating: 0, count: 256)
        var lumas = alphas
        var chromas = alphas
        var met = [UInt64](repeating: 0, count: 256)
        var (one, two, places, rims, soft) = (0, 0, 0, 0, 0)
        var (edges, edgeSum, steps, stepSum) = (0, 0, 0, 0)
        let pixels = image.pixels
        for y in stride(from: frame.y + rowStep / 2, to: frame.maxY, by: rowStep) {
            let row = y * image.width + frame.x
            // Of the last pixels in a row that are visible, from the newest.
            var last = SIMD4<Int>(repeating: 0)
            var run = 0
            // The frame's own edges are no rims.
            var before = pixels[row].a
            for (column, pixel) in zip(frame.x..., pixels[row..<row + frame.width]) {
                if pixel.a < FrameMeasure.clearAlpha {
                    if before >= FrameMeasure.clearAlpha {
                        rims += 1
                        if before < 248 { soft += 1 }
                    }
                    (before, run) = (pixel.a, 0)
                    continue
                }
                if before < FrameMeasure.clearAlpha {
                    rims += 1
                    if pixel.a < 248 { soft += 1 }
                }
                before = pixel.a
                alphas[Int(pixel.a)] += 1
                guard pixel.a >= 96 else {
                    run = 0
                    continue
                }
                let (red, green, blue) = (Int(pixel.r), Int(pixel.g), Int(pixel.b))
                let luma = (red + 2 * green + blue) / 4
                lumas[luma] += 1
                chromas[max(red, green, blue) - min(red, green, blue)] += 1
                // Knuth's multiplicative hash, of 14 bits.
                let color = UInt32(red << 16 | green << 8 | blue)
                let hash = Int((color &* 2_654_435_761) >> 18)
                met[hash >> 6] |= 1 << UInt64(hash & 63)
                let step = abs(luma - last[0])
                if run > 0, step <= 24 {
                    if column & 7 == 0 {
                        edges += 1
                        edgeSum += step
                    } else {
                        steps += 1
                        stepSum += step
                    }
                }
                if run >= 4 {
                    places += 1
                    one += abs(2 * last[1] - last[0] - last[2])
                    two += abs(2 * last[1] - luma - last[3])
                }
                last = SIMD4(luma, last[0], last[1], last[2])
                run += 1
            }
        }
        let seen = alphas[Int(FrameMeasure.visibleAlpha)...].reduce(0, +)
        let solid = lumas.reduce(0, +)
        guard seen >= 64, solid >= 48 else { return nil }
        count = seen
        alpha = alphas.value(at: seen - seen / 10, of: alphas.reduce(0, +) - seen)
        translucent = 100 * alphas[Int(FrameMeasure.visibleAlpha)..<224].reduce(0, +) / seen
        dark = lumas.value(at: solid / 50)
        luma = lumas.indices.reduce(0) { $0 + $1 * lumas[$1] } / solid
        saturation = chromas.value(at: solid - 1 - solid / 10)
        colors = met.reduce(0) { $0 + $1.nonzeroBitCount }
        softRims = rims < 16 ? -1 : 100 * soft / rims
        if edges >= 128, stepSum > steps / 4 { blocks = 100 * edgeSum * steps / (edges * stepSum) }
        detail = places < 256 || two < places ? 0 : 1000 * one / two
    }

    /// The middle of each trait; nil without any.
    init?(middleOf frames: [DrawingTraits]) {
        guard !frames.isEmpty else { return nil }
        for name in Self.names {
            self[keyPath: name] = frames.map { $0[keyPath: name] }.sorted()[frames.count / 2]
        }
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        for name in Self.names { self[keyPath: name] = try reader.int(in: -1...1 << 20) }
    }

    func put(to out: inout ByteWriter) {
        for name in Self.names { out.put(self[keyPath: name]) }
    }
}

extension [Int] {
    /// Of a histogram, the value at a place in the order of values.
    fileprivate func value(at place: Int, of skipped: Int = 0) -> Int {
        var count = -skipped
        for (value, times) in enumerated() {
            count += times
            if count > place { return value }
        }
        return self.count - 1
    }
}
