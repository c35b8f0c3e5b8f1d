import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// The built command as the foreground program of a terminal that the test plays.
private final class TerminalRun {
    let terminal: PseudoTerminal
    private let process = Process()
    private(set) var screen: Screen
    private(set) var bytes: [UInt8] = []

    /// `setsid` makes the terminal the command's own, so that Ctrl-C reaches it.
    static let setsid = "/usr/bin/setsid"
    static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: setsid) }
    static let absence: Comment = "setsid (util-linux) is absent"

    init(
        _ arguments: [String],
        in folder: URL,
        environment: [String: String] = ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
        rows: Int = 24
    ) throws {
        terminal = try #require(PseudoTerminal(columns: 70, rows: rows))
        screen = Screen(columns: 70, rows: rows)
        let built = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        process.executableURL = URL(filePath: Self.setsid)
        process.arguments = ["--ctty", "--wait", built.appending(path: "kiln").path] + arguments
        process.currentDirectoryURL = folder
        process.environment = environment.merging([
            "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
        ]) { $1 }
        let file = FileHandle(fileDescriptor: terminal.file, closeOnDealloc: false)
        process.standardInput = file
        process.standardOutput = file
        process.standardError = file
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Reads what is sent until the screen is as wished; false when that does not come.
    func wait(until isThere: (Screen) -> Bool) -> Bool {
        for _ in 0..<600 {
            if isThere(screen) { return true }
            let new = terminal.read(quiet: 50)
            bytes += new
            screen.send(new)
        }
        return false
    }

    /// Whether the command has ended; what it sent last is read.
    func waitForEnd() -> Bool {
        guard wait(until: { _ in !process.isRunning }) else { return false }
        // Foundation lets a process go only when it was waited for.
        process.waitUntilExit()
        return true
    }

    /// The signal that ended the command, or else its exit status.
    var status: Int32 { process.terminationStatus }

    var lines: [String] { (0..<screen.rows).map { screen.text(row: $0) } }
}

private func contains(_ text: String) -> (Screen) -> Bool {
    { screen in (0..<screen.rows).contains { screen.text(row: $0).contains(text) } }
}

@Suite(
    .enabled(if: TerminalRun.isPossible, TerminalRun.absence),
    .timeLimit(.minutes(2)),
    .serialized
)
struct PreviewTerminalTests {
    private let game: DressedGame
    private let look = ["preview", "-s", "dog", "--overlay", "hat"]

    init() throws { game = try DressedGame() }

