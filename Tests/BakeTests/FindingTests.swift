import Bake
import Diagnostics
import Foundation
import Raster
import TestSupport
import Testing

/// What goes wrong with files and outputs, each next to what nearly does.
struct FindingTests {
    /// The small game after `change`; its findings as a validation tells them.
    private func validated(_ change: (MemoryDisk) throws -> Void) async throws -> [String] {
        let disk = try smallGame()
        try change(disk)
        let loaded = try #require(try LoadedCatalog.load("game/catalog.json", disk: disk).loaded)
        return try await loaded.validate(in: RenderContext(disk: disk, jobs: 1)).map(\.description)
    }

    /// The same, as a bake tells them.
    private func baked(_ change: (MemoryDisk) throws -> Void) async throws -> [String] {
        let disk = try smallGame()
        try change(disk)
        let request = BakeRequest(output: "out", jobs: 1)
        let outcome = try await bake(catalogAt: "game/catalog.json", request, disk: disk)
        #expect((outcome.summary == nil) == outcome.diagnostics.hasErrors)
        return outcome.diagnostics.map(\.description)
    }

    private func edit(_ disk: MemoryDisk, _ old: String, _ new: String) throws {
        let text = String(decoding: try #require(disk.files["game/catalog.json"]), as: UTF8.self)
        try #require(text.contains(old))
        disk.put("game/catalog.json", text.replacing(old, with: new))
    }

    @Test func `the small game is clean`() async throws {
        #expect(try await validated { _ in } == [])
        #expect(try await baked { _ in } == [])
    }

    @Test func `a folder of sources has to be there, and may be nested`() async throws {
        let missing = try await validated { try edit($0, "[\"art\"]", "[\"art\", \"more\"]") }
        #expect(
            missing == [
                """
                game/catalog.json:4:22: error[missing-source]: there is no folder "more"
                  help: create it, or correct "sources"
                """
            ]
        )
        for sources in ["[\"arts\"]", "\"art\"", "[\"/art\"]", "[]"] {
            let rule = #""checks": {"fringe": {"severity": "off", "paths": ["dog_*"]}}"#
            let found = try await validated { try edit($0, "[\"art\"]", "\(sources), \(rule)") }
            #expect(found.count == 1 && found[0].contains(":4:1"), "\(found)")
        }
        let nested = try await validated { disk in
            try edit(disk, "[\"art\"]", "[\"./art/\", \"more/deep\"]")
            disk.put("game/more/deep/notes.txt", "")
        }
        #expect(nested == [])
    }

