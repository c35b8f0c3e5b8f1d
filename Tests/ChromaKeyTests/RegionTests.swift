import ChromaKey
import Raster
import TestSupport
import Testing

/// Where the screen is, where the art is, and what has to be worked out.
struct RegionTests {
    /// `b` background, `n` near, `2` behind the first ring, `s` samples, `v` see-through.
    private func map(_ regions: Regions) -> [String] {
        drawn(
            ("b", regions.background),
            ("n", regions.near),
            ("v", regions.greens.veils),
            ("s", regions.samples.subtracting(regions.secondRing)),
            ("2", regions.secondRing)
        )
    }

    /// A soft disc, so that nothing takes it for pixel art.
    private let disc = SoftDisc(color: Ink.red, side: 20).picture()

    @Test func `around art lies a ring to be explained, one that may be, and samples inside`()
        throws
    {
        var image = StraightImage(
            drawn:
                "gggggggggggg",
            "gggggggggggg",
            "gggggggggggg",
            "gggrrrrrrggg",
            "gggrrrrrrggg",
            "gggrrrrrrggg",
            "gggrrrrrrggg",
            "gggrrrrrrggg",
            "gggrrrrrrggg",
            "gggggggggggg",
            "gggggggggggg",
            "gggggggggggg"
        )
        // Several shades at the edge: art with soft edges.
        for y in 3..<9 { image[3, y] = mixture(Ink.red, 30 * y, over: Ink.green) }
        let found = try #require(findings(in: image))
        #expect(
            map(found.regions) == [
                "bbbbbbbbbbbb",
                "bbbbbbbbbbbb",
                "bbbbbbbbbbbb",
                "bbbnnnnnnbbb",
                "bbbn2222nbbb",
                "bbbn2ss2nbbb",
                "bbbn2ss2nbbb",
                "bbbn2222nbbb",
                "bbbnnnnnnbbb",
                "bbbbbbbbbbbb",
                "bbbbbbbbbbbb",
                "bbbbbbbbbbbb",
            ]
        )
        // The second ring counts as art where nothing better explains it.
        #expect(found.regions.secondRing.subtracting(found.regions.samples).isEmpty)
        // Of the edge only what does not lean to the screen may stand for a thin line's color.
        #expect(found.regions.thinSamples[8, 6])
        #expect(!found.regions.thinSamples[3, 4])
    }

    @Test func `pixel art has nothing to be worked out`() throws {
        let image = StraightImage(
            drawn:
                "gggggggg",
            "gg####gg",
            "g#llll#g",
            "g#lrrl#g",
            "g#llll#g",
            "gg####gg",
            "gggggggg"
        ).enlarged(by: 4)
        let found = try #require(findings(in: image))
        #expect(found.report.isPixelArt)
        #expect(found.regions.near.isEmpty)
        #expect(found.regions.secondRing.isEmpty)
        let art = BitPlane(32, 28) { x, y in image[x, y] != Ink.green }
        #expect(found.regions.background.drawn == art.inverted().drawn)
    }

    @Test func `every pixel is background, edge, sample or see-through`() throws {
        for screen in [disc, disc.unevenlyLit(), disc.throughJPEG()] {
            for mode in [KeyMode.best, .fast] {
                let settings = KeySettings(mode: mode)
                let regions = try #require(findings(in: screen, settings: settings)).regions
                let left = regions.background.inverted().subtracting(regions.near)
                    .subtracting(regions.samples).subtracting(regions.greens.veils)
                    .subtracting(regions.veilEdges).subtracting(regions.greens.solid)
                #expect(left.isEmpty)
                #expect(regions.band.subtracting(regions.near).isEmpty)
                #expect(regions.near.subtracting(regions.background).count == regions.near.count)
                #expect(
                    regions.samples.subtracting(regions.background).subtracting(regions.near).count
                        == regions.samples.count
                )
            }
        }
    }

    @Test func `the fast way asks the second ring only where it leans to the screen`() throws {
        let best = try #require(findings(in: disc)).regions.secondRing
        let settings = KeySettings(mode: .fast)
        let fast = try #require(findings(in: disc, settings: settings)).regions.secondRing
        #expect(fast.subtracting(best).isEmpty)
        #expect(fast.count < best.count / 4)
    }

    @Test func `blurred chroma takes the background back and asks more pixels`() throws {
        let side = 64
        let image = SoftDisc(color: Ink.red, side: side).picture().throughJPEG()
        let plain = try #require(
            findings(in: image, hints: KeyHints(chromaSubsampling: ChromaSubsampling.none))
        )
        let blurred = try #require(
            findings(in: image, hints: KeyHints(chromaSubsampling: .quarter))
        )
        #expect(plain.report.hasSubsampledChroma == false)
        #expect(blurred.report.hasSubsampledChroma)
        #expect(blurred.regions.near.count > 2 * plain.regions.near.count)
        #expect(blurred.regions.secondRing.isEmpty)
        // Nothing of the art is background, and its middle is a sample.
        let disc = SoftDisc(color: Ink.red, side: side)
        for y in 0..<side {
            for x in 0..<side where disc.cover(x, y) > 200 {
                #expect(!blurred.regions.background[x, y])
            }
        }
        #expect(blurred.regions.samples[side / 2, side / 2])
    }

    @Test func `a kept color is a sample wherever it is, also at the edge`() throws {
        let pane = StraightPixel(r: 60, g: 200, b: 60)
        let image = painted(40, 40) { x, y in
            (10..<30).contains(x) && (10..<30).contains(y) ? pane : Ink.green
        }
        let settings = KeySettings(threshold: 0.95, keep: [RGB(72, 188, 72)])
        let kept = try #require(findings(in: image, settings: settings)).regions
        #expect(kept.samples.count == 400)
        #expect(kept.near.isEmpty)
        #expect(kept.greens.veils.isEmpty)
        // One level more is another color.
        let others = KeySettings(threshold: 0.95, keep: [RGB(73, 200, 60)])
        let missed = try #require(findings(in: image, settings: others)).regions
        #expect(missed.samples.isEmpty)
        #expect(missed.greens.veils.count == 400)
    }

    @Test func `a lens has a core to look through and edges beside its frame`() throws {
        let pane = mixture(StraightPixel(r: 200, g: 200, b: 220), 90, over: Ink.green)
        let ink = StraightPixel(r: 16, g: 16, b: 20)
        let image = painted(60, 48) { x, y in
            if (16..<44).contains(x), (14..<34).contains(y) { return pane }
            if (12..<48).contains(x), (10..<38).contains(y) { return ink }
            // A soft rim, so that it is no pixel art.
            if x == 11, (10..<38).contains(y) { return mixture(ink, y * 6, over: Ink.green) }
            return Ink.green
        }
        let regions = try #require(findings(in: image, settings: .glass)).regions
        let lens = BitPlane(60, 48) { x, y in image[x, y] == pane }
        #expect(regions.greens.veils.drawn == lens.drawn)
        #expect(regions.veilCores.drawn == lens.eroded(1).drawn)
        #expect(!regions.veilEdges.isEmpty)
        // Within two pixels of the core and of solid frame.
        #expect(regions.veilEdges.subtracting(lens.dilated(1)).isEmpty)
        #expect(regions.samples[13, 24] && !regions.samples[16, 24])
    }
}
