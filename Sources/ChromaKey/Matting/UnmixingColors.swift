import Raster

extension TwoColorUnmixing {
    @inline(__always)
    static func color(_ word: UInt32) -> SIMD4<Float> {
        SIMD4(Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), 0)
    }

    @inline(__always)
    static func color(_ pixel: StraightPixel) -> SIMD4<Float> {
        SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
    }

    /// Luma and chroma as in JPEG (ITU-R BT.601, full range).
    @inline(__always)
    static func luma(_ c: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4<Float>(0.299, -0.168_74, 0.5, 0) * c.x
            + SIMD4<Float>(0.587, -0.331_26, -0.418_69, 0) * c.y
            + SIMD4<Float>(0.114, 0.5, -0.081_31, 0) * c.z
    }

    /// The color of this luma with the chroma given, or as much of it as a color of that luma can
    /// have; r, g, b in 0...255 and 0.
    static func color(luma: Float, cb: Float, cr: Float) -> SIMD4<Float> {
        let luma = min(max(luma, 0), 255)
        let chroma = SIMD4<Float>(1.402 * cr, -0.344_136 * cb - 0.714_136 * cr, 1.772 * cb, 0)
        let most = max(chroma.max(), 1e-6)
        let least = min(chroma.min(), -1e-6)
        let share = min(1, (255 - luma) / most, luma / -least)
        return SIMD4(luma, luma, luma, 0) + chroma * share
    }
}

extension UnmixingBatch.Answer {
    init(alpha: Float, color: SIMD4<Float>, cost: Float) {
        let isExplained = cost < .greatestFiniteMagnitude
        let pixel = StraightPixel(color, alpha: alpha, isLimited: !isExplained)
        self.init(alpha: alpha, color: color, pixel: pixel, cost: cost)
    }

    var isExplained: Bool { cost < .greatestFiniteMagnitude }
}

extension StraightPixel {
    /// A color and alpha (0...1) rounded; next to nothing is nothing, nearly everything everything.
    ///
    /// A limited color is not greener than red or blue.
    init(_ color: SIMD4<Float>, alpha: Float, isLimited: Bool) {
        if alpha < 1.5 / 255 {
            self = .clear
            return
        }
        let alpha = alpha > 1 - 1.5 / 255 ? 1 : alpha
        self.init(r: byte(color.x), g: byte(color.y), b: byte(color.z), a: byte(alpha * 255))
        if isLimited { g = min(g, max(r, b)) }
    }
}
