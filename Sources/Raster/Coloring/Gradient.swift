import KernelTypes

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Colors interpolated linearly between stops.
struct Gradient {
    /// Ascending; the last of several stops at one position starts the next segment.
    let stops: [GradientStop]

    /// The colors at evenly spaced levels from 0 to 1, as words; channels are rounded to nearest,
    /// halves up.
    func table(levels: Int, inLinearLight: Bool) -> [UInt32] {
        (0..<levels).map { level in
            color(at: Double(level) / Double(levels - 1), inLinearLight).word
        }
    }

    private func color(at position: Double, _ inLinearLight: Bool) -> RGB {
        guard let first = stops.first, let last = stops.last else { return RGB(0, 0, 0) }
        guard position >= first.position else { return first.color }
        let before = stops.lastIndex { $0.position <= position } ?? 0
        guard before + 1 < stops.count else { return last.color }
        let (low, high) = (stops[before], stops[before + 1])
        let share = (position - low.position) / (high.position - low.position)
        func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 {
            guard inLinearLight else {
                let value = Double(one) + (Double(other) - Double(one)) * share
                return UInt8((value + 0.5).rounded(.down))
            }
            let (dark, bright) = (Light.of(one), Light.of(other))
            return Light.code(dark + (bright - dark) * share)
        }
        return RGB(
            mixed(low.color.r, high.color.r),
            mixed(low.color.g, high.color.g),
            mixed(low.color.b, high.color.b)
        )
    }
}

/// The transfer function of sRGB: IEC 61966-2-1.
package enum Light {
    /// 0...1.
    package static func of(_ code: UInt8) -> Double {
        let value = Double(code) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Rounded to nearest, halves up.
    static func code(_ light: Double) -> UInt8 {
        let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(min(255, max(0, (value * 255 + 0.5).rounded(.down))))
    }
}
