import Console
import Foundation
import Raster
import TestSupport
import Testing

@Suite("Talking to a terminal")
struct TerminalDeviceTests {
    @Test func `the answer to the question is read, and the terminal is left as it was`() throws {
        let terminal = try #require(PseudoTerminal())
        let asked = Background { TerminalDevice(terminal.path)?.ask(timeout: 20_000) }
        var question: [UInt8] = []
        while question.count < TerminalAnswer.question.count { question += terminal.read() }
        #expect(question == TerminalAnswer.question)
        #expect(!terminal.isCooked)
        // In two pieces, as slow connections deliver it.
        terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;2")
        terminal.type("0;10t\u{1B}[?62;c")
        let answer = asked.wait() ?? nil
        var expected = TerminalAnswer()
        expected.hasKittyGraphics = true
        expected.cell = PixelSize(width: 10, height: 20)
        #expect(answer == expected)
        #expect(terminal.isCooked)
        #expect(terminal.read().isEmpty, "the answer was echoed")
    }

    @Test func `a terminal that does not answer is not waited for`() throws {
        let terminal = try #require(PseudoTerminal())
        let isOpen = TerminalDevice(terminal.path) != nil
        #expect(isOpen)
        #expect(TerminalDevice(terminal.path)?.ask(timeout: 50) == nil)
        #expect(terminal.isCooked)
    }

    @Test
    func `the window's size is known, and that of a cell when the terminal reports pixels`() throws
    {
        let plain = try #require(PseudoTerminal(columns: 100, rows: 30))
        #expect(TerminalDevice(plain.path)?.size == TerminalSize(columns: 100, rows: 30))
        let exact = try #require(PseudoTerminal(columns: 100, rows: 30, width: 900, height: 540))
        #expect(
            TerminalDevice(exact.path)?.size
                == TerminalSize(columns: 100, rows: 30, cell: .init(width: 9, height: 18))
        )
    }

    @Test func `a file is no terminal`() {
        for path in ["/dev/null", "/no/such/terminal"] {
            let isOpen = TerminalDevice(path) != nil
            #expect(!isOpen)
        }
    }
}

@Suite("Animation in a terminal")
struct AnimationPlayerTests {
    private let frames = [
        StraightImage(drawn: "rr..", "rr..", "....", "...b"),
        StraightImage(drawn: "..rr", "..rr", "....", "b..."),
        StraightImage(drawn: "yyyy", "....", "....", "...."),
    ]

    private func player(
        loops: Bool = true,
        _ imageProtocol: TerminalImageProtocol = .blocks
    ) throws -> AnimationPlayer {
        let sequence = try #require(PictureSequence(frames: frames, fps: 100, loops: loops))
        let size = TerminalSize(columns: 30, rows: 8, cell: .init(width: 2, height: 2))
        return AnimationPlayer(
            sequence,
            on: TerminalCanvas(imageProtocol, size: size),
            caption: "dog\u{1B}[31m idle"
        )
    }

    @Test func `frames are due when those before have had their time`() throws {
        let sequence = try #require(
            PictureSequence(frames: frames, fps: 5, durations: [100, 300, 200])
        )
        #expect((0...4).map(sequence.start) == [0, 0.1, 0.4, 0.6, 0.7])
        #expect([0, 0.05, 0.15, 0.45, 0.65, 1.35].map(sequence.frame) == [0, 0, 1, 2, 3, 7])
        #expect(sequence.map { $0 }.durations == [100, 300, 200])
        #expect(PictureSequence(frames: frames, fps: 5, durations: [100]) == nil)
        #expect(PictureSequence(frames: frames, fps: 5, durations: [100, 0, 1]) == nil)
    }

    @Test(arguments: [0, 7])
    func `each frame replaces the one before`(startRow: Int) throws {
        let player = try player()
        var screen = Screen(columns: 30, rows: 8)
        screen.send(Array(String(repeating: "above\n", count: startRow).utf8))
        screen.send(player.opening())
        #expect(!screen.isCursorVisible)
        let top = screen.row
        for index in 0..<7 {
            screen.send(try player.frame(index))
            let shown = screen.pixels(width: 4, height: 4, from: top)
            #expect(shown == frames[index % 3], "frame \(index)")
            #expect(screen.text(row: top + 2).hasPrefix("dog\\u{1b}[31m idle   "))
        }
        let scrolled = screen.scrolled
        screen.send(player.closing())
        #expect(screen.row == top + 3 && screen.column == 0)
        #expect(screen.isCursorVisible && screen.isPlain && screen.scrolled == scrolled)
        #expect(screen.unknown.isEmpty)
        // What was above is still there.
        if top > 0 { #expect(screen.text(row: top - 1).hasPrefix("above")) }
    }

    @Test
    func
        `kitty's pictures are named in turn, and the one before is deleted after the new is there`()
        throws
    {
        let player = try player(.kitty)
        let texts = try (0..<3).map { String(decoding: try player.frame($0), as: UTF8.self) }
        #expect(texts[0].contains("i=7301,C=1"))
        #expect(!texts[0].contains("a=d"))
        #expect(texts[1].contains("i=7302,C=1"))
        #expect(texts[1].contains("\u{1B}_Ga=d,d=I,i=7301,q=2\u{1B}\\"))
        let drawn = try #require(texts[2].range(of: "i=7301,C=1"))
        let deleted = try #require(texts[2].range(of: "a=d,d=I,i=7302"))
        #expect(drawn.upperBound < deleted.lowerBound)
    }

    @Test func `sixel, which leaves clear pixels as they are, is drawn on erased rows`() throws {
        let text = String(decoding: try player(.sixel).frame(1), as: UTF8.self)
        let erased = try #require(text.range(of: "\u{1B}[K"))
        let drawn = try #require(text.range(of: "\u{1B}P0;1;0q"))
        #expect(erased.upperBound < drawn.lowerBound)
    }

    @Test
    func `an animation that does not loop ends with its last frame on a tidy terminal`() throws {
        let terminal = try #require(PseudoTerminal(columns: 30, rows: 8))
        let player = try player(loops: false)
        #expect(try player.play(to: terminal.file) == .finished)
        var screen = Screen(columns: 30, rows: 8)
        screen.send(terminal.read())
        #expect(screen.pixels(width: 4, height: 4) == frames[2])
        #expect(screen.isCursorVisible)
        #expect(screen.row == 3)
    }
}

