import CatalogLoading
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
        let scan = SourceScan(["more", "art"], followsLinks: false, in: "game", disk: disk)
        #expect(scan.files == ["more/c.jpg", "art/a/z.png", "art/a.png", "art/b.png"])
        #expect(Array(scan.contents.keys) == ["art/hat.imageset/Contents.json"])
        #expect(scan.diagnostics.isEmpty)
    }

    @Test func `a folder of sources that is not there is a finding, and hides no other`() {
        let disk = MemoryDisk()
        disk.put("game/art/a.png", "")
        let scan = SourceScan(["none", "art"], followsLinks: false, in: "game", disk: disk)
        #expect(scan.files == ["art/a.png"])
        #expect(scan.diagnostics.map(\.id) == ["missing-source"])
    }
}

struct LoadedCatalogTests {
    private func load(_ text: String) throws -> (loaded: LoadedCatalog?, ids: [String]) {
        let disk = MemoryDisk()
        disk.put("game/catalog.json", text)
        disk.put("game/art/dog.png", "never opened")
        let (loaded, diagnostics) = try LoadedCatalog.load("game", checks: [], disk: disk)
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

    @Test func `what is no catalog gives none, and says so`() throws {
        let (loaded, ids) = try load("[")
        #expect(loaded == nil)
        #expect(ids == ["json-syntax"])
    }
}
