import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// The studio as a program on this machine sees it.
@Suite(.enabled(if: RunningStudio.isBuilt, "the build has no libevent"))
struct StudioCommandTests {
    private let game: LittleGame
    private let studio: RunningStudio

    init() throws {
        game = try LittleGame()
        try game.put("art/overlay_hat.png", try game.picture(.init(r: 20, g: 190, b: 60)))
        studio = try RunningStudio(game.folder.url)
    }

    private var token: String { "X-Kiln-Token: \(studio.token)" }

    @Test func `a picture is that of preview, pixel for pixel`() throws {
        let answer = try studio.ask(
            "look",
            #"{ "look": { "species": "dog", "overlays": ["hat"], "scale": 2 } }"#
        )
        let view = try #require(answer["view"] as? [String: Any])
        let name = try #require(view["picture"] as? String)
        let shown = try studio.send("GET", "/picture/\(name)", headers: [token])
        #expect(shown.status == 200)
        let run = try BuiltCommand(
            ["preview", "-s", "dog", "--overlay", "hat", "--scale", "2", "-o", "look.png"],
            in: game.folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let file = try Data(contentsOf: game.folder.url.appending(path: "look.png"))
        #expect(try decodeImage([UInt8](shown.body)).image == decodeImage([UInt8](file)).image)
    }

    @Test func `the address opens the page, and the token moves into a cookie`() throws {
        let page = try studio.send("GET", "/?token=\(studio.token)")
        #expect(page.status == 200)
        let cookie = "kiln-studio-\(studio.port)=\(studio.token)"
        #expect(page.headers.contains("\(cookie); HttpOnly; SameSite=Strict; Path=/"))
        #expect(page.headers.contains("default-src 'none'; script-src 'self'"))
        let script = try studio.send("GET", "/studio.js", headers: ["Cookie: a=b; \(cookie)"])
        #expect(script.status == 200)
        #expect(script.headers.contains("text/javascript"))
        let text = String(decoding: page.body, as: UTF8.self)
        for inline in ["<style", "style=", " onclick", "javascript:"] {
            #expect(!text.contains(inline))
        }
    }

    @Test func `requests without the token, and of other hosts and pages, are refused`() throws {
        let (port, own) = (studio.port, "Origin: http://127.0.0.1:\(studio.port)")
        let json = "Content-Type: application/json"
        func status(
            _ method: String,
            _ target: String,
            _ host: String?,
            _ headers: [String]
        ) throws -> Int {
            try studio.send(method, target, host: host, headers: headers, body: "{}").status
        }
        #expect(try status("GET", "/", nil, [token]) == 200)
        #expect(try status("GET", "/", "localhost:\(port)", [token]) == 200)
        #expect(try status("POST", "/api/look", nil, [token, own, json]) == 200)
        #expect(try status("GET", "/", nil, []) == 403)
        #expect(try status("GET", "/studio.js", nil, ["X-Kiln-Token: 0"]) == 403)
        #expect(try status("GET", "/?token=\(studio.token)0", nil, []) == 403)
        #expect(try status("GET", "/studio.js?token=\(studio.token)", nil, []) == 403)
        #expect(try status("GET", "/", "evil.example:\(port)", [token]) == 403)
        #expect(try status("GET", "/", "127.0.0.1", [token]) == 403)
        #expect(try status("GET", "/", nil, [token, "Origin: http://evil.example"]) == 403)
        #expect(try status("GET", "/", nil, [token, "Origin: null"]) == 403)
        #expect(try status("POST", "/api/save", nil, [token, json]) == 403)
        #expect(
            try status("POST", "/api/save", nil, [token, "Origin: http://evil.example", json])
                == 403
        )
        #expect(try status("POST", "/api/save", nil, [token, own]) == 415)
        #expect(try status("POST", "/api/steal", nil, [token, own, json]) == 404)
        #expect(try status("PUT", "/api/save", nil, [token, own, json]) >= 400)
    }

