import FileStore
import Raster

/// How a frame was drawn and exported, whatever it shows: for comparisons with art of the same kind.
///
/// From every n-th row, as pictures differ all over in these.
struct DrawingTraits: Hashable, Sendable, ByteCoded {
    /// The number of visible pixels that were looked at.
    var count = 0
    /// The alpha that 3 % of the visible pixels reach, 0...255.
    var alpha = 0
    /// Of the visible pixels, those that are not nearly opaque, in percent.
    var translucent = 0
    /// Of all pixels, those that are nearly clear, in percent.
    var haze = 0
    /// The mean luma of the visible pixels, 0...255.
    var luma = 0
    /// The value that the smallest channel of 2 % of the visible pixels stays below, 0...255: both dark
    /// and vivid colors have low ones.
    var floor = 0
    /// The difference of the channels that 90 % of the visible pixels stay below, 0...255; at least
    /// 2 if any pixel has a color.
    var saturation = 0
    /// How many different colors were met; equal hashes count once.
    var colors = 0
    /// The mean number of pixels between clear and opaque ones at the narrowest three fifths of its
    /// outline, in hundredths, 0...900; 900 too if hardly any of it gets opaque, and -1 for hardly any
    /// outline.
    var rimWidth = 0
    /// Of those pixels, the ones at a nearly white outline, in percent.
    var paleRims = 0
    /// The small things next to the figure, of a picture of one frame.
    var marks = 0
    /// The second differences of luma over one pixel by those over two, in thousandths.
    ///
    /// Pictures that were blurred or enlarged have less detail of one pixel. 0 where too little is known.
    var detail = 0
    /// The small steps of luma at every eighth column, in percent of the largest of the seven columns
    /// between: JPEG's blocks.
    var blocks = 0
    /// The steep edges of luma at which it overshoots on both sides, in percent; -1 for fewer than 32
    /// edges.
    var overshoot = 0

    static let names: [WritableKeyPath<DrawingTraits, Int> & Sendable] = [
        \.count, \.alpha, \.translucent, \.haze, \.luma, \.floor, \.saturation, \.colors,
        \.rimWidth, \.paleRims, \.marks, \.detail, \.blocks, \.overshoot,
    ]

    private init() {}

    /// Nil for frames that show too little.
    init?(_ image: StraightImage, _ frame: PixelRect, rowStep: Int) {
        func sampled(solidAlpha: UInt8) -> DrawingSamples {
            DrawingSamples(
                image,
                frame,
                rowStep: rowStep,
                clearAlpha: FrameMeasure.clearAlpha,
                solidAlpha: solidAlpha
            )
        }
        var samples = sampled(solidAlpha: 96)
        let alphas = samples.alphas
        let seen = alphas[Int(FrameMeasure.visibleAlpha)...].reduce(0, +)
        guard seen >= 64 else { return nil }
        if samples.lumas.reduce(0, +) < 48 {
            // Of a faint picture all counts.
            samples = sampled(solidAlpha: FrameMeasure.visibleAlpha)
        }
        let lumas = samples.lumas
        let solid = lumas.reduce(0, +)
        guard solid >= 48 else { return nil }
        count = seen
        alpha = alphas.value(at: seen - 1 - seen / 33, of: alphas.reduce(0, +) - seen)
        translucent = 100 * alphas[Int(FrameMeasure.visibleAlpha)..<224].reduce(0, +) / seen
        let visible = Int(FrameMeasure.visibleAlpha)
        haze = 100 * alphas[1..<visible].reduce(0, +) / max(1, alphas.reduce(0, +))
        luma = lumas.indices.reduce(0) { $0 + $1 * lumas[$1] } / solid
        floor = samples.floors.value(at: solid / 50)
        let most = samples.chromas.value(at: solid - 1)
        saturation = max(samples.chromas.value(at: solid - 1 - solid / 10), min(2, most / 8))
        colors = samples.colors.reduce(0) { $0 + $1.nonzeroBitCount }
        rimWidth = samples.rims < 16 ? -1 : samples.meanRimWidth
        paleRims = 100 * samples.paleRims / max(16, samples.rims)
        let means = samples.steps.map { Double($0.sum) / Double(max(1, $0.count)) }
        // Of few steps, those of some column are larger by chance.
        if samples.steps.allSatisfy({ $0.count >= 128 }), let most = means.dropFirst().max(),
            most > 0.25
        {
            blocks = Int(100 * means[0] / most)
        }
        let (one, two) = (samples.detailOfOne, samples.detailOfTwo)
        detail = samples.fives < 256 || two < samples.fives ? 0 : 1000 * one / two
        overshoot = samples.edges < 32 ? -1 : 100 * samples.overshoots / samples.edges
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

extension DrawingSamples {
    fileprivate var meanRimWidth: Int {
        let most = rimWidths.reduce(0, +) * 3 / 5
        guard most >= 8 else { return 900 }
        var (count, sum) = (0, 0)
        for (width, times) in rimWidths.enumerated() {
            let taken = min(times, most - count)
            count += taken
            sum += width * taken
        }
        return 100 * sum / most
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
