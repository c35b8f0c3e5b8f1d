import ChromaKey
import Raster
import Testing

@Suite("Edges of keyed art")
struct EdgeTests {
    private func canvas(_ width: Int, _ height: Int) -> StraightImage {
        StraightImage(size: PixelSize(width: width, height: height)!, filledWith: Ink.green)
    }

    /// `color` over the screen.
    private func mixture(
        _ color: StraightPixel,
        _ share: Double,
        over screen: StraightPixel = Ink.green
    ) -> StraightPixel {
        func mix(_ own: UInt8, _ screen: UInt8) -> UInt8 {
            UInt8((Double(own) * share + Double(screen) * (1 - share)).rounded())
        }
        return StraightPixel(
            r: mix(color.r, screen.r),
            g: mix(color.g, screen.g),
            b: mix(color.b, screen.b)
        )
    }

    @Test func `A straight edge that repeats one cover is an edge, not pixel art`() {
        var image = canvas(40, 40)
        image.fill(
            PixelRect(x: 9, y: 9, width: 22, height: 22)!,
            with: mixture(Ink.red, 0.5)
        )
        image.fill(PixelRect(x: 10, y: 10, width: 20, height: 20)!, with: Ink.red)
        let keyed = key(image)
        #expect(!keyed.report.isPixelArt)
        #expect((126...130).contains(keyed.image[9, 20].a))
        #expect(keyed.image[10, 20] == Ink.red)
    }

    @Test func `Behind an outline, mixtures of the art's own colors stay bit for bit`() {
        let white = Ink.white
        let moss = StraightPixel(r: 60, g: 140, b: 40)
        var image = canvas(60, 60)
        image.fill(PixelRect(x: 10, y: 10, width: 40, height: 40)!, with: white)
        image.fill(PixelRect(x: 12, y: 12, width: 36, height: 36)!, with: moss)
        for y in 12..<48 {
            let share = 20 + y * 7 % 60
            func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
                UInt8((Int(a) * share + Int(b) * (100 - share)) / 100)
            }
            image[48, y] = StraightPixel(
                r: mix(moss.r, white.r),
                g: mix(moss.g, white.g),
                b: mix(moss.b, white.b)
            )
        }
        // One soft edge pixel a row, so that the picture is not pixel art.
        for y in 12..<48 { image[9, y] = mixture(white, Double(y) / 60) }
        let keyed = key(image)
        #expect(!keyed.report.isPixelArt)
        for y in 20..<40 {
            for x in 46...49 { #expect(keyed.image[x, y] == image[x, y]) }
        }
    }

    @Test
    func `Over a dark screen, grays between a thin outline and what it holds stay bit for bit`() {
        let screen = StraightPixel(r: 0, g: 180, b: 0)
        func cover(_ x: Int, _ y: Int, _ radius: Double) -> Double {
            let inside = (0..<16).count { sample in
                let dx = Double(x) + Double(sample % 4) / 4 + 0.125 - 40
                let dy = Double(y) + Double(sample / 4) / 4 + 0.125 - 40
                return dx * dx + dy * dy < radius * radius
            }
            return Double(inside) / 16
        }
        // White in an outline of 1.4 pixels.
        let black = StraightPixel(r: 0, g: 0, b: 0)
        let image = painted(80, 80) { x, y in
            let behind = mixture(black, cover(x, y, 30), over: screen)
            return mixture(Ink.white, cover(x, y, 28.6), over: behind)
        }
        let keyed = key(image)
        #expect(!keyed.report.isPixelArt)
        var (grays, changed) = (0, 0)
        for (own, was) in zip(keyed.image.pixels, image.pixels)
        where was.r == was.g && was.g == was.b && 1..<255 ~= was.g {
            grays += 1
            if own != was { changed += 1 }
        }
        #expect(grays > 100)
        #expect(changed * 10 < grays)
    }

    @Test func `A narrow gap between greens that shows the screen becomes see-through`() {
        let leaf = StraightPixel(r: 2, g: 171, b: 71)
        var image = canvas(60, 60)
        image.fill(PixelRect(x: 10, y: 10, width: 40, height: 40)!, with: leaf)
        for y in 10..<16 { image[30, y] = mixture(leaf, 0.25) }
        for y in 10..<50 { image[9, y] = mixture(leaf, Double(y) / 60) }
        let keyed = key(image)
        #expect((58...70).contains(keyed.image[30, 13].a))
        #expect(keyed.image[29, 13] == leaf)
        #expect(keyed.image[30, 17] == leaf)
    }

    @Test func `The rim of a picture with coarse chroma is not greener than the art behind it`() {
        let grey = StraightPixel(r: 120, g: 120, b: 120)
        var image = canvas(64, 64)
        image.fill(
            PixelRect(x: 12, y: 12, width: 40, height: 40)!,
            with: StraightPixel(r: 112, g: 140, b: 112)
        )
        image.fill(PixelRect(x: 17, y: 17, width: 30, height: 30)!, with: grey)
        let keyed = key(image, hints: KeyHints(chromaSubsampling: .quarter)).image
        for x in 12...13 {
            // A crisp rim in a picture with coarse chroma may count as a little blurred.
            #expect(keyed[x, 32].a > 224)
            #expect(Int(keyed[x, 32].g) - Int(max(keyed[x, 32].r, keyed[x, 32].b)) < 14)
        }
        #expect(keyed[16, 32] == image[16, 32])
        #expect(keyed[24, 32] == grey)
    }
}
