import Bake
import Catalog
import Diagnostics
import FileStore
import TestSupport
import Testing

struct SourceScanTests {
    @Test func `pictures and image sets are found, in the order of bytes, hidden ones are not`() {
        let disk = MemoryDisk()
        for path in ["b.png", "a/z.png", "a.png", ".hidden.png", ".git/x.png", "notes.txt"] {
            disk.put("game/art/\(path)", "")
        }
        disk.put("game/art/hat.imageset/Contents.json", "{}")
        disk.put("game/more/c.jpg", "")
        let scan = SourceScan(SourceRules(folders: ["more", "art"]), in: "game", disk: disk)
        #expect(scan.files == ["more/c.jpg", "art/a/z.png", "art/a.png", "art/b.png"])
        #expect(Array(scan.contents.keys) == ["art/hat.imageset/Contents.json"])
        #expect(scan.diagnostics.isEmpty)
    }

    @Test(arguments: [
        (pattern: "*.draft.png", found: ["a/old/b.png", "a.png"]),
        (pattern: "old", found: ["a.draft.png", "a.png"]),
        (pattern: "a/*", found: ["a.draft.png", "a.png"]),
        (pattern: "b.png", found: ["a.draft.png", "a.png"]),
        (pattern: "a/b.png", found: ["a/old/b.png", "a.draft.png", "a.png"]),
    ])
    func `what is ignored is passed over, by its name or its path below the sources`(
        pattern: String,
        found: [String]
    ) {
        let disk = MemoryDisk()
        for path in ["a.png", "a.draft.png", "a/old/b.png"] { disk.put("game/art/\(path)", "") }
        let rules = SourceRules(folders: ["art"], ignored: [Glob(pattern)])
        let scan = SourceScan(rules, in: "game", disk: disk)
        #expect(scan.files == found.map { "art/" + $0 })
    }

    @Test(arguments: ["AppIcon.appiconset", "Tint.colorset", "Brand.launchimage"])
    func `what Xcode keeps next to the game's art is no art`(folder: String) {
        let disk = MemoryDisk()
        disk.put("game/art/A.xcassets/\(folder)/icon-60@2x.png", "")
        disk.put("game/art/A.xcassets/hat.imageset/hat.png", "")
        let scan = SourceScan(SourceRules(folders: ["art"]), in: "game", disk: disk)
        #expect(scan.files == ["art/A.xcassets/hat.imageset/hat.png"])
    }

    @Test func `what links lead out to is known, so that it can be watched`() {
        let disk = MemoryDisk()
        for path in ["game/art/a.png", "far/b.png", "far/deep/c.png", "one/d.png", "one/e.png"] {
            disk.put(path, "")
        }
        for (path, target) in [
            ("game/art/far", "../../far"), ("game/art/again", "../../far"),
            ("far/deep/d.png", "../../one/d.png"), ("far/ring", "."), ("game/art/own", "."),
            ("game/art/own.png", "a.png"),
        ] {
            disk.putLink(path, to: target)
        }
        let rules = SourceRules(folders: ["art"], followsLinks: true)
        let scan = SourceScan(rules, in: "/game", disk: disk)
        #expect(scan.files.contains("art/again/deep/d.png"))
        #expect(scan.linkedPaths == ["/far", "/one/d.png"])
        let inside = SourceScan(SourceRules(folders: ["art"]), in: "/game", disk: disk)
        #expect(inside.linkedPaths.isEmpty)
    }

    @Test func `a folder of sources that is not there is a finding, and hides no other`() {
        let disk = MemoryDisk()
        disk.put("game/art/a.png", "")
        let scan = SourceScan(SourceRules(folders: ["none", "art"]), in: "game", disk: disk)
        #expect(scan.files == ["art/a.png"])
        #expect(scan.diagnostics.map(\.id) == ["missing-source"])
    }
}

struct LoadedCatalogTests {
    private func load(_ text: String) throws -> (loaded: LoadedCatalog?, ids: [String]) {
        let disk = MemoryDisk()
        disk.put("game/catalog.json", text)
        disk.put("game/art/dog.png", "never opened")
        let (loaded, diagnostics) = try LoadedCatalog.load("game", disk: disk)
        return (loaded, diagnostics.map(\.id))
    }

    @Test func `everything resolves without a picture being opened`() throws {
        let (loaded, ids) = try load(
            """
            { "catalogVersion": 1, "name": "g", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }], "items": [],
              "targets": [{ "id": "t", "kind": "atlas" }] }
            """
        )
        #expect(ids == [])
        #expect(loaded?.coverageMatrix.map(\.asset) == ["dog"])
    }

    @Test func `an ignored picture is no asset`() throws {
        let (loaded, ids) = try load(
            """
            { "catalogVersion": 1, "name": "g", "sources": ["art"], "ignore": ["dog.*"],
              "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }], "items": [],
              "targets": [{ "id": "t", "kind": "atlas" }] }
            """
        )
        #expect(ids == ["unresolved-species"])
        #expect(loaded?.coverageMatrix.map(\.asset) == [nil])
    }

    @Test func `what is no catalog gives none, and says so`() throws {
        let (loaded, ids) = try load("[")
        #expect(loaded == nil)
        #expect(ids == ["json-syntax"])
    }
}
