import ChromaKey
import Raster
import TestSupport
import Testing

@Suite("Key settings")
struct KeySettingsTests {
    /// A pane of bluish glass, cover 0.45, in a black frame on green.
    private var lens: StraightImage {
        var image = StraightImage(size: PixelSize(width: 80, height: 60)!, filledWith: Ink.green)
        let black = StraightPixel(r: 16, g: 16, b: 16)
        image.fill(PixelRect(x: 15, y: 10, width: 50, height: 40)!, with: black)
        let pane = StraightPixel(r: 92, g: 222, b: 108)
        image.fill(PixelRect(x: 19, y: 14, width: 42, height: 32)!, with: pane)
        return image
    }

    @Test func `The glass preset makes a lens see-through that the solid preset keeps`() {
        let glass = key(lens, settings: KeySettings(preset: .glass)).image[40, 30]
        let solid = key(lens, settings: KeySettings(threshold: 0.2)).image[40, 30]
        #expect(glass.a < 160)
        #expect(Int(glass.g) - Int(max(glass.r, glass.b)) <= 0)
        #expect(solid == lens[40, 30])
    }

    @Test func `A kept color stays solid where the threshold would make it glass`() {
        var settings = KeySettings(preset: .glass)
        settings.keep = [RGB(92, 222, 108)]
        #expect(key(lens, settings: settings).image[40, 30] == lens[40, 30])
    }

    @Test func `Pixel art keeps hard edges, green or not`() {
        var image = StraightImage(size: PixelSize(width: 64, height: 64)!, filledWith: Ink.green)
        let moss = StraightPixel(r: 60, g: 120, b: 30)
        for step in 0..<12 {
            image.fill(
                PixelRect(x: 20 - step, y: 8 + step * 4, width: 24 + step, height: 4)!,
                with: moss
            )
            image.fill(PixelRect(x: 30, y: 8 + step * 4, width: 2, height: 2)!, with: Ink.red)
        }
        let keyed = key(image)
        #expect(keyed.report.isPixelArt)
        #expect(keyed.report.partialPixels == 0)
        for (index, pixel) in image.pixels.enumerated() where pixel != Ink.green {
            #expect(keyed.image.pixels[index] == pixel)
        }
    }

    @Test func `Clear pixels get color as far as the edge setting says, and none beyond`() {
        for reach in [0, 1, 4] {
            let image = discPicture(screen: Ink.green)
            let keyed = key(image, settings: KeySettings(edge: reach)).image
            #expect(keyed[14, 30].a == 0)
            #expect((keyed[14, 30] != .clear) == (reach >= 1))
            #expect((keyed[11, 30] != .clear) == (reach >= 4))
            #expect(keyed[9, 30] == .clear)
        }
    }

    @Test(arguments: [1, 5]
    )
    func `Erosion and feathering are what they are defined as, at every border`(radius: Int) {
        let (width, height) = (71, 23)
        var random = SeededRandom(seed: 9)
        var image = StraightImage(size: PixelSize(width: width, height: height)!)
        for y in 0..<height {
            for x in 0..<width {
                let isArt = (x / 9 + y / 7) % 2 == 0
                let red = UInt8(random.next() % 40)
                image[x, y] = isArt ? StraightPixel(r: 200 + red, g: 20, b: 40) : Ink.green
            }
        }
        let keyed = key(image, settings: KeySettings(edge: 0)).image
        #expect(keyed.pixels.contains { $0.a == 0 } && keyed.pixels.contains { $0.a == 255 })
        func around(_ x: Int, _ y: Int, across: Bool) -> [(x: Int, y: Int)] {
            (-radius...radius).map { offset in
                (
                    min(max(across ? x + offset : x, 0), width - 1),
                    min(max(across ? y : y + offset, 0), height - 1)
                )
            }
        }
        func passes<Value>(_ values: [Value], _ body: ([Value]) -> Value) -> [Value] {
            [true, false].reduce(values) { values, across in
                (0..<width * height).map { index in
                    body(
                        around(index % width, index / width, across: across).map {
                            values[$0.y * width + $0.x]
                        }
                    )
                }
            }
        }
        func withAlphas(_ alphas: [UInt8]) -> [StraightPixel] {
            zip(keyed.pixels, alphas).map { pixel, alpha in
                var pixel = pixel
                pixel.a = min(pixel.a, alpha)
                return pixel.a == 0 ? .clear : pixel
            }
        }
        let least = passes(keyed.pixels.map(\.a)) { $0.min() ?? 0 }
        let means = passes(keyed.pixels.map { Float($0.a) }) { values in
            values.reduce(0, +) / Float(values.count)
        }
        let soft = means.map { UInt8(min(max(2 * $0 - 255, 0), 255) + 0.5) }
        let eroded = key(image, settings: KeySettings(edge: 0, erode: radius)).image
        let feathered = key(image, settings: KeySettings(edge: 0, feather: radius)).image
        #expect(eroded.pixels == withAlphas(least))
        #expect(feathered.pixels == withAlphas(soft))
    }

    @Test func `Erosion takes the silhouette in, feathering softens it inward`() {
        let image = discPicture(screen: Ink.green)
        let plain = key(image).image
        let eroded = key(image, settings: KeySettings(erode: 2)).image
        let soft = key(image, settings: KeySettings(feather: 3)).image
        #expect(plain[17, 30].a == 255)
        #expect(eroded[15, 30].a == 0)
        #expect(eroded[20, 30].a == 255)
        #expect((1...254).contains(soft[18, 30].a))
        #expect(soft[30, 30].a == 255)
        #expect(zip(plain.pixels, soft.pixels).allSatisfy { $0.a >= $1.a })
    }

    @Test
    func `Spill reduction takes the screen's light off the rim and leaves the middle alone`() {
        var image = discPicture(screen: Ink.green)
        for y in 15..<49 { for x in 16..<19 { image[x, y].g += 30 } }
        let spilled = key(image).image
        let clean = key(image, settings: KeySettings(spill: 1)).image
        #expect(clean[17, 32].g < spilled[17, 32].g)
        #expect(clean[32, 32] == discColor)
    }

    @Test func `The fringe map marks a green rim`() {
        let keyed = key(discPicture(screen: Ink.green))
        #expect(keyed.image[32, 32].a == 255)
        #expect(keyed.image[2, 2].a == 0)
        #expect(keyed.report.fringe == 0)
        var greenRim = keyed
        for y in 15..<49 { greenRim.image[15, y] = StraightPixel(r: 60, g: 220, b: 40) }
        #expect(greenRim.fringeMap[15, 30].r == 255)
        #expect(keyed.fringeMap[15, 30] == StraightPixel(r: 40, g: 80, b: 200))
    }

    @Test func `GPUImage's mode gives its formula's alpha and leaves colors alone`() {
        // Distance in (Cr, Cb) from #00FF00, at threshold 0.4 and smoothing 0.1.
        var image = StraightImage(size: PixelSize(width: 4, height: 1)!, filledWith: Ink.green)
        image[1, 0] = StraightPixel(r: 128, g: 128, b: 128)
        image[2, 0] = StraightPixel(r: 0, g: 55, b: 0)
        image[3, 0] = StraightPixel(r: 0, g: 100, b: 0)
        let keyed = key(image, settings: KeySettings(mode: .gpuimage)).image
        #expect(keyed.pixels.map(\.a) == [0, 255, 23, 0])
        #expect(keyed[2, 0].g == 55)
    }
}
