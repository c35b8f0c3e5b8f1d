import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// The small game with more targets.
private func game(targets: String...) throws -> MemoryDisk {
    let disk = try smallGame()
    setTargets(targets, of: disk)
    return disk
}

private func setTargets(_ targets: [String], of disk: MemoryDisk) {
    let text = String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
    let start = text.range(of: "\"targets\"")?.lowerBound ?? text.endIndex
    let list = targets.map { "{ \"id\": \"\($0)\", \"kind\": \"atlas\", \"effort\": \"fast\" }" }
    disk.put(
        "game/catalog.json",
        text[..<start] + "\"targets\": [\(list.joined(separator: ", "))] }"
    )
}

@discardableResult
private func run(
    _ disk: MemoryDisk,
    into output: String = "out",
    targets: [String]? = nil,
    isForced: Bool = false,
    mode: BakeRequest.Mode = .write,
    usesCache: Bool = true
) async throws -> BakeOutcome {
    var request = BakeRequest(output: output, jobs: 1)
    request.targets = targets
    request.rules.isForced = isForced
    request.mode = mode
    request.usesCache = usesCache
    return try await bake(catalogAt: "game/catalog.json", request, disk: disk)
}

/// A manifest that lists files as those of its target `T`.
private func manifest(
    of target: String,
    listing files: [String: [UInt8]],
    generator: String = "kiln"
) throws -> [UInt8] {
    var manifest = Manifest(
        generator: .init(name: generator, version: "0.1.0"),
        name: "planted",
        canvas: .init(width: 8, height: 8)
    )
    manifest.targets = [.init(id: target, kind: "atlas", scales: [1], pages: [], frames: [:])]
    manifest.files = files.map {
        .init(path: $0.key, bytes: $0.value.count, sha256: Digest(of: $0.value).text)
    }
    return Array(try manifest.json())
}

/// What is in the way of a bake, by path.
private func obstacles(
    _ body: () async throws -> Void
) async throws -> [String: Obstacle.Kind] {
    do {
        try await body()
        return [:]
    } catch let obstruction as Obstruction {
        return Dictionary(uniqueKeysWithValues: obstruction.obstacles.map { ($0.path, $0.kind) })
    }
}

struct OwnershipTests {
    @Test(arguments: [
        "{ \"name\": \"a web app\", \"start_url\": \"/\" }", "not JSON", "",
    ])
    func `a manifest of somebody else stops the bake`(text: String) async throws {
        let disk = try smallGame()
        disk.put("out/manifest.json", text)
        let before = disk.files
        let found = try await obstacles { try await run(disk, usesCache: false) }
        #expect(Array(found.keys) == ["out/manifest.json"])
        #expect(disk.files == before)
        #expect(try await run(disk, isForced: true).summary != nil)
        #expect(String(decoding: disk.files["out/manifest.json"] ?? [], as: UTF8.self) != text)
    }

