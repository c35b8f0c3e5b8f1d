import KernelTypes
import Raster

/// Two-color unmixing of a batch of pixels; `TwoColorUnmixing` is the reference form.
@safe
struct UnmixingBatch {
    /// The mixture found for a pixel.
    struct Answer {
        /// 0...1.
        var alpha: Float
        /// Color and alpha, clear if that is less than 1.5 of 255.
        var pixel: StraightPixel
        /// The error of the explanation; at least the requested limit if none exists.
        var cost: Float
    }

    /// A color for a mixture, and facts about the mixture.
    struct Match {
        /// The error of the explanation; the greatest number if none exists.
        var cost = Float.greatestFiniteMagnitude
        /// The sample's share, 0...1.
        var share: Float = 0
        /// Code values: r, g, b and 0.
        var color = SIMD4<Float>()
    }

    private let limits: UnmixingLimits
    private let screen: Screen
    private let kernels: KeyKernels = unsafe chosenKernels
    private var planes: [Float]
    private var words: [UInt32]

    init(_ limits: UnmixingLimits, over screen: Screen) {
        self.limits = limits
        self.screen = screen
        planes = [Float](repeating: 0, count: unsafe kernels.unmixingSize)
        words = [UInt32](repeating: 0, count: UnmixingPlane.capacity)
        for index in 0..<UnmixingPlane.capacity { put(screen.color, index) }
    }

    private mutating func put(_ screen: SIMD4<Float>, _ index: Int) {
        for channel in 0..<3 {
            planes[channel &* UnmixingPlane.capacity &+ index] = screen[channel]
        }
    }

    /// Explains up to `UnmixingPlane.capacity` pixels inside of the image.
    ///
    /// Explanations that cost `greatestCost` or more do not count.
    mutating func unmix(
        _ places: [SIMD2<Int32>],
        in field: SampleField,
        below greatestCost: Float
    ) {
        if places.isEmpty { return }
        if !screen.isFlat {
            for (index, place) in places.enumerated() {
                put(screen(Int(place.x), Int(place.y)), index)
            }
        }
        let (limits, unmix) = unsafe (limits, kernels.unmix)
        unsafe places.withUnsafeBufferPointer { places in
            unsafe unmix(places, field, limits, greatestCost, &planes, &words)
        }
    }

    private func number(_ plane: Int, _ index: Int) -> Float {
        planes[plane &* UnmixingPlane.capacity &+ index]
    }

    /// The best sample for one of the pixels.
    func match(_ index: Int) -> Match {
        Match(
            cost: number(UnmixingPlane.cost, index),
            share: number(UnmixingPlane.share, index),
            color: TwoColorUnmixing.color(number(UnmixingPlane.sample, index).bitPattern)
        )
    }

    subscript(index: Int) -> Answer {
        Answer(
            alpha: number(UnmixingPlane.share, index),
            pixel: StraightPixel(word: words[index]),
            cost: number(UnmixingPlane.cost, index)
        )
    }
}

/// The search window: pixels around one, by distance, in the kernel's layout.
struct RingTables {
    private let radius: Int
    private let count: Int
    private var masks: [UInt64] = []
    private var squares: [Int32] = []
    /// Columns and rows from the center.
    private var places: [SIMD2<Int32>]

    private static let four = RingTables(radius: 4)
    private static let six = RingTables(radius: 6)

    /// Those within `radius` columns and rows, 4 or 6.
    static func within(_ radius: Int) -> RingTables {
        let rings = radius == 4 ? four : six
        precondition(radius == rings.radius, "no rings of this radius")
        return rings
    }

    private init(radius: Int) {
        self.radius = radius
        let rowsPerPart = SampleRings.rowsPerPart(radius)
        let side = 2 * radius + 1
        let parts = (side + rowsPerPart - 1) / rowsPerPart
        places = [SIMD2<Int32>](repeating: SIMD2(), count: parts * 64)
        for offset in SearchOffset.all(within: radius) {
            let (row, column) = (offset.dy + radius, offset.dx + radius)
            let (part, bit) = (row / rowsPerPart, row % rowsPerPart * side + column)
            places[part * 64 + bit] = SIMD2(Int32(offset.dx), Int32(offset.dy))
            if squares.last != Int32(offset.squared) {
                squares.append(Int32(offset.squared))
                masks += repeatElement(0, count: parts)
            }
            masks[masks.count - parts + part] |= 1 << UInt64(bit)
        }
        count = squares.count
    }

    func withRings(_ body: (SampleRings) -> Void) {
        func call(
            _ masks: UnsafePointer<UInt64>,
            _ squares: UnsafePointer<Int32>,
            _ places: UnsafePointer<SIMD2<Int32>>
        ) {
            let rings = unsafe SampleRings(
                radius: radius,
                count: count,
                masks: masks,
                squares: squares,
                places: places
            )
            body(rings)
        }
        unsafe call(masks, squares, places)
    }
}
