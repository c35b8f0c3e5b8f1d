import Raster

/// Connected components of key-hued pixels, and how solid each is as a whole.
///
/// Pixels that touch belong together: their component's score counts beside their own solidity.
/// Components are found over runs of rows with a union-find (Rosenfeld and Pfaltz, "Sequential
/// Operations in Digital Picture Processing", 1966; 4-connected).
struct HueComponents {
    /// A horizontal run of pixels and the area it belongs to.
    struct Run {
        // First, as it wants to begin at a multiple of its size.
        /// As in `HueReadings`.
        var sums: SIMD16<Double>
        let y: Int
        let start: Int
        var end: Int
        /// How solid its area is, on the scale of `AlphaEstimate.solidity`.
        fileprivate(set) var score: Float = 0
        var parent: Int
        var kind: KnownPixels.Kind

        /// Whether it is an area's first run, and nothing is certain of the area.
        fileprivate func isJudged(at index: Int) -> Bool {
            parent == index && kind == .unknown
        }

        /// What its area tells, in an area's first run.
        fileprivate var area: AreaVerdicts.Group {
            let color = SIMD4(sums[12], sums[13], sums[14], 0) / sums[15]
            // What is certain has as much say as what is judged.
            let score = min(max(score, 0), 1)
            return AreaVerdicts.Group(color: color, pixels: sums[15], score: score)
        }
    }

    /// How much a component's score counts beside a pixel's own (reference).
    static let share: Float = 0.7
    /// The least score of art (`GreenArt`): solid at the standard threshold, and still glass where a higher
    /// one asks for it.
    static let leastOfArt: Float = 0.64
    /// The score of what is known to be see-through: with any solidity of a pixel's own it is under every
    /// threshold.
    private static let sheerScore: Float = -3
    private let width: Int
    private let height: Int
    /// Row by row.
    private(set) var runs: [Run] = []
    /// What this picture's areas tell.
    private(set) var verdicts = AreaVerdicts()

    /// How solid an area is, on the scale of `AlphaEstimate.solidity`.
    ///
    /// A logistic regression on 1,900 areas of generated art with known truth (other art than the
    /// benchmark's), which is not at hand; Benchmarks/Keying/train.py makes its like and trains again. Of
    /// 909 areas that nothing was trained with, the shipped weights have 0.0 % of the opaque and 5.3 % of
    /// the translucent ones on the wrong side, its own 0.5 % and 3.1 %. A tinted lens or a glow is one color at changing cover: its pixels lie on one
    /// line from the screen, and the cover varies. What fades into the screen is see-through, what
    /// is large and even is not.
    private static func score(_ sums: SIMD16<Double>) -> Float {
        let count = sums[15]
        let mean = sums / count
        // Not measured: so few pixels have no shape.
        if count < 12 { return Float(mean[0]) }
        let solidity = max(mean[1] - mean[0] * mean[0], 0).squareRoot()
        let cover = max(mean[3] - mean[2] * mean[2], 0).squareRoot()
        let scatter = 1 - mean[7] * mean[7] - mean[8] * mean[8] - mean[9] * mean[9]
        let color = 7.77 * mean[4] + 10.99 * mean[5] - 3.35 * mean[6]
        let shape = 2.28 * mean[11] + 0.452 * logarithm(count + 1) - 8.59 * mean[10]
        let change = 5.43 * solidity - 19.45 * cover + 7.76 * scatter
        let estimate = color + shape + change - 7.14
        return Float(0.4 + estimate / 10)
    }

    /// - Parameters:
    ///   - readings: of key-hued pixels.
    ///   - known: what is certain of them; areas never mix kinds.
    ///   - learned: what areas were taken for in all frames of the figure; nil when the picture tells.
    init(_ readings: HueReadings, known: KnownPixels, learned: AreaVerdicts?) {
        (width, height) = (readings.plane.width, readings.plane.height)
        runs.reserveCapacity(readings.runs.count)
        var above = 0..<0
        for y in 0..<height {
            let first = runs.count
            readings.append(row: y, known, to: &runs)
            connect(above, first..<runs.count)
            above = first..<runs.count
        }
        gather(learned)
    }

    /// The pixels of areas that are more solid than a threshold.
    func pixels(above threshold: Float) -> BitMask {
        var result = BitMask(width: width, height: height)
        for run in runs where run.score > threshold {
            result.insert(run.start..<run.end, row: run.y)
        }
        return result
    }

