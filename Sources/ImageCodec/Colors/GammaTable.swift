internal import Foundation

/// What each value of a picture with a gAMA chunk is in sRGB, in 8 bits.
///
/// PNG, Third Edition, 13.13: light is the sample to the power of 1/gamma. sRGB's own curve (IEC
/// 61966-2-1) brings it back.
///
/// - Parameters:
///   - gamma: above 0.
///   - values: how many values a sample has.
/// - Returns: the table, by sample.
func gammaTable(_ gamma: Double, values: Int) -> [UInt8] {
    (0..<values).map { value in
        let light = pow(Double(value) / Double(values - 1), 1 / gamma)
        let code = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((min(max(code, 0), 1) * 255).rounded())
    }
}
