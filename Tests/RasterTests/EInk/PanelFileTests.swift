import KernelTypes
import Raster
import TestSupport
import Testing

struct PanelFileTests {
    private func panel(_ rows: String...) -> PanelPicture {
        PanelPicture(StraightImage(rows: rows), over: RGB(255, 255, 255), in: .mono, .none)
    }

    private func text(_ changes: PanelChanges) -> [String] {
        changes.rectangles.map(\.description)
    }

    @Test func `changes are rectangles whose sides panels can address`() {
        let old = panel(
            "wwwwwwwwwwwwwwwwwwww",
            "wwwwwwwwwwwwwwwwwwww",
            "wwwwwwwwwwwwwwwwww##"
        )
        let new = panel(
            "wwwwwwwwwwwwwwwwwwww",
            "wwwwwwwwww#wwwwwwwww",
            "wwwwwwwww#wwwwwwwwww"
        )
        let changes = PanelChanges(from: old, to: new)
        #expect(text(changes) == ["12x2+8+1"])
        #expect((changes.pixels, changes.cleared) == (4, 2))
        #expect(PanelChanges(from: old, to: old).rectangles.isEmpty)
    }

    @Test func `changes that lie apart are rectangles of their own, and hold every change`() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<50 {
            let size = (
                Int.random(in: 1...90, using: &random), Int.random(in: 1...60, using: &random)
            )
            let places = (0..<6).map { _ in
                (
                    Int.random(in: 0..<size.0, using: &random),
                    Int.random(in: 0..<size.1, using: &random)
                )
            }
            func picture(_ isMarked: Bool) -> PanelPicture {
                let image = StraightImage(size.0, size.1) { x, y in
                    let isBlack = isMarked && places.contains { $0 == (x, y) }
                    return isBlack
                        ? StraightPixel(r: 0, g: 0, b: 0) : StraightPixel(r: 255, g: 255, b: 255)
                }
                return PanelPicture(image, over: RGB(0, 0, 0), in: .mono, .none)
            }
            let changes = PanelChanges(from: picture(false), to: picture(true))
            for (x, y) in places {
                #expect(
                    changes.rectangles.contains {
                        $0.x <= x && x < $0.maxX && $0.y <= y && y < $0.maxY
                    }
                )
            }
            for rect in changes.rectangles {
                #expect(rect.x % 8 == 0 && (rect.maxX % 8 == 0 || rect.maxX == size.0))
                for other in changes.rectangles where other != rect {
                    #expect(rect.intersection(other) == nil)
                }
            }
        }
        let apart = PanelChanges(
            from: panel("#wwwwwwwwwwwwwwwwwwwwwww#"),
            to: panel("wwwwwwwwwwwwwwwwwwwwwwwww")
        )
        #expect(text(apart) == ["8x1+0+0", "1x1+24+0"])
    }

    @Test func `a change between two others that become one is held once`() {
        // The strip in the middle is done before those next to it meet below.
        let rows = (0..<24).map { y in
            y == 0
                ? "#" + String(repeating: "w", count: 15) + "#" + String(repeating: "w", count: 15)
                    + "#"
                : y == 1 || y == 23
                    ? String(repeating: y == 23 ? "#" : "w", count: 33)
                    : "#" + String(repeating: "w", count: 31) + "#"
        }
        let blank = rows.map { String(repeating: "w", count: $0.count) }
        func panel(_ rows: [String]) -> PanelPicture {
            PanelPicture(StraightImage(rows: rows), over: RGB(0, 0, 0), in: .mono, .none)
        }
        let changes = PanelChanges(from: panel(blank), to: panel(rows))
        #expect(text(changes) == ["33x24+0+0"])
        #expect(changes.pixels == 3 + 2 * 21 + 33)
    }

    @Test func `raw pixels are compared with their alpha, and white leaves ghosts`() {
        let old = StraightImage(2, 1) { _, _ in StraightPixel(r: 9, g: 9, b: 9) }
        let new = StraightImage(2, 1) { x, _ in
            x == 0 ? StraightPixel(r: 255, g: 255, b: 255) : StraightPixel(r: 9, g: 9, b: 9, a: 8)
        }
        let changes = PanelChanges(
            from: PanelPicture(raw: old, over: nil),
            to: PanelPicture(raw: new, over: nil)
        )
        #expect((changes.pixels, changes.cleared) == (2, 1))
        #expect(text(changes) == ["2x1+0+0"])
    }

    @Test func `C headers name the array and count its bytes`() {
        let text = cSource(
            [0, 1, 254] + [UInt8](repeating: 7, count: 11),
            name: "7 pet-1",
            comments: ["1x1"],
            numbers: [("WIDTH", 5)]
        )
        #expect(
            String(decoding: text, as: UTF8.self) == """
                #pragma once
                #include <stdint.h>

                // 1x1
                #define _7_PET_1_WIDTH 5
                static const uint8_t _7_pet_1[14] = {
                    0x00, 0x01, 0xfe, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07,
                    0x07, 0x07,
                };

                """
        )
    }
}