    private mutating func connect(_ above: Range<Int>, _ below: Range<Int>) {
        var upper = above.lowerBound
        var lower = below.lowerBound
        while upper < above.upperBound, lower < below.upperBound {
            let start = max(runs[upper].start, runs[lower].start)
            let end = min(runs[upper].end, runs[lower].end)
            if start < end, runs[upper].kind == runs[lower].kind {
                let (a, b) = (root(upper), root(lower))
                if a != b { runs[max(a, b)].parent = min(a, b) }
            }
            if runs[upper].end < runs[lower].end { upper += 1 } else { lower += 1 }
        }
    }

    private mutating func root(_ index: Int) -> Int {
        var index = index
        while runs[index].parent != index {
            runs[index].parent = runs[runs[index].parent].parent
            index = runs[index].parent
        }
        return index
    }

    /// Sums each area up in its first run, and judges it.
    private mutating func gather(_ learned: AreaVerdicts?) {
        for index in runs.indices {
            let top = root(index)
            runs[index].parent = top
            if top != index { runs[top].sums += runs[index].sums }
        }
        var areas: [AreaVerdicts.Group] = []
        for index in runs.indices where runs[index].parent == index {
            let own = HueComponents.score(runs[index].sums)
            runs[index].score =
                switch runs[index].kind {
                case .unknown: own
                case .art: max(own, HueComponents.leastOfArt)
                case .sheer: HueComponents.sheerScore
                }
            areas.append(runs[index].area)
        }
        verdicts = AreaVerdicts(areas)
        let shared = learned ?? verdicts
        for index in runs.indices where runs[index].isJudged(at: index) {
            runs[index].score = shared.score(of: runs[index].area.color) ?? runs[index].score
        }
        // An area's first run comes first.
        for index in runs.indices { runs[index].score = runs[runs[index].parent].score }
    }

    /// The areas that have pixels of a mask, whole.
    func areas(with asked: BitMask) -> BitMask {
        var isAsked = [Bool](repeating: false, count: runs.count)
        for run in runs where asked.count(in: run.start..<run.end, row: run.y) > 0 {
            isAsked[run.parent] = true
        }
        var result = BitMask(width: asked.width, height: asked.height)
        for run in runs where isAsked[run.parent] {
            result.insert(run.start..<run.end, row: run.y)
        }
        return result
    }
}

extension HueComponents {
    /// An area, whole.
    struct Area {
        let kind: KnownPixels.Kind
        fileprivate(set) var columns: Range<Int>
        fileprivate(set) var rows: Range<Int>
        fileprivate(set) var pixels = 0
        /// How many of the pixels are in a mask.
        fileprivate(set) var counted = 0
        /// As in `HueReadings`, of all pixels.
        let sums: SIMD16<Double>
    }

    /// The areas that runs are of, in the order of their first ones.
    ///
    /// - Parameters:
    ///   - runs: of one picture, row by row.
    ///   - mask: whose pixels are counted.
    /// - Returns: each area, whole.
    static func areas(of runs: [Run], counting mask: BitMask) -> [Area] {
        var areas: [Area] = []
        var places = [Int](repeating: -1, count: runs.count)
        for run in runs {
            if places[run.parent] < 0 {
                places[run.parent] = areas.count
                areas.append(
                    Area(
                        kind: run.kind,
                        columns: run.start..<run.end,
                        rows: run.y..<run.y + 1,
                        sums: run.sums
                    )
                )
            }
            let place = places[run.parent]
            let columns = areas[place].columns
            areas[place].columns =
                min(columns.lowerBound, run.start)..<max(columns.upperBound, run.end)
            areas[place].rows = areas[place].rows.lowerBound..<run.y + 1
            areas[place].pixels += run.end - run.start
            areas[place].counted += mask.count(in: run.start..<run.end, row: run.y)
        }
        return areas
    }
}

/// The natural logarithm of a number of at least 1, within 1e-9, without a system library.
private func logarithm(_ value: Double) -> Double {
    // value = m 2^e with m in 1..<2; ln m = 2 atanh((m - 1) / (m + 1)).
    let t = (value.significand - 1) / (value.significand + 1)
    var sum = 0.0
    var power = t
    for term in 0..<10 {
        sum += power / Double(2 * term + 1)
        power *= t * t
    }
    return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
}
