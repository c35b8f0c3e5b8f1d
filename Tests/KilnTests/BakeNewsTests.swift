import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Running games that hear of bakes.
@Suite(.enabled(if: RunningStudio.isBuilt, "the build has no libevent"))
struct BakeNewsTests {
    private let game: LittleGame
    private let output: URL

    init() throws {
        game = try LittleGame()
        output = game.folder.url.appending(path: "out")
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 20, g: 190, b: 60)))
        let run = try BuiltCommand(["bake", "-o", "out", "-q"], in: game.folder.url)
        try #require(run.status == 0, "\(run.errors)")
    }

    /// Asks for events as a game does.
    private func listen(_ port: UInt16, _ headers: [String] = []) throws -> LocalSocket {
        let socket = try LocalSocket(port)
        let lines = ["GET /baked HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
        socket.write(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return socket
    }

    private var z: Int? {
        get throws {
            let file = output.appending(path: "manifest.json")
            let manifest = try Manifest(json: Data(contentsOf: file))
            return manifest.items.first?.art.first?.z
        }
    }

    @Test func `the studio bakes what is saved, and notifies games without the token`() throws {
        let studio = try RunningStudio(game.folder.url, ["--bake", output.path])
        let origin = "Origin: http://localhost:8000"
        let socket = try listen(studio.port, [origin])
        let head = socket.read(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200"))
        #expect(head.contains("Access-Control-Allow-Origin: http://localhost:8000\r\n"))
        // A game learns nothing else.
        let request =
            #"{ "look": { "species": "dog", "overlays": ["hat"] }, "item": "hat", "by": [1, 2] }"#
        _ = try studio.ask("move", request)
        #expect(try studio.ask("save", "{}")["refusal"] == nil)
        let news = socket.read(until: "event: baked")
        #expect(!news.contains("changed") && !news.contains("problems"), "\(news)")
        let text = try game.read("catalog.json")
        try game.put(
            "catalog.json",
            text.replacing(#""key": false"#, with: #""key": false, "z": 5"#)
        )
        repeat {
            try #require(socket.read(until: "event: baked").contains("event: baked"))
        } while try z != 5
    }

    @Test(arguments: [
        "http://evil.example", "https://localhost.evil.example", "null", "http://localhost:x",
        "http://127.0.0.1.evil.example:80",
    ])
    func `pages from elsewhere hear nothing`(origin: String) throws {
        let studio = try RunningStudio(game.folder.url, ["--bake", output.path])
        #expect(
            try listen(studio.port, ["Origin: \(origin)"]).read(until: "\r\n\r\n").contains(" 403 ")
        )
        let answer = try studio.send("GET", "/baked", host: "evil.example:\(studio.port)")
        #expect(answer.status == 403)
    }

    @Test func `a studio that does not bake has no news`() throws {
        let studio = try RunningStudio(game.folder.url)
        #expect(try studio.send("GET", "/baked").status == 403)
    }

    @Test func `an output that cannot be written is said, and the studio goes on`() throws {
        try game.put("mine/manifest.json", "{}")
        let folder = game.folder.url.appending(path: "mine")
        let studio = try RunningStudio(game.folder.url, ["--bake", folder.path])
        let socket = try LocalSocket(studio.port)
        socket.write(
            "GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n"
                + "X-Kiln-Token: \(studio.token)\r\n\r\n"
        )
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 1, g: 2, b: 3)))
        #expect(socket.read(until: "stays as it is").contains("event: baked\ndata: \"not baked: "))
        #expect(try game.read("mine/manifest.json") == "{}")
        #expect(try studio.interrupt().contains("manifest.json"))
    }

    @Test func `a bake under watch notifies games, and answers nothing else`() throws {
        let port = try LocalSocket.freePort()
        let process = Process()
        process.executableURL = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent().appending(path: "kiln")
        process.arguments = ["bake", "-o", "out", "--watch", "--port", "\(port)"]
        process.currentDirectoryURL = game.folder.url
        let errors = Pipe()
        (process.standardInput, process.standardError) = (FileHandle.nullDevice, errors)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        var said = ""
        while !said.contains("\n") {
            let more = errors.fileHandleForReading.availableData
            if more.isEmpty { break }
            said += String(decoding: more, as: UTF8.self)
        }
        #expect(said.contains("games are notified of bakes at http://127.0.0.1:\(port)/baked"))
        let socket = try listen(port)
        #expect(socket.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        let other = try LocalSocket(port)
        other.write("GET /out/manifest.json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        #expect(other.read(until: "\r\n\r\n").contains(" 404 "))
        let text = try game.read("catalog.json")
        try game.put(
            "catalog.json",
            text.replacing(#""key": false"#, with: #""key": false, "z": 7"#)
        )
        #expect(socket.read(until: "event: baked").contains("event: baked"))
        #expect(try z == 7)
    }

    @Test func `a port without a watch, and one that is taken, are refused`() throws {
        let plain = try BuiltCommand(["bake", "-o", "out", "--port", "8123"], in: game.folder.url)
        #expect(plain.status == 2)
        #expect(plain.errors.contains("--watch"), "\(plain.errors)")
        let studio = try RunningStudio(game.folder.url)
        let taken = try BuiltCommand(
            ["bake", "-o", "out", "--watch", "--port", "\(studio.port)"],
            in: game.folder.url
        )
        #expect(taken.status == 2)
        #expect(taken.errors.contains("cannot listen on port \(studio.port)"), "\(taken.errors)")
    }
}

/// A pet in a running web game changes when the game's art is saved.
@Suite(
    .enabled(if: Browser.isPresent, "\(Browser.absence)"),
    .enabled(if: RunningStudio.isBuilt, "the build has no libevent")
)
struct BakeNewsBrowserTests {
    @Test func `what is saved in an editor is on the pet, which stays as it was`() throws {
        let game = try WebGame(nasty: 5)
        let bake = game.folder.url.appending(path: "bake")
        let studio = try RunningStudio(game.catalog, ["--bake", bake.path])
        let pixels = "document.getElementById('pet').toDataURL()"
        let shown = """
            () => [document.getElementById('worn').textContent, document.getElementById('frame').value,
              document.getElementById('play').getAttribute('aria-pressed')]
            """
        // One that was asked for later is open later.
        let isOpen = """
            () => new Promise((done) => {
              const events = new EventSource('http://127.0.0.1:\(studio.port)/baked');
              events.addEventListener('open', () => { events.close(); done(); });
            })
            """
        let moved = WebGame.nastyCatalog.replacing(
            "\"offset\": [0.5, -3]",
            with: "\"offset\": [8, 4]"
        )
        let outcome = try game.drive(
            at: "?watch=\(studio.port)",
            options: ["calm": true],
            [
                ["click": "hat"], ["press": "ArrowRight"], ["press": "ArrowRight"],
                ["evaluate": shown], ["evaluate": isOpen],
                ["evaluate": "() => { window.before = \(pixels); }"],
                ["write": [game.catalog.path, moved]],
                ["wait": "() => \(pixels) !== window.before"], ["evaluate": shown],
            ]
        )
        let states = outcome.results.compactMap { $0 as? [String] }
        #expect(states.first == ["Fox, wearing hat", "frame 3 of 4", "false"])
        #expect(states.count == 2 && states.first == states.last)
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    }
}
