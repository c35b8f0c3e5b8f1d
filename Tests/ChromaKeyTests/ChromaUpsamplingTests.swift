import ChromaKey
import Raster
import TestSupport
import Testing

/// Pictures whose chroma was stored at half resolution.
struct ChromaUpsamplingTests {
    private static let arts: [StraightPixel] = [
        Ink.red, StraightPixel(r: 40, g: 60, b: 200), StraightPixel(r: 20, g: 18, b: 24),
        StraightPixel(r: 250, g: 220, b: 40),
    ]

    private func blurs(_ image: StraightImage) throws -> Bool {
        let found = try #require(screen(of: image))
        return hasBlurredChroma(
            image,
            beside: PixelClasses(image, screen: found).screen,
            noise: found.noise
        )
    }

    @Test(arguments: arts)
    func `4:2:0 is recognized, 4:4:4 is not`(art: StraightPixel) throws {
        let drawn = SoftDisc(color: art, side: 120).picture()
        #expect(try blurs(drawn.throughJPEG(chroma: (2, 2), quality: nil)))
        #expect(try blurs(drawn.throughJPEG(chroma: (2, 2), quality: 90)))
        #expect(try !blurs(drawn))
        #expect(try !blurs(drawn.throughJPEG(chroma: (1, 1), quality: nil)))
        #expect(try !blurs(drawn.throughJPEG(chroma: (1, 1), quality: 90)))
    }

    @Test func `art that is soft in luma as well is not meant`() throws {
        // Enlarged with a straight ramp four pixels wide.
        let soft = painted(120, 120) { x, y in
            let cover = min(max((x - 40) * 64, 0), 255)
            return mixture(Ink.red, y < 100 ? cover : 0, over: Ink.green)
        }
        #expect(try !blurs(soft))
    }

    @Test func `a drawn screen is no JPEG's, and a hint decides before anything is measured`() {
        let drawn = SoftDisc(color: Ink.red, side: 80).picture()
        #expect(!key(drawn).report.hasSubsampledChroma)
        #expect(key(drawn, hints: KeyHints(chromaSubsampling: .quarter)).report.hasSubsampledChroma)
        let blurred = drawn.throughJPEG()
        #expect(key(blurred).report.hasSubsampledChroma)
        let full = KeyHints(chromaSubsampling: ChromaSubsampling.none)
        #expect(!key(blurred, hints: full).report.hasSubsampledChroma)
    }

    @Test(arguments: arts + [StraightPixel(r: 150, g: 150, b: 150)], [2, 4, 8])
    func `edges of any softness are not taken for subsampled chroma`(
        art: StraightPixel,
        width: Int
    ) throws {
        #expect(try !blurs(softSquare(of: art, width: width)))
    }

    @Test(arguments: arts, [2, 4])
    func `4:2:0 is recognized below soft edges`(art: StraightPixel, width: Int) throws {
        let jpeg = softSquare(of: art, width: width).throughJPEG(chroma: (2, 2), quality: 90)
        #expect(try blurs(jpeg))
    }

    @Test func `dark outlines are not taken for subsampled chroma`() throws {
        // Where three colors meet in two pixels, luma bends more than twice as much as chroma.
        let (outline, fill) = (StraightPixel(r: 20, g: 20, b: 24), Self.arts[3])
        let outlined = painted(120, 120) { x, y in
            let depth = min(min(x, 119 - x), min(y, 119 - y)) - 30
            if depth < 0 { return Ink.green }
            if depth == 0 { return mixture(outline, 150, over: Ink.green) }
            return depth == 1 ? mixture(outline, 110, over: fill) : fill
        }
        #expect(try !blurs(outlined))
    }

    /// A square whose sides fade over some pixels.
    private func softSquare(of color: StraightPixel, width: Int) -> StraightImage {
        painted(120, 120) { x, y in
            let depth = min(min(x, 119 - x), min(y, 119 - y)) - 30
            return mixture(color, min(max(depth * 255 / width, 0), 255), over: Ink.green)
        }
    }

    private func luma(_ pixel: StraightPixel) -> Double {
        0.299 * Double(pixel.r) + 0.587 * Double(pixel.g) + 0.114 * Double(pixel.b)
    }

