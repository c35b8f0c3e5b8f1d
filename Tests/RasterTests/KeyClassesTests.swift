import RasterKernels
import Testing

@Suite("Key classes")
struct KeyClassesTests {
    private static let screens: [(UInt8, UInt8, UInt8, Int, Float)] = [
        (0, 255, 0, 12, 0.97), (8, 162, 24, 400, 0.9), (255, 0, 255, 12, 0.97), (0, 0, 0, 0, 0),
        (255, 255, 255, 10816, 1),
    ]

    private func bits(
        _ pixels: [UInt32],
        _ limits: KeyClasses.Limits,
        isVector: Bool
    ) -> [[UInt64]] {
        let count = (pixels.count + 63) / 64
        var screen = [UInt64](repeating: 1, count: max(count, 1))
        var leaning = screen
        unsafe pixels.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            if isVector {
                unsafe KeyClasses.vector(
                    base,
                    count: pixels.count,
                    limits,
                    screen: &screen,
                    leaning: &leaning
                )
            } else {
                unsafe KeyClasses.reference(
                    base,
                    count: pixels.count,
                    limits,
                    screen: &screen,
                    leaning: &leaning
                )
            }
        }
        return [screen, leaning]
    }

    @Test("Reference and vector agree on all 2^24 colors")
    func formsAgreeOnAllColors() {
        for (r, g, b, distance, cover) in KeyClassesTests.screens {
            let limits = KeyClasses.Limits(
                red: r,
                green: g,
                blue: b,
                distance: distance,
                cover: cover
            )
            for blue in UInt32(0)..<256 {
                let pixels = (UInt32(0)..<65_536).map { $0 | blue << 16 | $0 << 24 }
                let expected = bits(pixels, limits, isVector: false)
                #expect(bits(pixels, limits, isVector: true) == expected)
            }
        }
    }

    @Test("Reference and vector agree on every length, and on runs of screen")
    func formsAgreeOnLengths() {
        let limits = KeyClasses.Limits(red: 0, green: 255, blue: 0, distance: 12, cover: 0.97)
        for count in 1...200 {
            var pixels = [UInt32](repeating: 0xFF00_FF00, count: count)
            #expect(
                bits(pixels, limits, isVector: true) == bits(pixels, limits, isVector: false)
            )
            pixels[count * 2 / 3] = 0xFF20_3040
            #expect(
                bits(pixels, limits, isVector: true) == bits(pixels, limits, isVector: false)
            )
        }
    }
}