    @Test(arguments: ["/", "/etc", "/usr/local", "link", "/usr/../usr/bin/"])
    func `a folder of the system is not baked into`(folder: String) async throws {
        let disk = try smallGame()
        for path in ["etc/passwd", "usr/bin/env", "usr/local/bin/kiln"] { disk.put(path, "theirs") }
        disk.putLink("link", to: "etc")
        let before = disk.files
        for (mode, isForced) in [(BakeRequest.Mode.write, false), (.write, true), (.dryRun, false)]
        {
            let error = await #expect(throws: DiskError.self) {
                try await run(disk, into: folder, isForced: isForced, mode: mode, usesCache: false)
            }
            #expect(
                error?.description == """
                    cannot write \(folder): it is a folder of the system, and nothing was baked into it \
                    before
                      help: name a folder of its own with -o, such as build
                    """
            )
        }
        #expect(disk.files == before)
    }

    @Test func `a folder of the system that is empty, or has outputs, is baked into`() async throws
    {
        let disk = try smallGame()
        try disk.createFolder("/srv")
        for _ in 0..<2 {
            #expect(try await run(disk, into: "/srv", usesCache: false).summary != nil)
            #expect(disk.files["srv/manifest.json"] != nil)
            disk.put("srv/theirs", "a file beside it")
        }
    }

    @Test func `a page, descriptor or folder of somebody else is not replaced`() async throws {
        let disk = try smallGame()
        disk.put("out/game/game-0@1x.png", "a photograph")
        disk.put("out/game/game@2x-0.json/inner", "a folder")
        disk.put("out/game/game-0@2x.png", "mine")
        let before = disk.files
        let found = try await obstacles { try await run(disk, usesCache: false) }
        #expect(found["out/game/game-0@1x.png"] == .foreign)
        #expect(found["out/game/game-0@2x.png"] == .foreign)
        #expect(disk.files == before)
    }

    @Test func `what was changed since Kiln wrote it is not replaced`() async throws {
        let disk = try smallGame()
        try await run(disk)
        for path in ["out/game/game-0@1x.png", "out/manifest.json"] {
            let good = disk.files[path] ?? []
            disk.put(path, good + [10])
            let before = disk.files
            let found = try await obstacles { try await run(disk, usesCache: false) }
            #expect(found.keys.contains(path), "\(path)")
            #expect(disk.files == before)
            disk.put(path, good)
        }
        #expect(try await run(disk, usesCache: false).summary != nil)
    }

    @Test func `files that only a planted manifest lists are neither removed nor replaced`()
        async throws
    {
        let disk = try smallGame()
        disk.put("game/notes.txt", "mine")
        disk.put("game/.git/HEAD", "ref: refs/heads/main\n")
        disk.put("elsewhere/photo.png", "mine")
        disk.put("game/docs/readme", "mine")
        disk.putLink("game/link", to: "../elsewhere")
        let listed = [
            "catalog.json", "notes.txt", ".git/HEAD", "art/dog_pet.png", "link/photo.png",
            "../elsewhere/photo.png", "docs",
        ]
        var files: [String: [UInt8]] = [:]
        for path in listed {
            files[path] = disk.files["game/\(path)"] ?? disk.files["elsewhere/photo.png"]
        }
        for target in ["game", "art", ".git", "link", ".."] {
            disk.put("game/manifest.json", try manifest(of: target, listing: files))
            let before = disk.files
            let outcome = try await run(disk, into: "game", usesCache: false)
            #expect(outcome.summary?.publication.removed == [], "\(target)")
            for (path, bytes) in before where !path.hasPrefix("game/game/") {
                guard path != "game/manifest.json" else { continue }
                #expect(disk.files[path] == bytes, "\(path) by \(target)")
            }
            for path in disk.files.keys where path.hasPrefix("game/game/") { disk.wipe(path) }
        }
    }

    @Test func `a recorded file that is stale goes, and one that was changed stays`() async throws {
        let disk = try game(targets: "one", "two", "three")
        try await run(disk)
        setTargets(["one"], of: disk)
        disk.put("out/three/three-0@1x.png", "retouched")
        let summary = try #require(try await run(disk).summary)
        #expect(summary.publication.removed == ["two/two-0@1x.png"])
        #expect(summary.publication.left == ["three/three-0@1x.png"])
        #expect(summary.goneTargets == ["two", "three"])
        #expect(disk.files["out/three/three-0@1x.png"] == Array("retouched".utf8))
        #expect(!disk.paths.contains { $0.hasPrefix("out/two") })
    }

    @Test func `outputs without their manifest are known by the cache, else they are in the way`()
        async throws
    {
        let disk = try smallGame()
        try await run(disk)
        try disk.put("game/art/overlay_badge.png", StraightImage(drawn: "gggg", "grrg", "gggg"))
        disk.wipe("out/manifest.json")
        #expect(try await run(disk).summary != nil)
        try disk.put("game/art/overlay_badge.png", StraightImage(drawn: "gggg", "gbbg", "gggg"))
        disk.wipe("out/manifest.json")
        disk.wipe("game/.kiln-cache")
        let found = try await obstacles { try await run(disk) }
        #expect(found["out/game/game-0@1x.png"] == .foreign)
    }

    @Test(arguments: [true, false])
    func `nothing is written through a link`(canExchange: Bool) async throws {
        for (link, target) in [("out/game", "../elsewhere"), ("out/manifest.json", "../mine")] {
            let disk = try smallGame()
            if !canExchange { disk.cannotExchange() }
            disk.put("elsewhere/game-0@1x.png", "mine")
            disk.put("mine", "mine")
            disk.putLink(link, to: target)
            let before = disk.files
            for isForced in [false, true] {
                let found = try await obstacles {
                    try await run(disk, isForced: isForced, usesCache: false)
                }
                #expect(found == [link: .link])
            }
            #expect(disk.files == before)
            #expect(disk.links[link] == target)
        }
    }

    @Test func `outputs that would lie among the sources are refused, by force too`() async throws {
        for output in ["game/art", "game/art/build"] {
            let disk = try smallGame()
            let before = disk.files
            let found = try await obstacles {
                try await run(disk, into: output, isForced: true, usesCache: false)
            }
            #expect(found["\(output)/manifest.json"] == .sources("art"))
            #expect(disk.files == before)
        }
        // The folder of the catalog itself may take them.
        let disk = try smallGame()
        #expect(try await run(disk, into: "game").summary != nil)
        #expect(disk.files["game/manifest.json"] != nil)
    }

    @Test func `an output on the catalog or its layout is refused`() async throws {
        let disk = try game(targets: "game")
        let text = String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
        disk.put("game/manifest.json", text)
        let request = BakeRequest(output: "game", jobs: 1)
        let refused = try await obstacles {
            _ = try await bake(catalogAt: "game/manifest.json", request, disk: disk)
        }
        #expect(refused["game/manifest.json"] == .input)
        #expect(disk.files["game/manifest.json"] == Array(text.utf8))
    }

    @Test func `permissions of outputs survive`() async throws {
        for canExchange in [true, false] {
            let disk = try smallGame()
            if !canExchange { disk.cannotExchange() }
            try await run(disk)
            let path = "out/game/game-0@1x.png"
            disk.setPermissions(0o640, of: path)
            try disk.put("game/art/overlay_badge.png", StraightImage(drawn: "gggg", "grrg", "gggg"))
            #expect(
                try await run(disk).summary?.publication.written.contains("game/game-0@1x.png")
                    == true
            )
            #expect(disk.permissions(of: path) == 0o640)
        }
    }

    @Test func `force says what it replaces, and touches nothing else`() async throws {
        let disk = try smallGame()
        disk.put("out/manifest.json", "{}")
        disk.put("out/game/game-0@2x.png", "mine")
        disk.put("out/game/notes.txt", "mine")
        var request = BakeRequest(output: "out", jobs: 1)
        request.rules.isForced = true
        let announced = Announced()
        request.rules.willReplace = { announced.add($0.map(\.path)) }
        _ = try await bake(catalogAt: "game/catalog.json", request, disk: disk)
        #expect(announced.all == ["out/game/game-0@2x.png", "out/manifest.json"])
        #expect(disk.files["out/game/notes.txt"] == Array("mine".utf8))
    }
}

