import AtlasBuilding
import Bake
import Diagnostics
import FileStore
import Raster
import TestSupport
import Testing

/// Whatever is in a cache, a bake ends: what is damaged is made anew, and wrong values under right
/// digests trap nothing.
struct PoisonedCacheTests {
    /// The small game with meshes, a look and an overlay that reaches out of the canvas.
    private func game() throws -> MemoryDisk {
        let disk = try smallGame()
        let text = String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
            .replacing("\"offset\": [1, 3]", with: "\"offset\": [3, 3]")
            .replacing("\"kind\": \"atlas\",", with: "\"kind\": \"atlas\", \"trim\": \"polygon\",")
            .replacing(
                "\"targets\": [",
                with: """
                    "looks": [ { "id": "l", "species": "dog", "overlays": ["badge"] } ],
                    "targets": [ { "id": "looks", "kind": "composites", "scales": [1] },
                    """
            )
        disk.put("game/catalog.json", text)
        return disk
    }

    private func run(_ disk: MemoryDisk) async throws -> BakeOutcome {
        var request = BakeRequest(output: "out", jobs: 1)
        request.usesCache = true
        return try await bake(catalogAt: "game/catalog.json", request, disk: disk)
    }

    private static let bakes = "game/.kiln-cache/bakes/"

    private func outputs(_ disk: MemoryDisk) -> [String: [UInt8]] {
        disk.files.filter { $0.key.hasPrefix("out/") }
    }

    private func resealed(_ bytes: [UInt8]) -> [UInt8] {
        var out = ByteWriter(bytes: Array(bytes.dropLast(32)))
        out.seal()
        return out.bytes
    }

    /// Numbers that trap when somebody counts, indexes or computes with them.
    private static let words: [UInt64] = [
        .max, 1 << 63, (1 << 63) - 1, 1 << 62, 1 << 33, 1 << 20, 0, Double.nan.bitPattern,
        Double.infinity.bitPattern, Double(-1e300).bitPattern,
    ]

    private func poisoned(
        _ bytes: [UInt8],
        sparing end: Int,
        _ random: inout SeededRandom
    ) -> [UInt8] {
        guard bytes.count >= end + 8 else { return bytes }
        var bytes = bytes
        let place = Int.random(in: 0...bytes.count - end - 8, using: &random)
        let word = Self.words.randomElement(using: &random) ?? 0
        for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
        return bytes
    }

    @Test func `the game is baked from its cache`() async throws {
        let disk = try game()
        let first = try #require(try await run(disk).summary)
        #expect(first.targets.contains { ($0.outlines?.vertices ?? 0) > 0 })
        for path in disk.paths where path.hasPrefix("out/") || path.hasPrefix(Self.bakes) {
            disk.wipe(path)
        }
        let again = try #require(try await run(disk).summary)
        #expect(again.rebuilt.isEmpty && again.cache?.misses == 0)
    }

    @Test func `a record with a bit changed is made anew`() async throws {
        let disk = try game()
        _ = try await run(disk)
        let expected = outputs(disk)
        let path = try #require(
            disk.paths.first { $0.hasPrefix(Self.bakes) && !$0.hasSuffix(".headers") }
        )
        let whole = try #require(disk.files[path])
        // The high bytes of the first counts, and places all over the file.
        let places = Array(20..<120) + Array(stride(from: 120, to: whole.count, by: 41))
        for place in places {
            var damaged = whole
            damaged[place] ^= 0x40
            disk.put(path, damaged)
            let summary = try await run(disk).summary
            #expect(summary?.isUnchanged == false, "byte \(place)")
            #expect(outputs(disk) == expected, "byte \(place)")
        }
    }

    @Test func `a record with wrong values under a right digest traps nothing`() async throws {
        let disk = try game()
        _ = try await run(disk)
        let path = try #require(
            disk.paths.first { $0.hasPrefix(Self.bakes) && !$0.hasSuffix(".headers") }
        )
        let whole = try #require(disk.files[path])
        var random = SeededRandom(seed: 13)
        for _ in 0..<300 {
            disk.put(path, resealed(poisoned(whole, sparing: 32, &random)))
            for diagnostic in try await run(disk).diagnostics { _ = diagnostic.description }
        }
    }

    @Test func `nor do entries`() async throws {
        let disk = try game()
        _ = try await run(disk)
        let headersPath = try #require(
            disk.paths.first { $0.hasPrefix(Self.bakes) && $0.hasSuffix(".headers") }
        )
        let headersFile = try #require(disk.files[headersPath])
        let headers = try #require(HeadersFile.decode(headersFile))
        let record = String(headersPath.dropLast(HeadersFile.suffix.count))
        #expect(headers.count >= 8)
        let whole = disk.files.filter { $0.key.hasPrefix("game/.kiln-cache/") }
        var random = SeededRandom(seed: 17)
        for _ in 0..<400 {
            var changed = headers
            let key = try #require(headers.keys.sorted().randomElement(using: &random))
            changed[key] = poisoned(headers[key] ?? [], sparing: 0, &random)
            disk.put(headersPath, HeadersFile.encode(changed))
            disk.wipe(record)
            disk.wipe("out")
            // A wrong value that is possible may make another picture, or one that fits on no page.
            _ = try? await run(disk)
            for (path, bytes) in whole { disk.put(path, bytes) }
        }
    }
}
