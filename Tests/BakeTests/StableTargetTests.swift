import AtlasBuilding
import AtlasPack
import Bake
import Diagnostics
import FileStore
import Foundation
import Raster
import TestSupport
import Testing

/// The small game with a target whose layout is stable.
private func stableGame() throws -> GameFolder {
    let game = try GameFolder()
    let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
    let stable = text.replacing(
        "\"kind\": \"atlas\",",
        with: "\"kind\": \"atlas\", \"layout\": \"stable\","
    )
    try game.put("game/catalog.json", Array(stable.utf8))
    return game
}

private let layoutPath = "game/catalog.game.layout"

/// A coat of another drawing than the small game's, two cells of `width` by 6.
private func coat(width: Int) -> StraightImage {
    var image = StraightImage(size: PixelSize(width: 16, height: 8)!)
    for x in 0..<width {
        for y in 1..<7 {
            let color = StraightPixel(r: UInt8(x * 9), g: UInt8(y), b: 200, a: 255)
            (image[x, y], image[8 + x, y]) = (color, color)
        }
    }
    return image
}

struct StableTargetTests {
    @Test func `the layout is written next to the catalog, with the outputs`() async throws {
        let game = try stableGame()
        let summary = try #require(try await game.bake())
        let layout = try #require(summary.layouts.first)
        #expect(layout.report.description.hasPrefix("kept 0, moved 0, added 5, waste "))
        let text = String(decoding: try game.read(layoutPath), as: UTF8.self)
        #expect(text.hasPrefix("kiln-layout 1\npage 0 "))
        #expect(game.files(in: "game").keys.allSatisfy { !$0.contains("kiln-new") })
    }

    @Test func `the small change of a layout is that of its file`() async throws {
        let game = try stableGame()
        _ = try await game.bake()
        let before = String(decoding: try game.read(layoutPath), as: UTF8.self)
        try game.put("game/art/dog_pet_coat.png", coat(width: 8))
        let summary = try #require(try await game.bake())
        let report = try #require(summary.layouts.first?.report)
        #expect(report.added == 0 && report.kept >= 3 && report.kept + report.moved == 5)
        let after = String(decoding: try game.read(layoutPath), as: UTF8.self)
        for line in before.split(separator: "\n") where !line.contains("coat") {
            #expect(line.hasPrefix("page") || after.contains(line))
        }
    }

    @Test func `a layout that was not touched leaves nothing to do`() async throws {
        let game = try stableGame()
        _ = try await game.bake()
        #expect(try await game.bake()?.isUnchanged == true)
        // Lines in another order say the same; the file is brought back into its form.
        let text = String(decoding: try game.read(layoutPath), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let shuffled = [lines[0]] + lines.dropFirst().reversed()
        try game.put(layoutPath, Array((shuffled.joined(separator: "\n") + "\n").utf8))
        let planned = try #require(try await game.bake(mode: .dryRun))
        #expect(!planned.isUnchanged)
        #expect(planned.layouts.first?.isNew == true)
        #expect(try game.read(layoutPath) != Array(text.utf8))
        let checked = try #require(try await game.bake(mode: .check))
        #expect(
            checked.publication.differences.map(\.path) == [
                game.root.appending(path: layoutPath).path
            ]
        )
        let baked = try #require(try await game.bake())
        #expect(!baked.isUnchanged && baked.publication.written == [])
        #expect(try game.read(layoutPath) == Array(text.utf8))
        #expect(try await game.bake(mode: .check)?.publication.differences == [])
    }

    @Test func `moving a sprite in the layout moves it on the page, and the reason is reported`()
        async throws
    {
        let game = try stableGame()
        _ = try await game.bake()
        let before = try game.read("out/game/game-0@1x.png")
        let text = String(decoding: try game.read(layoutPath), as: UTF8.self)
        let names = text.split(separator: "\n").filter { $0.hasPrefix("sprite") }
        #expect(names.count == 5)
        // No one is where the layout says any more: they are all placed anew.
        let pages = text.split(separator: "\n").filter { !$0.hasPrefix("sprite") }
        try game.put(layoutPath, Array((pages.joined(separator: "\n") + "\n").utf8))
        let summary = try #require(try await game.bake())
        #expect(summary.layouts.first?.report.added == 5)
        let reasons = Set(summary.rebuilt.filter { $0.kind == .page }.map(\.reason))
        if try game.read("out/game/game-0@1x.png") != before {
            #expect(reasons == ["catalog.game.layout changed"])
        } else {
            #expect(reasons == [])
        }
    }

    @Test func `a broken layout is an error in its line, and nothing is written`() async throws {
        let game = try stableGame()
        try game.put(layoutPath, Array("kiln-layout 1\npage 0 8\n".utf8))
        let request = BakeRequest(output: game.output, jobs: 1)
        let outcome = try await Bake.bake(catalogAt: game.catalog, request, disk: RealDisk())
        #expect(outcome.summary == nil)
        let finding = try #require(outcome.diagnostics.first { $0.id == "broken-layout" })
        #expect(finding.location?.position?.line == 2)
        #expect(finding.location?.path.hasSuffix("catalog.game.layout") == true)
        #expect(game.files(in: "out").isEmpty)
        // A validation sees the same.
        let loaded = try #require(try LoadedCatalog.load(game.catalog, disk: game.disk).loaded)
        let found = try await loaded.validate(in: RenderContext(disk: game.disk, jobs: 1))
        #expect(
            found.filter { $0.id == "broken-layout" }.map(\.description) == [finding.description]
        )
    }

    @Test func `a wish to repack is shared although nothing changed`() async throws {
        let game = try stableGame()
        _ = try await game.bake()
        var request = BakeRequest(output: game.output, jobs: 1)
        request.usesCache = true
        request.repacks = true
        let outcome = try await Bake.bake(catalogAt: game.catalog, request, disk: RealDisk())
        #expect(outcome.summary?.layouts.first?.report.isRepacked == true)
    }
}