struct PartialBakeTests {
    @Test func `a bake of one target leaves the others, in the manifest too`() async throws {
        let disk = try game(targets: "one", "two")
        try await run(disk)
        let whole = disk.files.filter { $0.key.hasPrefix("out/") }
        let summary = try #require(try await run(disk, targets: ["two"], usesCache: false).summary)
        #expect(summary.publication.removed == [])
        #expect(disk.files.filter { $0.key.hasPrefix("out/") } == whole)
        try disk.put("game/art/overlay_badge.png", StraightImage(drawn: "gggg", "grrg", "gggg"))
        try await run(disk, targets: ["one"])
        #expect(disk.files["out/one/one-0@1x.png"] != whole["out/one/one-0@1x.png"])
        #expect(disk.files["out/two/two-0@1x.png"] == whole["out/two/two-0@1x.png"])
        let manifest = try Manifest(json: Data(disk.files["out/manifest.json"] ?? []))
        #expect(manifest.targets.map(\.id) == ["one", "two"])
        #expect(manifest.files.map(\.path) == ["one/one-0@1x.png", "two/two-0@1x.png"])
        // Both together are what a whole bake gives.
        try await run(disk, targets: ["two"])
        let inParts = disk.files.filter { $0.key.hasPrefix("out/") }
        try await run(disk, usesCache: false)
        #expect(disk.files.filter { $0.key.hasPrefix("out/") } == inParts)
    }

