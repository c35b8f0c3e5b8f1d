import Bake
import ChromaKey
import KernelTypes
import Raster
import TestSupport
import Testing

@Suite("Backdrops and sizes")
struct PictureTests {
    @Test(arguments: [
        ("checker", Backdrop.checker), ("white", .color(RGB(255, 255, 255))),
        ("black", .color(RGB(0, 0, 0))), ("#1A2b3C", .color(RGB(0x1A, 0x2B, 0x3C))),
    ])
    func `durations are parsed`(text: String, expected: Backdrop) {
        #expect(Backdrop(text) == expected)
    }

    @Test(arguments: ["", "#", "#12345", "#1234567", "#+12345", "#12345g", "red", "#éé"])
    func `bad durations are refused`(text: String) {
        #expect(Backdrop(text) == nil)
    }

    @Test func `clear shows the backdrop, opaque hides it, half mixes`() {
        let picture = StraightImage(drawn: ".rx").laid(over: .color(RGB(0, 100, 200)))
        #expect(
            picture.pixels == [
                StraightPixel(r: 0, g: 100, b: 200), StraightPixel(r: 220, g: 30, b: 40),
                StraightPixel(r: 110, g: 65, b: 120),
            ]
        )
    }

    @Test func `the checker alternates both ways`() throws {
        let size = try #require(PixelSize(width: 10, height: 9))
        let picture = Backdrop.checker.picture(size)
        let rows = [0, 7, 8].map { y in
            (0..<10).map { picture[$0, y].r == 238 ? "l" : "d" }.joined()
        }
        #expect(rows == ["lllllllldd", "lllllllldd", "ddddddddll"])
    }
}

@Suite("Sheets")
struct SheetTests {
    private func drawn(_ text: String, scale: Int = 1) -> [String] {
        let font = PixelFont.standard
        let size = PixelSize(width: font.width(of: text) * scale, height: PixelFont.height * scale)!
        var image = StraightImage(size: size)
        let ink = StraightPixel(r: 0, g: 0, b: 0)
        font.draw(text, at: .zero, color: ink, scale: scale, on: &image)
        return (0..<size.height).map { y in
            (0..<size.width).map { image[$0, y].a == 0 ? "." : "#" }.joined()
        }
    }

    @Test func `letters are drawn with their descenders, one dot apart`() {
        #expect(
            drawn("Ag!") == [
                ".###........#",
                "#...#.......#",
                "#...#..####.#",
                "#####.#...#.#",
                "#...#.#...#.#",
                "#...#.#...#..",
                "#...#..####.#",
                "..........#..",
                ".......###...",
            ]
        )
    }

    @Test func `every printable character has a drawing of its own`() {
        let drawings = (33...126).map { drawn(String(UnicodeScalar($0))) }
        #expect(Set(drawings).count == drawings.count)
        #expect(drawn("é") == drawn("\u{1F436}"))
        #expect(PixelFont.standard.width(of: " ") == 3)
    }

    @Test func `text at scale 2 is the same in squares of four`() {
        let once = drawn("Rq%")
        let twice = drawn("Rq%", scale: 2)
        #expect(twice.count == 18)
        for (y, row) in twice.enumerated() {
            #expect(row == once[y / 2].map { "\($0)\($0)" }.joined())
        }
    }

    @Test func `long labels are shortened with two dots`() {
        let font = PixelFont.standard
        #expect(font.shortened("penguin", to: 100) == "penguin")
        let short = font.shortened("penguin", to: 24)
        #expect(short.hasSuffix("..") && font.width(of: short) <= 24)
        #expect(font.shortened("penguin", to: 1) == "")
    }

    @Test
    func `a contact sheet shows every picture pixel by pixel at the bottom of its cell`() throws {
        let small = StraightImage(20, 10) { _, _ in StraightPixel(r: 250, g: 0, b: 0) }
        let large = StraightImage(60, 40) { x, y in
            StraightPixel(r: 0, g: UInt8(x * 4), b: UInt8(y * 6))
        }
        var style = SheetStyle()
        style.backdrop = .color(RGB(0, 0, 0))
        let sheet = try #require(
            ContactSheet(
                title: "all",
                rows: [
                    .init(
                        title: "dog",
                        cells: [.init(picture: small, label: "a"), .init(picture: large)]
                    ), .init(title: "cat", cells: [.init(picture: nil, label: "none")]),
                ]
            ).drawn(style)
        )
        // Titles: "dog" is 17 dots wide. A head of 9 rows and a gap.
        let cell = try #require(PixelRect(x: 8 + 17 + 8, y: 8 + 17, width: 60, height: 40))
        let second = try #require(PixelRect(x: cell.maxX + 8, y: cell.y, width: 60, height: 40))
        #expect(sheet.cropped(to: second) == large)
        let place = try #require(PixelRect(x: cell.x + 20, y: cell.y + 30, width: 20, height: 10))
        #expect(sheet.cropped(to: place) == small)
        #expect(sheet[cell.x, cell.y] == StraightPixel(r: 0, g: 0, b: 0))
        #expect(sheet[0, 0] == style.paper)
        #expect(sheet.size.description == "169x123")
    }

    @Test func `what green areas were taken for is framed and counted`() throws {
        let art = StraightImage(
            size: PixelSize(width: 40, height: 30)!,
            filledWith: StraightPixel(r: 30, g: 140, b: 30)
        )
        let box = PixelRect(x: 10, y: 8, width: 12, height: 9)!
        let area = KeyReport.Area(
            kind: .glass,
            reason: .tint,
            box: box,
            pixels: 108,
            color: RGB(30, 140, 30)
        )
        let reported = BeforeAfter(name: "leaf", original: art, keyed: art, areas: [area])
        let plain = BeforeAfter(name: "leaf", original: art, keyed: art)
        let sheet = try #require(beforeAfter([reported]))
        #expect(try #require(beforeAfter([plain])).width < sheet.width)
        // A frame of one pixel around the area, in the color that its note names.
        let cyan = StraightPixel(r: 0, g: 170, b: 230)
        #expect(sheet.pixels.count { $0 == cyan } == 14 * 11 - 12 * 9)
        let two = BeforeAfter(name: "leaf", original: art, keyed: art, areas: [area, area])
        #expect(beforeAfter([two]) != sheet)
    }

    @Test func `a picture of one pixel has a sheet too`() throws {
        let dot = StraightImage(drawn: "x")
        #expect(beforeAfter([BeforeAfter(name: "dot", original: dot, keyed: dot)]) != nil)
        let change = PictureChange(.frame, "dot", .added, target: "game", scale: 1, new: dot)
        #expect(change.triptych() != nil)
        #expect(ContactSheet(rows: []).drawn() != nil)
    }
}
