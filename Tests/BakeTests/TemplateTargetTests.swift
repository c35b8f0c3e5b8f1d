import Bake
import Diagnostics
import FileStore
import Foundation
import TestSupport
import Testing

/// The small game whose target has a template among its formats.
private func game(_ formats: String, template: String?) throws -> GameFolder {
    let game = try GameFolder()
    let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
    try game.put(
        "game/catalog.json",
        Array(text.replacing("\"texturepacker-hash\"", with: formats).utf8)
    )
    if let template { try game.put("game/templates/love.lua.mustache", Array(template.utf8)) }
    return game
}

private let path = #""templates/love.lua.mustache""#

extension GameFolder {
    fileprivate func text(_ path: String) throws -> String {
        String(decoding: try read(path), as: UTF8.self)
    }

    fileprivate func findings() throws -> [Diagnostic] {
        try LoadedCatalog.load(catalog, disk: disk).diagnostics
    }
}

struct TemplateTargetTests {
    @Test func `a template is an input of the bake`() async throws {
        let game = try game(path, template: "{{atlas.id}} {{atlas.scale}}: {{atlas.spriteCount}}")
        let first = try #require(try await game.bake())
        #expect(
            first.files.filter { $0.hasSuffix(".lua") } == ["game/game@1x.lua", "game/game@2x.lua"]
        )
        #expect(try game.text("out/game/game@2x.lua").hasPrefix("game 2: "))
        _ = try await game.bake()
        #expect(try await game.bake()?.isUnchanged == true)
        let loaded = try #require(try LoadedCatalog.load(game.catalog, disk: game.disk).loaded)
        let file = game.root.appending(path: "game/templates/love.lua.mustache").path
        #expect(loaded.watchedPaths.contains(file))

        try game.put("game/templates/love.lua.mustache", Array("{{atlas.name}}".utf8))
        let check = try #require(try await game.bake(mode: .check))
        let changed = check.publication.differences.map(\.path)
        #expect(changed.contains { $0.hasSuffix("game/game@1x.lua") }, "\(changed)")
        #expect(try await game.bake()?.isUnchanged == false)
        #expect(try game.text("out/game/game@1x.lua") == "game@1x")
    }

    @Test func `descriptors of a template that is named no more are removed`() async throws {
        let game = try game("\(path), \"pixi\"", template: "{{atlas.name}}")
        _ = try #require(try await game.bake())
        #expect(game.files(in: "out").keys.contains("game/game@1x.lua"))
        let text = try game.text("game/catalog.json")
        try game.put("game/catalog.json", Array(text.replacing("\(path), ", with: "").utf8))
        _ = try #require(try await game.bake())
        #expect(!game.files(in: "out").keys.contains("game/game@1x.lua"))
    }

    @Test func `templates of profiles are read too`() async throws {
        let game = try game("\"pixi\"", template: nil)
        let text = try game.text("game/catalog.json")
        let profile =
            #""profiles": { "web": { "settings": { "formats": [\#(path)] } } }, "targets": ["#
        try game.put(
            "game/catalog.json",
            Array(text.replacing("\"targets\": [", with: profile).utf8)
        )
        #expect(try game.findings().map(\.id) == ["bad-value"])
        try game.put("game/templates/love.lua.mustache", Array("{{atlas.name}}".utf8))
        #expect(try game.findings() == [])
    }

    @Test func `an empty template is an error`() throws {
        let found = try game(path, template: "").findings()
        #expect(
            found.map(\.description) == [
                """
                templates/love.lua.mustache:1:1: error[cannot-export]: the template is empty, and so is every file written with it
                  help: write a descriptor's text into it, or remove it from "formats"
                """
            ]
        )
    }

    @Test func `a missing template is an error, and watched`() throws {
        let game = try game(path, template: nil)
        let found = try game.findings()
        #expect(found.map(\.id) == ["bad-value"])
        #expect(
            found.first?.message.hasPrefix("the template \(path) cannot be read: ") == true,
            "\(found)"
        )
        #expect(found.first?.location?.position != nil)
        let loaded = try LoadedCatalog.load(game.catalog, disk: game.disk).loaded
        #expect(loaded?.watchedPaths.contains { $0.hasSuffix("game/templates") } == true)
    }

    @Test(arguments: [
        (#""love.mustache""#, "bad-value", "expected a name with an extension before .mustache"),
        (
            #""a.b/love.mustache""#, "bad-value",
            "expected a name with an extension before .mustache"
        ),
        (#""../love.lua.mustache""#, "unsafe-path", "leaves the catalog's folder"),
        (#""love.lua""#, "bad-value", "\"formats\" is unknown, found \"love.lua\""),
    ])
    func `a path that is no template's is an error`(
        format: String,
        id: String,
        message: String
    ) throws {
        let found = try game(format, template: nil).findings()
        #expect(found.map(\.id) == [id])
        #expect(found.first?.message.contains(message) == true, "\(found)")
    }

    @Test func `a mistake in a template has its line and column`() throws {
        let game = try game(path, template: "\n  {{atlas.nmae}}")
        let found = try game.findings()
        let expected = """
            templates/love.lua.mustache:2:3: error[cannot-export]: unknown name "nmae"
              help: did you mean "name"?
            """
        #expect(found.map(\.description) == [expected])
    }

    @Test func `two descriptors of one name are an error`() async throws {
        let game = try game(#"\#(path), "templates/a.lua.mustache""#, template: "a")
        try game.put("game/templates/a.lua.mustache", Array("b".utf8))
        let request = BakeRequest(output: game.output, jobs: 2)
        let outcome = try await Bake.bake(catalogAt: game.catalog, request, disk: game.disk)
        #expect(outcome.diagnostics.map(\.id) == ["cannot-export"])
        #expect(
            outcome.diagnostics.first?.message
                == "target \"game\": two descriptors are named \"game@1x.lua\""
        )
    }
}