    @Test func `a target that left the catalog goes with a whole bake, and is named`() async throws
    {
        let disk = try game(targets: "one", "two", "three")
        try await run(disk)
        setTargets(["one", "three"], of: disk)
        var summary = try #require(try await run(disk, targets: ["one"]).summary)
        #expect(summary.publication.removed == [] && summary.goneTargets == [])
        #expect(disk.files["out/two/two-0@1x.png"] != nil)
        summary = try #require(try await run(disk).summary)
        #expect(
            summary.publication.removed == ["two/two-0@1x.png"] && summary.goneTargets == ["two"]
        )
    }

    @Test func `a target that misses new frames is named`() async throws {
        let disk = try game(targets: "one", "two")
        try await run(disk)
        let text = String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
        disk.put(
            "game/catalog.json",
            text.replacing(
                "\"items\": [",
                with: "\"items\": [{ \"id\": \"crown\", \"equipStyle\": \"overlay\" },"
            )
        )
        try disk.put("game/art/crown.png", StraightImage(drawn: "gggg", "gyyg", "gggg"))
        #expect(try await run(disk, targets: ["one"]).summary?.outdatedTargets == ["two"])
        #expect(try await run(disk, targets: ["two"]).summary?.outdatedTargets == [])
    }

    @Test func `a check of one target does not call the others stale`() async throws {
        let disk = try game(targets: "one", "two")
        try await run(disk)
        #expect(
            try await run(disk, targets: ["two"], mode: .check).summary?.publication.differences
                == []
        )
    }
}

struct DryRunTests {
    @Test func `after a reverted file the dry run reports what the bake then writes`() async throws
    {
        let disk = try smallGame()
        let badge = disk.files["game/art/overlay_badge.png"] ?? []
        try await run(disk)
        try disk.put("game/art/overlay_badge.png", StraightImage(drawn: "gggg", "grrg", "gggg"))
        try await run(disk)
        disk.put("game/art/overlay_badge.png", badge)
        let planned = try #require(try await run(disk, mode: .dryRun).summary)
        let summary = try #require(try await run(disk).summary)
        #expect(planned.rebuilt == [] && summary.rebuilt == [])
        #expect(!summary.publication.written.isEmpty)
        #expect(planned.publication.written == summary.publication.written)
        #expect(summary.cache?.hits ?? 0 > 0)
    }

    @Test func `a dry run reports what would go and what is in the way, and touches nothing`()
        async throws
    {
        let disk = try game(targets: "one", "two")
        try await run(disk)
        setTargets(["one"], of: disk)
        disk.put("out/one/one-0@1x.png", "mine")
        let before = disk.files
        let planned = try #require(try await run(disk, mode: .dryRun).summary)
        #expect(
            planned.publication.removed == ["two/two-0@1x.png"] && planned.goneTargets == ["two"]
        )
        #expect(planned.publication.obstacles.map(\.path) == ["out/one/one-0@1x.png"])
        #expect(disk.files == before)
    }
}

struct CacheTroubleTests {
    private func warnings(_ outcome: BakeOutcome) -> [String] {
        outcome.diagnostics.filter { $0.severity == .warning }.map(\.id)
    }

