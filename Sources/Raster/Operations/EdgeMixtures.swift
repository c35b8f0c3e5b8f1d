internal import RasterKernels
internal import RasterKernelsWide

/// Explains edge pixels as mixtures of the screen and a color nearby, many at a time.
///
/// How, and what the numbers mean, says `EdgeSolver` in ChromaKey, which does the same for one pixel.
package struct EdgeMixtures {
    /// What differs between kinds of pictures.
    package struct Limits: Sendable {
        package var chromaWeight: Float
        package var perUnit: Float
        package var impossibleWeight: Float
        package var distanceCost: Float
        package var sharpening: Float
        package var spread: Float
        package var lumaDoubt: Float
        package var chromaDoubt: Float
        package var takesNearest: Bool

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

    /// What a pixel is a mixture of.
    package struct Answer {
        /// 0...1.
        package var alpha: Float
        /// Code values: r, g, b and 0; may lie outside of 0...255.
        package var color: SIMD4<Float>
        /// Both as bytes, clear when alpha rounds to less than 1.5 of 255.
        package var pixel: StraightPixel
        /// How far the explanation is off; not less than what was asked for when there is none.
        package var cost: Float

        @inlinable
        package init(alpha: Float, color: SIMD4<Float>, pixel: StraightPixel, cost: Float) {
            self.alpha = alpha
            self.color = color
            self.pixel = pixel
            self.cost = cost
        }
    }

    /// A color that a pixel may be a mixture with, and what was found about the mixture.
    package struct Match {
        /// How far the explanation is off; the greatest number when there is none.
        package var cost: Float
        /// The sample's share, 0...1.
        package var share: Float
        /// Code values: r, g, b and 0.
        package var color: SIMD4<Float>
        /// How much of the difference between the two colors is chroma, 0...1.
        package var chroma: Float

        package init(
            cost: Float = .greatestFiniteMagnitude,
            share: Float = 0,
            color: SIMD4<Float> = SIMD4(),
            chroma: Float = 0
        ) {
            self.cost = cost
            self.share = share
            self.color = color
            self.chroma = chroma
        }
    }

    private let baseline: RasterKernels.EdgeMixtures.Limits
    private let wide: RasterKernelsWide.EdgeMixtures.Limits
    private let rings: SampleRings
    @usableFromInline var planes: [Float]
    @usableFromInline var words: [UInt32]
    /// Where in `planes` the answers begin.
    @usableFromInline let alphas = RasterKernels.EdgeMixtures.Plane.alpha * capacity
    @usableFromInline let colors = RasterKernels.EdgeMixtures.Plane.color * capacity
    @usableFromInline let costs = RasterKernels.EdgeMixtures.Plane.cost * capacity

    /// Pixels that are explained at once, at most.
    @inlinable package static var capacity: Int { 256 }

    /// - Parameters:
    ///   - limits: what differs between kinds of pictures.
    ///   - radius: how many columns and rows away samples are looked for; 4 or 6.
    ///   - screen: what is behind every pixel, code values: r, g, b and 0.
    package init(_ limits: Limits, radius: Int, over screen: SIMD4<Float>) {
        precondition(EdgeMixtures.capacity == RasterKernels.EdgeMixtures.capacity)
        rings = radius == 4 ? .four : .six
        precondition(radius == rings.radius, "no rings of this radius")
        planes = [Float](repeating: 0, count: RasterKernels.EdgeMixtures.size)
        words = [UInt32](repeating: 0, count: EdgeMixtures.capacity)
        baseline = .init(
            chromaWeight: limits.chromaWeight,
            perUnit: limits.perUnit,
            impossibleWeight: limits.impossibleWeight,
            distanceCost: limits.distanceCost,
            sharpening: limits.sharpening,
            spread: limits.spread,
            lumaDoubt: limits.lumaDoubt,
            chromaDoubt: limits.chromaDoubt,
            takesNearest: limits.takesNearest
        )
        wide = .init(
            chromaWeight: limits.chromaWeight,
            perUnit: limits.perUnit,
            impossibleWeight: limits.impossibleWeight,
            distanceCost: limits.distanceCost,
            sharpening: limits.sharpening,
            spread: limits.spread,
            lumaDoubt: limits.lumaDoubt,
            chromaDoubt: limits.chromaDoubt,
            takesNearest: limits.takesNearest
        )
        for index in 0..<EdgeMixtures.capacity { put(screen, index) }
    }

    private mutating func put(_ screen: SIMD4<Float>, _ index: Int) {
        for channel in 0..<3 {
            planes[channel &* EdgeMixtures.capacity &+ index] = screen[channel]
        }
    }

    /// Explains pixels.
    ///
    /// - Parameters:
    ///   - places: at most `capacity` columns and rows inside of the picture.
    ///   - screens: what is behind each of them; empty for what `init` was told.
    ///   - greatestCost: explanations that cost as much are none.
    ///   - picture: RGBA8 pixels, packed.
    ///   - width: of the picture.
    ///   - height: of the picture.
    ///   - samples: one bit a pixel, lowest first, rows padded with zeros to whole words: those that
    ///     show a solid color alone.
    package mutating func solve(
        _ places: [SIMD2<Int32>],
        over screens: [SIMD4<Float>],
        below greatestCost: Float,
        in picture: UnsafePointer<UInt32>,
        width: Int,
        height: Int,
        samples: UnsafePointer<UInt64>
    ) {
        if places.isEmpty { return }
        for (index, screen) in screens.enumerated() { put(screen, index) }
        let (rings, baseline, wide, count) = (rings, baseline, wide, places.count)
        unsafe rings.withTables { masks, squares, around in
            unsafe places.withUnsafeBufferPointer { places in
                unsafe planes.withUnsafeMutableBufferPointer { planes in
                    unsafe words.withUnsafeMutableBufferPointer { words in
                        if KernelChoice.usesWideVectors {
                            unsafe RasterKernelsWide.EdgeMixtures.vector(
                                places.start,
                                count: count,
                                in: .init(
                                    picture: picture,
                                    width: width,
                                    height: height,
                                    samples: samples,
                                    rings: .init(
                                        radius: rings.radius,
                                        count: rings.count,
                                        masks: masks,
                                        squares: squares,
                                        places: around
                                    )
                                ),
                                wide,
                                below: greatestCost,
                                planes: planes.start,
                                words: words.start
                            )
                        } else {
                            unsafe RasterKernels.EdgeMixtures.vector(
                                places.start,
                                count: count,
                                in: .init(
                                    picture: picture,
                                    width: width,
                                    height: height,
                                    samples: samples,
                                    rings: .init(
                                        radius: rings.radius,
                                        count: rings.count,
                                        masks: masks,
                                        squares: squares,
                                        places: around
                                    )
                                ),
                                baseline,
                                below: greatestCost,
                                planes: planes.start,
                                words: words.start
                            )
                        }
                    }
                }
            }
        }
    }

    /// The best of the samples around one of the pixels asked.
    package func match(_ index: Int) -> Match {
        typealias Plane = RasterKernels.EdgeMixtures.Plane
        func number(_ plane: Int) -> Float { planes[plane &* EdgeMixtures.capacity &+ index] }
        let sample = number(Plane.sample).bitPattern
        return Match(
            cost: number(Plane.cost),
            share: number(Plane.share),
            color: SIMD4(
                Float(sample & 255),
                Float(sample >> 8 & 255),
                Float(sample >> 16 & 255),
                0
            ),
            chroma: number(Plane.chroma)
        )
    }

    /// What was found about one of the pixels asked.
    @inlinable
    package subscript(index: Int) -> Answer {
        let word = words[index]
        let blue = colors &+ 2 &* EdgeMixtures.capacity
        return Answer(
            alpha: planes[alphas &+ index],
            color: SIMD4(
                planes[colors &+ index],
                planes[colors &+ EdgeMixtures.capacity &+ index],
                planes[blue &+ index],
                0
            ),
            pixel: StraightPixel(
                r: UInt8(truncatingIfNeeded: word),
                g: UInt8(truncatingIfNeeded: word &>> 8),
                b: UInt8(truncatingIfNeeded: word &>> 16),
                a: UInt8(truncatingIfNeeded: word &>> 24)
            ),
            cost: planes[costs &+ index]
        )
    }
}

/// Where samples are looked for: the pixels around one, by distance, as the kernel wants them.
private struct SampleRings {
    let radius: Int
    let count: Int
    private var masks: [UInt64] = []
    private var squares: [Int32] = []
    /// Columns and rows from the center.
    private var places: [SIMD2<Int32>]

    static let four = SampleRings(radius: 4)
    static let six = SampleRings(radius: 6)

    private init(radius: Int) {
        self.radius = radius
        let rowsPerPart = RasterKernels.EdgeMixtures.Rings.rowsPerPart(radius)
        let side = 2 * radius + 1
        let parts = (side + rowsPerPart - 1) / rowsPerPart
        places = [SIMD2<Int32>](repeating: SIMD2(), count: parts * 64)
        var rings = [[UInt64]?](repeating: nil, count: 2 * radius * radius + 1)
        for row in 0..<side {
            for column in 0..<side where row != radius || column != radius {
                let (part, bit) = (row / rowsPerPart, row % rowsPerPart * side + column)
                let (dx, dy) = (column - radius, row - radius)
                places[part * 64 + bit] = SIMD2(Int32(dx), Int32(dy))
                let squared = dx * dx + dy * dy
                var ring = rings[squared] ?? [UInt64](repeating: 0, count: parts)
                ring[part] |= 1 << UInt64(bit)
                rings[squared] = ring
            }
        }
        for (squared, ring) in rings.enumerated() {
            guard let ring else { continue }
            masks += ring
            squares.append(Int32(squared))
        }
        count = squares.count
    }

    func withTables(
        _ body: (UnsafePointer<UInt64>, UnsafePointer<Int32>, UnsafePointer<SIMD2<Int32>>) -> Void
    ) {
        unsafe masks.withUnsafeBufferPointer { masks in
            unsafe squares.withUnsafeBufferPointer { squares in
                unsafe places.withUnsafeBufferPointer { places in
                    unsafe body(masks.start, squares.start, places.start)
                }
            }
        }
    }
}
