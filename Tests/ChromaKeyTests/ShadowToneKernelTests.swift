import ChromaKey
import KernelTypes
import Kernels
import KernelsWide
import Raster
import TestSupport
import Testing

@Suite("Shadow tone kernel")
struct ShadowToneKernelTests {
    /// A row of pixels, the screen behind each, and which are asked.
    private struct Row {
        var pixels: [UInt32]
        var screens: [SIMD4<Float>]
        var asked: [UInt64]

        /// Colors that shadows have and that they have not, from a screen down to black and up to white.
        init(count: Int, from random: inout SeededRandom) {
            let words = (count + 63) / 64
            screens = (0..<words * 64).map { _ in
                SIMD4(
                    .random(in: 0...40, using: &random),
                    .random(in: 90...255, using: &random),
                    20.5,
                    0
                )
            }
            pixels = screens.prefix(count).map { screen in
                let share = Float.random(in: 0...1, using: &random)
                let level =
                    Float.random(in: 0...255, using: &random)
                    * Float.random(in: 0...1, using: &random)
                let color = screen * share + SIMD4(repeating: level) * (1 - share)
                let jitter = UInt32.random(in: 0...0x0303_0303, using: &random) & 0x0003_0303
                let word = (0..<3).reduce(UInt32(0)) { $0 | UInt32(color[$1]) << UInt32($1 * 8) }
                return word ^ jitter | 0xFF00_0000
            }
            asked = (0..<words).map { _ in .random(in: 0...(.max), using: &random) }
            if count % 64 != 0 { asked[words - 1] &= (1 << UInt64(count % 64)) - 1 }
            if words > 2 { asked[1] = 0 }
        }
    }

    private typealias Planes = [[UInt64]]

    private func reported(_ row: Row, isNegative: Bool, by kernels: KeyKernels) -> Planes {
        var planes = (0..<3).map { channel in row.screens.map { $0[channel] } }
        var bits = Planes(repeating: [UInt64](repeating: 7, count: row.asked.count), count: 3)
        withUnsafeMutablePointers(&planes) { behind in
            withUnsafeMutablePointers(&bits) { bits in
                row.pixels.withUnsafeBufferPointer { pixels in
                    kernels.classifyShadowTones(
                        ScreenPixels(
                            pixels: pixels.baseAddress!,
                            available: pixels.count,
                            planes: ScreenPlanes(red: behind[0], green: behind[1], blue: behind[2])
                        ),
                        row.asked.count,
                        row.asked,
                        isNegative,
                        bits[0],
                        bits[1],
                        bits[2]
                    )
                }
            }
        }
        return bits
    }

    private func expected(_ row: Row, isNegative: Bool) -> Planes {
        var bits = Planes(repeating: [UInt64](repeating: 0, count: row.asked.count), count: 3)
        for (x, word) in row.pixels.enumerated() where row.asked[x / 64] >> UInt64(x % 64) & 1 != 0
        {
            let color = SIMD4(Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), 0)
            let tone = ShadowTone(color, over: row.screens[x])
            let answers = [
                tone.isDark(isNegative: isNegative), tone.isFaint(isNegative: isNegative),
                tone.isShade(isNegative: isNegative),
            ]
            for (plane, answer) in answers.enumerated() where answer {
                bits[plane][x / 64] |= 1 << UInt64(x % 64)
            }
        }
        return bits
    }

    @Test(arguments: [false, true])
    func `tones are the same as one by one, in every form`(isNegative: Bool) {
        var random = SeededRandom(seed: 11)
        var seen = Planes(repeating: [], count: 3)
        for count in [1, 7, 8, 63, 64, 65, 200, 517] {
            let row = Row(count: count, from: &random)
            let wanted = expected(row, isNegative: isNegative)
            #expect(reported(row, isNegative: isNegative, by: Kernels.keyKernels) == wanted)
            if KernelChoice.usesWideVectors {
                #expect(
                    reported(row, isNegative: isNegative, by: KernelsWide.keyKernels) == wanted
                )
            }
            for plane in 0..<3 { seen[plane] += wanted[plane] }
        }
        // Of each answer there were some.
        for plane in seen { #expect(plane.contains { $0 != 0 }) }
    }
}

/// Calls `body` with where each of three arrays lies.
private func withUnsafeMutablePointers<Number>(
    _ arrays: inout [[Number]],
    _ body: ([UnsafeMutablePointer<Number>]) -> Void
) {
    var (a, b, c) = (arrays[0], arrays[1], arrays[2])
    a.withUnsafeMutableBufferPointer { a in
        b.withUnsafeMutableBufferPointer { b in
            c.withUnsafeMutableBufferPointer { c in
                body([a, b, c].compactMap(\.baseAddress))
            }
        }
    }
    arrays = [a, b, c]
}