    @Test func `a cache that is full, linked or in the way is a warning, and the bake succeeds`()
        async throws
    {
        let spoil: [(String, (MemoryDisk) -> Void)] = [
            ("a link", { $0.putLink("game/.kiln-cache", to: "../elsewhere") }),
            ("a file", { $0.put("game/.kiln-cache", "mine") }),
            ("a folder of somebody", { $0.put("game/.kiln-cache/photo.png", "mine") }),
            ("a pipe for entries", { $0.putPipe("game/.kiln-cache/entries") }),
            ("no room", { $0.refuse(".part", "no space left on device") }),
        ]
        let good = try smallGame()
        try await run(good, usesCache: false)
        for (what, spoil) in spoil {
            let disk = try smallGame()
            disk.put("elsewhere/mine", "mine")
            spoil(disk)
            let outcome = try await run(disk)
            #expect(outcome.summary != nil, "\(what)")
            #expect(warnings(outcome) == ["cache-trouble"], "\(what)")
            #expect(
                disk.files.filter { $0.key.hasPrefix("out/") }
                    == good.files.filter { $0.key.hasPrefix("out/") },
                "\(what)"
            )
            #expect(disk.files.filter { $0.value == Array("mine".utf8) }.count >= 1, "\(what)")
            #expect(!disk.paths.contains { $0.hasPrefix("elsewhere/") && $0 != "elsewhere/mine" })
        }
    }

    @Test func `whatever write of the cache fails, the outputs are there and the exit is clean`()
        async throws
    {
        let counting = try smallGame()
        try await run(counting)
        let parts = counting.writes.count { $0.hasSuffix(".part") }
        #expect(parts > 5)
        for index in 0..<parts {
            let disk = FailingCacheDisk(try smallGame(), failing: index)
            var request = BakeRequest(output: "out", jobs: 1)
            request.usesCache = true
            let outcome = try await bake(catalogAt: "game/catalog.json", request, disk: disk)
            #expect(outcome.summary != nil, "write \(index)")
            #expect(disk.disk.files["out/manifest.json"] != nil)
            #expect(try await run(disk.disk).summary != nil)
        }
    }

    @Test func `a folder in place of an entry is a warning`() async throws {
        let disk = try smallGame()
        try await run(disk)
        let entries = disk.paths.filter { $0.hasPrefix("game/.kiln-cache/entries/") }
        for entry in entries {
            disk.wipe(entry)
            disk.put("\(entry)/photo.png", "mine")
        }
        for path in disk.paths where path.hasPrefix("game/.kiln-cache/bakes/") { disk.wipe(path) }
        let outcome = try await run(disk)
        #expect(outcome.summary != nil && warnings(outcome) == ["cache-trouble"])
        for entry in entries { #expect(disk.files["\(entry)/photo.png"] != nil) }
    }

    @Test func `a record in the cache makes no other file Kiln's, whatever it holds`() async throws
    {
        let disk = try smallGame()
        try await run(disk)
        // As if the cache had come with somebody's repository, and knew the file.
        let path = "out/game/game-0@1x.png"
        let bytes = try #require(disk.files[path])
        disk.wipe(path)
        disk.put(path, bytes)
        disk.wipe("out/manifest.json")
        try disk.put("game/art/overlay_badge.png", StraightImage(drawn: "bbb", "bbb"))
        let error = await #expect(throws: Obstruction.self) { try await run(disk) }
        #expect(error?.obstacles.map(\.path) == [path])
        #expect(disk.files[path] == bytes)
    }

    @Test func `only a cache is cleared`() async throws {
        let disk = try smallGame()
        disk.put("game/.kiln-cache/photo.png", "mine")
        #expect(throws: DiskError.self) { try CacheFolder(of: "game", disk: disk).clear() }
        #expect(disk.files["game/.kiln-cache/photo.png"] != nil)
        disk.wipe("game/.kiln-cache/photo.png")
        try await run(disk)
        try CacheFolder(of: "game", disk: disk).clear()
        #expect(!disk.paths.contains { $0.hasPrefix("game/.kiln-cache") })
    }
}

/// A disk on which one of the cache's files cannot be written.
private final class FailingCacheDisk: ForwardingDisk, @unchecked Sendable {
    private let failing: Int
    private let count = Counter()

    init(_ disk: MemoryDisk, failing: Int) {
        self.failing = failing
        super.init(disk)
    }

    override func create(
        _ bytes: [UInt8],
        at path: String,
        permissions: UInt16?
    ) throws(DiskError) {
        if path.hasSuffix(".part"), count.next() == failing {
            throw DiskError(.write, path, reason: "no space left on device")
        }
        try super.create(bytes, at: path, permissions: permissions)
    }
}
