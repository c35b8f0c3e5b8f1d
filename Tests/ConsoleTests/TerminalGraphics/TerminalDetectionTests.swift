import Console
import Raster
import Testing

@Suite("Finding out what a terminal shows")
struct TerminalDetectionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        var environment: [String: String]
        /// Nil when the terminal must not be asked.
        var answer: String?
        var expected: TerminalImageProtocol
        var colors = TerminalColors.direct

        var testDescription: String { what }
    }

    static let rows = [
        Row(what: "kitty", environment: ["TERM": "xterm-kitty"], expected: .kitty),
        Row(what: "Ghostty", environment: ["TERM": "xterm-ghostty"], expected: .kitty),
        Row(
            what: "iTerm2",
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
            expected: .iterm
        ),
        Row(
            what: "iTerm2 through ssh",
            environment: [
                "TERM": "xterm-256color", "LC_TERMINAL": "iTerm2", "COLORTERM": "truecolor",
            ],
            expected: .iterm
        ),
        Row(
            what: "Apple's terminal",
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
            expected: .blocks,
            colors: .indexed
        ),
        Row(
            what: "Apple's terminal with all colors",
            environment: ["TERM_PROGRAM": "Apple_Terminal", "COLORTERM": "truecolor"],
            expected: .blocks
        ),
        Row(
            what: "tmux inside of kitty",
            environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "KITTY_WINDOW_ID": "1"],
            expected: .blocks,
            colors: .indexed
        ),
        Row(
            what: "screen",
            environment: ["TERM": "screen", "STY": "1.x", "COLORTERM": "24bit"],
            expected: .blocks
        ),
        Row(what: "foot", environment: ["TERM": "foot"], expected: .sixel),
        Row(
            what: "a dumb terminal",
            environment: ["TERM": "dumb"],
            expected: .none,
            colors: .direct
        ),
        Row(
            what: "xterm with sixel",
            environment: ["TERM": "xterm-256color"],
            answer: "\u{1B}[6;20;10t\u{1B}[?63;1;2;4;6;9;15;22c",
            expected: .sixel,
            colors: .indexed
        ),
        Row(
            what: "a terminal that knows kitty's query",
            environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
            answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;c",
            expected: .kitty
        ),
        Row(
            what: "Visual Studio Code with pictures",
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
            answer: "\u{1B}[?62;4;9;22c",
            expected: .iterm
        ),
        Row(
            what: "Visual Studio Code without pictures",
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
            answer: "\u{1B}[?1;2c",
            expected: .blocks
        ),
        Row(
            what: "a terminal that says nothing",
            environment: ["TERM": "xterm"],
            answer: "",
            expected: .blocks,
            colors: .indexed
        ),
        Row(
            what: "a terminal whose class is 4 has no sixel for it",
            environment: ["TERM": "vt132"],
            answer: "\u{1B}[?4;6c",
            expected: .blocks,
            colors: .indexed
        ),
    ]

    @Test(arguments: rows)
    func `protocols are detected`(row: Row) {
        var questions = 0
        let canvas = TerminalCanvas.detect(
            environment: row.environment,
            isTerminal: true,
            size: TerminalSize(columns: 100, rows: 40)
        ) {
            questions += 1
            return TerminalAnswer(parsing: Array((row.answer ?? "").utf8))
        }
        #expect(canvas.imageProtocol == row.expected)
        if row.expected != .none { #expect(canvas.colors == row.colors) }
        #expect(questions == (row.answer == nil ? 0 : 1))
    }

    @Test func `without a terminal nothing is shown or asked, unless the user wants it`() {
        func detect(_ chosen: TerminalImageProtocol?) -> TerminalImageProtocol {
            TerminalCanvas.detect(
                chosen: chosen,
                environment: ["TERM": "xterm-kitty"],
                isTerminal: false,
                size: TerminalSize()
            ) {
                Issue.record("the terminal was asked")
                return nil
            }.imageProtocol
        }
        #expect(detect(nil) == .none)
        #expect(detect(.sixel) == .sixel)
    }

    @Test func `the size of a cell comes with the answer`() {
        let canvas = TerminalCanvas.detect(
            environment: [:],
            isTerminal: true,
            size: TerminalSize()
        ) { TerminalAnswer(parsing: Array("\u{1B}[6;20;10t\u{1B}[?62;4c".utf8)) }
        #expect(canvas.size.cell == PixelSize(width: 10, height: 20))
        #expect(canvas.imageProtocol == .sixel)
    }

    /// Typed letters and an arrow key before, between and after the answers.
    private static let mixed =
        "ab\u{1B}[A\u{1B}_Gi=31;OK\u{1B}\\q\u{1B}OP\u{1B}[6;20;10t\u{1B}[?62;4;22cz"

    @Test func `keys that were typed meanwhile are no answer`() {
        let answer = TerminalAnswer(parsing: Array(Self.mixed.utf8))
        var expected = TerminalAnswer()
        expected.hasKittyGraphics = true
        expected.hasSixel = true
        expected.cell = PixelSize(width: 10, height: 20)
        #expect(answer == expected)
    }

    @Test func `every beginning of an answer is incomplete`() {
        let whole = Array(Self.mixed.utf8.dropLast())
        for count in 0..<whole.count {
            #expect(TerminalAnswer(parsing: Array(whole[..<count])) == nil)
        }
        #expect(TerminalAnswer(parsing: whole) != nil)
    }

    @Test func `kitty's refusal is no consent, and impossible sizes are none`() {
        let text = "\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[6;0;99999999999999999999t\u{1B}[?1c"
        #expect(TerminalAnswer(parsing: Array(text.utf8)) == TerminalAnswer())
    }
}
