import Bake
import FileStore
import Raster
import Synchronization
import TestSupport
import Testing

/// Losing power at any moment of a bake leaves the old outputs or the new ones.
struct PowerLossTests {
    private static let red = ["gggg", "grrg", "gggg"]
    private static let blue = ["gggg", "gbbg", "gbbg"]

    private func image(_ rows: [String]) -> StraightImage { StraightImage(rows: rows) }

    private func run(_ disk: MemoryDisk) async throws -> BakeSummary? {
        let request = BakeRequest(output: "out", jobs: 1)
        return try await bake(catalogAt: "game/catalog.json", request, disk: disk).summary
    }

    /// The digests of the outputs, by path.
    private func outputs(_ files: [String: [UInt8]], in folder: String = "out") -> [String: String]
    {
        files.filter { $0.key.hasPrefix(folder + "/") && !$0.key.contains("/.kiln-new") }
            .mapValues { String(Digest(of: $0).text.prefix(8)) }
    }

    /// Every outcome of a power loss: at first sight, and after the next bake.
    private func check(canExchange: Bool) async throws {
        let disk = try smallGame()
        if !canExchange { disk.cannotExchange() }
        try disk.put("game/art/overlay_badge.png", image(Self.red))
        _ = try await run(disk)
        disk.put("out/notes.txt", "mine")
        let old = outputs(disk.files)
        try disk.put("game/art/overlay_badge.png", image(Self.blue))
        disk.recordHistory()
        _ = try await run(disk)
        let new = outputs(disk.files)
        #expect(old != new)
        let crashes = disk.crashes
        #expect(crashes.count > 20)
        for (index, crash) in crashes.enumerated() {
            let left = MemoryDisk(crash)
            if !canExchange { left.cannotExchange() }
            let seen = outputs(left.files)
            if canExchange { #expect(seen == old || seen == new, "crash \(index)") }
            #expect(seen["out/notes.txt"] == old["out/notes.txt"], "crash \(index)")
            _ = try await run(left)
            #expect(outputs(left.files) == new, "after crash \(index)")
            let hidden = left.paths.filter { $0.contains("kiln-new") }
            #expect(hidden == [], "after crash \(index)")
        }
    }

    @Test func `where folders can be exchanged`() async throws {
        try await check(canExchange: true)
    }

    @Test func `where files are moved one by one`() async throws {
        try await check(canExchange: false)
    }

    @Test func `every folder is flushed before folders are exchanged`() async throws {
        let disk = try smallGame()
        _ = try await run(disk)
        for path in ["out/mine/a.txt", "out/mine/deep/b.txt"] { disk.put(path, "mine") }
        try disk.put("game/art/overlay_badge.png", image(Self.blue))
        let watched = FlushWatchingDisk(disk)
        let request = BakeRequest(output: "out", jobs: 1)
        _ = try await bake(catalogAt: "game/catalog.json", request, disk: watched)
        #expect(watched.unflushed == [[]])
        #expect(disk.files["out/mine/deep/b.txt"] == Array("mine".utf8))
    }

    @Test func `loose outputs are all there or none, and known as Kiln's afterwards`() async throws
    {
        let disk = MemoryDisk()
        for name in ["a", "b"] { try disk.put("s/\(name).png", image(Self.red)) }
        func pack(_ disk: MemoryDisk) async throws {
            _ = try await packPictures(
                PackRequest(folder: "s", output: "atlas", jobs: 1),
                disk: disk
            )
        }
        try await pack(disk)
        try disk.put("s/b.png", image(Self.blue))
        disk.recordHistory()
        try await pack(disk)
        /// The record holds its own inode.
        func packed(_ disk: MemoryDisk) -> [String: String] {
            outputs(disk.files, in: "atlas").filter { !$0.key.hasSuffix(".kiln-files") }
        }
        let new = packed(disk)
        #expect(new.count == 2)
        for (index, crash) in disk.crashes.enumerated() {
            let left = MemoryDisk(crash)
            try await pack(left)
            #expect(packed(left) == new, "crash \(index)")
            try left.put("s/b.png", image(Self.red))
            try await pack(left)
            #expect(packed(left) != new, "crash \(index)")
        }
    }
}

/// Looks at each exchange which folders of the new outputs were not flushed.
private final class FlushWatchingDisk: ForwardingDisk, @unchecked Sendable {
    private let flushed = Mutex<Set<String>>([])
    private let found = Mutex<[[String]]>([])

    var unflushed: [[String]] { found.withLock(\.self) }

    override func sync(_ path: String) throws(DiskError) {
        try super.sync(path)
        flushed.withLock { _ = $0.insert(path) }
    }

    override func exchange(_ staged: String, with live: String) throws(DiskError) {
        var folders = [staged]
        var waiting = [staged]
        while let folder = waiting.popLast() {
            let inner = try list(folder).filter { $0.kind == .folder }
                .map { joinPath(folder, $0.name) }
            folders += inner
            waiting += inner
        }
        let missing = flushed.withLock { flushed in folders.filter { !flushed.contains($0) } }
        found.withLock { $0.append(missing) }
        try super.exchange(staged, with: live)
    }
}
