import Raster

/// Connected components of key-hued pixels, and how solid each is as a whole.
///
/// Pixels that touch belong together: their component's score counts beside their own solidity.
/// Components are found over runs of rows with a union-find (Rosenfeld and Pfaltz, "Sequential
/// Operations in Digital Picture Processing", 1966; 4-connected).
struct HueComponents {
    /// A horizontal run of pixels and the area it belongs to.
    struct Run {
        let y: Int
        let start: Int
        fileprivate(set) var end: Int
        /// How solid its area is, on the scale of `AlphaEstimate.solidity`.
        fileprivate(set) var score: Float = 0
        fileprivate var parent: Int
        fileprivate var sums: SIMD16<Double>
        fileprivate let kind: KnownPixels.Kind

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

    /// What is summed up over an area; the last lane counts.
    ///
    /// `difference` leads from the screen's color to the pixel's, and `direction` is its unit vector.
    static func reading(
        _ estimate: AlphaEstimate,
        difference d: SIMD4<Float>,
        direction: SIMD4<Float>,
        isFaint: Bool,
        isNearScreen: Bool
    ) -> SIMD16<Double> {
        var lanes = SIMD16<Double>()
        lanes[0] = Double(estimate.solidity)
        lanes[1] = Double(estimate.solidity * estimate.solidity)
        lanes[2] = Double(estimate.vlahos)
        lanes[3] = Double(estimate.vlahos * estimate.vlahos)
        lanes[4] = Double(estimate.keyDrop)
        lanes[5] = Double(estimate.greatestRise)
        lanes[6] = Double(estimate.leastRise)
        lanes[7] = Double(direction.x)
        lanes[8] = Double(direction.y)
        lanes[9] = Double(direction.z)
        lanes[10] = isFaint ? 1 : 0
        lanes[11] = isNearScreen ? 1 : 0
        lanes[12] = Double(d.x)
        lanes[13] = Double(d.y)
        lanes[14] = Double(d.z)
        lanes[15] = 1
        return lanes
    }

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
    ///   - plane: key-hued pixels, away from the screen.
    ///   - picture: of the plane's size.
    ///   - screen: what is behind the pixels.
    ///   - close: pixels near the screen.
    ///   - beside: pixels that belong to an area, but do not tell what it is.
    ///   - known: what is certain of the plane's pixels; areas never mix kinds.
    ///   - learned: what areas were taken for in all frames of the figure; nil when the picture tells.
    init(
        _ plane: BitMask,
        of picture: StraightImage,
        over screen: Screen,
        close: BitMask,
        beside: BitMask,
        known: KnownPixels,
        learned: AreaVerdicts?
    ) {
        (width, height) = (plane.width, plane.height)
        // Not measured; the weights hold for it.
        let faint = 30 + screen.noise
        var above = 0..<0
        for y in 0..<plane.height {
            let first = runs.count
            appendRuns(of: plane, known, row: y) { x, y in
                let behind = screen(x, y)
                let own = TwoColorUnmixing.color(picture[x, y])
                let d = own - behind
                let length = (d * d).sum()
                let reading = HueComponents.reading(
                    AlphaEstimate(own, over: behind),
                    difference: d,
                    direction: d / max(length.squareRoot(), 1),
                    isFaint: length < 3 * faint * faint,
                    isNearScreen: close[x, y]
                )
                return beside[x, y] ? reading * 1e-3 : reading
            }
            connect(above, first..<runs.count)
            above = first..<runs.count
        }
        gather(learned)
    }

    /// The pixels of areas that are more solid than a threshold.
    func pixels(above threshold: Float) -> BitMask {
        var result = BitMask(width: width, height: height)
        for run in runs where run.score > threshold {
            for x in run.start..<run.end { result[x, run.y] = true }
        }
        return result
    }

    private mutating func appendRuns(
        of plane: BitMask,
        _ known: KnownPixels,
        row y: Int,
        _ read: (_ x: Int, _ y: Int) -> SIMD16<Double>
    ) {
        for column in 0..<plane.stride {
            var word = plane.words[y * plane.stride + column]
            while word != 0 {
                let x = column * 64 + word.trailingZeroBitCount
                word &= word &- 1
                let own = read(x, y)
                let kind = known[x, y]
                if let last = runs.last, last.y == y, last.end == x, last.kind == kind {
                    runs[runs.count - 1].end += 1
                    runs[runs.count - 1].sums += own
                } else {
                    runs.append(
                        Run(
                            y: y,
                            start: x,
                            end: x + 1,
                            parent: runs.count,
                            sums: own,
                            kind: kind
                        )
                    )
                }
            }
        }
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
        for run in runs where (run.start..<run.end).contains(where: { asked[$0, run.y] }) {
            isAsked[run.parent] = true
        }
        var result = BitMask(width: asked.width, height: asked.height)
        for run in runs where isAsked[run.parent] {
            for x in run.start..<run.end { result[x, run.y] = true }
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
        /// As in `reading`, of all pixels.
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
            for x in run.start..<run.end where mask[x, run.y] { areas[place].counted += 1 }
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
