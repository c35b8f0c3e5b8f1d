import Raster

/// Connected components of key-hued pixels, and how solid each is as a whole.
///
/// A component's score counts in addition to a pixel's own solidity. Components are found over runs
/// of rows with a union-find (Rosenfeld and Pfaltz, "Sequential Operations in Digital Picture
/// Processing", 1966; 4-connected).
struct HueComponents {
    /// A horizontal run of pixels and the area it belongs to.
    ///
    /// Noise makes hundreds of thousands of them, so their statistics are kept separately, and once
    /// (`HueReadings`).
    struct Run {
        private let row: Int32
        private let first: Int32
        private var limit: Int32
        /// The index of its area, ordered by first run.
        fileprivate(set) var area: Int32 = -1
        /// How solid its area is, on the scale of `AlphaEstimate.solidity`.
        fileprivate(set) var score: Float = 0
        var kind: KnownPixels.Kind

        init(_ columns: Range<Int>, row: Int, _ kind: KnownPixels.Kind) {
            self.row = Int32(truncatingIfNeeded: row)
            first = Int32(truncatingIfNeeded: columns.lowerBound)
            limit = Int32(truncatingIfNeeded: columns.upperBound)
            self.kind = kind
        }

        var y: Int { Int(row) }
        var start: Int { Int(first) }
        var end: Int {
            get { Int(limit) }
            set { limit = Int32(truncatingIfNeeded: newValue) }
        }
    }

    /// Fewer pixels have no shape; not measured.
    static let leastPixels = 12.0
    /// The weight of a component's score against a pixel's own (reference).
    static let share: Float = 0.7
    /// The minimum score of art (`GreenArt`): solid at the standard threshold, and still glass at a
    /// higher one.
    static let leastOfArt: Float = 0.64
    /// The score of certainly translucent pixels: below every threshold for any solidity of a
    /// pixel.
    private static let sheerScore: Float = -3
    /// Looking up an area's color takes as long as this many pixels; not measured.
    private static let pixelsOfWork = 32
    private let width: Int
    private let height: Int
    private(set) var runs: [Run] = []
    /// Sums of `HueReadings` over the pixels of each area.
    private var sums: [SIMD16<Double>] = []
    private(set) var verdicts = AreaVerdicts()

    /// How solid an area is, on the scale of `AlphaEstimate.solidity`.
    ///
    /// A logistic regression on 1,900 areas of generated art with ground truth (not the
    /// benchmark's), which is not available; Benchmarks/Keying/train.py generates similar art and
    /// trains again. Of 909 areas unused in training, the shipped weights have 0.0 % of the opaque
    /// and 5.3 % of the translucent ones on the wrong side, its own 0.5 % and 3.1 %. A tinted lens
    /// or a glow is one color at varying coverage: its pixels are on one line from the screen, and
    /// coverage varies. What fades into the screen is translucent, what is large and even is not.
    private static func score(_ sums: SIMD16<Double>) -> Float {
        let count = sums[15]
        let mean = sums / count
        if count < leastPixels { return Float(mean[0]) }
        let solidity = max(mean[1] - mean[0] * mean[0], 0).squareRoot()
        let cover = max(mean[3] - mean[2] * mean[2], 0).squareRoot()
        let scatter = 1 - mean[7] * mean[7] - mean[8] * mean[8] - mean[9] * mean[9]
        let color = 7.77 * mean[4] + 10.99 * mean[5] - 3.35 * mean[6]
        let shape = 2.28 * mean[11] + 0.452 * logarithm(count + 1) - 8.59 * mean[10]
        let change = 5.43 * solidity - 19.45 * cover + 7.76 * scatter
        let estimate = color + shape + change - 7.14
        return Float(0.4 + estimate / 10)
    }

    /// Areas never mix kinds of `known` pixels.
    ///
    /// `learned` has the verdicts of all frames of the figure; nil for a single image.
    init(_ readings: HueReadings, known: KnownPixels, learned: AreaVerdicts?) {
        (width, height) = (readings.plane.width, readings.plane.height)
        let split = readings.split(at: known)
        runs = split.runs
        gather(split, connected(), learned)
    }

    /// The pixels of areas that are more solid than a threshold.
    func pixels(above threshold: Float) -> BitMask {
        var result = BitMask(width: width, height: height)
        for run in runs where run.score > threshold {
            result.insert(run.start..<run.end, row: run.y)
        }
        return result
    }

