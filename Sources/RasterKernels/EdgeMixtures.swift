/// Explains edge pixels as mixtures of the screen and a color nearby, eight at a time.
///
/// The reference form, one pixel at a time and with the rarer ways to an answer, is `EdgeSolver` in
/// ChromaKey, which says what is computed; each operation here is as it is there.
package enum EdgeMixtures {
    package struct Limits: Sendable {
        /// Weight of chroma against luma in the distance of colors.
        let chromaWeight: Float
        /// What a squared residual of one code value costs.
        let perUnit: Float
        /// Weight of alphas that no color can have.
        let impossibleWeight: Float
        /// Cost of each squared pixel of distance to the sample.
        let distanceCost: Float
        /// How much alpha that comes from blurred chroma is sharpened.
        let sharpening: Float
        /// By how much colors vary around their sample, squared, and how much noise makes them doubtful.
        let spread: Float
        let lumaDoubt: Float
        let chromaDoubt: Float
        /// Whether the nearest sample is the only one asked.
        let takesNearest: Bool

        package init(
            chromaWeight: Float,
            perUnit: Float,
            impossibleWeight: Float,
            distanceCost: Float,
            sharpening: Float,
            spread: Float,
            lumaDoubt: Float,
            chromaDoubt: Float,
            takesNearest: Bool
        ) {
            self.chromaWeight = chromaWeight
            self.perUnit = perUnit
            self.impossibleWeight = impossibleWeight
            self.distanceCost = distanceCost
            self.sharpening = sharpening
            self.spread = spread
            self.lumaDoubt = lumaDoubt
            self.chromaDoubt = chromaDoubt
            self.takesNearest = takesNearest
        }
    }

    /// Where samples are looked for.
    @safe
    package struct Field {
        /// RGBA8, `width` x `height`, packed.
        let picture: UnsafePointer<UInt32>
        let width: Int
        let height: Int
        /// One bit a pixel, `stride` words a row; bits beyond the width are 0.
        let samples: UnsafePointer<UInt64>
        let stride: Int
        let rings: Rings

        package init(
            picture: UnsafePointer<UInt32>,
            width: Int,
            height: Int,
            samples: UnsafePointer<UInt64>,
            rings: Rings
        ) {
            unsafe self.picture = picture
            self.width = width
            self.height = height
            unsafe self.samples = samples
            stride = (width + 63) / 64
            self.rings = rings
        }
    }

    /// The pixels around one, as the bits of a window, by their distance from it.
    ///
    /// A window has 2 `radius` + 1 rows of as many bits, in `parts` words of `rowsPerPart` rows.
    @safe
    package struct Rings {
        let radius: Int
        let count: Int
        /// For each ring one mask for each part; nearest ring first.
        let masks: UnsafePointer<UInt64>
        /// Each ring's squared distance.
        let squares: UnsafePointer<Int32>
        /// For each bit of the parts, 64 a part, its column and row from the center.
        let places: UnsafePointer<SIMD2<Int32>>
        let rowsPerPart: Int
        let parts: Int

        package init(
            radius: Int,
            count: Int,
            masks: UnsafePointer<UInt64>,
            squares: UnsafePointer<Int32>,
            places: UnsafePointer<SIMD2<Int32>>
        ) {
            self.radius = radius
            self.count = count
            unsafe self.masks = masks
            unsafe self.squares = squares
            unsafe self.places = places
            rowsPerPart = Rings.rowsPerPart(radius)
            parts = (2 * radius + rowsPerPart) / rowsPerPart
        }

        /// `radius` is at most 6.
        package static func rowsPerPart(_ radius: Int) -> Int { 64 / (2 * radius + 1) }
    }

    /// The planes of a batch: one number for each of its pixels.
    package enum Plane {
        /// The screen behind each pixel, code values; given.
        package static let screen = 0
        static let pixel = 3
        static let target = 6
        static let line = 9
        static let least = 12
        /// How far the explanation is off; the greatest cost where no sample explains the pixel.
        package static let cost = 13
        package static let share = 14
        package static let sample = 15
        package static let chroma = 18
        /// Alpha, 0...1, and color, code values; an answer.
        package static let alpha = 19
        package static let color = 20
        static let count = 23
    }

    /// Pixels of a batch, at most.
    package static let capacity = 256
    /// Numbers that a batch works with.
    package static let size =
        Plane.count * capacity + Lanes.Row.count * 8 + MemoryLayout<Cursor>.stride * 2

    /// Explains `count` pixels at `places` (column, row), where that costs less than `greatestCost`.
    ///
    /// `planes` holds `size` numbers. `words` gets color and alpha as bytes.
    package static func vector(
        _ places: UnsafePointer<SIMD2<Int32>>,
        count: Int,
        in field: Field,
        _ limits: Limits,
        below greatestCost: Float,
        planes: UnsafeMutablePointer<Float>,
        words: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            let place = unsafe places[index]
            unsafe words[index] = field.picture[Int(place.y) &* field.width &+ Int(place.x)]
        }
        let batch = unsafe Batch(planes: planes)
        for start in Swift.stride(from: 0, to: count, by: 8) {
            unsafe prepare(
                UnsafeRawPointer(words + start).loadUnaligned(as: Words.self),
                batch,
                start
            )
        }
        unsafe search(places, count, field, limits, greatestCost, batch, words)
        for start in Swift.stride(from: 0, to: count, by: 8) {
            let bytes = answer(batch, start, limits)
            unsafe UnsafeMutableRawPointer(words + start).storeBytes(of: bytes, as: Words.self)
        }
    }

    @safe
    private struct Batch {
        let planes: UnsafeMutablePointer<Float>

        init(planes: UnsafeMutablePointer<Float>) { unsafe self.planes = planes }

        @inline(__always)
        func get(_ plane: Int, _ start: Int) -> Floats {
            unsafe load(planes + (plane &* capacity &+ start))
        }

        @inline(__always)
        func put(_ floats: Floats, _ plane: Int, _ start: Int) {
            unsafe store(floats, planes + (plane &* capacity &+ start))
        }

        @inline(__always)
        func triple(_ plane: Int, _ start: Int) -> Triple {
            Triple(get(plane, start), get(plane &+ 1, start), get(plane &+ 2, start))
        }

        @inline(__always)
        func put(_ triple: Triple, _ plane: Int, _ start: Int) {
            put(triple.x, plane, start)
            put(triple.y, plane &+ 1, start)
            put(triple.z, plane &+ 2, start)
        }

        @inline(__always)
        subscript(plane: Int, index: Int) -> Float {
            get { unsafe planes[plane &* capacity &+ index] }
            nonmutating set { unsafe planes[plane &* capacity &+ index] = newValue }
        }
    }

    /// Eight colors.
    private struct Triple {
        var x: Floats
        var y: Floats
        var z: Floats

        @inline(__always)
        init(_ x: Floats, _ y: Floats, _ z: Floats) {
            self.x = x
            self.y = y
            self.z = z
        }

        @inline(__always)
        init(_ pixels: Words) {
            x = Floats(whole: pixels & 255)
            y = Floats(whole: (pixels &>> 8) & 255)
            z = Floats(whole: (pixels &>> 16) & 255)
        }

        /// Luma and chroma as in JPEG (ITU-R BT.601, full range).
        @inline(__always)
        var luma: Triple {
            let luma: Floats = 0.299 * x + 0.587 * y + 0.114 * z
            let blue: Floats = -0.168_74 * x + -0.331_26 * y + 0.5 * z
            let red: Floats = 0.5 * x + -0.418_69 * y + -0.081_31 * z
            return Triple(luma, blue, red)
        }

        @inline(__always)
        static func - (a: Triple, b: Triple) -> Triple { Triple(a.x - b.x, a.y - b.y, a.z - b.z) }
        @inline(__always)
        static func + (a: Triple, b: Triple) -> Triple { Triple(a.x + b.x, a.y + b.y, a.z + b.z) }
        @inline(__always)
        static func * (a: Triple, b: Floats) -> Triple { Triple(a.x * b, a.y * b, a.z * b) }
        @inline(__always)
        static func / (a: Triple, b: Floats) -> Triple { Triple(a.x / b, a.y / b, a.z / b) }

        @inline(__always)
        func product(_ other: Triple, chromaWeight: Float) -> Floats {
            x * other.x + (y * other.y + z * other.z) * chromaWeight
        }
    }

    /// What is asked of eight pixels: where they lie from the screen, and their least alpha.
    @inline(__always)
    private static func prepare(_ pixels: Words, _ batch: Batch, _ start: Int) {
        let pixel = Triple(pixels)
        let screen = batch.triple(Plane.screen, start)
        let zero = Floats()
        let one = Floats(repeating: 1)
        let red = (pixel.x - screen.x).greatest(zero) / (255 - screen.x).greatest(one)
        let blue = (pixel.z - screen.z).greatest(zero) / (255 - screen.z).greatest(one)
        let drop = (screen.y - pixel.y).greatest(zero) / screen.y.greatest(one)
        let rise =
            (pixel.y - screen.y).greatest(zero)
            / (255 - screen.y).greatest(Floats(repeating: 64))
        let most = red.greatest(blue)
        let own = most.greatest(drop).greatest(rise)
        let vlahos = (drop + most).least(one)
        batch.put(own.least(vlahos.greatest(rise)), Plane.least, start)
        let screenLuma = screen.luma
        batch.put(pixel, Plane.pixel, start)
        batch.put(pixel.luma - screenLuma, Plane.target, start)
        batch.put(screenLuma, Plane.line, start)
    }

    /// Eight searches under way, each for its own pixel, so that long ones keep no others waiting.
    ///
    /// In memory, because pixels come and go one by one.
    @safe
    private struct Lanes {
        /// Rows of eight numbers.
        enum Row {
            static let target = 0
            static let screen = 3
            static let least = 6
            static let extra = 7
            static let cost = 8
            static let share = 9
            static let chroma = 10
            static let color = 11
            static let candidate = 12
            /// The pixel's place in the batch; -1 when there is none.
            static let item = 13
            static let count = 14
        }

        let memory: UnsafeMutableRawPointer

        init(memory: UnsafeMutableRawPointer) { unsafe self.memory = memory }

        @inline(__always)
        subscript(row: Int, lane: Int) -> Float {
            get { unsafe memory.load(fromByteOffset: row &* 32 &+ lane &* 4, as: Float.self) }
            nonmutating set {
                unsafe memory.storeBytes(
                    of: newValue,
                    toByteOffset: row &* 32 &+ lane &* 4,
                    as: Float.self
                )
            }
        }

        @inline(__always)
        subscript(whole row: Int, lane: Int) -> Int32 {
            get { unsafe memory.load(fromByteOffset: row &* 32 &+ lane &* 4, as: Int32.self) }
            nonmutating set {
                unsafe memory.storeBytes(
                    of: newValue,
                    toByteOffset: row &* 32 &+ lane &* 4,
                    as: Int32.self
                )
            }
        }

        @inline(__always)
        subscript(row: Int) -> Floats {
            get { unsafe memory.loadUnaligned(fromByteOffset: row &* 32, as: Floats.self) }
            nonmutating set {
                unsafe memory.storeBytes(of: newValue, toByteOffset: row &* 32, as: Floats.self)
            }
        }

        @inline(__always)
        subscript(words row: Int) -> Words {
            get { unsafe memory.loadUnaligned(fromByteOffset: row &* 32, as: Words.self) }
            nonmutating set {
                unsafe memory.storeBytes(of: newValue, toByteOffset: row &* 32, as: Words.self)
            }
        }
    }

    /// How far a lane's search is.
    private struct Cursor {
        /// The window's samples.
        var window: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        /// Samples of the present ring and part that are not looked at yet.
        var bits: UInt64 = 0
        var ring = 0
        var part = 0
        /// The pixel's index.
        var center: Int
        /// The last candidate's color.
        var last: UInt32

        init(_ place: SIMD2<Int32>, _ own: UInt32, _ field: Field) {
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
    }

    private static func search(
        _ places: UnsafePointer<SIMD2<Int32>>,
        _ count: Int,
        _ field: Field,
        _ limits: Limits,
        _ greatestCost: Float,
        _ batch: Batch,
        _ words: UnsafePointer<UInt32>
    ) {
        let lanes = unsafe Lanes(memory: batch.planes + Plane.count &* capacity)
        let cursors = unsafe UnsafeMutableRawPointer(
            batch.planes + (Plane.count &* capacity &+ Lanes.Row.count &* 8)
        ).bindMemory(to: Cursor.self, capacity: 8)
        for row in 0..<Lanes.Row.count { lanes[words: row] = Words() }
        lanes[words: Lanes.Row.item] = ~Words()
        var waiting = 0
        while true {
            var isIdle = true
            for lane in 0..<8 {
                while true {
                    let item = Int(lanes[whole: Lanes.Row.item, lane])
                    if item >= 0 {
                        if unsafe advance(&cursors[lane], lanes, lane, field, limits) {
                            isIdle = false
                            break
                        }
                        finish(lanes, lane, item, batch)
                    }
                    if waiting == count {
                        lanes[whole: Lanes.Row.item, lane] = -1
                        break
                    }
                    begin(lanes, lane, waiting, greatestCost, batch)
                    unsafe cursors[lane] = Cursor(places[waiting], words[waiting], field)
                    waiting &+= 1
                }
            }
            if isIdle { return }
            judge(lanes, limits)
        }
    }

    @inline(__always)
    private static func begin(
        _ lanes: Lanes,
        _ lane: Int,
        _ item: Int,
        _ greatestCost: Float,
        _ batch: Batch
    ) {
        lanes[whole: Lanes.Row.item, lane] = Int32(truncatingIfNeeded: item)
        for channel in 0..<3 {
            lanes[Lanes.Row.target &+ channel, lane] = batch[Plane.target &+ channel, item]
            lanes[Lanes.Row.screen &+ channel, lane] = batch[Plane.line &+ channel, item]
        }
        lanes[Lanes.Row.least, lane] = batch[Plane.least, item]
        lanes[Lanes.Row.cost, lane] = greatestCost
        lanes[Lanes.Row.share, lane] = 0
        lanes[Lanes.Row.chroma, lane] = 0
        lanes[whole: Lanes.Row.color, lane] = 0
    }

    /// Finds a lane's next candidate; false when there is none that could be better.
    @inline(__always)
    private static func advance(
        _ cursor: inout Cursor,
        _ lanes: Lanes,
        _ lane: Int,
        _ field: Field,
        _ limits: Limits
    ) -> Bool {
        let rings = field.rings
        if cursor.ring == rings.count { return false }
        let cost = lanes[Lanes.Row.cost, lane]
        var extra = unsafe Float(rings.squares[cursor.ring]) * limits.distanceCost
        if extra >= cost { return false }
        while true {
            while cursor.bits == 0 {
                cursor.part &+= 1
                if cursor.part == rings.parts {
                    cursor.part = 0
                    cursor.ring &+= 1
                    if cursor.ring == rings.count { return false }
                    extra = unsafe Float(rings.squares[cursor.ring]) * limits.distanceCost
                    if extra >= cost { return false }
                }
                let mask = unsafe rings.masks[cursor.ring &* rings.parts &+ cursor.part]
                switch cursor.part {
                case 0: cursor.bits = cursor.window.0 & mask
                case 1: cursor.bits = cursor.window.1 & mask
                case 2: cursor.bits = cursor.window.2 & mask
                default: cursor.bits = cursor.window.3 & mask
                }
            }
            let bit = cursor.bits.trailingZeroBitCount
            cursor.bits &= cursor.bits &- 1
            let place = unsafe rings.places[cursor.part &* 64 &+ bit]
            let index = cursor.center &+ Int(place.y) &* field.width &+ Int(place.x)
            let word = unsafe field.picture[index]
            // Neighbors are mostly of one color, and the nearest comes first.
            if word == cursor.last { continue }
            cursor.last = word
            if limits.takesNearest { cursor.ring = rings.count }
            lanes[whole: Lanes.Row.candidate, lane] = Int32(bitPattern: word)
            lanes[Lanes.Row.extra, lane] = extra
            return true
        }
    }

    @inline(__always)
    private static func finish(_ lanes: Lanes, _ lane: Int, _ item: Int, _ batch: Batch) {
        batch[Plane.cost, item] = lanes[Lanes.Row.cost, lane]
        batch[Plane.share, item] = lanes[Lanes.Row.share, lane]
        batch[Plane.chroma, item] = lanes[Lanes.Row.chroma, lane]
        let word = UInt32(bitPattern: lanes[whole: Lanes.Row.color, lane])
        batch[Plane.sample, item] = Float(word & 255)
        batch[Plane.sample &+ 1, item] = Float(word &>> 8 & 255)
        batch[Plane.sample &+ 2, item] = Float(word &>> 16 & 255)
    }

    /// How well the candidates explain their pixels; the better explanation is kept.
    @inline(__always)
    private static func judge(_ lanes: Lanes, _ limits: Limits) {
        let candidate = lanes[words: Lanes.Row.candidate]
        let screen = Triple(
            lanes[Lanes.Row.screen],
            lanes[Lanes.Row.screen &+ 1],
            lanes[Lanes.Row.screen &+ 2]
        )
        let target = Triple(
            lanes[Lanes.Row.target],
            lanes[Lanes.Row.target &+ 1],
            lanes[Lanes.Row.target &+ 2]
        )
        let line = Triple(candidate).luma - screen
        let length = line.product(line, chromaWeight: limits.chromaWeight)
        let dot = target.product(line, chromaWeight: limits.chromaWeight)
        let divisor = length.greatest(Floats(repeating: 60))
        let share = (dot / divisor).greatest(Floats()).least(Floats(repeating: 1))
        let rest = target - line * share
        let under = (lanes[Lanes.Row.least] - share).greatest(Floats()) * 255
        let residual = rest.product(rest, chromaWeight: limits.chromaWeight)
        let impossible = limits.impossibleWeight * under * under
        let cost = (residual + impossible) * limits.perUnit + lanes[Lanes.Row.extra]
        let isLong = ~(length - 60).isNegative
        let isBetter = (cost - lanes[Lanes.Row.cost]).isNegative & isLong
        lanes[Lanes.Row.cost] = cost.taken(where: isBetter, else: lanes[Lanes.Row.cost])
        lanes[Lanes.Row.share] = share.taken(where: isBetter, else: lanes[Lanes.Row.share])
        let chroma = 1 - line.x * line.x / divisor
        lanes[Lanes.Row.chroma] = chroma.taken(where: isBetter, else: lanes[Lanes.Row.chroma])
        lanes[words: Lanes.Row.color] =
            candidate & isBetter | lanes[words: Lanes.Row.color] & ~isBetter
    }

    /// Color and alpha of eight pixels; as bytes, too.
    @inline(__always)
    private static func answer(_ batch: Batch, _ start: Int, _ limits: Limits) -> Words {
        let zero = Floats()
        let one = Floats(repeating: 1)
        var alpha = batch.get(Plane.share, start)
        if limits.sharpening > 0 {
            let chroma = batch.get(Plane.chroma, start)
            let squared = chroma * chroma
            let factor = 1 + limits.sharpening * squared * squared
            alpha = (0.5 + (alpha - 0.5) * factor).greatest(zero).least(one)
        }
        let screen = batch.triple(Plane.screen, start)
        let sample = batch.triple(Plane.sample, start)
        let divisor = alpha.greatest(Floats(repeating: 1e-3))
        let own = screen + (batch.triple(Plane.pixel, start) - screen) / divisor
        let change = (own - sample).luma
        let doubt = limits.lumaDoubt / divisor
        let trust = limits.spread / (limits.spread + doubt * doubt)
        let chromaDoubt = limits.chromaDoubt / divisor
        let chromaTrust = limits.spread / (limits.spread + chromaDoubt * chromaDoubt)
        let (luma, blue, red) = (change.x * trust, change.y * chromaTrust, change.z * chromaTrust)
        let color = Triple(
            sample.x + (luma + 1.402 * red),
            sample.y + (luma - 0.344_136 * blue - 0.714_136 * red),
            sample.z + (luma + 1.772 * blue)
        )
        batch.put(alpha, Plane.alpha, start)
        batch.put(color, Plane.color, start)
        // Next to nothing is nothing, and nearly everything is everything.
        let isSolid = (1 - 1.5 / 255 - alpha).isNegative
        let isClear = (alpha - 1.5 / 255).isNegative
        let bytes = (alpha.taken(where: ~isSolid, else: one) * 255).byte
        let pixels = color.x.byte | color.y.byte &<< 8 | color.z.byte &<< 16 | bytes &<< 24
        return pixels & ~isClear
    }
}