@Suite("A place that is drawn again and again")
struct TerminalSceneTests {
    private let small = StraightImage(drawn: "rr", "rr")
    private let large = StraightImage(drawn: "bbbb", "bwwb", "bwwb", "bbbb", "yyyy")

    @Test(arguments: [0, 3, 7])
    func `pictures, errors and pictures again take each other's place`(startRow: Int) throws {
        let size = TerminalSize(columns: 30, rows: 8)
        var scene = TerminalScene(on: TerminalCanvas(.blocks, size: size))
        var screen = Screen(columns: 30, rows: 8)
        screen.send(Array(String(repeating: "above\n", count: startRow).utf8))
        for _ in 0..<3 {
            screen.send(try scene.show(small, lines: ["small"]))
            var top = screen.row - 2
            #expect(
                screen.pixels(width: 4, height: 2, from: top).cropped(to: PixelRect(small.size))
                    == small
            )
            #expect(screen.text(row: top + 1).hasPrefix("small "))
            screen.send(try scene.show(large, lines: ["large", String(repeating: "x", count: 99)]))
            top = screen.row - 5
            #expect(screen.pixels(width: 4, height: 5, from: top) == large)
            #expect(screen.text(row: top + 4).hasPrefix("xxxx"))
            screen.send(try scene.show(nil, lines: ["error\u{1B}[2J: half a file"]))
            #expect(screen.text(row: screen.row - 1).hasPrefix("error\\u{1b}[2J: half a file "))
        }
        // One row of text is left, and what was above it.
        let left = (0..<8).filter { !screen.text(row: $0).allSatisfy { $0 == " " } }.count
        #expect(left == 1 + startRow - screen.scrolled)
        #expect(screen.column == 0 && screen.unknown.isEmpty)
    }

    @Test func `an animation replaces a picture and gives it up again`() throws {
        let terminal = try #require(PseudoTerminal(columns: 30, rows: 12))
        let size = TerminalSize(columns: 30, rows: 12)
        var scene = TerminalScene(on: TerminalCanvas(.blocks, size: size))
        var screen = Screen(columns: 30, rows: 12)
        screen.send(try scene.show(large, lines: ["large"]))
        let sequence = try #require(PictureSequence(frames: [small, small], fps: 100, loops: true))
        var asked = 0
        let ending = try scene.play(sequence, caption: "moving", to: terminal.file) {
            asked += 1
            return asked > 3
        }
        #expect(ending == .stopped)
        screen.send(terminal.read())
        #expect(screen.text(row: 1).hasPrefix("moving   "))
        #expect(screen.row == 2 && screen.isCursorVisible)
        screen.send(try scene.show(large))
        #expect(screen.pixels(width: 4, height: 5) == large)
        #expect(screen.row == 3)
    }

    @Test func `kitty's pictures are deleted before the next is drawn`() throws {
        let size = TerminalSize(cell: .init(width: 2, height: 2))
        var scene = TerminalScene(on: TerminalCanvas(.kitty, size: size))
        #expect(!String(decoding: try scene.show(small), as: UTF8.self).contains("a=d"))
        let text = String(decoding: try scene.show(nil, lines: ["error"]), as: UTF8.self)
        #expect(text.contains("a=d,d=I,i=7311"))
    }
}
