import Console
import Raster
import TestSupport
import Testing

@Suite("Half blocks")
struct HalfBlockTests {
    @Test func `a screen that gets them shows the picture, two pixels a character`() throws {
        let picture = StraightImage(drawn: "rrb.", "rbb.", "..y.", "yy.#", "w..x")
        var screen = Screen(columns: 20, rows: 10)
        screen.send(halfBlocks(picture, colors: .direct))
        #expect(screen.pixels(width: 4, height: 5) == picture.hardened())
        #expect(screen.row == 3 && screen.column == 0)
        #expect(screen.isPlain)
    }

    @Test func `with 256 colors each is the nearest of the cube and the grays`() {
        let levels = [0, 95, 135, 175, 215, 255]
        var all: [[Int]] = []
        for r in levels {
            for g in levels {
                for b in levels { all.append([r, g, b]) }
            }
        }
        for step in 0..<24 { all.append([Int](repeating: 8 + 10 * step, count: 3)) }
        func distance(_ entry: [Int], _ color: [Int]) -> Int {
            zip(entry, color).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        for r in stride(from: 0, through: 255, by: 5) {
            for g in stride(from: 0, through: 255, by: 5) {
                for b in stride(from: 0, through: 255, by: 5) {
                    let color = [r, g, b]
                    let chosen = all[Int(xtermColor(UInt8(r), UInt8(g), UInt8(b))) - 16]
                    let best = all.map { distance($0, color) }.min()
                    guard distance(chosen, color) == best else {
                        Issue.record("\(color) became \(chosen)")
                        return
                    }
                }
            }
        }
    }

    @Test func `256 colors are sent as indexes`() {
        let text = String(
            decoding: halfBlocks(StraightImage(drawn: "w", "#"), colors: .indexed),
            as: UTF8.self
        )
        #expect(text == "\u{1B}[38;5;231m\u{1B}[48;5;16m▀\u{1B}[0m\n")
    }

    @Test func `a color is sent once as long as it stays`() {
        let text = String(
            decoding: halfBlocks(StraightImage(drawn: "rrr", "rrr"), colors: .direct),
            as: UTF8.self
        )
        #expect(text == "\u{1B}[48;2;220;30;40m   \u{1B}[0m\n")
    }
}
