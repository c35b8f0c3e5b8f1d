import Raster

/// The runs of key-hued pixels, and what their pixels tell, before anything is known of them.
///
/// Areas are judged several times, as more of them becomes certain; what single pixels tell stays.
struct HueReadings {
    /// Row by row; each belongs to itself alone.
    private(set) var runs: [HueComponents.Run] = []
    /// Which of them are a row's.
    private var rows: [Range<Int>] = []

    let plane: BitMask
    private let picture: StraightImage
    private let screen: Screen
    private let background: BitMask
    private let close: BitMask
    private let beside: BitMask

    /// - Parameters:
    ///   - plane: key-hued pixels, away from the screen.
    ///   - picture: of the plane's size.
    ///   - screen: what is behind the pixels.
    ///   - background: where it is seen.
    ///   - edges: how many pixels beside it are edges, which belong to an area, but do not tell what it is.
    ///   - earlier: of the same picture and screen, with other masks.
    init(
        _ plane: BitMask,
        of picture: StraightImage,
        over screen: Screen,
        background: BitMask,
        edges: Int,
        earlier: HueReadings?
    ) {
        if let earlier, earlier.plane == plane, earlier.background == background {
            self = earlier
            return
        }
        self.plane = plane
        self.picture = picture
        self.screen = screen
        self.background = background
        // Not measured; the weights of components hold for it.
        close = background.dilated(5)
        beside = background.dilated(edges)
        // About as many as there are; those that begin with a word of the mask may go on from the one before.
        runs.reserveCapacity(plane.words.reduce(0) { $0 + ($1 & ~($1 << 1)).nonzeroBitCount })
        rows.reserveCapacity(plane.height)
        var latest = Latest()
        for y in 0..<plane.height {
            let first = runs.count
            if let earlier, hasSameRow(y, as: earlier) {
                for var run in earlier.runs[earlier.rows[y]] {
                    run.parent = runs.count
                    runs.append(run)
                }
            } else {
                appendRuns(row: y, &latest)
            }
            rows.append(first..<runs.count)
        }
    }

    private func hasSameRow(_ y: Int, as other: HueReadings) -> Bool {
        let words = y * plane.stride..<(y + 1) * plane.stride
        return plane.words[words] == other.plane.words[words]
            && close.words[words] == other.close.words[words]
            && beside.words[words] == other.beside.words[words]
    }

    private mutating func appendRuns(row y: Int, _ latest: inout Latest) {
        for column in 0..<plane.stride {
            var word = plane.words[y &* plane.stride &+ column]
            while word != 0 {
                let start = column &* 64 &+ word.trailingZeroBitCount
                let count = (~(word &>> UInt64(start & 63))).trailingZeroBitCount
                let end = min(start &+ count, column &* 64 &+ 64)
                word &= end & 63 == 0 ? 0 : ~0 &<< UInt64(end & 63)
                if let last = runs.last, last.y == y, last.end == start {
                    var sums = last.sums
                    for x in start..<end { sums += reading(x, y, &latest) }
                    runs[runs.count - 1].sums = sums
                    runs[runs.count - 1].end = end
                } else {
                    runs.append(run(y, start..<end, .unknown, at: runs.count, &latest))
                }
            }
        }
    }

    private func run(
        _ y: Int,
        _ columns: Range<Int>,
        _ kind: KnownPixels.Kind,
        at parent: Int,
        _ latest: inout Latest
    ) -> HueComponents.Run {
        var sums = reading(columns.lowerBound, y, &latest)
        for x in columns.dropFirst() { sums += reading(x, y, &latest) }
        return HueComponents.Run(
            sums: sums,
            y: y,
            start: columns.lowerBound,
            end: columns.upperBound,
            parent: parent,
            kind: kind
        )
    }

    /// The runs of a row, added to others: parted where what is known of pixels changes.
    func append(row y: Int, _ known: KnownPixels, to runs: inout [HueComponents.Run]) {
        var latest = Latest()
        for own in self.runs[rows[y]] {
            var start = own.start
            while start < own.end {
                let part = known.first(start..<own.end, row: y)
                if part.columns.count == own.end - own.start {
                    var run = own
                    run.parent = runs.count
                    run.kind = part.kind
                    runs.append(run)
                } else {
                    runs.append(run(y, part.columns, part.kind, at: runs.count, &latest))
                }
                start = part.columns.upperBound
            }
        }
    }

    /// What the latest color tells; neighbors are mostly of one color, and over a flat screen they tell the
    /// same.
    private struct Latest {
        var color: SIMD4<Float> = SIMD4(repeating: -1)
        var lanes = SIMD16<Double>()
    }

    /// What is summed up over an area; the last lane counts.
    @inline(__always)
    private func reading(_ x: Int, _ y: Int, _ latest: inout Latest) -> SIMD16<Double> {
        let own = TwoColorUnmixing.color(picture[x, y])
        if !screen.isFlat || own != latest.color {
            latest = Latest(color: own, lanes: reading(own, over: screen(x, y)))
        }
        var lanes = latest.lanes
        lanes[11] = close[x, y] ? 1 : 0
        return beside[x, y] ? lanes * 1e-3 : lanes
    }

    /// The same of a pixel's color alone.
    private func reading(_ own: SIMD4<Float>, over behind: SIMD4<Float>) -> SIMD16<Double> {
        // Not measured; the weights hold for it.
        let faint = 30 + screen.noise
        // From the screen's color to the pixel's.
        let d = own - behind
        let length = (d * d).sum()
        let direction = d / max(length.squareRoot(), 1)
        let estimate = AlphaEstimate(own, over: behind)
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
        lanes[10] = length < 3 * faint * faint ? 1 : 0
        lanes[12] = Double(d.x)
        lanes[13] = Double(d.y)
        lanes[14] = Double(d.z)
        lanes[15] = 1
        return lanes
    }
}
