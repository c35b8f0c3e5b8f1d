import ChromaKey
import Raster
import TestSupport
import Testing

/// Pixel art is distinguished from art with soft edges.
struct PixelArtTests {
    private func isPixelArt(_ image: StraightImage) throws -> Bool {
        let found = try #require(screen(of: image))
        return looksLikePixelArt(image, PixelClasses(image, screen: found))
    }

    private let robot = StraightImage(
        drawn:
            "gggggggggggggggg",
        "gggggg####gggggg",
        "gggg##llll##gggg",
        "ggg#llllllll#ggg",
        "gg#llwwllwwll#gg",
        "gg#llw#llw#ll#gg",
        "gg#llllllllll#gg",
        "gg#lllrrrrlll#gg",
        "ggg#llllllll#ggg",
        "gggg########gggg",
        "gggg##g##g##gggg",
        "gggggggggggggggg"
    )

    @Test func `pixel art is recognized at one pixel a pixel and enlarged`() throws {
        for factor in 1...6 { #expect(try isPixelArt(robot.enlarged(by: factor)), "\(factor)x") }
    }

    @Test func `pixel art may have greens at its edge`() throws {
        let moss = StraightImage(
            rows: robot.size.height == 12
                ? (0..<12).map { y in
                    String(
                        (0..<16).map { x in
                            let pixel = robot[x, y]
                            return pixel == Ink.green ? "g" : (x + y).isMultiple(of: 3) ? "l" : "y"
                        }
                    )
                } : []
        )
        #expect(try isPixelArt(moss.enlarged(by: 3)))
    }

    @Test(arguments: [24, 40, 64, 120])
    func `soft edges are no pixel art, however small`(side: Int) throws {
        #expect(try !isPixelArt(SoftDisc(color: Ink.red, side: side).picture()))
        #expect(try !isPixelArt(SoftDisc(color: Ink.white, side: side).picture()))
    }

    @Test func `a straight edge that repeats one mixture is no pixel art`() throws {
        let image = painted(40, 40) { x, y in
            guard (9..<31).contains(x), (9..<31).contains(y) else { return Ink.green }
            let isInside = (10..<30).contains(x) && (10..<30).contains(y)
            return isInside ? Ink.red : mixture(Ink.red, 128, over: Ink.green)
        }
        #expect(try !isPixelArt(image))
    }

    @Test func `blurred pixel art is no pixel art anymore`() throws {
        #expect(try !isPixelArt(robot.enlarged(by: 6).throughJPEG()))
    }

    @Test func `too little silhouette says nothing`() throws {
        var image = painted(32, 32) { _, _ in Ink.green }
        image.fill(PixelRect(x: 10, y: 10, width: 3, height: 3)!, with: Ink.red)
        #expect(try !isPixelArt(image))
        image.fill(PixelRect(x: 10, y: 10, width: 6, height: 6)!, with: Ink.red)
        #expect(try isPixelArt(image))
    }

    @Test func `a painter's many greens at the edge are no pixel art`() throws {
        let image = painted(64, 64) { x, y in
            guard (12..<52).contains(x), (12..<52).contains(y) else { return Ink.green }
            return StraightPixel(r: UInt8(60 + x), g: UInt8(110 + y), b: UInt8(30 + (x * y) % 40))
        }
        #expect(try !isPixelArt(image))
    }
}
