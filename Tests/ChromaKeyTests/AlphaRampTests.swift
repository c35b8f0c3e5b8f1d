import ChromaKey
import KernelTypes
import Kernels
import KernelsWide
import Raster
import TestSupport
import Testing

/// What a form makes of a row: pixels, bits of clear ones, number of opaque ones.
private struct Outcome: Equatable {
    var pixels: [UInt32]
    var clear: [UInt64]
    var opaque: Int
}

/// A form: source, target, count, bits of clear pixels.
private typealias Form = (
    UnsafeRawPointer, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<UInt64>
) -> Int

/// Low, and how much farther the ramp goes.
private struct Ramp: Sendable, CustomTestStringConvertible {
    enum Formula { case chroma, distance }

    var formula: Formula
    var key: RGB
    var low: Float
    var width: Float

    var testDescription: String { "\(formula) from \(key), \(low) over \(width)" }

    /// The reference, the baseline and, where the machine has it, the wide form.
    var forms: [Form] {
        typealias Baseline = Kernels.RampKernel
        typealias Wide = KernelsWide.RampKernel
        let limits = RampLimits(key, isChroma: formula == .chroma, low: low, width: width)
        let forms: [Form] = [
            { Baseline.reference($0, $1, count: $2, limits, clear: $3) },
            { Baseline.vector($0, $1, count: $2, limits, clear: $3) },
            { Wide.vector($0, $1, count: $2, limits, clear: $3) },
        ]
        return KernelChoice.usesWideVectors ? forms : Array(forms.prefix(2))
    }
}

/// What each form makes of pixels, with the result in new memory or over the source.
private func outcomes(of ramp: Ramp, on pixels: [UInt32], inPlace: Bool) -> [Outcome] {
    let count = pixels.count
    return ramp.forms.map { form in
        var source = pixels
        var target = [UInt32](repeating: 1, count: count)
        var clear = [UInt64](repeating: 1, count: (count + 63) / 64)
        let opaque = source.withUnsafeMutableBytes { source in
            target.withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
                return form(from, inPlace ? from : to, count, &clear)
            }
        }
        return Outcome(pixels: inPlace ? source : target, clear: clear, opaque: opaque)
    }
}

struct AlphaRampTests {
    @Test(arguments: [
        Ramp(formula: .chroma, key: RGB(0, 255, 0), low: 0.4, width: 0.1),
        Ramp(formula: .chroma, key: RGB(0, 255, 0), low: 0, width: 1),
        Ramp(formula: .chroma, key: RGB(8, 162, 24), low: 0.1, width: 0),
        Ramp(formula: .chroma, key: RGB(255, 0, 255), low: 0.05, width: 0.3),
        Ramp(formula: .distance, key: RGB(0, 255, 0), low: 0.5, width: 0.08),
        Ramp(formula: .distance, key: RGB(0, 255, 0), low: 0, width: 2),
        Ramp(formula: .distance, key: RGB(8, 162, 24), low: 0.2, width: 0),
        Ramp(formula: .distance, key: RGB(255, 0, 255), low: 0.26, width: 1e-30),
        Ramp(formula: .distance, key: RGB(0, 0, 255), low: 0, width: 0),
        Ramp(formula: .distance, key: RGB(128, 128, 128), low: 2, width: 0.5),
    ])
    private func `all forms agree on all colors`(ramp: Ramp) {
        for blue in UInt32(0)..<256 {
            // Opaque, and with an alpha that is nowhere the same as its neighbor's.
            let colors = (UInt32(0)..<65_536).map { $0 | blue << 16 }
            for alphas in [{ _ in 255 << 24 }, { $0 &* 0x9E37_79B1 & 0xFF00_0000 }]
                as [(UInt32) -> UInt32]
            {
                let all = outcomes(of: ramp, on: colors.map { $0 | alphas($0) }, inPlace: false)
                for outcome in all { #expect(outcome == all[0]) }
            }
        }
    }

    @Test(arguments: [
        Ramp(formula: .chroma, key: RGB(0, 255, 0), low: 0.4, width: 0.1),
        Ramp(formula: .distance, key: RGB(0, 255, 0), low: 0.5, width: 0.3),
    ])
    private func `all forms agree on every length, in place or not`(ramp: Ramp) {
        var random = SeededRandom(seed: 3)
        for count in 1...200 {
            // Runs of screen, solid art and noise.
            var pixels = (0..<count).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
            let screen = Int.random(in: 0..<count, using: &random)
            for index in 0..<screen { pixels[index] = 0xFF00_FF00 }
            for index in screen..<min(count, screen + 20) { pixels[index] = 0xFF20_20C0 }
            let all = [false, true].flatMap { outcomes(of: ramp, on: pixels, inPlace: $0) }
            for outcome in all { #expect(outcome == all[0]) }
        }
    }

    @Test func `alpha follows the filter's formula`() {
        let ramp = AlphaRamp(chroma: RGB(0, 255, 0), low: 0.4, high: 0.5)
        let size = PixelSize(width: 4, height: 1)!
        let pixels = [
            StraightPixel(r: 0, g: 255, b: 0), StraightPixel(r: 255, g: 255, b: 255),
            // Chroma distances 0.454, and 0.454 under an alpha of a half.
            StraightPixel(r: 217, g: 255, b: 217), StraightPixel(r: 217, g: 255, b: 217, a: 128),
        ]
        var result = StraightImage(size: size, pixels: pixels)!
        let outcome = ramp(&result)
        #expect(result.pixels.map(\.a) == [0, 255, 143, 72])
        #expect(result.pixels.map(\.g) == [255, 255, 255, 255])
        #expect(outcome.clear.words == [1])
        #expect(outcome.opaque == 1)
    }

    /// Low and high; alpha is the formula's own, rounded, but for what 32 bits round before.
    @Test(arguments: [(0.4, 0.5), (0, 1), (0.1, 0.4), (0.05, 0.051), (0.3, 0.3)])
    func `alpha is the exact formula's, rounded`(low: Double, high: Double) {
        let (low, high) = (Double(Float(low)), Double(Float(high)))
        let ramp = AlphaRamp(chroma: RGB(8, 250, 20), low: Float(low), high: Float(high))
        func chroma(_ r: Int, _ g: Int, _ b: Int) -> (red: Double, blue: Double) {
            let (r, g, b) = (Double(r) / 255, Double(g) / 255, Double(b) / 255)
            let luma = 0.2989 * r + 0.5866 * g + 0.1145 * b
            return (0.7132 * (r - luma), 0.5647 * (b - luma))
        }
        let key = chroma(8, 250, 20)
        var worst = 0.0
        for blue in stride(from: 0, through: 255, by: 5) {
            var result = painted(86, 86) { x, y in
                StraightPixel(r: UInt8(x * 3), g: UInt8(y * 3), b: UInt8(blue))
            }
            _ = ramp(&result)
            for y in 0..<86 {
                for x in 0..<86 {
                    let own = chroma(x * 3, y * 3, blue)
                    let (dr, db) = (own.red - key.red, own.blue - key.blue)
                    let distance = (dr * dr + db * db).squareRoot()
                    // Where the ramp is steep, 32 bits do not hold a distance well enough.
                    if high - low < 0.01, abs(distance - low) < 1e-6 { continue }
                    let t =
                        high > low
                        ? min(max((distance - low) / (high - low), 0), 1) : distance < low ? 0 : 1
                    let exact = 255 * (t * t * (3 - 2 * t))
                    worst = max(worst, abs(Double(result[x, y].a) - exact))
                }
            }
        }
        #expect(worst <= (high - low < 0.01 ? 0.6 : 0.502))
    }
}
