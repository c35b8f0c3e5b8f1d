import Raster

/// The runs of key-hued pixels, and their statistics, before classification.
///
/// Areas are judged several times as more becomes certain; the statistics of pixels stay.
struct HueReadings {
    private var runs: [HueComponents.Run] = []
    private var sums: [SIMD16<Double>] = []

    let plane: BitMask
    private let scene: Scene
    private let background: BitMask
    private let close: BitMask
    private let nearBackground: BitMask

    /// `plane` has key-hued pixels away from the screen.
    ///
    /// Up to `edges` pixels next to the background are edges, which belong to an area but do not
    /// affect its verdict. `earlier` readings of the same image and screen are reused if their masks are equal.
    init(
        _ plane: BitMask,
        of scene: Scene,
        background: BitMask,
        edges: Int,
        earlier: HueReadings?
    ) {
        if let earlier, earlier.plane == plane, earlier.background == background {
            self = earlier
            return
        }
        self.plane = plane
        self.scene = scene
        self.background = background
        // Not measured; the weights of components depend on it.
        close = background.dilated(5)
        nearBackground = background.dilated(edges)
        let rowRuns = plane.runsByRow()
        let count = rowRuns.last?.upperBound ?? 0
        var sums: [SIMD16<Double>] = []
        let runs = unsafe [HueComponents.Run](unsafeUninitializedCapacity: count) { runs, filled in
            sums = unsafe [SIMD16<Double>](unsafeUninitializedCapacity: count) { sums, filled in
                let output = unsafe (runs: runs, sums: sums)
                _ = inRowBands(plane.height, width: plane.width) { rows in
                    var latest = Latest()
                    for y in rows {
                        unsafe fill(row: y, at: rowRuns[y].lowerBound, &latest, to: output)
                    }
                }
                filled = count
            }
            filled = count
        }
        (self.runs, self.sums) = (runs, sums)
    }

    private func fill(
        row y: Int,
        at first: Int,
        _ latest: inout Latest,
        to output: (
            runs: UnsafeMutableBufferPointer<HueComponents.Run>,
            sums: UnsafeMutableBufferPointer<SIMD16<Double>>
        )
    ) {
        var place = first
        for column in 0..<plane.stride {
            var word = plane.words[y &* plane.stride &+ column]
            while word != 0 {
                let start = column &* 64 &+ word.trailingZeroBitCount
                let count = (~(word &>> UInt64(start & 63))).trailingZeroBitCount
                let end = min(start &+ count, column &* 64 &+ 64)
                word &= end & 63 == 0 ? 0 : ~0 &<< UInt64(end & 63)
                if place > first, unsafe output.runs[place - 1].end == start {
                    unsafe add(start..<end, y, &latest, to: &output.sums[place - 1])
                    unsafe output.runs[place - 1].end = end
                } else {
                    let run = HueComponents.Run(start..<end, row: y, .unknown)
                    unsafe (output.runs.start + place).initialize(to: run)
                    unsafe (output.sums.start + place).initialize(
                        to: self.sums(start..<end, y, &latest)
                    )
                    place += 1
                }
            }
        }
    }

    private func sums(_ columns: Range<Int>, _ y: Int, _ latest: inout Latest) -> SIMD16<Double> {
        var sums = SIMD16<Double>()
        add(columns, y, &latest, to: &sums)
        return sums
    }

    @inline(__always)
    private func add(
        _ columns: Range<Int>,
        _ y: Int,
        _ latest: inout Latest,
        to sums: inout SIMD16<Double>
    ) {
        var own = sums
        unsafe scene.picture.withWords { words in
            for x in columns {
                own += reading(unsafe words[y &* scene.picture.width &+ x], x, y, &latest)
            }
        }
        sums = own
    }

    /// Runs, split where knowledge about pixels changes, and their statistics.
    struct Split {
        fileprivate(set) var runs: [HueComponents.Run]
        fileprivate let whole: [SIMD16<Double>]
        /// The index of each run's sums, with parts after whole ones; empty if no run is split.
        fileprivate var places: [Int32] = []
        fileprivate var parts: [SIMD16<Double>] = []

        @inline(__always)
        func sums(at index: Int) -> SIMD16<Double> {
            if places.isEmpty { return whole[index] }
            let place = Int(places[index])
            return place < whole.count ? whole[place] : parts[place &- whole.count]
        }
    }

