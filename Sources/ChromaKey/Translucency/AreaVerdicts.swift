/// The classification of key-hued areas, shared by all areas of the same color.
///
/// A figure's frames show the same lens, shadow and green coat in other shapes and places, so
/// separate verdicts sometimes differ, and the animation flickers. Areas of one color share one
/// verdict: the mean of their own, weighted by size.
public struct AreaVerdicts: Hashable, Sendable {
    struct Group: Hashable, Sendable {
        /// The difference of the first and largest area's mean color from the screen, in code
        /// values.
        let color: SIMD4<Double>
        fileprivate(set) var pixels: Double
        /// The sum over pixels, on the scale of `AlphaEstimate.solidity`.
        fileprivate var scores: Double

        init(color: SIMD4<Double>, pixels: Double, score: Float) {
            (self.color, self.pixels) = (color, pixels)
            scores = Double(score) * pixels
        }

        var score: Float { Float(scores / pixels) }
    }

    /// Means of areas of one color differ by less in every channel, on exact and on noisy screens.
    private static let tolerance = Double(sameColor)

    private(set) var groups: [Group] = []
    /// Cells of colors, twice as wide as the tolerance, that have groups.
    private var cells = NumberTable()
    /// The first and last group of each cell.
    private var ends: [SIMD2<Int32>] = []
    /// The next group in the same cell; -1 after the last.
    private var next: [Int32] = []

    public init() {}

    /// Groups areas, the largest first: neither their order nor that of frames matters.
    init(_ areas: [Group]) {
        // Smaller areas do not count.
        let telling = areas.filter { $0.pixels >= HueComponents.leastPixels }
        let sorted = telling.sorted { a, b in
            if a.pixels != b.pixels { return a.pixels > b.pixels }
            for channel in 0..<3 where a.color[channel] != b.color[channel] {
                return a.color[channel] < b.color[channel]
            }
            return a.scores < b.scores
        }
        for area in sorted {
            if let place = place(of: area.color) {
                groups[place].pixels += area.pixels
                groups[place].scores += area.scores
            } else {
                append(area)
            }
        }
    }

    public init(joining frames: [AreaVerdicts]) {
        self.init(frames.flatMap(\.groups))
    }

    func score(of color: SIMD4<Double>) -> Float? {
        place(of: color).map { groups[$0].score }
    }

    private mutating func append(_ group: Group) {
        let cell = cells.insert(Self.number(of: Self.cell(of: group.color)))
        let place = Int32(truncatingIfNeeded: groups.count)
        if cell == ends.count {
            ends.append(SIMD2(place, place))
        } else {
            next[Int(ends[cell].y)] = place
            ends[cell].y = place
        }
        next.append(-1)
        groups.append(group)
    }

    private static func cell(
        of color: SIMD4<Double>,
        width: Double = 2 * tolerance
    ) -> SIMD3<Int16> {
        let cell = (color / width).rounded(.down)
        return SIMD3(Int16(cell.x), Int16(cell.y), Int16(cell.z))
    }

    private static func number(of cell: SIMD3<Int16>) -> UInt64 {
        let bits = SIMD3<UInt16>(truncatingIfNeeded: cell)
        return UInt64(bits.x) | UInt64(bits.y) << 16 | UInt64(bits.z) << 32
    }

    /// The nearest group within the tolerance.
    private func place(of color: SIMD4<Double>) -> Int? {
        if groups.isEmpty { return nil }
        var nearest: (place: Int, distance: Double)?
        let own = Self.cell(of: color)
        // Of the cells next to its own, only the nearer one of each channel is within the
        // tolerance.
        let halves = Self.cell(of: color, width: Self.tolerance)
        let side = SIMD3<Int16>(repeating: -1) &+ ((halves & 1) &<< 1)
        for index in Int16(0)..<8 {
            let step = side & (0 &- (SIMD3(index, index &>> 1, index &>> 2) & 1))
            guard let cell = cells.place(of: Self.number(of: own &+ step)) else { continue }
            var following = ends[cell].x
            while following >= 0 {
                let place = Int(following)
                following = next[place]
                let distance = (groups[place].color - color).greatestMagnitude
                guard distance < Self.tolerance else { continue }
                if let nearest, distance >= nearest.distance {
                    guard distance == nearest.distance, isFirst(place, nearest.place) else {
                        continue
                    }
                }
                nearest = (place, distance)
            }
        }
        return nearest?.place
    }

    /// Breaks ties by color, in steps of the tolerance.
    private func isFirst(_ place: Int, _ other: Int) -> Bool {
        let own = Self.cell(of: groups[place].color, width: Self.tolerance)
        let cell = Self.cell(of: groups[other].color, width: Self.tolerance)
        return (own.z, own.y, own.x, place) < (cell.z, cell.y, cell.x, other)
    }
}
