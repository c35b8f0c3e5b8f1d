import KernelTypes
import Raster
import TestSupport
import Testing

struct EInkTests {
    private func gray(_ value: Int) -> StraightPixel {
        StraightPixel(r: UInt8(value), g: UInt8(value), b: UInt8(value))
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private let white = RGB(255, 255, 255)

    @Test func `error diffusion in black and white is Pillow's`() {
        // The text is Image.convert("1").tobytes().hex() of Pillow 12.
        let colors = StraightImage(37, 11) { x, y in
            StraightPixel(
                r: UInt8(x * 7 % 256),
                g: UInt8((y * 23 + x * 2) % 256),
                b: UInt8(x * y * 3 % 256)
            )
        }
        let panel = PanelPicture(colors, over: white, in: .mono, .floydSteinberg)
        #expect(
            hex(panel.packed)
                == "00000092500025564aa8048892b5b02252555ad8112aadad684a95d"
                + "577f82aaa5bbaa8a56db6dff855b6eff7f0ad5bbb080857e800a2a8"
        )
        let ramp = StraightImage(32, 4) { x, _ in gray(x * 8) }
        #expect(
            hex(PanelPicture(ramp, over: white, in: .mono, .floydSteinberg).packed)
                == "00255bff0292ad6f002ab7bf090555ff"
        )
    }

    @Test func `the first pixel is in the highest bits, and rows are whole bytes`() {
        let picture = StraightImage(drawn: "#w#w#w#w#w", "wwwwwwww#w")
        #expect(hex(PanelPicture(picture, over: white, in: .mono, .none).packed) == "5540ff40")
        let grays = StraightImage(5, 1) { x, _ in gray(min(x, 3) * 85) }
        // 00 01 10 11 | 11 and three of the first ink
        #expect(hex(PanelPicture(grays, over: white, in: .gray4, .none).packed) == "1bc0")
    }

    @Test func `Spectra 6 has its own codes, and no fourth`() {
        let colors = [
            RGB(0, 0, 0), RGB(255, 255, 255), RGB(255, 255, 0), RGB(255, 0, 0), RGB(0, 0, 255),
            RGB(0, 128, 0), RGB(255, 255, 255),
        ]
        let picture = StraightImage(7, 1) { x, _ in
            StraightPixel(r: colors[x].r, g: colors[x].g, b: colors[x].b)
        }
        let panel = PanelPicture(picture, over: white, in: .spectra6, .none)
        #expect(hex(panel.packed) == "01235610")
        #expect(panel.preview[3, 0] == StraightPixel(r: 178, g: 19, b: 24))
        let red = StraightImage(64, 64) { x, y in
            StraightPixel(r: UInt8(x * 4), g: UInt8(y * 4), b: UInt8((x ^ y) * 4))
        }
        for dithering in Dithering.allCases {
            let codes = PanelPicture(red, over: white, in: .spectra6, dithering).packed
            #expect(codes.allSatisfy { ![4, 7, 15].contains($0 & 15) && $0 >> 4 != 4 })
            #expect(Set(codes.flatMap { [$0 >> 4, $0 & 15] }).count == 6, "\(dithering)")
        }
    }

    @Test func `paper is seen through what is clear`() {
        let picture = StraightImage(3, 1) { x, _ in
            [
                .clear, StraightPixel(r: 0, g: 0, b: 0, a: 100),
                StraightPixel(r: 0, g: 0, b: 0, a: 200),
            ][x]
        }
        #expect(PanelPicture(picture, over: white, in: .mono, .none).indexes == [1, 1, 0])
        #expect(
            PanelPicture(picture, over: RGB(90, 90, 90), in: .mono, .none).indexes == [0, 0, 0]
        )
    }

    @Test(arguments: [Dithering.bayer, .blueNoise], [0, 1, 32, 64, 100, 128, 200, 254, 255])
    func `thresholds show a gray as its share of white, and stay put`(
        dithering: Dithering,
        value: Int
    ) {
        let even = StraightImage(64, 64) { _, _ in gray(value) }
        let panel = PanelPicture(even, over: white, in: .mono, dithering)
        let share = Double(panel.indexes.count { $0 == 1 }) / 4096
        #expect(abs(share - Double(value) / 255) < 0.012)
        // A change elsewhere changes nothing here.
        var changed = even
        changed[0, 0] = gray(255 - value)
        let other = PanelPicture(changed, over: white, in: .mono, dithering)
        #expect(zip(panel.indexes, other.indexes).dropFirst().allSatisfy { $0 == $1 })
    }

    @Test func `blue noise has neither rows nor clumps`() {
        let even = StraightImage(64, 64) { _, _ in gray(64) }
        let panel = PanelPicture(even, over: white, in: .mono, .blueNoise)
        func isWhite(_ x: Int, _ y: Int) -> Bool { panel.indexes[y * 64 + x] == 1 }
        // At a quarter of white 252 of them would touch by chance.
        let touching = (0..<64).reduce(0) { sum, y in
            sum + (0..<63).count { isWhite($0, y) && isWhite($0 + 1, y) }
        }
        #expect(touching < 100)
        let rows = (0..<64).map { y in (0..<64).count { isWhite($0, y) } }
        #expect(rows.allSatisfy { (8...24).contains($0) })
    }

    @Test func `every ink of flat art stays as it is drawn`() {
        for dithering in Dithering.allCases {
            for (index, ink) in Inks.spectra6.inks.enumerated()
            where dithering != .bayer && dithering != .blueNoise {
                let flat = StraightImage(16, 16) { _, _ in
                    StraightPixel(r: ink.color.r, g: ink.color.g, b: ink.color.b)
                }
                let panel = PanelPicture(flat, over: white, in: .spectra6, dithering)
                #expect(panel.indexes.allSatisfy { $0 == index }, "\(ink.name) \(dithering)")
            }
        }
    }

    private static func ink(_ number: Int) -> Inks.Ink {
        let (green, blue) = (number * 77 % 256, number * 131 % 256)
        let color = RGB(UInt8(number * 18), UInt8(green), UInt8(blue))
        return Inks.Ink("\(number)", code: UInt8(200 + number), color)
    }
    private static let fourteen = Inks(8, (0..<14).map(ink))

    @Test(
        arguments: [Inks.mono, .gray4, .spectra6, fourteen, Inks.mono.stored(inBits: 8)],
        Dithering.allCases
    )
    func `tables find the ink that plain sums find`(inks: Inks, dithering: Dithering) {
        var random = SeededRandom(seed: 11)
        for round in 0..<6 {
            let size = (
                Int.random(in: 1...70, using: &random), Int.random(in: 1...40, using: &random)
            )
            let picture = StraightImage(size.0, size.1) { x, y in
                // Flat, smooth and noisy; opaque, clear and between.
                switch round % 3 {
                case 0:
                    return StraightPixel(r: UInt8(x / 8 * 31 % 256), g: 128, b: UInt8(y / 4 * 7))
                case 1:
                    return StraightPixel(
                        r: UInt8(x * 3),
                        g: UInt8(y * 6),
                        b: UInt8(x + y),
                        a: UInt8(x * 3 + y)
                    )
                default:
                    return StraightPixel(
                        r: .random(in: 0...255, using: &random),
                        g: .random(in: 0...255, using: &random),
                        b: .random(in: 0...255, using: &random),
                        a: [0, 255, .random(in: 0...255, using: &random)][x % 3]
                    )
                }
            }
            let paper = RGB(.random(in: 0...255, using: &random), 200, 90)
            let fast = PanelPicture(picture, over: paper, in: inks, dithering).indexes
            let plain = PanelPicture.referenceIndexes(picture, over: paper, in: inks, dithering)
            #expect(fast == plain, "round \(round)")
        }
    }

    @Test func `of equally near inks the first is taken`() {
        let twins = Inks(
            4,
            (0..<12).map { number in
                Inks.Ink("\(number)", code: UInt8(number), RGB(number < 5 ? 0 : 200, 10, 10))
            }
        )
        let picture = StraightImage(2, 1) { x, _ in StraightPixel(r: x == 0 ? 0 : 255, g: 0, b: 0) }
        #expect(PanelPicture(picture, over: white, in: twins, .none).indexes == [0, 5])
    }

    @Test func `raw pixels are blue, green, red and alpha, and keep it unless there is paper`() {
        let picture = StraightImage(2, 1) { x, _ in
            StraightPixel(r: 10, g: 20, b: 30, a: x == 0 ? 255 : 0)
        }
        #expect(hex(PanelPicture(raw: picture, over: nil).packed) == "1e140aff1e140a00")
        #expect(
            hex(PanelPicture(raw: picture, over: RGB(1, 2, 3)).packed) == "1e140aff030201ff"
        )
        #expect(PanelPicture(raw: picture, over: nil).preview == picture)
    }

    @Test func `inks of a list keep their codes, and grays are put in order`() {
        let grays = Inks(
            8,
            [
                Inks.Ink("white", code: 7, RGB(250, 250, 250)),
                Inks.Ink("black", code: 9, RGB(5, 5, 5)),
            ]
        )
        let picture = StraightImage(2, 1) { x, _ in gray(x * 255) }
        #expect(hex(PanelPicture(picture, over: white, in: grays, .none).packed) == "0907")
        #expect(grays.inks.map(\.name) == ["black", "white"])
    }
}
