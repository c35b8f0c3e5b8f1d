import KernelTypes
import Kernels
import KernelsWide
import Raster
import Testing

@Suite("Classification kernel")
struct ClassificationKernelTests {
    private static let screens: [(UInt8, UInt8, UInt8, Int, Float)] = [
        (0, 255, 0, 12, 0.97), (8, 162, 24, 400, 0.9), (255, 0, 255, 12, 0.97), (0, 0, 0, 0, 0),
        (255, 255, 255, 10816, 1),
    ]

    /// What a form makes of a row: both planes, and whether all is opaque.
    private struct Outcome: Equatable {
        var screen: [UInt64]
        var keyHued: [UInt64]
        var isOpaque: Bool
    }

    /// The reference, the baseline and, where the machine has it, the wide form.
    private func outcomes(
        _ pixels: [UInt32],
        _ red: UInt8,
        _ green: UInt8,
        _ blue: UInt8,
        _ distance: Int,
        _ cover: Float
    ) -> [Outcome] {
        typealias Planes = UnsafeMutablePointer<UInt64>
        let limits = ClassificationLimits(
            RGB(red, green, blue),
            distance: distance,
            cover: cover
        )
        let count = pixels.count
        var forms: [(UnsafeRawPointer, Planes, Planes) -> Bool] = [
            {
                Kernels.ClassificationKernel.reference(
                    $0,
                    count: count,
                    limits,
                    screen: $1,
                    keyHued: $2
                )
            },
            {
                Kernels.ClassificationKernel.vector(
                    $0,
                    count: count,
                    limits,
                    screen: $1,
                    keyHued: $2
                )
            },
        ]
        if KernelChoice.usesWideVectors {
            forms.append {
                KernelsWide.ClassificationKernel.vector(
                    $0,
                    count: count,
                    limits,
                    screen: $1,
                    keyHued: $2
                )
            }
        }
        return forms.map { form in
            var screen = [UInt64](repeating: 1, count: (count + 63) / 64)
            var keyHued = screen
            let isOpaque = pixels.withUnsafeBytes { source in
                source.baseAddress.map { form($0, &screen, &keyHued) }
            }
            return Outcome(screen: screen, keyHued: keyHued, isOpaque: isOpaque == true)
        }
    }

    @Test func `All forms agree on all 2^24 colors`() {
        for (r, g, b, distance, cover) in ClassificationKernelTests.screens {
            for blue in UInt32(0)..<256 {
                let pixels = (UInt32(0)..<65_536).map { $0 | blue << 16 | $0 << 24 }
                let all = outcomes(pixels, r, g, b, distance, cover)
                for outcome in all { #expect(outcome == all[0]) }
            }
        }
    }

    @Test func `All forms agree on every length, and on runs of screen`() {
        for count in 1...200 {
            var pixels = [UInt32](repeating: 0xFF00_FF00, count: count)
            func check(isOpaque: Bool) {
                let all = outcomes(pixels, 0, 255, 0, 12, 0.97)
                for outcome in all { #expect(outcome == all[0]) }
                #expect(all[0].isOpaque == isOpaque)
            }
            check(isOpaque: true)
            pixels[count * 2 / 3] = 0xFF20_3040
            check(isOpaque: true)
            pixels[count / 3] &= 0x7FFF_FFFF
            check(isOpaque: false)
        }
    }
}
