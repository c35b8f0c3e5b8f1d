/// A square of thresholds, repeated over an image.
struct ThresholdMap: Sendable {
    let side: Int
    /// Each of 0..<count once, row by row.
    private let ranks: [Int]

    var count: Int { ranks.count }

    func rank(x: Int, y: Int) -> Int { ranks[y % side * side + x % side] }

    /// Bayer's 8x8 matrix (1973), built recursively from quarters.
    static let bayer: ThresholdMap = {
        var ranks = [0]
        var side = 1
        while side < 8 {
            var next = [Int](repeating: 0, count: 4 * ranks.count)
            for y in 0..<2 * side {
                for x in 0..<2 * side {
                    let quarter = [[0, 2], [3, 1]][y / side][x / side]
                    next[y * 2 * side + x] = 4 * ranks[y % side * side + x % side] + quarter
                }
            }
            ranks = next
            side *= 2
        }
        return ThresholdMap(side: side, ranks: ranks)
    }()

    /// Thresholds without a visible pattern.
    static let blueNoise = ThresholdMap(side: 32, ranks: VoidAndCluster(side: 32).ranks)
}

/// Orders positions so that every prefix is evenly spread.
///
/// R. Ulichney, "The void-and-cluster method for dither array generation", 1993.
private struct VoidAndCluster {
    let ranks: [Int]

    init(side: Int) {
        let count = side * side
        var field = Field(side: side)
        // Moves the first tenth from clusters to voids until it is stable.
        var random: UInt32 = 1
        var started = 0
        while started < count / 10 {
            random = random &* 1_664_525 &+ 1_013_904_223
            let place = Int(random >> 16) % count
            guard !field.isSet[place] else { continue }
            field.toggle(place)
            started += 1
        }
        while true {
            let crowded = field.tightestCluster
            field.toggle(crowded)
            let free = field.largestVoid
            field.toggle(free)
            if free == crowded { break }
        }
        var ranks = [Int](repeating: 0, count: count)
        var emptied = field
        for rank in (0..<started).reversed() {
            let place = emptied.tightestCluster
            emptied.toggle(place)
            ranks[place] = rank
        }
        for rank in started..<count {
            let place = field.largestVoid
            field.toggle(place)
            ranks[place] = rank
        }
        self.ranks = ranks
    }

    /// Positions on a torus, and the density around each.
    private struct Field {
        let side: Int
        var isSet: [Bool]
        private var crowd: [Int]
        /// By distance: a Gaussian of 1.5 positions, in whole numbers for equal results on every
        /// machine.
        private let weights: [Int]

        init(side: Int) {
            self.side = side
            isSet = Array(repeating: false, count: side * side)
            crowd = Array(repeating: 0, count: side * side)
            // exp(-d²/4.5) as products of exp(-1/4.5) = 0.800737.
            var powers = [1_000_000_000]
            while powers.count <= side * side / 2 {
                powers.append(powers[powers.count - 1] * 800_737 / 1_000_000)
            }
            weights = powers
        }

        mutating func toggle(_ place: Int) {
            isSet[place].toggle()
            let sign = isSet[place] ? 1 : -1
            for other in crowd.indices {
                let (across, down) = (
                    distance(place % side, other % side), distance(place / side, other / side)
                )
                let square = across * across + down * down
                if square < weights.count { crowd[other] += sign * weights[square] }
            }
        }

        private func distance(_ a: Int, _ b: Int) -> Int {
            let direct = abs(a - b)
            return min(direct, side - direct)
        }

        var tightestCluster: Int {
            crowd.indices.filter { isSet[$0] }.max { crowd[$0] < crowd[$1] } ?? 0
        }
        var largestVoid: Int {
            crowd.indices.filter { !isSet[$0] }.min { crowd[$0] < crowd[$1] } ?? 0
        }
    }
}
