import FileStore
import TestSupport
import Testing

/// What workers tell each other of large sources.
struct SharedSourceTests {
    private let large = [UInt8](repeating: 1, count: 100_000)

    private func machine(_ files: [String: [UInt8]]) -> SourceDigests {
        let disk = MemoryDisk()
        for (path, bytes) in files { disk.put("game/" + path, bytes) }
        return SourceDigests(disk, in: "game", began: 0, known: [])
    }

    @Test func `only large files are talked about`() {
        let sources = machine(["a.png": large, "b.png": Array(large.prefix(60_000))])
        let found = sources.large(["b.png", "a.png", "a.png", "gone.png"])
        #expect(found.map(\.path) == ["a.png"] && found.map(\.size) == [100_000])
    }

    @Test func `a word is believed of a file of the same size and end, which is not read then`()
        throws
    {
        let reported = machine(["a.png": large]).sharedBytes(of: ["a.png"])
        var middle = large
        middle[50_000] = 2
        var end = large
        end[99_999] = 2
        let files = ["the middle": middle, "the end": end, "the size": large + [1]]
        for (what, bytes) in files {
            let sources = machine(["a.png": bytes])
            sources.adopt(reported)
            let (digest, read) = try sources.digest("a.png")
            let isBelieved = what == "the middle"
            #expect(digest == Digest(of: isBelieved ? large : bytes), "another one: \(what)")
            #expect((read == nil) == isBelieved)
            // Whoever reads it after all says so.
            sources.correct("a.png", Digest(of: bytes))
            #expect(try sources.digest("a.png").digest == Digest(of: bytes))
        }
    }

    @Test func `what was read before is not reported anew, and damage reports nothing`() throws {
        var middle = large
        middle[50_000] = 2
        let reported = machine(["a.png": large]).sharedBytes(of: ["a.png"])
        let first = machine(["a.png": middle])
        #expect(try first.digest("a.png").digest == Digest(of: middle))
        first.adopt(reported)
        #expect(try first.digest("a.png").digest == Digest(of: middle))
        for count in 0..<reported.count {
            let sources = machine(["a.png": middle])
            sources.adopt(Array(reported.prefix(count)))
            #expect(try sources.digest("a.png").digest == Digest(of: middle))
        }
    }
}
