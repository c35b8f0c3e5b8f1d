import FileStore
import TestSupport
import Testing

/// Small entries, of which many share a file.
struct BundleTests {
    private let disk = MemoryDisk()

    private func cache() -> BakeCache { BakeCache(folder: "cache", disk: disk) }

    private var folder: CacheFolder {
        CacheFolder(of: "catalog.json", at: "cache", disk: disk)
    }

    private var files: [String] {
        disk.paths.filter { $0.hasPrefix("cache/entries/") && disk.files[$0] != nil }
    }

    private func key(_ number: Int) -> Digest { Digest(of: Array("key \(number)".utf8)) }

    private func payload(_ number: Int) -> [UInt8] { Array("what \(number) is worth".utf8) }

    private func store(_ numbers: Range<Int>) {
        let cache = cache()
        for number in numbers {
            cache.store(key(number), header: [UInt8(number)], payload: payload(number))
        }
        cache.flush()
        #expect(cache.trouble == nil)
    }

    private func found(_ numbers: Range<Int>) -> [Int] {
        let cache = cache()
        return numbers.filter {
            cache.header(of: key($0)) == [UInt8($0)] && cache.payload(of: key($0)) == payload($0)
        }
    }

    @Test func `many entries are in one file, a few by themselves`() {
        store(0..<40)
        #expect(files.count == 1)
        store(40..<43)
        #expect(files.count == 4)
        #expect(found(0..<50) == Array(0..<43))
        #expect(folder.statistics().entries == 43)
        #expect(folder.statistics().bytes > 43 * 100)
    }

    @Test func `what waits is there, and what comes while others look`() {
        let (first, second) = (cache(), cache())
        #expect(second.header(of: key(0)) == nil)
        for number in 0..<20 { first.store(key(number), header: [1], payload: [2, 3]) }
        #expect(first.trustLess())
        #expect(files.isEmpty)
        #expect(first.payload(of: key(7)) == [2, 3])
        first.flush()
        #expect(first.trustLess())
        #expect(first.payload(of: key(7)) == [2, 3])
        #expect(cache().payload(of: key(19)) == [2, 3])
    }

    @Test func `what other workers wait for in a shared folder does not wait`() throws {
        let share = try #require(WorkShare(0, of: 2))
        let worker = BakeCache(folder: "cache", share: share, disk: disk)
        let other = cache()
        #expect(other.header(of: key(0)) == nil)
        worker.store(key(0), header: [4], payload: [5])
        #expect(other.header(of: key(0)) == [4] && other.payload(of: key(0)) == [5])
    }

    @Test func `large entries and full bundles do not wait`() {
        let cache = cache()
        cache.store(key(0), header: [], payload: [UInt8](repeating: 7, count: 200_000))
        #expect(files.count == 1)
        for number in 1..<60 {
            cache.store(key(number), header: [], payload: [UInt8](repeating: 7, count: 100_000))
        }
        #expect(files.count == 2)
        cache.flush()
        #expect(files.count == 3)
        #expect(folder.statistics().entries == 60)
    }

    @Test func `damage costs the entries that it meets`() throws {
        store(0..<20)
        let path = try #require(files.first)
        let whole = try #require(disk.files[path])
        var lost: Set<Int> = []
        for place in stride(from: 0, to: whole.count, by: 11) {
            var damaged = whole
            damaged[place] ^= 0x10
            disk.put(path, damaged)
            let rest = found(0..<20)
            #expect(rest.isEmpty || rest.count == 19, "byte \(place)")
            lost.formUnion(Set(0..<20).subtracting(rest))
        }
        #expect(lost.count == 20)
        disk.put(path, Array(whole.prefix(whole.count / 2)))
        #expect(found(0..<20).count < 20)
        // What is made again is found although the damaged file is still there.
        disk.put(path, Array(whole.dropLast(3)))
        let missing = (0..<20).filter { !found(0..<20).contains($0) }
        for number in missing { store(number..<number + 1) }
        #expect(found(0..<20) == Array(0..<20))
        disk.put(path, Array(whole.prefix(9)))
        #expect(folder.statistics().entries == missing.count)
        #expect(folder.evict(limit: 0) == missing.count + 1)
        #expect(files.isEmpty)
    }

    @Test func `the oldest go, and the others of their file stay`() {
        store(0..<30)
        store(30..<60)
        let bytes = folder.statistics().bytes
        let removed = folder.evict(limit: bytes * 3 / 4)
        #expect(removed > 5 && removed < 30)
        #expect(found(30..<60) == Array(30..<60))
        #expect(found(0..<30).count == 30 - removed)
        #expect(folder.statistics().entries == 60 - removed)
        #expect(folder.evict(limit: 0) == 60 - removed)
        #expect(files.isEmpty)
    }

    @Test func `a full disk loses nothing that this bake made`() {
        let cache = cache()
        disk.limit(toBytes: 0)
        for number in 0..<20 { cache.store(key(number), header: [1], payload: [2, 3]) }
        cache.flush()
        #expect(cache.trouble != nil)
        #expect(cache.payload(of: key(7)) == [2, 3])
        #expect(files.isEmpty)
    }
}
