import Raster
import TestSupport
import Testing

struct PixelLatticeTests {
    /// Two frames of a cat.
    let cat = StraightImage(
        drawn:
            "..##......##....",
        ".#yy#....#yy#...",
        ".#yryy##yyry#...",
        ".#yyyyyyyyyy#...",
        "#yyyyyyyyyyyy#..",
        "#yw#yyyyyyw#y#..",
        "#y##yyyyyy##y#..",
        "#yyyyyrryyyyy#..",
        ".#yyy#yy#yyy#...",
        "..##yy##yy##..#.",
        "..#yyyyyyyy#.#y#",
        ".#yyywwwwyyy##y#",
        ".#yywwwwwwyy#yy#",
        ".#yywwwwwwyyyy#.",
        ".#yyywwwwyyy##..",
        "..#yy#yy#yy#....",
        "..####..####...."
    )
    let blinking = StraightImage(
        drawn:
            "..##......##....",
        ".#yy#....#yy#...",
        ".#yryy##yyry#...",
        ".#yyyyyyyyyy#...",
        "#yyyyyyyyyyyy#..",
        "#yyyyyyyyyyyy#..",
        "#y###yyyy###y#..",
        "#yyyyyrryyyyy#..",
        ".#yyyyyyyyyy#...",
        "..##yy##yy##....",
        "..#yyyyyyyy#.##.",
        ".#yyywwwwyyy#yy#",
        ".#yywwwwwwyy#yy#",
        ".#yywwwwwwyyyy#.",
        ".#yyywwwwyyy##..",
        "..#yy#yy#yy#....",
        "..####..####...."
    )

    @Test(arguments: [(4.0, 4.0), (5.3, 5.3), (5.2, 5.8), (8, 8), (11.7, 11.7), (20, 20)])
    func `blocks become the pixels that they were`(across: Double, down: Double) throws {
        var art = WobblyArt(across, down)
        let frames = [art.enlarged(cat), art.enlarged(blinking)]
        let lattice = try #require(PixelLattice.find(in: frames))
        #expect(abs(lattice.pitch.x - across) < 0.12 * across)
        #expect(abs(lattice.pitch.y - down) < 0.12 * down)
        let pixels = lattice.pixels(of: frames, framing: .own)
        #expect(PictureDifference(expected: cat, actual: pixels[0]).summary == "is the same")
        #expect(PictureDifference(expected: blinking, actual: pixels[1]).summary == "is the same")
    }

    @Test func `a palette removes the unrest of flat colors`() throws {
        var art = WobblyArt(7, 7, unrest: 6)
        let frames = [art.enlarged(cat), art.enlarged(blinking)]
        let lattice = try #require(PixelLattice.find(in: frames))
        func colors(_ pictures: [StraightImage]) -> Int {
            Set(pictures.flatMap { $0.pixels }).count
        }
        #expect(colors(lattice.pixels(of: frames, framing: .own)) > 30)
        // Clear, black, white, yellow, red.
        let few = lattice.pixels(of: frames, framing: .own, colors: 5)
        #expect(colors(few) == 5)
        #expect(few[0][0, 0] == .clear && few[0][2, 0].r < 20 && few[0][2, 11].r > 240)
    }

    @Test func `frames of a grid keep their places`() throws {
        var art = WobblyArt(6, 6, wobble: 0)
        let figure = art.enlarged(cat)
        let frames = [(12, 18), (18, 12)].map { x, y in
            var cell = StraightImage(160, 160) { _, _ in .clear }
            cell.copy(from: figure, at: PixelPoint(x: x, y: y))
            return cell
        }
        let lattice = try #require(PixelLattice.find(in: frames))
        let pixels = lattice.pixels(of: frames, framing: .common)
        #expect(pixels[0].size == pixels[1].size)
        let places = pixels.map { $0.opaqueBounds() }
        let (first, second) = (try #require(places[0]), try #require(places[1]))
        #expect((second.x - first.x, second.y - first.y) == (1, -1))
        #expect(pixels[0].cropped(to: first) == pixels[1].cropped(to: second))
    }

    @Test func `smooth art has no blocks`() {
        let ball = StraightImage(120, 120) { x, y in
            let (dx, dy) = (Double(x) - 59.5, Double(y) - 59.5)
            let distance = (dx * dx + dy * dy).squareRoot()
            let cover = min(max(50.5 - distance, 0), 1)
            let light = UInt8(clamping: Int(200 - distance * 2 + dx * 0.5))
            let isRim = distance > 46
            return StraightPixel(
                r: isRim ? 10 : light,
                g: 20,
                b: isRim ? 20 : 180,
                a: UInt8(cover * 255)
            )
        }
        #expect(PixelLattice.find(in: [ball]) == nil)
        #expect(PixelLattice.find(in: [StraightImage(30, 30) { _, _ in .clear }]) == nil)
    }

    @Test func `pixels that are pixels are no blocks`() {
        #expect(PixelLattice.find(in: [cat, blinking]) == nil)
    }

    @Test func `a known size needs no finding`() {
        var art = WobblyArt(2, 2, wobble: 0)
        let frames = [art.enlarged(cat)]
        let pixels = PixelLattice(of: frames, pitch: 2).pixels(of: frames, framing: .own)
        #expect(pixels.map(\.size.description) == ["16x17"])
    }

    @Test(arguments: [(1, 1), (1, 7), (3, 2), (60, 1)])
    func `tiny frames are no trouble`(width: Int, height: Int) {
        let frames = [
            StraightImage(width, height) { x, y in (x + y) % 2 == 0 ? .clear : cat[2, 0] }
        ]
        #expect(PixelLattice.find(in: frames) == nil)
        for pitch in [1.0, 3.5, 48] {
            let pixels = PixelLattice(of: frames, pitch: pitch).pixels(of: frames, framing: .common)
            #expect(pixels.count == 1)
        }
        #expect(PixelLattice(of: [], pitch: 4).pixels(of: [], framing: .common).isEmpty)
    }
}
