import Raster

/// How a layer's color changes the one below; raw values as in Aseprite's files.
///
/// The formulas and their rounding are Aseprite's (`doc/blend_funcs.cpp`). Most come from W3C,
/// Compositing and Blending Level 1.
enum BlendMode: Int, CaseIterable {
    case normal
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case hardLight
    case softLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    case addition
    case subtract
    case divide

    /// Whether the channels of a color are blended together.
    var isOfHue: Bool { (BlendMode.hue.rawValue...BlendMode.luminosity.rawValue) ~= rawValue }

    /// Composites a pixel over another one, both with straight alpha; opacity is 0...255.
    ///
    /// Where either is translucent, the blended color counts as far as both are covered: the "new
    /// blend method", Aseprite's default since 1.2.
    @inline(__always)
    func blend(
        _ source: StraightPixel,
        over backdrop: StraightPixel,
        opacity: Int
    ) -> StraightPixel {
        if self == .normal || backdrop.a == 0 {
            return source.laid(over: backdrop, opacity: opacity)
        }
        return blendColor(source, over: backdrop, opacity: opacity)
    }

    private func blendColor(
        _ source: StraightPixel,
        over backdrop: StraightPixel,
        opacity: Int
    ) -> StraightPixel {
        let normal = source.laid(over: backdrop, opacity: opacity)
        let blended = mixed(source, backdrop).laid(over: backdrop, opacity: opacity)
        let both = Self.product(Int(backdrop.a), Self.product(Int(source.a), opacity))
        return normal.mixed(with: blended, part: Int(backdrop.a)).mixed(with: blended, part: both)
    }

    /// `a * b / 255`, rounded, as pixman computes it; also for a negative `a`.
    @inline(__always)
    static func product(_ a: Int, _ b: Int) -> Int {
        let product = a * b + 0x80
        return (product >> 8 + product) >> 8
    }

    /// The blended color with the source's alpha.
    private func mixed(_ source: StraightPixel, _ backdrop: StraightPixel) -> StraightPixel {
        let mix: HueMix
        switch self {
        case .hue: mix = HueMix(source).with(saturation: backdrop, luminosity: backdrop)
        case .saturation: mix = HueMix(backdrop).with(saturation: source, luminosity: backdrop)
        case .color: mix = HueMix(source).with(saturation: nil, luminosity: backdrop)
        case .luminosity: mix = HueMix(backdrop).with(saturation: nil, luminosity: source)
        default:
            return StraightPixel(
                r: channel(Int(backdrop.r), Int(source.r)),
                g: channel(Int(backdrop.g), Int(source.g)),
                b: channel(Int(backdrop.b), Int(source.b)),
                a: source.a
            )
        }
        return mix.pixel(alpha: source.a)
    }

    private func channel(_ backdrop: Int, _ source: Int) -> UInt8 {
        let value =
            switch self {
            case .multiply: Self.product(backdrop, source)
            case .screen: Self.screen(backdrop, source)
            case .overlay: Self.hardLight(source, backdrop)
            case .darken: min(backdrop, source)
            case .lighten: max(backdrop, source)
            case .colorDodge: Self.quotient(backdrop, 255 - source)
            case .colorBurn: 255 - Self.quotient(255 - backdrop, source)
            case .hardLight: Self.hardLight(backdrop, source)
            case .softLight: Self.softLight(backdrop, source)
            case .difference: abs(backdrop - source)
            case .exclusion: backdrop + source - 2 * Self.product(backdrop, source)
            case .addition: backdrop + source
            case .subtract: backdrop - source
            case .divide: Self.quotient(backdrop, source)
            case .normal, .hue, .saturation, .color, .luminosity: source
            }
        return UInt8(min(max(value, 0), 255))
    }

    private static func screen(_ backdrop: Int, _ source: Int) -> Int {
        backdrop + source - product(backdrop, source)
    }

    private static func hardLight(_ backdrop: Int, _ source: Int) -> Int {
        source < 128
            ? product(backdrop, 2 * source) : screen(backdrop, 2 * source - 255)
    }

    /// `a / b` of values from 0 to 255, at most 255; 0 / 0 is 0.
    private static func quotient(_ a: Int, _ b: Int) -> Int {
        if a == 0 { return 0 }
        return a >= b ? 255 : (a * 255 + b / 2) / b
    }

