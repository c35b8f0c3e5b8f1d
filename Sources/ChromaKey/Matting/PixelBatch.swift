import KernelTypes
import Raster

/// Batches of a plane's pixels, row by row.
struct PixelBatch {
    private(set) var places: [SIMD2<Int32>] = []
    /// The screen behind them; empty if flat.
    private(set) var screens: [SIMD4<Float>] = []
    private let plane: BitMask
    /// The next word of the plane, and the rest of the current one.
    private var position: Int
    private let end: Int
    private var rest: UInt64 = 0

    init(of plane: BitMask, _ rows: Range<Int>) {
        self.plane = plane
        let words = plane.words(of: rows)
        (position, end) = (words.lowerBound, words.upperBound)
        places.reserveCapacity(UnmixingPlane.capacity)
    }

    /// Advances to the next batch; false at the end.
    mutating func next(over screen: Screen) -> Bool {
        places.removeAll(keepingCapacity: true)
        screens.removeAll(keepingCapacity: true)
        let capacity = UnmixingPlane.capacity
        while places.count < capacity {
            if rest == 0 {
                if position == end { break }
                rest = plane.words[position]
                position &+= 1
                continue
            }
            let (y, column) = (position &- 1).quotientAndRemainder(dividingBy: plane.stride)
            while rest != 0, places.count < capacity {
                let x = column &* 64 &+ rest.trailingZeroBitCount
                rest &= rest &- 1
                places.append(SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y)))
                if !screen.isFlat { screens.append(screen(x, y)) }
            }
        }
        return !places.isEmpty
    }
}
