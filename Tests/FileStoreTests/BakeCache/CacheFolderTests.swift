import FileStore
import TestSupport
import Testing

/// Which folders are caches, and what clearing one removes.
struct CacheFolderTests {
    private let disk = MemoryDisk()

    private var folder: CacheFolder {
        CacheFolder(of: "catalog.json", at: "cache", disk: disk)
    }

    private func fill(_ cache: BakeCache, _ keys: Range<Int>) {
        for key in keys {
            cache.store(Digest(of: Array("\(key)".utf8)), header: [1], payload: [2, 3])
        }
    }

    /// A cache as a bake leaves it.
    @discardableResult
    private func made() throws -> BakeCache {
        let cache = BakeCache(folder: "cache", disk: disk)
        _ = try cache.begin()
        fill(cache, 0..<40)
        cache.flush()
        fill(cache, 40..<43)
        cache.flush()
        let record = "cache/bakes/" + String(repeating: "a", count: 32)
        cache.place([1], at: record)
        cache.place([1], at: record + ".headers")
        _ = cache.hasGrown(by: 1 << 20)
        return cache
    }

    @Test func `a cache is removed whole`() throws {
        try made()
        disk.put("cache/entries/.1f.part", "killed")
        #expect(disk.paths.count > 8)
        #expect(try folder.clear() == [])
        #expect(disk.paths.isEmpty && disk.kind(of: "cache") == nil)
        #expect(try folder.clear() == [], "nothing is there")
    }

    @Test(arguments: [
        "photo.png", ".git/HEAD", "now/photo.png", "entries/photo.png", "entries/ab/photo.png",
        "entries/ab/cd/photo.png", "entries/bundles/photo.bundle", "bakes/photo.png",
        "entries/abc/" + String(repeating: "0", count: 62), ".photo.part",
    ])
    func `what no bake made stays, and is named`(path: String) throws {
        try made()
        if path.hasPrefix("now/") { disk.wipe("cache/now") }
        disk.put("cache/" + path, "mine")
        let named = try folder.clear()
        #expect(disk.files["cache/" + path] == Array("mine".utf8))
        #expect(named.count == 1 && named.allSatisfy(path.hasPrefix))
        #expect(disk.paths.filter { $0.hasPrefix("cache/entries/") && $0 != "cache/" + path } == [])
        // It is a cache still, which another run clears when the file is gone.
        disk.wipe("cache/" + path.split(separator: "/")[0])
        #expect(try folder.clear() == [])
        #expect(disk.kind(of: "cache") == nil)
    }

    private static let generic = "Signature: 8a477f597d28d172789f06886806bc55\n"

    @Test(arguments: [
        ["cache/.git/HEAD": "mine"],
        ["cache/photo.png": "mine"],
        ["cache/now": "mine"],
        ["cache/.gitignore": "build\n"],
        ["cache/CACHEDIR.TAG": generic, "cache/debug/game": "mine"],
        ["cache/CACHEDIR.TAG": generic + "# This file was made by cargo.\n", "cache/now": ""],
    ])
    func `other folders are no caches, and stay as they are`(files: [String: String]) throws {
        for (path, text) in files { disk.put(path, text) }
        let before = disk.files
        #expect(folder.trouble != nil)
        #expect(throws: DiskError.self) { try folder.clear() }
        #expect(disk.files == before)
    }

    @Test func `a cache of an earlier version is refused with what to do`() throws {
        try made()
        disk.put("cache/CACHEDIR.TAG", Self.generic)
        let error = #expect(throws: DiskError.self) { try folder.clear() }
        #expect(error?.reason.contains("this version of Kiln") == true)
        #expect(error?.help?.contains("delete it") == true)
        #expect(disk.files.count > 8)
    }

    @Test func `an empty folder becomes a cache, but is none yet`() throws {
        disk.putFolder("cache")
        #expect(folder.trouble == nil)
        #expect(throws: DiskError.self) { try folder.clear() }
        try made()
        #expect(try folder.clear() == [])
    }

    @Test func `a cache that is removed while a bake runs is one again`() throws {
        let cache = try made()
        disk.wipe("cache")
        fill(cache, 50..<90)
        cache.flush()
        #expect(folder.trouble == nil && folder.statistics().entries == 40)
        #expect(disk.files["cache/.gitignore"] == Array("*\n".utf8))
        #expect(try folder.clear() == [])
        #expect(disk.kind(of: "cache") == nil)
    }

    @Test func `and one whose bake was killed then is used by the next`() throws {
        try made()
        disk.wipe("cache/CACHEDIR.TAG")
        #expect(folder.trouble == nil)
        try made()
        #expect(try folder.clear() == [])
        #expect(disk.kind(of: "cache") == nil)
    }
}