    /// The runs, split where knowledge about pixels changes.
    func split(at known: KnownPixels) -> Split {
        var result = Split(runs: runs, whole: sums)
        if known.isEmpty { return result }
        let bands = inRowBands(runs.count, width: HueReadings.pixelsOfRun) { split($0, at: known) }
        result.runs = []
        result.runs.reserveCapacity(bands.reduce(0) { $0 + $1.runs.count })
        result.places.reserveCapacity(result.runs.capacity)
        for band in bands {
            // Parts come after the whole sums and those of earlier bands.
            let before = Int32(truncatingIfNeeded: result.parts.count)
            result.runs += band.runs
            result.places += band.places.map { $0 < sums.count ? $0 : $0 + before }
            result.parts += band.parts
        }
        return result
    }

    /// Splitting a run takes as long as this many pixels; not measured.
    private static let pixelsOfRun = 32

    private func split(_ indices: Range<Int>, at known: KnownPixels) -> Split {
        var result = Split(runs: [], whole: sums)
        result.runs.reserveCapacity(indices.count)
        result.places.reserveCapacity(indices.count)
        var latest = Latest()
        for index in indices {
            let own = runs[index]
            var start = own.start
            while start < own.end {
                let part = known.first(start..<own.end, row: own.y)
                result.runs.append(HueComponents.Run(part.columns, row: own.y, part.kind))
                if part.columns.count == own.end - own.start {
                    result.places.append(Int32(truncatingIfNeeded: index))
                } else {
                    result.places.append(
                        Int32(truncatingIfNeeded: sums.count + result.parts.count)
                    )
                    result.parts.append(sums(part.columns, own.y, &latest))
                }
                start = part.columns.upperBound
            }
        }
        return result
    }

    /// The reading of the latest color: neighbors mostly have one color, and over a flat screen the
    /// same reading.
    private struct Latest {
        /// Without alpha, so that no pixel equals it.
        var color = UInt32.max
        var lanes = SIMD16<Double>()
    }

    /// What is summed over an area; the last lane counts.
    @inline(__always)
    private func reading(
        _ word: UInt32,
        _ x: Int,
        _ y: Int,
        _ latest: inout Latest
    ) -> SIMD16<Double> {
        let color = word & 0xFF_FFFF
        if !scene.screen.isFlat || color != latest.color {
            let own = TwoColorUnmixing.color(color)
            latest = Latest(color: color, lanes: reading(own, over: scene.screen(x, y)))
        }
        var lanes = latest.lanes
        let (place, shift) = (y &* plane.stride &+ x &>> 6, UInt64(x & 63))
        lanes[11] = close.words[place] &>> shift & 1 != 0 ? 1 : 0
        return nearBackground.words[place] &>> shift & 1 != 0 ? lanes * 1e-3 : lanes
    }

    /// The part that depends on a pixel's color alone.
    private func reading(_ own: SIMD4<Float>, over behind: SIMD4<Float>) -> SIMD16<Double> {
        // Not measured; the weights depend on it.
        let faint = 30 + scene.screen.noise
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

extension BitMask {
    fileprivate func runsByRow() -> [Range<Int>] {
        let counts = inRowBands(height, width: width) { rows in
            rows.map { y in
                var (count, before): (Int, UInt64) = (0, 0)
                for word in words[words(of: y..<y + 1)] {
                    if word != 0 { count += (word & ~(word &<< 1 | before)).nonzeroBitCount }
                    before = word &>> 63
                }
                return count
            }
        }
        var first = 0
        return counts.joined().map { count in
            defer { first += count }
            return first..<first + count
        }
    }
}

/// What is certain about key-hued pixels before their areas are judged.
struct KnownPixels {
    enum Kind {
        case unknown
        /// Green art, detected by its paint (`GreenArt`).
        case art
        /// Translucent: a shadow (`ShadowAreas`).
        case sheer
    }

    var art: BitMask?
    let sheer: BitMask

    var isEmpty: Bool { sheer.isEmpty && art?.isEmpty != false }

    subscript(x: Int, y: Int) -> Kind {
        if sheer[x, y] { return .sheer }
        return art?[x, y] == true ? .art : .unknown
    }

    /// The first part of some columns of a row that has one kind.
    func first(_ columns: Range<Int>, row y: Int) -> (columns: Range<Int>, kind: Kind) {
        // Nothing is known about most pixels.
        if sheer.count(in: columns, row: y) == 0, art?.count(in: columns, row: y) ?? 0 == 0 {
            return (columns, .unknown)
        }
        let kind = self[columns.lowerBound, y]
        let end = columns.dropFirst().first { self[$0, y] != kind } ?? columns.upperBound
        return (columns.lowerBound..<end, kind)
    }
}
