import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

@Suite("The gallery page")
struct GalleryTests {
    private func text(_ gallery: Gallery) throws -> String {
        String(decoding: try gallery.html(), as: UTF8.self)
    }

    private func empty(_ title: String) -> Gallery {
        let manifest = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "a",
            canvas: .init(width: 8, height: 8)
        )
        return Gallery(title: title, manifest: manifest, pages: [:])
    }

    @Test func `all files of the page are in it, and its policy names their very text`() throws {
        let page = try text(empty("a"))
        let folder = Repository.file("Sources/Bake/Preview/Gallery/Page")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.contains(".") }
        #expect(files.count > 8)
        for file in files.map({ folder.appending(path: $0) }) + [
            Repository.file("Examples/web/kiln.js")
        ] {
            let content = try String(contentsOf: file, encoding: .utf8)
            // Between the places where other things are put in.
            for (index, part) in content.components(separatedBy: "@@").enumerated()
            where index.isMultiple(of: 2) { #expect(page.contains(part), "\(file)") }
        }
        for (name, tag, kind) in [
            ("style-src", "style", ""), ("script-src", "script", " type=\"module\""),
        ] {
            let start = try #require(page.range(of: "<\(tag)\(kind)>")).upperBound
            let end = try #require(page.range(of: "</\(tag)>", range: start..<page.endIndex))
            let digest = Digest(of: Array(page[start..<end.lowerBound].utf8))
            let source = Data(digest.bytes).base64EncodedString()
            #expect(page.contains("\(name) 'sha256-\(source)'"))
        }
    }

    @Test func `only the page's own script and style may run, and nothing is loaded`() throws {
        let page = try text(empty("a"))
        #expect(page.contains("default-src 'none'; img-src data:; style-src 'sha256-"))
        #expect(page.contains("script-src 'sha256-"))
        #expect(!page.contains("unsafe-inline"))
        for reference in ["src=\"", "href=\"http", "url(", "@import", "XMLHttpRequest"] {
            #expect(!page.contains(reference), "\(reference)")
        }
    }

    @Test func `titles, names and messages cannot break out of their place`() throws {
        let evil = "</script><img src=x onerror=alert(1)>@@DATA@@ \"&"
        var gallery = empty(evil)
        gallery.findings = [
            .init(
                Diagnostic(
                    Check("x"),
                    at: SourceLocation(path: evil),
                    message: evil,
                    help: evil
                ),
                of: evil
            )
        ]
        gallery.comparedWith = evil
        let page = try text(gallery)
        #expect(page.components(separatedBy: "</script>").count == 3)
        #expect(!page.contains("<img"))
        #expect(page.contains("<title>&lt;/script&gt;&lt;img src=x"))
        let start = try #require(page.range(of: #"id="data">"#)).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        let data = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
        let members = try #require(data as? [String: Any])
        #expect(members["comparedWith"] as? String == evil)
        #expect(members["manifest"] is [String: Any])
    }

    @Test func `pages of the smallest complete scale are in it, and no others`() throws {
        var gallery = try SampleGame().gallery()
        func shown() throws -> (scale: Int?, pages: [String]) {
            let page = try text(gallery)
            let start = try #require(page.range(of: #"id="data">"#)).upperBound
            let end = try #require(page.range(of: "</script>", range: start..<page.endIndex))
            let data = Data(page[start..<end.lowerBound].utf8)
            let members = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let pictures = try #require(members?["pictures"] as? [String: Any])
            return (members?["scale"] as? Int, pictures.keys.sorted())
        }
        #expect(try shown() == (1, ["game-0@1x.png", "game-1@1x.png"]))
        gallery.pages["game-1@1x.png"] = nil
        #expect(try shown() == (2, ["game-0@2x.png", "game-1@2x.png"]))
        gallery.pages["game-0@2x.png"] = nil
        #expect(try shown() == (nil, []))
    }

    @Test func `the same gallery gives the same bytes`() throws {
        var gallery = empty("a")
        for name in 0..<20 { gallery.pages["p\(name).png"] = [1, 2, UInt8(name)] }
        #expect(try gallery.html() == gallery.html())
    }
}
