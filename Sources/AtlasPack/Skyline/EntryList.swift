import Raster

/// Entries in a given order, for repeated queries of the first that fits.
///
/// Sides are stored contiguously in that order for vector comparisons.
struct EntryList {
    private typealias Sides = SIMD16<Int32>

    /// By position, padded to whole vectors with values that never fit.
    private var widths: [Int32]
    private var heights: [Int32]
    /// The number of entries in each vector.
    private var present: [Int]
    /// The entry at each position, and the position of each entry.
    private var entries: [Int32]
    private var places: [Int32]

    /// The width of a removed entry: larger than any gap.
    private static let gone = Int32.max

    init(count: Int) {
        let vectors = (count + Sides.scalarCount - 1) / Sides.scalarCount
        widths = [Int32](repeating: Self.gone, count: vectors * Sides.scalarCount)
        heights = widths
        present = [Int](repeating: 0, count: vectors)
        entries = [Int32](repeating: 0, count: count)
        places = entries
    }

    /// Takes all entries, in an order that contains each once.
    mutating func fill(_ order: [Int32], cells: OrientedCells) {
        for (place, entry) in order.enumerated() {
            let size = cells.entries[Int(entry)]
            widths[place] = size.width
            heights[place] = size.height
            entries[place] = entry
            places[Int(entry)] = Int32(place)
        }
        for vector in present.indices {
            present[vector] = min(Sides.scalarCount, order.count - vector * Sides.scalarCount)
        }
    }

    mutating func remove(_ entry: Int) {
        let place = Int(places[entry])
        widths[place] = Self.gone
        present[place / Sides.scalarCount] -= 1
    }

    /// The first entry no larger than `room`, which is inside a bin, or nil; and the number of
    /// entries examined.
    func first(within room: BinSize) -> (entry: Int?, passed: Int) {
        let width = Sides(repeating: Int32(room.width))
        let height = Sides(repeating: Int32(room.height))
        var passed = 0
        return unsafe widths.withUnsafeBytes { widths in
            unsafe heights.withUnsafeBytes { heights in
                for vector in present.indices {
                    let offset = vector &* MemoryLayout<Sides>.size
                    let besides =
                        unsafe width
                        &- widths.loadUnaligned(fromByteOffset: offset, as: Sides.self)
                    let below =
                        unsafe height
                        &- heights.loadUnaligned(fromByteOffset: offset, as: Sides.self)
                    // Negative if either side is too long.
                    let fits = besides | below
                    if fits.areNegative {
                        passed &+= present[vector]
                        continue
                    }
                    for lane in 0..<Sides.scalarCount {
                        // Removed entries do not count.
                        if besides[lane] != width[lane] &- Self.gone { passed &+= 1 }
                        if fits[lane] >= 0 {
                            return (Int(entries[vector &* Sides.scalarCount &+ lane]), passed)
                        }
                    }
                }
                return (nil, passed)
            }
        }
    }
}

extension SIMD16<Int32> {
    /// Comparing lane by lane would go through memory.
    @inline(__always)
    fileprivate var areNegative: Bool {
        let half = lowHalf & highHalf
        let quarter = half.lowHalf & half.highHalf
        let pair = unsafe unsafeBitCast(quarter, to: SIMD2<UInt64>.self)
        return pair[0] & pair[1] & 0x8000_0000_8000_0000 == 0x8000_0000_8000_0000
    }
}