    /// What half blocks have to show: the look as the command writes it to a file.
    private func picture(_ look: [String]) throws -> StraightImage {
        let run = try BuiltCommand(
            look + ["-o", "expected.png", "--background", "checker"],
            in: game.folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        return try game.image("expected.png")
    }

    private func shows(_ picture: StraightImage) -> (Screen) -> Bool {
        { $0.pixels(width: picture.width, height: picture.height) == picture }
    }

    private var folder: URL { game.folder.url }

    @Test func `a saved picture is drawn in place of the one before`() throws {
        let white = try picture(look)
        let run = try TerminalRun(look + ["--image", "blocks", "--watch"], in: folder)
        #expect(run.wait(until: shows(white)))
        #expect(run.wait(until: contains("hat: art/hat.png, name 5 of 5 (<asset>); keyed")))
        try game.draw("hat", DressedGame.hat("b"))
        let blue = try picture(look)
        #expect(blue != white)
        #expect(run.wait(until: shows(blue)))
        run.terminal.type("\u{3}")
        #expect(run.waitForEnd())
        #expect(run.screen.unknown.isEmpty)
        #expect(run.screen.isCursorVisible && run.screen.isPlain && run.screen.column == 0)
        #expect(run.terminal.isCooked)
    }

    @Test func `half a picture is an error in its place until the rest is there`() throws {
        let before = try picture(look)
        let run = try TerminalRun(look + ["--image", "blocks", "--watch"], in: folder)
        #expect(run.wait(until: shows(before)))
        let whole = try encodePNG(DressedGame.hat("y"))
        try game.write(Data(whole.prefix(40)), "art/hat.png")
        #expect(run.wait(until: contains("art/hat.png: error[unreadable-picture]")))
        let isGone = run.wait { screen in
            (0..<screen.rows).allSatisfy { row in
                !screen.text(row: row).contains("▀") && !screen.text(row: row).contains("▄")
            }
        }
        #expect(isGone, "the picture is still there")
        try game.write(Data(whole), "art/hat.png")
        let after = try picture(look)
        #expect(run.wait(until: shows(after)))
        #expect(run.wait { !contains("error")($0) })
        run.terminal.type("\u{3}")
        #expect(run.waitForEnd())
    }

    @Test func `a broken catalog is reported with its place, and one that moves a hat moves it`()
        throws
    {
        let before = try picture(look)
        let run = try TerminalRun(look + ["--image", "blocks", "--watch"], in: folder)
        #expect(run.wait(until: shows(before)))
        try game.write(#"{ "catalogVersion": 1, "#, "catalog.json")
        #expect(run.wait(until: contains("catalog.json:1:")))
        try game.write(DressedGame.catalog(hat: (2, 1)), "catalog.json")
        let after = try picture(look)
        #expect(after != before)
        #expect(run.wait(until: shows(after)))
        // The sources are watched again, files that were not there before too.
        try game.draw("dog_overlay_hat", DressedGame.hat("r"))
        let own = try picture(look)
        #expect(own != after)
        #expect(run.wait(until: shows(own)))
        #expect(run.wait(until: contains("(<species>_overlay_<asset>)")))
        run.terminal.type("\u{3}")
        #expect(run.waitForEnd())
    }

    @Test func `an animation plays in place, goes on after a save, and ends with Ctrl-C`() throws {
        let idle = look + ["--animation", "idle"]
        let first = try picture(look + ["--frame", "0"])
        let second = try picture(look + ["--frame", "1"])
        #expect(first != second)
        let run = try TerminalRun(idle + ["--image", "blocks", "--watch"], in: folder)
        #expect(run.wait(until: shows(first)))
        #expect(run.wait(until: shows(second)))
        #expect(run.wait(until: shows(first)))
        #expect(!run.screen.isCursorVisible)
        try game.draw("dog", DressedGame.pet("y"))
        let changed = try picture(look + ["--frame", "1"])
        #expect(run.wait(until: shows(changed)))
        run.terminal.type("\u{3}")
        #expect(run.waitForEnd())
        #expect(run.screen.isCursorVisible && run.screen.isPlain)
        #expect(run.terminal.isCooked)
    }

    @Test func `Ctrl-C ends an animation with its facts, a tidy terminal and the usual signal`()
        throws
    {
        let run = try TerminalRun(look + ["--animation", "idle", "--image", "blocks"], in: folder)
        #expect(run.wait(until: shows(try picture(look + ["--frame", "1"]))))
        #expect(!run.screen.isCursorVisible)
        run.terminal.type("\u{3}")
        #expect(run.waitForEnd())
        // As setsid says of a command that a signal ended.
        #expect(run.lines.contains { $0.hasPrefix("setsid: child ") }, "\(run.lines)")
        #expect(run.status == SIGINT)
        #expect(run.lines.contains { $0.contains("hat: art/hat.png") }, "\(run.lines)")
        #expect(run.screen.isCursorVisible && run.screen.isPlain)
        #expect(run.terminal.isCooked)
    }

    /// What a terminal answers, and how pictures begin that it then gets.
    @Test(arguments: [
        ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;16;8t\u{1B}[?62;c", "\u{1B}_Ga=T,f=100"),
        ("\u{1B}[6;16;8t\u{1B}[?63;1;2;4;6;9;15;22c", "\u{1B}P0;1;0q"),
        ("\u{1B}[?62;22c", "\u{1B}[48;2;238;238;238m"),
        (nil, "\u{1B}[48;2;238;238;238m"),
    ])
    func `the terminal is asked what it can show`(answer: String?, beginning: String) throws {
        let run = try TerminalRun(look, in: folder)
        var sent: [UInt8] = []
        while !String(decoding: sent, as: UTF8.self).contains("\u{1B}[c") {
            sent += run.terminal.read(quiet: 20)
        }
        if let answer { run.terminal.type(answer) }
        let isFinished = run.waitForEnd()
        #expect(isFinished)
        let text = String(decoding: run.bytes, as: UTF8.self)
        #expect(text.contains(beginning))
        #expect(text.contains("dog: art/dog.png, name 2 of 2"))
        #expect(run.terminal.isCooked)
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,f=100"),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1"),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], "\u{1B}[48;5;"),
        (["TERM": "dumb"], "hat: art/hat.png"),
    ])
    func `a terminal that is known by name is not asked`(
        environment: [String: String],
        beginning: String
    ) throws {
        let run = try TerminalRun(look, in: folder, environment: environment)
        #expect(run.waitForEnd())
        let text = String(decoding: run.bytes, as: UTF8.self)
        #expect(!text.contains("\u{1B}[c"))
        #expect(text.contains(beginning))
    }

    @Test func `kitty gets the very picture that a file gets`() throws {
        let expected = try picture(look)
        let run = try TerminalRun(look, in: folder, environment: ["TERM": "xterm-kitty"])
        #expect(run.waitForEnd())
        let text = String(decoding: run.bytes, as: UTF8.self)
        let start = try #require(text.range(of: "m=0;")).upperBound
        let payload = text[start...].prefix { $0 != "\u{1B}" }
        let png = try #require(Data(base64Encoded: String(payload)))
        #expect(try decodeImage([UInt8](png)).image == expected)
    }
}
