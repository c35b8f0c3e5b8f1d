import ChromaKey
import ChromaKeyKernelValues
import ChromaKeyKernels
import ChromaKeyKernelsWide
import Raster
import TestSupport
import Testing

/// What a form makes of a row: pixels, bits of clear ones, number of opaque ones.
private struct Outcome: Equatable {
    var pixels: [UInt32]
    var clear: [UInt64]
    var opaque: Int
}

private struct Ramp: Sendable, CustomTestStringConvertible {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var low: Float
    var high: Float
    var testDescription: String { "\(red) \(green) \(blue), \(low) to \(high)" }
}

/// The reference, the baseline and, where the machine has it, the wide form, with the result in new
/// memory or over the source.
private func outcomes(of ramp: Ramp, on pixels: [UInt32], inPlace: Bool) -> [Outcome] {
    typealias Form = (UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt64>) ->
        Int
    let count = pixels.count
    let limits = ChromaRampLimits(
        red: ramp.red,
        green: ramp.green,
        blue: ramp.blue,
        low: ramp.low,
        high: ramp.high
    )
    var forms: [Form] = [
        { ChromaKeyKernels.ChromaRampKernel.reference($0, $1, count: count, limits, clear: $2) },
        { ChromaKeyKernels.ChromaRampKernel.vector($0, $1, count: count, limits, clear: $2) },
    ]
    if KernelChoice.usesWideVectors {
        forms.append {
            ChromaKeyKernelsWide.ChromaRampKernel.vector($0, $1, count: count, limits, clear: $2)
        }
    }
    return forms.map { form in
        var source = pixels
        var target = [UInt32](repeating: 1, count: count)
        var clear = [UInt64](repeating: 1, count: (count + 63) / 64)
        let opaque = source.withUnsafeMutableBytes { source in
            target.withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
                return form(from, inPlace ? from : to, &clear)
            }
        }
        return Outcome(pixels: inPlace ? source : target, clear: clear, opaque: opaque)
    }
}

struct ChromaRampTests {
    @Test(arguments: [
        Ramp(red: 0, green: 255, blue: 0, low: 0.4, high: 0.5),
        Ramp(red: 0, green: 255, blue: 0, low: 0, high: 1),
        Ramp(red: 8, green: 162, blue: 24, low: 0.1, high: 0.1),
        Ramp(red: 255, green: 0, blue: 255, low: 0.05, high: 0.35),
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

    @Test func `all forms agree on every length, in place or not`() {
        let ramp = Ramp(red: 0, green: 255, blue: 0, low: 0.4, high: 0.5)
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
        let ramp = ChromaRamp(red: 0, green: 255, blue: 0, low: 0.4, high: 0.5)
        let size = PixelSize(width: 4, height: 1)!
        let pixels = [
            StraightPixel(r: 0, g: 255, b: 0), StraightPixel(r: 255, g: 255, b: 255),
            // Chroma distances 0.454, and 0.454 under an alpha of a half.
            StraightPixel(r: 217, g: 255, b: 217), StraightPixel(r: 217, g: 255, b: 217, a: 128),
        ]
        let (result, outcome) = ramp(StraightImage(size: size, pixels: pixels)!)
        #expect(result.pixels.map(\.a) == [0, 255, 143, 72])
        #expect(result.pixels.map(\.g) == [255, 255, 255, 255])
        #expect(outcome.clear == [1])
        #expect(outcome.opaque == 1)
    }
}