    private static func softLight(_ backdrop: Int, _ source: Int) -> Int {
        let (b, s) = (Double(backdrop) / 255, Double(source) / 255)
        let root = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        let value =
            s <= 0.5
            ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (root - b)
        return Int(value * 255 + 0.5)
    }
}

extension StraightPixel {
    /// Source-over with Aseprite's rounding.
    @inline(__always)
    fileprivate func laid(over backdrop: StraightPixel, opacity: Int) -> StraightPixel {
        let alpha = BlendMode.product(Int(a), opacity)
        if backdrop.a == 0 {
            return StraightPixel(r: r, g: g, b: b, a: UInt8(truncatingIfNeeded: alpha))
        }
        if a == 0 { return backdrop }
        if alpha == 255 { return self }
        let below = Int(backdrop.a)
        let whole = alpha + below - BlendMode.product(below, alpha)
        func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8(truncatingIfNeeded: Int(other) + (Int(own) - Int(other)) * alpha / whole)
        }
        return StraightPixel(
            r: channel(r, backdrop.r),
            g: channel(g, backdrop.g),
            b: channel(b, backdrop.b),
            a: UInt8(truncatingIfNeeded: whole)
        )
    }

    /// Interpolates toward another pixel by `part` of 255.
    fileprivate func mixed(with other: StraightPixel, part: Int) -> StraightPixel {
        func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
            let change = BlendMode.product(Int(other) - Int(own), part)
            return UInt8(truncatingIfNeeded: Int(own) + change)
        }
        let alpha = channel(a, other.a)
        if alpha == 0 { return .clear }
        if a == 0 { return StraightPixel(r: other.r, g: other.g, b: other.b, a: alpha) }
        if other.a == 0 { return StraightPixel(r: r, g: g, b: b, a: alpha) }
        return StraightPixel(
            r: channel(r, other.r),
            g: channel(g, other.g),
            b: channel(b, other.b),
            a: alpha
        )
    }
}

/// Sets a color's saturation or luminosity to another's: W3C, Compositing and Blending Level 1,
/// 10.2 "Non-separable blend modes".
private struct HueMix {
    private var channels: SIMD3<Double>

    init(_ pixel: StraightPixel) {
        channels = SIMD3(Double(pixel.r), Double(pixel.g), Double(pixel.b)) / 255
    }

    func with(saturation: StraightPixel?, luminosity: StraightPixel) -> HueMix {
        var result = self
        if let saturation { result.set(saturation: HueMix(saturation).saturation) }
        result.set(luminosity: HueMix(luminosity).luminosity)
        return result
    }

    /// Rounded down, like Aseprite.
    func pixel(alpha: UInt8) -> StraightPixel {
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(255 * value, 0), 255)) }
        return StraightPixel(
            r: byte(channels.x),
            g: byte(channels.y),
            b: byte(channels.z),
            a: alpha
        )
    }

    private var luminosity: Double { 0.3 * channels.x + 0.59 * channels.y + 0.11 * channels.z }

    private var saturation: Double { channels.max() - channels.min() }

    /// Sets the saturation like Aseprite.
    ///
    /// It matches W3C only if no two channels are equal: of those one may stay unchanged.
    private mutating func set(saturation: Double) {
        let (r, g, b) = (channels.x, channels.y, channels.z)
        let low = r < min(g, b) ? 0 : g < b ? 1 : 2
        let high = r > max(g, b) ? 0 : g > b ? 1 : 2
        let middle: Int
        if r > g {
            middle = g > b ? 1 : r > b ? 2 : 0
        } else {
            middle = g > b ? (b > r ? 2 : 0) : 1
        }
        let (least, most) = (channels[low], channels[high])
        let range = most - least
        channels[middle] = range > 0 ? (channels[middle] - least) * saturation / range : 0
        channels[high] = range > 0 ? saturation : 0
        channels[low] = 0
    }

    private mutating func set(luminosity: Double) {
        channels += luminosity - self.luminosity
        let (middle, low, high) = (self.luminosity, channels.min(), channels.max())
        if low < 0 { channels = middle + (channels - middle) * middle / (middle - low) }
        if high > 1 { channels = middle + (channels - middle) * (1 - middle) / (high - middle) }
    }
}