    @Test(arguments: [
        "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/catalog.json", "/catalog.json",
        "/art/spare.png", "//etc/passwd", "/picture/../../../etc/passwd", "/picture/", "/Page/x",
        "/trial", "/upload", "/upload/../catalog.json", "http://127.0.0.1/etc/passwd",
        "/studio.js/../catalog.json", "/studio.js%00",
    ])
    func `nothing but the page can be read`(target: String) throws {
        let answer = try studio.send("GET", target, headers: [token])
        #expect((400..<500).contains(answer.status))
        #expect(answer.body.count < 400)
    }

    @Test func `large, slow and many requests leave the studio answering`() throws {
        let large = try LocalSocket(studio.port)
        large.write("POST /api/look HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n\(token)\r\n")
        large.write("Content-Length: 2000000\r\n\r\n" + String(repeating: "x", count: 1_100_000))
        let slow = try LocalSocket(studio.port)
        slow.write("GET / HTTP/1.1\r\nHos")
        let headers = try studio.send("GET", "/", headers: [token, "X: " + fill(40_000)])
        #expect(headers.status != 200)
        let many = try (0..<200).map { _ in try LocalSocket(studio.port) }
        many[7].write("GET / HTTP/1.1\r\n")
        #expect(try studio.send("GET", "/", headers: [token]).status == 200)
        let refused = try studio.send(
            "POST",
            "/api/look",
            headers: [token, "Origin: http://127.0.0.1:\(studio.port)"],
            body: fill(1_100_000)
        )
        // It may be cut off while it is still sending.
        #expect([0, 413].contains(refused.status))
        #expect(try studio.send("GET", "/", headers: [token]).status == 200)
        withExtendedLifetime((large, slow, many)) {}
    }

