import KernelTypes

extension UnmixingKernel {
    /// The progress of a lane's search.
    struct Cursor {
        var window: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        /// Remaining samples of the current ring and part.
        var bits: UInt64 = 0
        var ring = 0
        var part = 0
        /// The pixel's index.
        var center: Int
        /// The last candidate's color.
        var last: UInt32

        init(_ place: SIMD2<Int32>, _ own: UInt32, _ field: SampleField) {
            let (x, y) = (Int(place.x), Int(place.y))
            let radius = field.rings.radius
            let width = 2 &* radius &+ 1
            let mask: UInt64 = 1 &<< UInt64(width) &- 1
            let left = x &- radius
            let (column, low) = (max(left, 0) &>> 6, UInt64(max(left, 0) & 63))
            let high = UInt64(max(-left, 0))
            let hasNext = low &+ UInt64(width) > 64 && column &+ 1 < field.stride
            last = ~own
            center = y &* field.width &+ x
            for part in 0..<field.rings.parts {
                var bits: UInt64 = 0
                let first = y &- radius &+ part &* field.rings.rowsPerPart
                let end = min(first &+ field.rings.rowsPerPart, y &+ radius &+ 1, field.height)
                for row in max(first, 0)..<max(end, first, 0) {
                    let words = unsafe field.samples + (row &* field.stride &+ column)
                    var line = unsafe words[0] &>> low
                    if hasNext { unsafe line |= words[1] &<< (64 &- low) }
                    bits |= (line &<< high & mask) &<< UInt64((row &- first) &* width)
                }
                switch part {
                case 0: window.0 = bits
                case 1: window.1 = bits
                case 2: window.2 = bits
                default: window.3 = bits
                }
            }
            unsafe self.bits = window.0 & field.rings.masks[0]
        }

        /// The next sample's color and distance cost; nil if none costs less than `cost`.
        ///
        /// With `takesNearest`, only the first sample is returned.
        @inline(__always)
        mutating func next(
            _ field: SampleField,
            _ limits: UnmixingLimits,
            below cost: Float
        ) -> (color: UInt32, extra: Float)? {
            let rings = field.rings
            if ring == rings.count { return nil }
            var extra = unsafe Float(rings.squares[ring]) * limits.distanceCost
            if extra >= cost { return nil }
            while true {
                while bits == 0 {
                    part &+= 1
                    if part == rings.parts {
                        part = 0
                        ring &+= 1
                        if ring == rings.count { return nil }
                        extra = unsafe Float(rings.squares[ring]) * limits.distanceCost
                        if extra >= cost { return nil }
                    }
                    let mask = unsafe rings.masks[ring &* rings.parts &+ part]
                    switch part {
                    case 0: bits = window.0 & mask
                    case 1: bits = window.1 & mask
                    case 2: bits = window.2 & mask
                    default: bits = window.3 & mask
                    }
                }
                let bit = bits.trailingZeroBitCount
                bits &= bits &- 1
                let place = unsafe rings.places[part &* 64 &+ bit]
                let index = center &+ Int(place.y) &* field.width &+ Int(place.x)
                let word = unsafe field.picture[index]
                // Neighbors mostly have one color, and the nearest comes first.
                if word == last { continue }
                last = word
                if limits.takesNearest { ring = rings.count }
                return (word, extra)
            }
        }
    }

    /// Finds the sample that explains each pixel best.
    ///
    /// Eight searches run concurrently, each for its own pixel, so that long ones delay no others.
    static func search(
        _ places: UnsafeBufferPointer<SIMD2<Int32>>,
        _ field: SampleField,
        _ limits: UnmixingLimits,
        _ greatestCost: Float,
        _ batch: Batch,
        _ words: UnsafePointer<UInt32>
    ) {
        let lanes = unsafe Lanes(
            memory: batch.planes + UnmixingPlane.count &* UnmixingPlane.capacity,
            bytesPerRow: 32
        )
        let cursors = unsafe UnsafeMutableRawPointer(
            batch.planes + (UnmixingPlane.count &* UnmixingPlane.capacity &+ SearchRow.count &* 8)
        ).bindMemory(to: Cursor.self, capacity: 8)
        for row in 0..<SearchRow.count { lanes[words: row] = Words() }
        lanes[words: SearchRow.item] = ~Words()
        var waiting = 0
        while true {
            var isIdle = true
            for lane in 0..<8 {
                while true {
                    let item = Int(lanes[whole: SearchRow.item, lane])
                    if item >= 0 {
                        let cost = lanes[SearchRow.cost, lane]
                        if let next = unsafe cursors[lane].next(field, limits, below: cost) {
                            lanes[whole: SearchRow.candidate, lane] = Int32(bitPattern: next.color)
                            lanes[SearchRow.extra, lane] = next.extra
                            isIdle = false
                            break
                        }
                        let group = batch.lanes(item & ~7)
                        for row in SearchRow.cost...SearchRow.color {
                            group[whole: row, item & 7] = lanes[whole: row, lane]
                        }
                    }
                    if waiting == places.count {
                        lanes[whole: SearchRow.item, lane] = -1
                        break
                    }
                    let group = batch.lanes(waiting & ~7)
                    for row in 0...SearchRow.least {
                        lanes[whole: row, lane] = group[whole: row, waiting & 7]
                    }
                    lanes[SearchRow.cost, lane] = greatestCost
                    for row in SearchRow.share...SearchRow.color { lanes[whole: row, lane] = 0 }
                    lanes[whole: SearchRow.item, lane] = Int32(truncatingIfNeeded: waiting)
                    unsafe cursors[lane] = Cursor(places[waiting], words[waiting], field)
                    waiting &+= 1
                }
            }
            if isIdle { return }
            judge(lanes, limits)
        }
    }

    /// Evaluates the candidates, and keeps the better explanation for each pixel.
    @inline(__always)
    private static func judge(_ lanes: Lanes, _ limits: UnmixingLimits) {
        let candidate = lanes[words: SearchRow.candidate]
        let target = lanes.triple(SearchRow.target)
        let line = Triple(candidate).luma - lanes.triple(SearchRow.screen)
        let length = line.product(line, chromaWeight: limits.chromaWeight)
        let dot = target.product(line, chromaWeight: limits.chromaWeight)
        let divisor = length.greatest(Floats(repeating: 60))
        let share = (dot / divisor).positive.least(Floats(repeating: 1))
        let rest = target - line * share
        let under = (lanes[SearchRow.least] - share).positive * 255
        let residual = rest.product(rest, chromaWeight: limits.chromaWeight)
        let impossible = limits.impossibleWeight * under * under
        let cost = (residual + impossible) * limits.perUnit + lanes[SearchRow.extra]
        let isLong = ~(length - 60).isNegative
        let isBetter = (cost - lanes[SearchRow.cost]).isNegative & isLong
        lanes[SearchRow.cost] = cost.taken(where: isBetter, else: lanes[SearchRow.cost])
        lanes[SearchRow.share] = share.taken(where: isBetter, else: lanes[SearchRow.share])
        lanes[words: SearchRow.color] =
            candidate & isBetter | lanes[words: SearchRow.color] & ~isBetter
    }
}
