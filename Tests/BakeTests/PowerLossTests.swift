import Bake
import Digests
import LooseTools
import Raster
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
        let new = outputs(disk.files, in: "atlas")
        #expect(new.count == 3)
        for (index, crash) in disk.crashes.enumerated() {
            let left = MemoryDisk(crash)
            try await pack(left)
            #expect(outputs(left.files, in: "atlas") == new, "crash \(index)")
        }
    }
}
