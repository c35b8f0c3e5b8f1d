import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln bake --check`: the cause first, then a bounded list.
struct CheckCommandTests {
    /// A little game that can be baked, with so many overlays.
    private func game(overlays: Int) throws -> LittleGame {
        let game = try LittleGame()
        let items = (10..<10 + overlays).map {
            #"{ "id": "o\#($0)", "equipStyle": "overlay", "key": false }"#
        }
        let text = try game.read("catalog.json")
        try game.put(
            "catalog.json",
            text.replacing(
                #"{ "id": "hat", "equipStyle": "overlay", "key": false }"#,
                with: items.joined(separator: ",")
            )
        )
        for number in 10..<10 + overlays {
            try game.put(
                "art/o\(number).png",
                try game.picture(.init(r: 200, g: UInt8(number), b: UInt8(number)))
            )
        }
        let run = try BuiltCommand(["bake", "-o", "build", "-q"], in: game.folder.url)
        try #require(run.status == 0, "\(run.errors)")
        return game
    }

    private func check(_ game: LittleGame, _ options: [String] = []) throws -> [String] {
        let arguments = ["bake", "-o", "build", "--check"] + options
        let run = try BuiltCommand(arguments, in: game.folder.url)
        #expect(run.status == 1, "\(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test func `the cause comes first, and members that moved are a number`() throws {
        let game = try game(overlays: 3)
        try game.put("art/o11.png", try game.picture(.init(r: 0, g: 0, b: 250)))
        #expect(
            try check(game).filter { !$0.contains("frame ") } == [
                "build is not up to date:", "  art/o11.png changed", "2 of 2 files differ:",
                "  build/game/game-0@1x.png is not what a bake makes",
                "  build/manifest.json is not what a bake makes: the digests of other files",
                "to bring it up to date: kiln bake -o build",
            ]
        )
    }

    @Test func `a page whose frames are right is not called another`() throws {
        let game = try game(overlays: 1)
        let path = "build/game/game-0@1x.png"
        let page = try decodeImage([UInt8](Data(contentsOf: game.folder.url.appending(path: path))))
            .image
        try game.put(path, encodePNG(page, effort: .fast))
        #expect(try check(game).contains { $0.contains("the same pixels, encoded in another way") })
        var spotted = page
        let gap = try #require(page.pixels.firstIndex { $0.a == 0 })
        spotted[gap % page.width, gap / page.width] = .init(r: 9, g: 9, b: 9)
        try game.put(path, encodePNG(spotted))
        #expect(try check(game).contains { $0.contains("pixels between the frames differ") })
    }

    @Test func `what another profile baked is named, and what it leaves out`() throws {
        let game = try game(overlays: 1)
        let text = try game.read("catalog.json")
        try game.put(
            "catalog.json",
            text.replacing(
                "\"sources\"",
                with: """
                    "targets": [{ "id": "game" }, { "id": "web" }],
                    "profiles": { "mock": { "targets": ["game"] } }, "sources"
                    """
            )
        )
        func bake(_ options: String...) throws -> BuiltCommand {
            try BuiltCommand(["bake", "-o", "both"] + options, in: game.folder.url)
        }
        #expect(try bake().status == 0)
        let mock = try bake("--profile", "mock")
        #expect(
            mock.output.contains("target web is not in profile mock: removed its outputs\n"),
            "\(mock.output)"
        )
        let check = try bake("--check")
        #expect(check.status == 1)
        #expect(
            check.output.contains("  the last bake did not include target web\n"),
            "\(check.output)"
        )
    }

    @Test func `a catalog that changed much is reported in a few lines, or in full`() throws {
        let game = try game(overlays: 60)
        let text = try game.read("catalog.json")
        try game.put(
            "catalog.json",
            text.replacing("\"key\": false", with: "\"key\": false, \"z\": 5")
        )
        let short = try check(game)
        #expect(short.prefix(2) == ["build is not up to date:", "  the catalog changed"])
        #expect(short.count < 10)
        #expect(short.contains { $0.hasSuffix(": 60 members differ") }, "\(short)")
        let long = try check(game, ["--verbose"])
        #expect(long.count > 20)
        let json = try BuiltCommand(
            ["bake", "-o", "build", "--check", "--json"],
            in: game.folder.url
        ).output
        #expect(json.contains("\"catalogChanged\" : true") && json.contains("items[59].art[0].z"))
    }
}