    private func fill(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(arguments: [
        "{", "[]", "", #"{ "look": [1e999] }"#, #"{ "look": { "species": "x" } }"#,
        #"{ "anchor": "a", "cell": 1e300, "look": { "species": "dog", "frame": -1e300 } }"#,
    ])
    func `a body that makes no sense changes nothing`(body: String) throws {
        let before = try game.read("catalog.json")
        for action in ["look", "move", "anchor", "adopt", "save", "undo", "keep", "place"] {
            let answer = try studio.send(
                "POST",
                "/api/\(action)",
                headers: [
                    token, "Origin: http://127.0.0.1:\(studio.port)",
                    "Content-Type: application/json",
                ],
                body: body
            )
            #expect([200, 400].contains(answer.status))
        }
        #expect(try game.read("catalog.json") == before)
    }

    /// Sends a piece of a file as the page does; the answer's status and text.
    private func upload(
        _ query: String,
        _ bytes: [UInt8],
        token: String? = nil,
        type: String = "application/octet-stream"
    ) throws -> (status: Int, text: String) {
        let answer = try studio.send(
            "POST",
            "/upload?\(query)",
            headers: [
                token ?? self.token, "Origin: http://127.0.0.1:\(studio.port)",
                "Content-Type: \(type)",
            ],
            bytes: bytes
        )
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    private var files: [String] {
        get throws {
            let art = game.folder.url.appending(path: "art").path
            return try FileManager.default.contentsOfDirectory(atPath: art).sorted()
        }
    }

    @Test func `a file comes in pieces, and is in the tray`() throws {
        let picture = try game.picture(.init(r: 9, g: 9, b: 9))
        let (size, half) = (picture.count, picture.count / 2)
        let first = try upload("name=new%20bow.png&size=\(size)&at=0", Array(picture[..<half]))
        #expect(first.status == 200)
        let last = try upload("name=new%20bow.png&size=\(size)&at=\(half)", Array(picture[half...]))
        #expect(last.status == 200)
        #expect(last.text == "art/new-bow.png")
        let written = try Data(contentsOf: game.folder.url.appending(path: "art/new-bow.png"))
        #expect([UInt8](written) == picture)
        let answer = try studio.ask("look", "{}")
        let state = try #require(answer["state"] as? [String: Any])
        let tray = (state["tray"] as? [[String: Any]])?.compactMap { $0["file"] as? String }
        #expect(tray?.contains("art/new-bow.png") == true)
    }

    @Test func `uploads of others, and of what is no picture, write nothing`() throws {
        let before = try files
        let picture = try game.picture(.init(r: 9, g: 9, b: 9))
        let size = picture.count
        #expect(try upload("name=a.png&size=\(size)&at=0", picture, token: "X: y").status == 403)
        #expect(
            try upload("name=a.png&size=\(size)&at=0", picture, type: "text/plain").status == 415
        )
        for query in [
            "", "name=a.png", "name=a.png&size=-1&at=0", "name=a.png&size=\(size)&at=\(size)",
            "name=%ff.png&size=\(size)&at=0", "name=%zz&size=\(size)&at=0",
            "name=a&name=b&size=\(size)", "name=a&size=99999999999999999999&at=0",
        ] {
            #expect(try upload(query, picture).status == 400, "\(query)")
        }
        #expect(try upload("name=a.png&size=67108865&at=0", picture).status == 413)
        #expect(try upload("name=a.png&size=\(size)&at=3", picture).status == 409)
        #expect(try upload("name=a.png&size=\(size - 1)&at=0", picture).status == 409)
        #expect(try upload("name=a.png&size=\(size)&at=0", []).status == 409)
        #expect(try upload("name=a.png&size=5&at=0", Array("hello".utf8)).status == 422)
        #expect(try files == before)
        let outside = try upload("name=..%2f..%2fcatalog.json&size=\(size)&at=0", picture)
        #expect(outside.text == "art/catalog.png")
        let second = try upload("name=overlay_hat.png&size=\(size)&at=0", picture)
        #expect(second.text == "art/overlay_hat-2.png")
    }

    @Test func `sources that lead out of the catalog's folder take no files`() throws {
        let other = try TemporaryFolder()
        let art = game.folder.url.appending(path: "art")
        try FileManager.default.removeItem(at: art)
        try FileManager.default.createSymbolicLink(at: art, withDestinationURL: other.url)
        let picture = try game.picture(.init(r: 9, g: 9, b: 9))
        #expect(try upload("name=a.png&size=\(picture.count)&at=0", picture).status == 422)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == [])
    }

    @Test func `a setting that is tuned live has the bytes of kiln key`() throws {
        let sheet = StraightImage(1881, 836) { x, y in
            let (dx, dy) = (x % 376 - 188, y - 418)
            guard dx * dx + dy * dy < 25_000 else { return .init(r: 0, g: 255, b: 0) }
            return .init(r: UInt8(x % 256), g: UInt8((x * 3 + y) % 200), b: UInt8(y % 256))
        }
        try game.put("art/overlay_hat.png", try encodePNG(sheet, effort: .fast))
        let asked = try studio.send(
            "POST",
            "/trial",
            headers: [
                token, "Origin: http://127.0.0.1:\(studio.port)", "Content-Type: application/json",
            ],
            body: #"""
                { "asset": "overlay_hat", "show": "keyed",
                  "rule": "{ \"key\": true, \"chroma\": { \"threshold\": 0.27, \"spill\": 0.4 } }" }
                """#
        )
        #expect(asked.status == 200)
        let start = try #require(asked.body.firstIndex(of: 0x0A)) + 1
        let run = try BuiltCommand(
            ["key", "art/overlay_hat.png", "--threshold", "0.27", "--spill", "0.4", "-o", "k.png"],
            in: game.folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let file = try Data(contentsOf: game.folder.url.appending(path: "k.png"))
        let keyed = try decodeImage([UInt8](file)).image
        let pixels = keyed.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
        // The difference of so many numbers takes forever to find.
        let isSame = [UInt8](asked.body[start...]) == pixels
        #expect(isSame)
    }

    @Test func `Ctrl-C counts unsaved edits, which the next studio has`() throws {
        let before = try game.read("catalog.json")
        _ = try studio.ask(
            "move",
            #"{ "item": "hat", "by": [1, 2], "look": { "species": "dog", "overlays": ["hat"] } }"#
        )
        let errors = try studio.interrupt()
        #expect(errors.contains("1 edit of "))
        #expect(errors.contains("not saved; the next 'kiln studio' restores it"))
        #expect(try game.read("catalog.json") == before)
        let next = try RunningStudio(game.folder.url).ask("look", "{}")
        let state = try #require(next["state"] as? [String: Any])
        #expect(state["unsaved"] as? Int == 1)
    }
}
