import Bake
import Console
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("Pictures in a terminal")
struct TerminalPictureTests {
    private static let cell = PixelSize(width: 10, height: 20)
    /// More colors than a palette holds, with a clear corner and a see-through edge.
    private static let busy = StraightImage(64, 40) { x, y in
        x + y < 8
            ? .clear
            : StraightPixel(
                r: UInt8(x * 4),
                g: UInt8(y * 6),
                b: UInt8(x ^ y) &* 3,
                a: x + y < 12 ? 100 : 255
            )
    }

    private func text(_ canvas: TerminalCanvas, _ picture: StraightImage) throws -> String {
        String(decoding: try canvas.still(picture), as: UTF8.self)
    }

    @Test
    func `kitty's payload is the picture as a PNG, in chunks of at most 4096 letters`() throws {
        var random = SeededRandom(seed: 4)
        let noise = StraightImage(60, 60) { x, y in
            StraightPixel(r: UInt8.random(in: 0...255, using: &random), g: UInt8(x), b: UInt8(y))
        }
        let canvas = TerminalCanvas(.kitty, size: TerminalSize(cell: Self.cell))
        let commands = try text(canvas, noise).components(separatedBy: "\u{1B}_G").dropFirst()
        #expect(commands.count > 1)
        var payload = ""
        for (index, command) in commands.enumerated() {
            let parts = command.split(separator: ";", maxSplits: 1)
            let isLast = index == commands.count - 1
            #expect(parts[0] == (index == 0 ? "a=T,f=100,q=2" : "q=2") + ",m=\(isLast ? 0 : 1)")
            #expect(parts[1].hasSuffix(isLast ? "\u{1B}\\\n" : "\u{1B}\\"))
            let letters = parts[1].prefix { $0 != "\u{1B}" }
            #expect(letters.count <= 4096)
            payload += letters
        }
        let png = try #require(Data(base64Encoded: payload))
        #expect(try decodeImage([UInt8](png)).image == noise)
    }

    @Test func `kitty gets the size in cells when the terminal's cells are not known`() throws {
        let canvas = TerminalCanvas(.kitty, size: TerminalSize())
        #expect(try text(canvas, Self.busy).hasPrefix("\u{1B}_Ga=T,f=100,q=2,c=8,r=3,m=0;"))
    }

    @Test
    func `iTerm2's payload is the picture as a PNG, with its length and size in pixels`() throws {
        let canvas = TerminalCanvas(.iterm, size: TerminalSize(cell: Self.cell))
        let text = try text(canvas, Self.busy)
        let colon = try #require(text.firstIndex(of: ":"))
        let payload = text[text.index(after: colon)...].prefix { $0 != "\u{7}" }
        let png = try #require(Data(base64Encoded: String(payload)))
        #expect(
            text[..<colon]
                == "\u{1B}]1337;File=inline=1;size=\(png.count);width=64px;height=40px;preserveAspectRatio=1"
        )
        #expect(text.hasSuffix("\u{7}\n"))
        #expect(try decodeImage([UInt8](png)).image == Self.busy)
    }

    @Test
    func `a line of room is what the picture takes: columns and rows are rounded up`() throws {
        let size = try #require(PixelSize(width: 61, height: 39))
        let known = TerminalSize(cell: Self.cell)
        #expect(TerminalCanvas(.kitty, size: known).extent(of: size) == (7, 2))
        // Seven bands of six rows are 42 pixels.
        #expect(TerminalCanvas(.sixel, size: known).extent(of: size) == (7, 3))
        #expect(TerminalCanvas(.blocks, size: known).extent(of: size) == (61, 20))
        #expect(TerminalCanvas(.none, size: known).extent(of: size) == (0, 0))
    }

    @Test func `without a protocol nothing is sent`() throws {
        #expect(try TerminalCanvas(.none).still(Self.busy).isEmpty)
    }
}

@Suite("Sixel")
struct SixelTests {
    /// The picture as Debian's libsixel reads it, or nil when that is absent.
    private func read(_ bytes: [UInt8]) throws -> StraightImage? {
        guard Tool.path("sixel2png") != nil else {
            print("sixel2png is absent (apt: libsixel-bin); only our own reader is used")
            return nil
        }
        let png = try #require(Tool.run("sixel2png", [], input: Data(bytes)))
        return try decodeImage([UInt8](png)).image
    }

