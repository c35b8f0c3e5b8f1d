import Raster
import TestSupport
import Testing

struct ReducedPixelTests {
    /// A soft ball of many colors, with a clear surround.
    private func ball(_ side: Int) -> StraightImage {
        var image = StraightImage(size: PixelSize(width: side, height: side)!)
        let middle = Double(side) / 2
        for y in 0..<side {
            for x in 0..<side {
                let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
                let rest = middle - (dx * dx + dy * dy).squareRoot()
                image[x, y] = StraightPixel(
                    r: UInt8(x * 255 / side),
                    g: UInt8(y * 255 / side),
                    b: UInt8((x + y) * 127 / side),
                    a: UInt8(max(0, min(255, rest * 64)))
                )
            }
        }
        return image
    }

    private func colors(_ image: StraightImage) -> Set<StraightPixel> { Set(image.pixels) }

    @Test func `a picture of few colors keeps each of them`() {
        var image = StraightImage(drawn: "rgb.", "#wyr", "....", "rrgg")
        image[1, 1] = StraightPixel(r: 3, g: 200, b: 77, a: 1)
        image[2, 1] = StraightPixel(r: 250, g: 20, b: 7, a: 129)
        #expect(image.reducedToPalette(limit: 10) == image)
        // Clear pixels lose their hidden color.
        var hidden = image
        hidden[0, 2] = StraightPixel(r: 9, g: 9, b: 9, a: 0)
        #expect(hidden.reducedToPalette(limit: 10) == image)
    }

    @Test(arguments: [2, 3, 16, 255, 256])
    func `there are never more colors than asked for`(limit: Int) {
        let image = ball(96)
        let reduced = image.reducedToPalette(limit: limit)
        #expect(colors(reduced).count <= limit)
        for (before, after) in zip(image.pixels, reduced.pixels) {
            #expect((before.a == 0) == (after == .clear) || limit < 16)
            if before.a == 0 { #expect(after == .clear) }
        }
    }

    @Test func `dithering keeps the mean of every area`() {
        let image = ball(128)
        let reduced = image.reducedToPalette(limit: 16, strength: 1)
        for y in stride(from: 40, to: 88, by: 16) {
            for x in stride(from: 40, to: 88, by: 16) {
                var sums = (before: SIMD4<Int>.zero, after: SIMD4<Int>.zero)
                for inner in 0..<256 {
                    let (left, right) = (
                        image[x + inner % 16, y + inner / 16],
                        reduced[x + inner % 16, y + inner / 16]
                    )
                    sums.before &+= SIMD4(Int(left.r), Int(left.g), Int(left.b), Int(left.a))
                    sums.after &+= SIMD4(Int(right.r), Int(right.g), Int(right.b), Int(right.a))
                }
                for lane in 0..<4 {
                    #expect(abs(sums.before[lane] - sums.after[lane]) < 256 * 12, "\(x),\(y)")
                }
            }
        }
    }

    @Test func `solid pixels stay solid`() {
        var image = ball(64)
        image.fill(PixelRect(x: 20, y: 20, width: 20, height: 20)!, with: image[30, 30])
        let reduced = image.reducedToPalette(limit: 32)
        for (before, after) in zip(image.pixels, reduced.pixels) where before.a == 255 {
            #expect(after.a >= 240)
        }
        // A large flat area has its exact color.
        #expect(reduced[30, 30] == image[30, 30])
    }

    @Test(arguments: WordFormat.allCases)
    func `colors that words have are kept wherever they stand`(format: WordFormat) throws {
        let size = PixelSize(width: 256, height: 256)!
        let bytes = (0..<1 << 16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let image = try #require(StraightImage(words: bytes, in: format, size: size))
        // Without alpha nothing is put over black.
        #expect(image.words(in: format) == bytes)
        #expect(StraightImage(words: Array(bytes.dropLast()), in: format, size: size) == nil)
    }

    @Test func `words of known colors`() {
        let row = StraightImage(
            size: PixelSize(width: 3, height: 1)!,
            pixels: [
                StraightPixel(r: 255, g: 0, b: 0), StraightPixel(r: 0, g: 255, b: 0),
                StraightPixel(r: 0, g: 0, b: 255, a: 0),
            ]
        )!
        #expect(row.words(in: .rgba4444) == [0x0F, 0xF0, 0x0F, 0x0F, 0xF0, 0x00])
        #expect(row.words(in: .rgb565) == [0x00, 0xF8, 0xE0, 0x07, 0x00, 0x00])
    }

    @Test(arguments: WordFormat.allCases)
    func `the ordered pattern keeps the mean, and no pixel is a level off`(
        format: WordFormat
    ) throws {
        for value in stride(from: UInt8(0), through: 255, by: 5) {
            let flat = StraightImage(
                size: PixelSize(width: 8, height: 8)!,
                filledWith: StraightPixel(r: value, g: value, b: value)
            )
            let words = flat.words(in: format)
            let back = try #require(StraightImage(words: words, in: format, size: flat.size))
            let step = format == .rgba4444 ? 17 : 9
            #expect(back.pixels.allSatisfy { abs(Int($0.r) - Int(value)) < step })
            let mean = back.pixels.reduce(0) { $0 + Int($1.r) } / 64
            #expect(abs(mean - Int(value)) <= 1)
        }
    }
}