    @Test func `a species twice hides that another is missing`() async throws {
        let found = try await validated { disk in
            let dog = #"{ "id": "dog", "anchors": { "head": [4, 3] } }"#
            try edit(disk, "[[4, 3], [4, 2]] } }", "[[4, 3], [4, 2]] } }, \(dog)")
            let look = #"{ "id": "<species>-look", "each": { "species": ["dog", "cat"] } }"#
            try edit(disk, "\"targets\": [", "\"looks\": [\(look)], \"targets\": [")
        }
        #expect(
            found.contains {
                $0.contains("error[duplicate-id]: another species has the id \"dog\"")
            }
        )
        #expect(!found.contains { $0.contains("there is no species") }, "\(found)")
    }

    @Test func `a picture that is cut short cannot be read, and spoils nothing else`() async throws
    {
        let found = try await validated { disk in
            let bytes = try #require(disk.files["game/art/overlay_badge.png"])
            disk.put("game/art/overlay_badge.png", Array(bytes.prefix(60)))
        }
        try #require(found.count == 1)
        #expect(found[0].hasPrefix("game/art/overlay_badge.png: error[unreadable-picture]: "))
        #expect(found[0].hasSuffix("\n  help: export the picture again"))
    }

    @Test func `the text of the catalog is named by its place`() async throws {
        let disk = try smallGame()
        let text = try #require(disk.files["game/catalog.json"])
        disk.put("game/catalog.json", [0xEF, 0xBB, 0xBF] + text)
        let marked = try LoadedCatalog.load("game/catalog.json", disk: disk).diagnostics
        #expect(
            marked.map(\.description) == [
                """
                game/catalog.json:1:1: error[byte-order-mark]: the file begins with a byte order mark
                  help: save it as UTF-8 without BOM
                """
            ]
        )
        let comma = try await validated { try edit($0, "\"height\": 8 }", "\"height\": 8, }") }
        #expect(comma.first?.hasPrefix("game/catalog.json:5:38: error[json-syntax]: ") == true)
    }

    @Test func `an image set lists what is there`() async throws {
        func found(_ name: String) async throws -> [String] {
            try await validated { disk in
                let png = try #require(disk.files["game/art/overlay_badge.png"])
                try disk.remove("game/art/overlay_badge.png")
                let folder = "game/art/A.xcassets/overlay_badge.imageset"
                disk.put("\(folder)/a.png", png)
                disk.put("\(folder)/Contents.json", #"{"images": [{"filename": "\#(name)"}]}"#)
            }
        }
        #expect(try await found("a.png") == [])
        #expect(
            try await found("b.png").first == """
                game/art/A.xcassets/overlay_badge.imageset/Contents.json: error[image-set]: the image set lists "b.png", but has no such file
                  help: add the file, or remove the image set
                """
        )
        // A set without any picture lacks one, in its own folder.
        let empty = try await validated { disk in
            try disk.remove("game/art/overlay_badge.png")
            disk.put(
                "game/art/A.xcassets/overlay_badge.imageset/Contents.json",
                #"{"images": [{"idiom": "universal", "scale": "1x"}]}"#
            )
        }
        #expect(
            empty.contains { $0.contains("help: add art/A.xcassets/overlay_badge.imageset/") },
            "\(empty)"
        )
        let missing = try await validated { disk in
            try disk.remove("game/art/overlay_badge.png")
            disk.put(
                "game/art/A.xcassets/overlay_badge.imageset/Contents.json",
                #"{"images": [{"filename": "badge.png"}]}"#
            )
        }
        #expect(missing.contains { $0.contains("the image set lists \"badge.png\"") }, "\(missing)")
        #expect(!missing.contains { $0.contains("unresolved-item") }, "\(missing)")
    }

    @Test func `a link stays within the sources`() async throws {
        let game = try GameFolder()
        func found() throws -> [String] {
            try #require(try LoadedCatalog.load(game.catalog, disk: game.disk).loaded)
                .diagnostics.map(\.description)
        }
        let art = game.root.appending(path: "game/art")
        try FileManager.default.createSymbolicLink(
            atPath: art.appending(path: "pet_coat.png").path,
            withDestinationPath: "dog_pet_coat.png"
        )
        #expect(try found().filter { $0.contains("error") } == [])
        try FileManager.default.createSymbolicLink(
            atPath: art.appending(path: "secret.png").path,
            withDestinationPath: "../catalog.json"
        )
        #expect(
            try found().filter { $0.contains("error") } == [
                """
                art/secret.png: error[link-leaves-sources]: the link leads out of the source folders
                  help: copy the file, add its folder to "sources", or set "followLinks" to true
                """
            ]
        )
        try FileManager.default.removeItem(at: art.appending(path: "secret.png"))
        try FileManager.default.createSymbolicLink(
            atPath: art.appending(path: "secret.png").path,
            withDestinationPath: "secret.png"
        )
        #expect(
            try found().filter { $0.contains("error") } == [
                """
                art/secret.png: error[link-leaves-sources]: the link points to nothing, or to itself
                  help: correct the link, or replace it with the file
                """
            ]
        )
    }

    @Test func `art that is a link to nothing is not missing as well`() async throws {
        let game = try GameFolder()
        let art = game.root.appending(path: "game/art")
        try FileManager.default.removeItem(at: art.appending(path: "overlay_badge.png"))
        try FileManager.default.createSymbolicLink(
            atPath: art.appending(path: "overlay_badge@2x.png").path,
            withDestinationPath: "gone.png"
        )
        let found = try #require(try LoadedCatalog.load(game.catalog, disk: game.disk).loaded)
            .diagnostics.withholdingConsequences()
        #expect(found.filter { $0.severity == .error }.map(\.id) == ["link-leaves-sources"])
    }

    @Test func `a link leads out of the catalog's folder only where the catalog allows it`()
        async throws
    {
        let game = try GameFolder()
        let manager = FileManager.default
        let root = game.root.appending(path: "game")
        // The art is outside, and a folder of it links back to itself.
        try manager.moveItem(at: root.appending(path: "art"), to: game.root.appending(path: "far"))
        func link(_ path: String, to target: String) throws {
            let place = game.root.appending(path: path).path
            try manager.createSymbolicLink(atPath: place, withDestinationPath: target)
        }
        try link("game/art", to: "../far")
        func found() throws -> [String] {
            try #require(try LoadedCatalog.load(game.catalog, disk: game.disk).loaded)
                .diagnostics.filter { $0.severity == .error }.map(\.description)
        }
        #expect(
            try found().contains(
                """
                art: error[link-leaves-sources]: this folder of sources is a link that leads out of the catalog's folder
                  help: copy the art, or set "followLinks" to true
                """
            )
        )
        let text = String(decoding: try game.read("game/catalog.json"), as: UTF8.self)
        try game.put(
            "game/catalog.json",
            Array(text.replacing("\"sources\"", with: "\"followLinks\": true, \"sources\"").utf8)
        )
        #expect(try found() == [])
        // So is what links in it lead to; a ring of links ends.
        try manager.moveItem(
            at: game.root.appending(path: "far/overlay_badge.png"),
            to: game.root.appending(path: "badge.png")
        )
        #expect(try found().count == 1)
        try link("far/overlay_badge.png", to: "../badge.png")
        try link("far/ring", to: "..")
        try #expect(found().allSatisfy { $0.contains("duplicate-asset") })
    }

    @Test func `a frame has fewer pixels than memory`() async throws {
        func found(_ scale: Int) async throws -> [String] {
            try await baked { disk in
                try disk.put(
                    "game/art/overlay_badge.png",
                    StraightImage(
                        size: try #require(PixelSize(width: 2048, height: 2)),
                        filledWith: StraightPixel(r: 200, g: 90, b: 40)
                    )
                )
                try edit(
                    disk,
                    "\"placement\": {",
                    "\"key\": false, \"placement\": { \"scale\": \(scale),"
                )
                try edit(disk, "\"scales\": [1, 2]", "\"scales\": [8]")
            }
        }
        let tooLarge = """
            game/art/overlay_badge.png: error[frame-too-large]: a frame would have more than 67108864 pixels
              help: lower the placement's scale or the target's scales
            """
        #expect(try await found(64).contains(tooLarge))
        #expect(try await found(2).contains(tooLarge) == false)
    }

    @Test func `a frame that fits on no page is reported at the target`() async throws {
        let found = try await baked {
            try edit($0, "\"scales\": [1, 2]", "\"scales\": [8], \"maxPageSize\": 16")
        }
        try #require(found.count == 1)
        #expect(
            found[0].hasPrefix("game/catalog.json:20:5: error[does-not-fit]: target \"game\": ")
        )
        #expect(found[0].contains("help: raise \"maxPageSize\" to 48 at least, lower"))
        let power = try await baked {
            try edit(
                $0,
                "\"scales\": [1, 2]",
                "\"scales\": [8], \"maxPageSize\": 16, \"powerOfTwo\": true"
            )
        }
        #expect(power.first?.contains("help: raise \"maxPageSize\" to 64 at least, lower") == true)
        #expect(try await baked { try edit($0, "\"scales\": [1, 2]", "\"scales\": [8]") } == [])
    }

    @Test func `a name that a format would garble is reported at the target`() async throws {
        func found(_ name: String) async throws -> [String] {
            try await baked { disk in
                let png = try #require(disk.files["game/art/overlay_badge.png"])
                try disk.remove("game/art/overlay_badge.png")
                disk.put("game/art/overlay_\(name).png", png)
                try edit(disk, "\"id\": \"badge\"", "\"id\": \"badge\", \"asset\": \"\(name)\"")
                try edit(disk, "\"overlay_badge\"", "\"overlay_\(name)\"")
                try edit(disk, "[\"texturepacker-hash\"]", "[\"libgdx\"]")
            }
        }
        #expect(try await found("a-red badge") == [])
        let garbled = try await found("a: red")
        try #require(garbled.count == 1)
        #expect(
            garbled[0].contains(
                "error[cannot-export]: target \"game\": \"libgdx\" cannot hold the name \"overlay_a: red\""
            )
        )
    }

    @Test func `a look whose item was waved through cannot be drawn`() async throws {
        func found(_ wears: String) async throws -> [String] {
            try await baked { disk in
                try edit(disk, "\"equipStyle\": \"overlay\"", wears)
                try edit(disk, "\"id\": \"coat\"", "\"id\": \"coat\", \"species\": [\"dog\"]")
                try edit(
                    disk,
                    "\"species\": [\n",
                    """
                    "species": [
                    { "id": "cat", "asset": "dog_pet", "anchors": { "head": [4, 3] } },

                    """
                )
                try edit(
                    disk,
                    "\"targets\": [",
                    """
                    "checks": { "misfit": "warning" },
                    "looks": [{ "id": "l", "species": "dog", "overlays": ["badge"] }],
                    "targets": [ { "id": "cards", "kind": "composites", "scales": [1] },
                    """
                )
            }
        }
        #expect(try await found("\"equipStyle\": \"overlay\"") == [])
        let undrawn = try await found("\"equipStyle\": \"overlay\", \"species\": [\"cat\"]")
        #expect(undrawn.contains { $0.contains("error[undrawable-look]: target \"cards\": ") })
    }

    @Test func `paths can be opened from the working folder`() async throws {
        let disk = try smallGame()
        disk.put("game/art/extra.png", try #require(disk.files["game/art/overlay_badge.png"]))
        let loaded = try #require(try LoadedCatalog.load("game", disk: disk).loaded)
        let found = try await loaded.validate(in: RenderContext(disk: disk, jobs: 1))
        #expect(found.map { $0.location?.path } == ["game/art/extra.png"])
        let request = BakeRequest(output: "out", jobs: 1)
        let outcome = try await bake(catalogAt: "game/catalog.json", request, disk: disk)
        #expect(outcome.diagnostics.map { $0.location?.path } == ["game/art/extra.png"])
    }
}
