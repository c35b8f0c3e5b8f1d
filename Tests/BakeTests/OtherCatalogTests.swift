import Bake
import FileStore
import Raster
import TestSupport
import Testing

/// An output folder holds the outputs of one catalog.
struct OtherCatalogTests {
    /// - Parameters:
    ///   - name: of the catalog.
    ///   - species: the only thing that it reports.
    ///   - more: members of the catalog, each with a comma behind it.
    private func put(
        _ name: String,
        _ species: String,
        more: String = "",
        in folder: String,
        on disk: MemoryDisk
    ) throws {
        disk.put(
            "\(folder)/catalog.json",
            """
            { "catalogVersion": 1, "name": "\(name)", \(more)
              "sources": ["art"], "canvas": { "width": 8, "height": 8 },
              "species": [{ "id": "\(species)" }],
              "targets": [{ "id": "\(folder)", "scales": [1], "effort": "fast" }] }
            """
        )
        try disk.put(
            "\(folder)/art/\(species)_pet.png",
            StraightImage(drawn: "........", "..rrrr..", "..rrrr..", "..rrrr..", "........")
        )
    }

    @discardableResult
    private func run(
        _ folder: String,
        on disk: MemoryDisk,
        isForced: Bool = false,
        mode: BakeRequest.Mode = .write,
        targets: [String]? = nil
    ) async throws -> Publication? {
        var request = BakeRequest(output: "build", jobs: 1)
        request.rules.isForced = isForced
        request.mode = mode
        request.targets = targets
        request.usesCache = true
        let outcome = try await bake(catalogAt: folder, request, disk: disk)
        #expect(outcome.summary != nil, "\(outcome.diagnostics)")
        return outcome.summary?.publication
    }

    @Test func `outputs of another catalog are not replaced`() async throws {
        let disk = MemoryDisk()
        try put("one", "dog", in: "a", on: disk)
        try put("two", "cat", in: "b", on: disk)
        try await run("a", on: disk)
        let before = disk.files.filter { $0.key.hasPrefix("build/") }
        for targets in [nil, ["b"]] {
            let error = await #expect(throws: Obstruction.self) {
                try await run("b", on: disk, targets: targets)
            }
            let text = "\(error.map { "\($0)" } ?? "")"
            #expect(
                text.contains("build/manifest.json: of another catalog, \"one\"")
            )
            #expect(text.contains("name another place with -o"))
            #expect(text.hasSuffix("--force replaces it"))
        }
        #expect(disk.files.filter { $0.key.hasPrefix("build/") } == before)
        let planned = try await run("b", on: disk, mode: .dryRun)
        #expect(planned?.obstacles.map(\.path) == ["build/manifest.json"])
        let forced = try await run("b", on: disk, isForced: true)
        #expect(forced?.removed == ["a/a-0@1x.png"])
        // From then on the folder is the second one's.
        try await run("b", on: disk)
        await #expect(throws: Obstruction.self) { try await run("a", on: disk) }
    }

    @Test func `a catalog that was moved, renamed or filled anew is the same`() async throws {
        let disk = MemoryDisk()
        try put("one", "dog", in: "a", on: disk)
        try await run("a", on: disk)
        // Renamed, at another place, with another target.
        try put("two", "dog", in: "b", on: disk)
        try await run("b", on: disk)
        // The same name, with nothing of what it had.
        try put("two", "cat", in: "c", on: disk)
        try await run("c", on: disk)
        // Nothing in common, but it knows of what was there.
        try put("four", "owl", more: #""retired": { "species": ["cat"] },"#, in: "d", on: disk)
        try await run("d", on: disk)
        #expect(
            disk.paths.filter { $0.hasPrefix("build/") }.sorted() == [
                "build/d/d-0@1x.png", "build/manifest.json",
            ]
        )
    }
}
