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
        /// What a search works with, in the order of `Lanes.Row`.
        static let lanes = 6
        /// How far the explanation is off; the greatest cost where no sample explains the pixel.
        package static let cost = lanes + Lanes.Row.cost
        package static let share = lanes + Lanes.Row.share
        package static let chroma = lanes + Lanes.Row.chroma
        /// The sample's color, RGBA8.
        package static let sample = lanes + Lanes.Row.color
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
        if limits.takesNearest {
            unsafe searchNearest(places, count, field, limits, greatestCost, batch, words)
        } else {
            unsafe search(places, count, field, limits, greatestCost, batch, words)
        }
        for start in Swift.stride(from: 0, to: count, by: 8) {
            let bytes = answer(batch, start, limits)
            unsafe UnsafeMutableRawPointer(words + start).storeBytes(of: bytes, as: Words.self)
        }
    }

    @safe
    struct Batch {
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

        /// What is searched with for eight pixels.
        @inline(__always)
        func lanes(_ start: Int) -> Lanes {
            unsafe Lanes(
                memory: planes + (Plane.lanes &* capacity &+ start),
                bytesPerRow: capacity &* 4
            )
        }
    }

    /// What is asked of eight pixels: where they lie from the screen, and their least alpha.
    @inline(__always)
    private static func prepare(_ pixels: Words, _ batch: Batch, _ start: Int) {
        let pixel = Triple(pixels)
        let screen = batch.triple(Plane.screen, start)
        let one = Floats(repeating: 1)
        let red = (pixel.x - screen.x).positive / (255 - screen.x).greatest(one)
        let blue = (pixel.z - screen.z).positive / (255 - screen.z).greatest(one)
        let drop = (screen.y - pixel.y).positive / screen.y.greatest(one)
        let rise = (pixel.y - screen.y).positive / (255 - screen.y).greatest(Floats(repeating: 64))
        let most = red.greatest(blue)
        let own = most.greatest(drop).greatest(rise)
        let vlahos = (drop + most).least(one)
        let screenLuma = screen.luma
        batch.put(pixel, Plane.pixel, start)
        let lanes = batch.lanes(start)
        lanes.put(pixel.luma - screenLuma, Lanes.Row.target)
        lanes.put(screenLuma, Lanes.Row.screen)
        lanes[Lanes.Row.least] = own.least(vlahos.greatest(rise))
    }

    /// Color and alpha of eight pixels; as bytes, too.
    @inline(__always)
    private static func answer(_ batch: Batch, _ start: Int, _ limits: Limits) -> Words {
        let one = Floats(repeating: 1)
        var alpha = batch.get(Plane.share, start)
        if limits.sharpening > 0 {
            let chroma = batch.get(Plane.chroma, start)
            let squared = chroma * chroma
            let factor = 1 + limits.sharpening * squared * squared
            alpha = (0.5 + (alpha - 0.5) * factor).positive.least(one)
        }
        let screen = batch.triple(Plane.screen, start)
        let sample = Triple(batch.lanes(start)[words: Lanes.Row.color])
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
