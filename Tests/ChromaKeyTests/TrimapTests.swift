import ChromaKey
import Raster
import TestSupport
import Testing

/// Where the screen is, where the art is, and what has to be worked out.
struct TrimapTests {
    /// `b` background, `n` near, `2` behind the first ring, `s` samples, `v` see-through.
    private func map(_ trimap: Trimap) -> [String] {
        drawn(
            ("b", trimap.background),
            ("n", trimap.unknown),
            ("v", trimap.translucency.translucent),
            ("s", trimap.foreground.subtracting(trimap.secondRing)),
            ("2", trimap.secondRing)
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
            map(found.trimap) == [
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
        #expect(found.trimap.secondRing.subtracting(found.trimap.foreground).isEmpty)
        // Of the edge only what does not lean to the screen may stand for a thin line's color.
        #expect(found.trimap.thinSamples[8, 6])
        #expect(!found.trimap.thinSamples[3, 4])
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
        #expect(key(image).report.isPixelArt)
        #expect(found.trimap.unknown.isEmpty)
        #expect(found.trimap.secondRing.isEmpty)
        let art = BitMask(32, 28) { x, y in image[x, y] != Ink.green }
        #expect(found.trimap.background.drawn == art.inverted().drawn)
    }

    @Test func `every pixel is background, edge, sample or see-through`() throws {
        for screen in [disc, disc.unevenlyLit(), disc.throughJPEG()] {
            for mode in [KeyMode.best, .fast] {
                let settings = KeySettings(mode: mode)
                let trimap = try #require(findings(in: screen, settings: settings)).trimap
                let left = trimap.background.inverted().subtracting(trimap.unknown)
                    .subtracting(trimap.foreground).subtracting(trimap.translucency.translucent)
                    .subtracting(trimap.translucentEdges).subtracting(trimap.translucency.opaque)
                #expect(left.isEmpty)
                #expect(trimap.unknown.subtracting(trimap.background).count == trimap.unknown.count)
                #expect(
                    trimap.foreground.subtracting(trimap.background).subtracting(trimap.unknown)
                        .count
                        == trimap.foreground.count
                )
            }
        }
    }

    @Test func `the fast way asks the second ring only where it leans to the screen`() throws {
        let best = try #require(findings(in: disc)).trimap.secondRing
        let settings = KeySettings(mode: .fast)
        let fast = try #require(findings(in: disc, settings: settings)).trimap.secondRing
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
        #expect(!plain.trimap.isSubsampled)
        #expect(blurred.trimap.isSubsampled)
        #expect(blurred.trimap.unknown.count > 2 * plain.trimap.unknown.count)
        #expect(blurred.trimap.secondRing.isEmpty)
        // Nothing of the art is background, and its middle is a sample.
        let disc = SoftDisc(color: Ink.red, side: side)
        for y in 0..<side {
            for x in 0..<side where disc.cover(x, y) > 200 {
                #expect(!blurred.trimap.background[x, y])
            }
        }
        #expect(blurred.trimap.foreground[side / 2, side / 2])
    }

    @Test func `a kept color is a sample wherever it is, also at the edge`() throws {
        let pane = StraightPixel(r: 60, g: 200, b: 60)
        let image = painted(40, 40) { x, y in
            (10..<30).contains(x) && (10..<30).contains(y) ? pane : Ink.green
        }
        let settings = KeySettings(threshold: 0.95, keep: [RGB(72, 188, 72)])
        let kept = try #require(findings(in: image, settings: settings)).trimap
        #expect(kept.foreground.count == 400)
        #expect(kept.unknown.isEmpty)
        #expect(kept.translucency.translucent.isEmpty)
        // One level more is another color.
        let others = KeySettings(threshold: 0.95, keep: [RGB(73, 200, 60)])
        let missed = try #require(findings(in: image, settings: others)).trimap
        #expect(missed.foreground.isEmpty)
        #expect(missed.translucency.translucent.count == 400)
    }

    @Test func `a lens has a core to look through and edges next to its frame`() throws {
        let pane = mixture(StraightPixel(r: 200, g: 200, b: 220), 90, over: Ink.green)
        let ink = StraightPixel(r: 16, g: 16, b: 20)
        let image = painted(60, 48) { x, y in
            if (16..<44).contains(x), (14..<34).contains(y) { return pane }
            if (12..<48).contains(x), (10..<38).contains(y) { return ink }
            // A soft rim, so that it is no pixel art.
            if x == 11, (10..<38).contains(y) { return mixture(ink, y * 6, over: Ink.green) }
            return Ink.green
        }
        let trimap = try #require(findings(in: image, settings: KeySettings(preset: .glass))).trimap
        let lens = BitMask(60, 48) { x, y in image[x, y] == pane }
        #expect(trimap.translucency.translucent.drawn == lens.drawn)
        #expect(trimap.translucentCores.drawn == lens.eroded(1).drawn)
        #expect(!trimap.translucentEdges.isEmpty)
        // Within two pixels of the core and of solid frame.
        #expect(trimap.translucentEdges.subtracting(lens.dilated(1)).isEmpty)
        #expect(trimap.foreground[13, 24] && !trimap.foreground[16, 24])
    }
}
