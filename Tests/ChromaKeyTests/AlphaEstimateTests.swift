import ChromaKey
import Raster
import Testing

/// What one pixel says by itself.
struct AlphaEstimateTests {
    private let green = SIMD4<Float>(0, 255, 0, 0)

    @Test func `grey over the screen tells its alpha exactly`() {
        for grey in stride(from: Float(0), through: 255, by: 15) {
            let color = SIMD4<Float>(grey, grey, grey, 0)
            for step in 0...100 {
                let alpha = Float(step) / 100
                let estimate = AlphaEstimate(color * alpha + green * (1 - alpha), over: green)
                #expect(abs(estimate.translucentAlpha - alpha) < 1e-4)
                #expect(abs(estimate.vlahos - alpha) < 1e-4)
            }
        }
    }

    @Test func `no color claims more alpha than there is, nor less than some color needs`() {
        var broken: [SIMD4<Float>] = []
        for index in 0..<(1 << 24) {
            let pixel = SIMD4(
                Float(index & 255),
                Float(index >> 8 & 255),
                Float(index >> 16),
                0
            )
            let estimate = AlphaEstimate(pixel, over: green)
            let isInOrder =
                0 <= estimate.lowerBound && estimate.lowerBound <= estimate.translucentAlpha
                && estimate.translucentAlpha <= 1
            // The color that would be left; the screen itself leaves none.
            let left = green + (pixel - green) / max(estimate.lowerBound, 1e-6)
            let isPossible =
                estimate.lowerBound == 0 || left.min() > -0.01 && left.max() < 255.01
            if !isInOrder || !isPossible, broken.count < 5 { broken.append(pixel) }
        }
        #expect(broken == [])
    }

    @Test func `the more art shows, the more alpha and the more solid`() {
        for index in 0..<4096 {
            let color = SIMD4(
                Float(index & 15) * 17,
                Float(index >> 4 & 15) * 17,
                Float(index >> 8) * 17,
                0
            )
            var last = AlphaEstimate(green, over: green)
            #expect(last.translucentAlpha == 0)
            for step in 1...32 {
                let alpha = Float(step) / 32
                let next = AlphaEstimate(color * alpha + green * (1 - alpha), over: green)
                #expect(
                    next.translucentAlpha >= last.translucentAlpha - 1e-5,
                    "\(color) at \(alpha)"
                )
                #expect(next.lowerBound >= last.lowerBound - 1e-5, "\(color) at \(alpha)")
                #expect(next.vlahos >= last.vlahos - 1e-5, "\(color) at \(alpha)")
                #expect(next.solidity >= last.solidity - 1e-5, "\(color) at \(alpha)")
                last = next
            }
        }
    }

    @Test func `what is brighter than a dark screen is no screen`() {
        let dark = SIMD4<Float>(8, 120, 24, 0)
        #expect(AlphaEstimate(dark, over: dark).translucentAlpha == 0)
        #expect(AlphaEstimate(SIMD4(8, 255, 24, 0), over: dark).translucentAlpha == 1)
    }
}

/// Turns of the color cube.
struct ChannelOrderTests {
    /// A key, and what it becomes: the greenest of channels.
    @Test(arguments: [
        (RGB(0, 255, 0), RGB(0, 255, 0)), (RGB(0, 0, 255), RGB(0, 255, 0)),
        (RGB(255, 0, 0), RGB(0, 255, 0)), (RGB(255, 0, 255), RGB(0, 255, 0)),
        (RGB(255, 255, 0), RGB(0, 255, 0)), (RGB(0, 255, 255), RGB(0, 255, 0)),
        (RGB(8, 162, 24), RGB(8, 162, 24)), (RGB(20, 30, 200), RGB(20, 200, 30)),
        (RGB(128, 128, 128), RGB(128, 128, 128)),
    ])
    func `every key becomes a green one, and every color comes back`(key: RGB, turned: RGB) {
        let order = ChannelOrder(forKey: key)
        #expect(order(key) == turned)
        for index in 0..<4096 {
            let pixel = StraightPixel(
                r: UInt8(index & 15) * 17,
                g: UInt8(index >> 4 & 15) * 17,
                b: UInt8(index >> 8) * 17,
                a: UInt8(index & 255)
            )
            #expect(order(order(pixel)) == pixel)
            #expect(order(pixel).a == pixel.a)
        }
    }
}