    /// Sum of the squared errors of chroma.
    private func error(_ image: StraightImage, _ truth: StraightImage) -> Double {
        var sum = 0.0
        for (a, b) in zip(image.pixels, truth.pixels) {
            let lumaChange = luma(a) - luma(b)
            let blue = Double(a.b) - Double(b.b) - lumaChange
            let red = Double(a.r) - Double(b.r) - lumaChange
            sum += blue * blue + red * red
        }
        return sum
    }

    /// What is left of the squared error: a fiftieth.
    ///
    /// More than that stays when the cells are not recovered from what the decoder interpolated.
    @Test(arguments: [(2, 2), (2, 1)])
    func `where two colors meet, restored chroma is what was drawn`(across: Int, down: Int) {
        for art in ChromaUpsamplingTests.arts {
            let disc = SoftDisc(color: art, side: 64).picture()
            let bars = painted(64, 48) { x, _ in x / 6 % 2 == 0 ? Ink.green : art }
            for truth in [disc, bars] {
                let stored = truth.throughJPEG(chroma: (across, down), quality: nil)
                let sampling = ChromaSubsampling(horizontal: across, vertical: down)
                let restored = ChromaCells(of: stored, sampling).restored(stored)
                let left = error(restored, truth) / error(stored, truth)
                #expect(left < 0.022, "\(art)")
            }
        }
    }

    @Test func `restoring leaves luma alone`() {
        let stored = SoftDisc(color: Ink.red, side: 64).picture().throughJPEG()
        let restored = ChromaCells(of: stored, .quarter).restored(stored)
        for (a, b) in zip(stored.pixels, restored.pixels) {
            #expect(abs(luma(a) - luma(b)) < 1.5)
        }
    }

    @Test func `restoring changes nothing where there are no edges`() {
        let flat = painted(37, 21) { _, _ in StraightPixel(r: 90, g: 140, b: 60) }
        let grey = painted(37, 21) { x, y in
            let value = UInt8((x * 37 + y * 11) % 256)
            return StraightPixel(r: value, g: value, b: value)
        }
        for image in [flat, grey] {
            for sampling in [ChromaSubsampling.quarter, .half] {
                let restored = ChromaCells(of: image, sampling).restored(image)
                for (a, b) in zip(image.pixels, restored.pixels) { #expect(distance(a, b) <= 1) }
            }
        }
    }

    @Test(arguments: arts)
    func `a JPEG's edges are found to some levels, and better than without the hint`(
        art: StraightPixel
    ) {
        let disc = SoftDisc(color: art, side: 96)
        let stored = disc.picture().throughJPEG(quality: 92)
        func error(_ sampling: ChromaSubsampling) -> Double {
            let keyed = key(stored, hints: KeyHints(chromaSubsampling: sampling)).image
            // Over grey, where green and dark fringes show alike.
            let grey = StraightPixel(r: 128, g: 128, b: 128)
            var sum = 0.0
            for y in 0..<96 {
                for x in 0..<96 {
                    let truth = mixture(art, disc.cover(x, y), over: grey)
                    let seen = mixture(keyed[x, y], Int(keyed[x, y].a), over: grey)
                    let off = Double(distance(seen, truth))
                    sum += off * off
                }
            }
            return (sum / (96 * 96)).squareRoot()
        }
        let (with, without) = (error(.quarter), error(ChromaSubsampling.none))
        #expect(with < 6)
        #expect(with < without)
    }

    @Test func `art next to the screen gets chroma that has nothing of it`() {
        // An outline of one pixel, and a fill as light as the screen: three colors in a neighborhood.
        let (outline, fill) = (
            StraightPixel(r: 40, g: 24, b: 30), StraightPixel(r: 222, g: 128, b: 96)
        )
        let truth = painted(64, 64) { x, y in
            let depth = min(x - 11, 51 - x, y - 11, 51 - y)
            return depth < 0 ? Ink.green : depth == 0 ? outline : fill
        }
        let stored = truth.throughJPEG()
        let keyed = key(stored, hints: KeyHints(chromaSubsampling: .quarter)).image
        func ring(_ image: StraightImage) -> StraightImage {
            painted(36, 2) { x, y in image[x + 14, y + 12] }
        }
        #expect(error(ring(keyed), ring(truth)) < error(ring(stored), ring(truth)) / 3)
        // Farther in nothing is changed.
        for x in 20..<44 { #expect(keyed[x, 30] == stored[x, 30]) }
    }
}
