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
