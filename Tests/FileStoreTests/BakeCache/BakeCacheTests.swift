import FileStore
import TestSupport
import Testing

struct BakeCacheTests {
    private let key = Digest(of: Array("key".utf8))
    private let disk = MemoryDisk()

    private func cache() -> BakeCache { BakeCache(folder: "cache", disk: disk) }

    @Test func `what was stored is there for the next bake`() throws {
        let first = cache()
        #expect(first.header(of: key) == nil)
        #expect(first.store(key, header: [1, 2], payload: [3, 4, 5]))
        first.flush()
        let second = cache()
        #expect(second.header(of: key) == [1, 2])
        #expect(second.payload(of: key) == [3, 4, 5])
        #expect(second.counts.hits == 1 && second.counts.misses == 0)
    }

    @Test func `an entry with any bit changed is not there`() throws {
        let first = cache()
        first.store(key, header: [1, 2], payload: [3, 4, 5])
        first.flush()
        let path = try #require(disk.paths.first { $0.hasPrefix("cache/entries/") })
        let whole = try #require(disk.files[path])
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 1
            disk.put(path, damaged)
            #expect(cache().header(of: key) == nil, "byte \(place)")
        }
        disk.put(path, whole)
        #expect(cache().header(of: key) == [1, 2])
    }

    @Test func `many small bakes are a reason to look through the cache, as one large one is`() {
        func stores(_ count: Int, limit: Int) -> Bool {
            let cache = cache()
            cache.store(key, header: [], payload: [UInt8](repeating: 0, count: count))
            return cache.hasGrown(by: limit)
        }
        #expect(stores(5000, limit: 4000))
        #expect(
            (0..<5).map { _ in stores(1000, limit: 4000) } == [false, false, false, true, false]
        )
        #expect(!cache().hasGrown(by: 0), "nothing was stored")
        disk.put("cache/grown", "damaged")
        #expect(!stores(1000, limit: 4000))
    }
}
