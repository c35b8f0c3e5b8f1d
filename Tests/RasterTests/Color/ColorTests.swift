import KernelTypes
import Testing

struct ColorTests {
    @Test(arguments: [
        ("#00FF00", RGB(0, 255, 0)), ("#1A2b3C", RGB(0x1A, 0x2B, 0x3C)),
        ("#ffffff", RGB(255, 255, 255)),
    ])
    func `a color is read in either case`(text: String, color: RGB) {
        #expect(RGB(text) == color)
        #expect(RGB(digits: text.dropFirst()) == color)
    }

    @Test(arguments: [
        "", "#", "00FF00", "#00FF0", "#00FF000", "#+1234F", "#-12345", "#00 F00", "#GG0000",
        "##00FF0",
        "#\u{FF10}\u{FF11}", "#0\u{301}00000",
    ])
    func `what is no color is none`(text: String) {
        #expect(RGB(text) == nil)
    }

    @Test func `a color is written as it is read`() {
        for step in 0..<256 {
            let color = RGB(UInt8(step), UInt8(255 - step), UInt8(step ^ 0x5A))
            #expect(RGB(color.description) == color)
        }
        #expect(RGB(1, 171, 16).description == "#01AB10")
    }

    @Test func `greys have their own luma and no chroma`() {
        for grey in 0...255 {
            let color = YCbCr.of(SIMD4(Float(grey), Float(grey), Float(grey), 0))
            #expect(abs(color.x - Float(grey)) < 1e-3)
            #expect(abs(color.y) < 1e-2 && abs(color.z) < 1e-2)
        }
    }

    @Test func `luma and chroma give the color back`() {
        for index in 0..<4096 {
            let color = SIMD4<Float>(
                Float(index & 15) * 17,
                Float(index >> 4 & 15) * 17,
                Float(index >> 8) * 17,
                0
            )
            let parts = YCbCr.of(color)
            let red = parts.x + YCbCr.toRed * parts.z
            let green =
                parts.x + YCbCr.toGreenOfBlue * parts.y - YCbCr.toGreenOfRed * parts.z
            let blue = parts.x + YCbCr.toBlue * parts.y
            #expect(abs(red - color.x) < 0.05)
            #expect(abs(green - color.y) < 0.05)
            #expect(abs(blue - color.z) < 0.05)
        }
    }

    @Test func `green excess is what green has over both others`() {
        #expect(greenExcess(0, 255, 0) == 255)
        #expect(greenExcess(90, 140, 60) == 50)
        #expect(greenExcess(128, 128, 128) == 0)
        #expect(greenExcess(255, 0, 255) == -255)
    }
}
