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
        "http://127.0.0.1/etc/passwd", "/studio.js/../catalog.json", "/studio.js%00",
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

    @Test func `Ctrl-C counts the edits that are lost, and writes nothing`() throws {
        let before = try game.read("catalog.json")
        _ = try studio.ask(
            "move",
            #"{ "item": "hat", "by": [1, 2], "look": { "species": "dog", "overlays": ["hat"] } }"#
        )
        let errors = try studio.interrupt()
        #expect(errors.contains("1 edit of "))
        #expect(errors.contains("not saved: nothing was written"))
        #expect(try game.read("catalog.json") == before)
    }
}
