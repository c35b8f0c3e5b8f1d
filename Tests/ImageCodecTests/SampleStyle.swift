import Raster

/// Small pictures of the kinds that files store differently.
enum SampleStyle: CaseIterable {
    case noise
    case opaqueNoise
    case clear
    case sprite
    case spriteWithHardEdges
    case colorsUnderAlphaZero
    case twoColors
    case fourColors
    case fewTranslucentColors
    case manyColors
    case blackAndWhite
    case grayInSteps
    case gray
    case grayWithHole
    case grayWithAlpha
    case gradient

    func draw(_ size: PixelSize, _ random: inout SeededRandom) -> StraightImage {
        var image = StraightImage(size: size)
        let palette = (0..<300).map { _ in random.pixel() }
        for y in 0..<size.height {
            for x in 0..<size.width {
                image[x, y] = pixel(x, y, size, palette, &random)
            }
        }
        return image
    }

    private func pixel(
        _ x: Int,
        _ y: Int,
        _ size: PixelSize,
        _ palette: [StraightPixel],
        _ random: inout SeededRandom
    ) -> StraightPixel {
        let n = random.next(below: 300)
        func gray(_ value: Int, alpha: Int = 255) -> StraightPixel {
            let level = UInt8(value)
            return StraightPixel(r: level, g: level, b: level, a: UInt8(alpha))
        }
        func opaque(_ pixel: StraightPixel) -> StraightPixel {
            StraightPixel(r: pixel.r, g: pixel.g, b: pixel.b)
        }
        let isInside = x * 3 > size.width && y * 3 > size.height
        return switch self {
        case .noise: random.pixel()
        case .opaqueNoise: opaque(random.pixel())
        case .clear: .clear
        case .sprite: isInside ? palette[n % 7] : .clear
        case .spriteWithHardEdges: isInside ? opaque(random.pixel()) : .clear
        case .colorsUnderAlphaZero: StraightPixel(r: UInt8(n % 256), g: 9, b: 4, a: 0)
        case .twoColors: palette[n % 2]
        case .fourColors: opaque(palette[n % 4])
        case .fewTranslucentColors: palette[n % 16]
        case .manyColors: palette[n % 256]
        case .blackAndWhite: gray(n % 2 * 255)
        case .grayInSteps: gray(n % 16 * 17)
        case .gray: gray(n % 256)
        case .grayWithHole: isInside ? gray(n % 255 + 1) : .clear
        case .grayWithAlpha: gray(n % 256, alpha: (n * 7) % 256)
        case .gradient: StraightPixel(r: UInt8(x * 3), g: UInt8(y * 3), b: UInt8(x + y))
        }
    }
}

/// A repeatable source of numbers (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func pixel() -> StraightPixel {
        let bits = next()
        return StraightPixel(
            r: UInt8(truncatingIfNeeded: bits),
            g: UInt8(truncatingIfNeeded: bits >> 8),
            b: UInt8(truncatingIfNeeded: bits >> 16),
            a: UInt8(truncatingIfNeeded: bits >> 24)
        )
    }
}