    /// For each run an earlier one of its area, or itself.
    private func connected() -> [Int32] {
        var parents = [Int32](repeating: 0, count: runs.count)
        for index in parents.indices { parents[index] = Int32(truncatingIfNeeded: index) }
        // The first run of the row above and that of this one.
        var (upper, lower) = (0, 0)
        while lower < runs.count {
            let (first, y) = (lower, runs[lower].y)
            if upper < first, runs[upper].y < y - 1 { upper = first }
            while lower < runs.count, runs[lower].y == y {
                if upper == first {
                    lower += 1
                    continue
                }
                let (above, own) = (runs[upper], runs[lower])
                if max(above.start, own.start) < min(above.end, own.end), above.kind == own.kind {
                    let (a, b) = (
                        HueComponents.root(upper, &parents), HueComponents.root(lower, &parents)
                    )
                    if a != b { parents[max(a, b)] = Int32(truncatingIfNeeded: min(a, b)) }
                }
                if above.end < own.end { upper += 1 } else { lower += 1 }
            }
            upper = first
        }
        return parents
    }

    private static func root(_ index: Int, _ parents: inout [Int32]) -> Int {
        var index = index
        while Int(parents[index]) != index {
            parents[index] = parents[Int(parents[index])]
            index = Int(parents[index])
        }
        return index
    }

    /// Sums up each area, and judges it.
    private mutating func gather(
        _ readings: HueReadings.Split,
        _ parents: [Int32],
        _ learned: AreaVerdicts?
    ) {
        var parents = parents
        var kinds: [KnownPixels.Kind] = []
        for index in runs.indices {
            let top = HueComponents.root(index, &parents)
            // An area's first run comes first.
            if top == index {
                runs[index].area = Int32(truncatingIfNeeded: sums.count)
                sums.append(readings.sums(at: index))
                kinds.append(runs[index].kind)
            } else {
                runs[index].area = runs[top].area
                sums[Int(runs[top].area)] += readings.sums(at: index)
            }
        }
        var scores: [Float] = []
        scores.reserveCapacity(sums.count)
        var areas: [AreaVerdicts.Group] = []
        areas.reserveCapacity(sums.count)
        for (sums, kind) in zip(sums, kinds) {
            let own = HueComponents.score(sums)
            let score =
                switch kind {
                case .unknown: own
                case .art: max(own, HueComponents.leastOfArt)
                case .sheer: HueComponents.sheerScore
                }
            scores.append(score)
            let color = SIMD4(sums[12], sums[13], sums[14], 0) / sums[15]
            // Certain areas count as much as judged ones.
            areas.append(
                AreaVerdicts.Group(
                    color: color,
                    pixels: sums[15],
                    score: min(max(score, 0), 1)
                )
            )
        }
        verdicts = AreaVerdicts(areas)
        let shared = learned ?? verdicts
        unsafe scores.withUnsafeMutableBufferPointer { scores in
            _ = inRowBands(areas.count, width: HueComponents.pixelsOfWork) { part in
                for index in part where kinds[index] == .unknown {
                    guard let score = shared.score(of: areas[index].color) else { continue }
                    unsafe scores[index] = score
                }
            }
        }
        for index in runs.indices { runs[index].score = scores[Int(runs[index].area)] }
    }

    func areas(with asked: BitMask) -> BitMask {
        var isAsked = [Bool](repeating: false, count: sums.count)
        for run in runs where asked.count(in: run.start..<run.end, row: run.y) > 0 {
            isAsked[Int(run.area)] = true
        }
        var result = BitMask(width: asked.width, height: asked.height)
        for run in runs where isAsked[Int(run.area)] {
            result.insert(run.start..<run.end, row: run.y)
        }
        return result
    }
}

extension HueComponents {
    struct Area {
        let kind: KnownPixels.Kind
        fileprivate(set) var box: PixelRect
        fileprivate(set) var pixels = 0
        /// How many of its pixels are in a mask.
        fileprivate(set) var counted = 0
        /// Sums of `HueReadings` over all pixels.
        let sums: SIMD16<Double>
    }

    /// All areas, in the order of their first runs, with the number of pixels in `mask`.
    func areas(counting mask: BitMask) -> [Area] {
        var areas: [Area] = []
        areas.reserveCapacity(sums.count)
        for run in runs {
            let (place, columns) = (Int(run.area), run.start..<run.end)
            // Runs are not empty.
            guard let box = PixelRect(x: run.start, y: run.y, width: columns.count, height: 1)
            else { continue }
            if place == areas.count {
                areas.append(Area(kind: run.kind, box: box, sums: sums[place]))
            }
            areas[place].box = areas[place].box.union(box)
            areas[place].pixels += columns.count
            areas[place].counted += mask.count(in: columns, row: run.y)
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