    /// The largest difference of a channel over opaque pixels.
    private func error(_ left: StraightImage, _ right: StraightImage) -> Int {
        zip(left.pixels, right.pixels).map { a, b in
            guard a.a >= 128 else { return 0 }
            return max(
                abs(Int(a.r) - Int(b.r)),
                abs(Int(a.g) - Int(b.g)),
                abs(Int(a.b) - Int(b.b))
            )
        }.max() ?? 0
    }

    @Test func `up to 255 colors are kept as closely as 101 steps a channel can`() throws {
        let picture = StraightImage(51, 40) { x, y in
            StraightPixel(r: UInt8(x * 5), g: UInt8(y / 8 * 50), b: 77)
        }
        let bytes = sixel(picture)
        let own = try SixelReader(bytes).image(width: 51, height: 40)
        let isOpaque = own.isOpaque
        #expect(isOpaque)
        #expect(error(picture, own) <= 1)
        if let read = try read(bytes) {
            #expect(read.size == picture.size)
            #expect(error(picture, read) <= 3)
        }
    }

    @Test
    func `pixels of less than half alpha are left out, others drawn in their own color`() throws {
        let picture = StraightImage(drawn: "..rr..bb", "x..rr..b", "xx......", "wwwwwwww")
        let own = try SixelReader(sixel(picture)).image(width: 8, height: 4)
        #expect(own.pixels.map { $0.a } == picture.hardened().pixels.map { $0.a })
        #expect(error(picture, own) <= 1)
        // libsixel 1.10 has no alpha: it is a third witness for what is drawn.
        if let read = try read(sixel(picture)) { #expect(error(picture, read) <= 3) }
    }

    @Test func `thousands of colors become 255 without a visible step`() throws {
        let picture = StraightImage(160, 100) { x, y in
            StraightPixel(r: UInt8(x), g: UInt8(y * 2), b: UInt8((x + y) / 2))
        }
        let own = try SixelReader(sixel(picture)).image(width: 160, height: 100)
        #expect(diffPictures(picture, own).psnr ?? .infinity > 33)
    }

    @Test(arguments: 1...13)
    func `every height ends in the right row`(height: Int) throws {
        let picture = StraightImage(5, height) { x, y in
            StraightPixel(r: UInt8(y * 19), g: UInt8(x * 51), b: 0)
        }
        let own = try SixelReader(sixel(picture)).image(width: 5, height: height)
        #expect(error(picture, own) <= 1)
    }
}

/// Reads sixel graphics back.
private struct SixelReader {
    private var dots: [Int: [Int: StraightPixel]] = [:]

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        var rest = try #require(text.hasPrefix("\u{1B}P0;1;0q") ? text.dropFirst(8)[...] : nil)
        try #require(rest.hasSuffix("\u{1B}\\"))
        rest = rest.dropLast(2)
        var colors: [Int: StraightPixel] = [:]
        var color = 0
        var (x, y) = (0, 0)
        func numbers() -> [Int] {
            let text = rest.prefix { $0.isNumber || $0 == ";" }
            rest = rest.dropFirst(text.count)
            return text.split(separator: ";").compactMap { Int($0) }
        }
        while let letter = rest.popFirst() {
            switch letter {
            case "\"": _ = numbers()
            case "#":
                let fields = numbers()
                color = fields[0]
                if fields.count == 5 {
                    let channels = fields[2...].map { UInt8(($0 * 255 + 50) / 100) }
                    colors[color] = StraightPixel(r: channels[0], g: channels[1], b: channels[2])
                }
            case "$": x = 0
            case "-": (x, y) = (0, y + 6)
            case "!":
                let count = numbers()[0]
                let value = rest.popFirst() ?? "?"
                for _ in 0..<count {
                    draw(value, colors[color], x, y)
                    x += 1
                }
            default:
                draw(letter, colors[color], x, y)
                x += 1
            }
        }
    }

    private mutating func draw(_ letter: Character, _ color: StraightPixel?, _ x: Int, _ y: Int) {
        let bits = Int(letter.asciiValue ?? 63) - 63
        for row in 0..<6 where bits >> row & 1 == 1 { dots[y + row, default: [:]][x] = color }
    }

    func image(width: Int, height: Int) throws -> StraightImage {
        #expect(dots.keys.max() ?? 0 < height)
        #expect(dots.values.compactMap { $0.keys.max() }.max() ?? 0 < width)
        return StraightImage(width, height) { x, y in dots[y]?[x] ?? .clear }
    }
}
