import Bake
import Diagnostics
import FileStore
import Raster
import TestSupport
import Testing

/// Pictures large enough that their page is compressed in several bands.
private struct LargeGame {
    let disk = MemoryDisk()

    private static let names = (0..<24).map { "p\($0)" }

    init() throws {
        for (place, name) in Self.names.enumerated() { try draw(name, seed: UInt32(place)) }
        try write(Self.names)
    }

    /// A round picture, nearly of one size, so that where it lies says nothing of what it shows.
    func draw(_ name: String, seed: UInt32, side: Int = 300) throws {
        var image = StraightImage(size: try #require(PixelSize(width: side, height: side)))
        var state = seed &* 2_654_435_761 &+ 1
        for y in 0..<side {
            for x in 0..<side {
                let (dx, dy) = (x - side / 2, y - side / 2)
                guard dx * dx + dy * dy < side * side / 4 else { continue }
                state = state &* 1_664_525 &+ 1_013_904_223
                image[x, y] = StraightPixel(
                    r: UInt8(truncatingIfNeeded: x),
                    g: UInt8(truncatingIfNeeded: state >> 29),
                    b: UInt8(truncatingIfNeeded: y &+ Int(seed)),
                    a: 248 + UInt8(truncatingIfNeeded: state >> 29)
                )
            }
        }
        try disk.put("game/art/\(name).png", image)
    }

    /// The catalog, with these pictures and more settings of the target.
    func write(_ names: [String], _ settings: String = "") throws {
        let items = names.dropFirst().map {
            #"{ "id": "\#($0)", "asset": "\#($0)", "equipStyle": "overlay", "key": false }"#
        }
        disk.put(
            "game/catalog.json",
            """
            { "catalogVersion": 1, "name": "large", "sources": ["art"],
              "canvas": { "width": 300, "height": 300 },
              "species": [{ "id": "\(names[0])" }],
              "items": [\(items.joined(separator: ", "))],
              "targets": [{ "id": "game", "kind": "atlas", "scales": [1], "effort": "fast" \(settings) }] }
            """
        )
    }

    func write(without name: String? = nil, _ settings: String = "") throws {
        try write(Self.names.filter { $0 != name }, settings)
    }

    private var outputs: [String: [UInt8]] { disk.files.filter { $0.key.hasPrefix("out/") } }

    /// The pages that a bake makes.
    @discardableResult
    func bake(usesCache: Bool = true, jobs: Int = 2) async throws -> [[UInt8]] {
        var request = BakeRequest(output: "out", jobs: jobs)
        request.usesCache = usesCache
        let outcome = try await Bake.bake(catalogAt: "game/catalog.json", request, disk: disk)
        try #require(outcome.summary != nil, "\(outcome.diagnostics.map(\.description))")
        return outputs.filter { $0.key.hasSuffix(".png") }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether a bake that remembers nothing makes the outputs that are there.
    func isAsWithoutCache() async throws -> Bool {
        let made = outputs
        for path in made.keys { try disk.remove(path) }
        try await bake(usesCache: false, jobs: 1)
        let cold = outputs
        for path in cold.keys { try disk.remove(path) }
        for (path, bytes) in made { disk.put(path, bytes) }
        return made == cold
    }

    /// The files of the cache's entries that hold a page.
    var pageEntries: [String: [UInt8]] {
        disk.files.filter {
            $0.key.contains("/.kiln-cache/entries/") && !$0.key.contains("/bundles/")
                && $0.value.firstRange(of: [0x89, 0x50, 0x4E, 0x47]) != nil
        }
    }
}

struct EarlierPageTests {
    private enum Change: String, CaseIterable {
        case otherPixels
        case otherSize
        case swapped
        case removed
        case setting
        case bleeding
    }

    @Test(arguments: Change.allCases, [1, 3])
    private func `whatever changed, the page is that of a bake that remembers nothing`(
        change: Change,
        jobs: Int
    ) async throws {
        let game = try LargeGame()
        let first = try await game.bake()
        #expect(first.count == 1)
        switch change {
        case .otherPixels: try game.draw("p7", seed: 100)
        case .otherSize: try game.draw("p7", seed: 7, side: 271)
        case .swapped:
            // The same sizes, so the same layout, under other names.
            try game.draw("p3", seed: 9)
            try game.draw("p9", seed: 3)
        case .removed: try game.write(without: "p11")
        case .setting: try game.write(#", "extrude": 2"#)
        case .bleeding: try game.write(#", "hiddenColor": "clear""#)
        }
        #expect(try await game.bake(jobs: jobs) != first)
        #expect(try await game.isAsWithoutCache())
        // Back again: what is used may come from either page.
        try game.write()
        for (name, seed) in [("p7", 7), ("p3", 3), ("p9", 9)] {
            try game.draw(name, seed: UInt32(seed))
        }
        #expect(try await game.bake(jobs: jobs) == first)
    }

    private enum Damage: CaseIterable {
        case gone
        case cut
        case flipped
        /// A whole entry, but of another file than its header says.
        case otherFile
    }

    @Test(arguments: Damage.allCases)
    private func `a page whose entry was damaged lends nothing`(damage: Damage) async throws {
        let game = try LargeGame()
        try await game.bake()
        let entries = game.pageEntries
        #expect(entries.count == 1)
        for (path, bytes) in entries {
            var bytes = bytes
            switch damage {
            case .gone: try game.disk.remove(path)
            case .cut: game.disk.put(path, Array(bytes.prefix(bytes.count / 2)))
            case .flipped:
                bytes[bytes.count / 2] ^= 1
                game.disk.put(path, bytes)
            case .otherFile:
                bytes[bytes.count / 2] ^= 1
                let digest = Digest(of: Array(bytes.dropLast(32)))
                var out = ByteWriter()
                out.put(digest)
                game.disk.put(path, Array(bytes.dropLast(32)) + out.bytes)
            }
        }
        try game.draw("p7", seed: 100)
        try await game.bake()
        #expect(try await game.isAsWithoutCache())
    }
}
