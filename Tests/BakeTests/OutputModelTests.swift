import Bake
import FileStore
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// A deterministic source of choices; its seed is printed when something fails.
private struct Choices {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(count))
    }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[next(list.count)] }
}

/// What people, other programs and failing machines do to a game between bakes, and what must hold
/// whatever the order: no byte that Kiln did not write ever changes, and the outputs are those of
/// one whole bake.
private struct OutputModel {
    let disk = MemoryDisk()
    private var choices: Choices
    private let canExchange: Bool
    /// Files of others by path, and what they hold.
    private var foreign: [String: [UInt8]] = [:]
    private var foreignLinks: [String: String] = [:]
    /// Files of others that were removed.
    ///
    /// Taken away between a kill and the next run, one may come back from what the killed run left:
    /// a file too many is better than a file lost.
    private var goneFiles: [String: [UInt8]] = [:]
    private var goneLinks: [String: String] = [:]
    private var targets = ["one"]
    private var art = 0
    /// The outputs after the last bake that went well.
    private var good: [String: [UInt8]] = [:]
    private(set) var steps: [String] = []
    private(set) var violations: [String] = []

    private static let drawings = [
        ["gggggg", "ggrrgg", "grrrrg", "gggggg"], ["gggggg", "gbbbbg", "gbbbbg", "gggggg"],
        ["gggggg", "gyyggg", "gyyggg", "gggggg"],
    ]
    private static let allTargets = ["one", "two", "three"]

    init(seed: UInt64, canExchange: Bool) throws {
        choices = Choices(seed: seed)
        self.canExchange = canExchange
        if !canExchange { disk.cannotExchange() }
        try disk.put("game/art/dog.png", StraightImage(drawn: "rrbb", "rrbb"))
        try draw(0)
        writeCatalog()
    }

    private func writeCatalog() {
        let list = targets.map {
            "{ \"id\": \"\($0)\", \"kind\": \"atlas\", \"effort\": \"fast\" }"
        }
        disk.put(
            "game/catalog.json",
            """
            { "catalogVersion": 1, "name": "model", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 }, "species": [{ "id": "dog" }],
              "items": [{ "id": "hat", "equipStyle": "overlay" }],
              "targets": [\(list.joined(separator: ", "))] }
            """
        )
    }

    private mutating func draw(_ index: Int) throws {
        art = index
        try disk.put("game/art/hat.png", StraightImage(rows: Self.drawings[index]))
    }

    private var outputs: [String: [UInt8]] {
        disk.files.filter {
            $0.key.hasPrefix("out/") && foreign[$0.key] == nil && !$0.key.contains(".kiln-")
        }
    }

    /// Counts what came back among the files of others again.
    private mutating func noteReturned() {
        for (path, bytes) in disk.files where foreign[path] == nil {
            let isBack = goneFiles.contains { path.hasPrefix($0.key) && $0.value == bytes }
            if isBack { foreign[path] = bytes }
        }
        for (path, target) in disk.links where foreignLinks[path] == nil {
            let isBack = goneLinks.contains { path.hasPrefix($0.key) && $0.value == target }
            if isBack { foreignLinks[path] = target }
        }
    }

    private mutating func check(_ holds: Bool, _ rule: String) {
        if !holds { violations.append(rule) }
    }

    private mutating func bake(_ ids: [String]? = nil, isForced: Bool = false) async throws -> Bool
    {
        var request = BakeRequest(output: "out", jobs: 1)
        request.targets = ids
        request.rules.isForced = isForced
        request.usesCache = true
        defer { noteReturned() }
        return try await Bake.bake(catalogAt: "game/catalog.json", request, disk: disk).summary
            != nil
    }

    /// Paths that outputs take, or have taken.
    private mutating func somePath() -> String {
        let target = choices.pick(Self.allTargets)
        return choices.pick([
            "out/manifest.json", "out/\(target)/\(target)-0@1x.png", "out/\(target)/notes.txt",
            "out/notes.txt", "out/\(target)", "out/.hidden", ".out.kiln-new-7/file",
            "out/.kiln-new-7/journal", "notes.txt", "out/deep/er/file",
            "loose/atlas-0.png", "loose/atlas-0.json", "loose/notes.txt", "loose/.kiln-files",
        ])
    }

    mutating func step() async throws {
        switch choices.next(18) {
        case 0, 1:
            let index = choices.next(Self.drawings.count)
            steps.append("draw \(index)")
            try draw(index)
        case 2:
            targets = Self.allTargets.filter { _ in choices.next(2) == 0 }
            if targets.isEmpty { targets = ["one"] }
            steps.append("targets \(targets)")
            writeCatalog()
        case 3, 4, 5: try await bakeWhole()
        case 6:
            let id = choices.pick(targets)
            steps.append("bake \(id)")
            if (try? await bake([id])) == true { good = outputs }
        case 7, 8, 9: try await bakeAndDie()
        case 10:
            let room = choices.next(4000)
            steps.append("bake with room for \(room)")
            disk.limit(toBytes: disk.usedBytes + room)
            let isDone = (try? await bake()) == true
            disk.limit(toBytes: nil)
            if isDone { good = outputs } else { expectOldOrNew() }
        case 11, 12: placeForeign()
        case 13: editOutput()
        case 14:
            steps.append("lose the cache")
            disk.wipe("game/.kiln-cache")
        case 15, 16: try await packLoose()
        default: removeOne()
        }
        expectForeignUntouched()
    }

    private mutating func bakeWhole() async throws {
        steps.append("bake")
        do {
            guard try await bake() else { return }
        } catch is Obstruction {
            check(!foreign.isEmpty || !foreignLinks.isEmpty, "nothing was in the way")
            expectOldOrNew()
            return
        }
        good = outputs
        // What a folder holds that has never seen another bake.
        let fresh = MemoryDisk()
        for (path, bytes) in disk.files where path.hasPrefix("game/") && !path.contains("/.") {
            fresh.put(path, bytes)
        }
        let request = BakeRequest(output: "out", jobs: 1)
        _ = try await Bake.bake(catalogAt: "game/catalog.json", request, disk: fresh)
        let expected = fresh.files.filter { $0.key.hasPrefix("out/") && foreign[$0.key] == nil }
        check(good == expected, "outputs are those of a fresh folder")
        let litter = disk.paths.filter {
            $0.contains(".kiln-new") && foreign[$0] == nil && !$0.hasPrefix("loose/")
        }
        check(litter.isEmpty, "nothing is left over: \(litter)")
    }

    /// A command without a catalog, into a folder of its own and killed now and then.
    private mutating func packLoose() async throws {
        let count = choices.next(60)
        steps.append("pack, killed after \(count) changes")
        disk.kill(afterChanges: count)
        let isDone = (try? await pack(disk)) != nil
        let died = disk.restart()
        noteReturned()
        guard isDone && !died else { return }
        let fresh = MemoryDisk()
        for (path, bytes) in disk.files where path.hasPrefix("game/art/") { fresh.put(path, bytes) }
        try await pack(fresh)
        for (path, bytes) in fresh.files where path.hasPrefix("loose/atlas") {
            check(disk.files[path] == bytes, "\(path) is what a fresh folder gets")
        }
    }

    private func pack(_ disk: MemoryDisk) async throws {
        let request = PackRequest(folder: "game/art", output: "loose", jobs: 1)
        _ = try await packPictures(request, disk: disk)
    }

    private mutating func bakeAndDie() async throws {
        let count = choices.next(90)
        steps.append("bake, killed after \(count) changes")
        disk.kill(afterChanges: count)
        let isDone = (try? await bake()) == true
        let died = disk.restart()
        noteReturned()
        if isDone && !died { good = outputs } else { expectOldOrNew() }
    }

    /// After a bake that did not come to its end: the old outputs, or new ones that are whole.
    private mutating func expectOldOrNew() {
        // Moved one by one they may be a mixture until the next run.
        guard canExchange else { return }
        let now = outputs
        if now == good { return }
        guard let json = now["out/manifest.json"],
            let manifest = try? Manifest(json: Data(json))
        else {
            // Without a manifest of its own nothing of Kiln's may be there next to the old ones.
            check(
                foreign["out/manifest.json"] != nil || now.isEmpty,
                "outputs without a manifest: \(now.keys.sorted())"
            )
            return
        }
        let listed = Set(manifest.files.map { "out/" + $0.path }).union(["out/manifest.json"])
        check(
            Set(now.keys) == listed.filter { foreign[$0] == nil },
            "outputs are those that the manifest lists: \(now.keys.sorted())"
        )
        good = now
    }

    private mutating func placeForeign() {
        let path = somePath()
        // What is there already is edited elsewhere; a folder stays a folder.
        guard disk.kind(of: path) == nil, disk.kind(of: parent(of: path)) != .link,
            disk.kind(of: parent(of: path)) != .file
        else { return }
        if choices.next(4) == 0 {
            steps.append("link \(path)")
            disk.putLink(path, to: "/notes.txt")
            foreignLinks[path] = "/notes.txt"
        } else {
            steps.append("place \(path)")
            foreign[path] = Array("mine \(steps.count)".utf8)
            disk.put(path, foreign[path] ?? [])
        }
    }

    private func parent(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    private mutating func editOutput() {
        guard let path = outputs.keys.sorted().randomElement(using: &choices) else { return }
        steps.append("edit \(path)")
        foreign[path] = (disk.files[path] ?? []) + [0x0A]
        disk.put(path, foreign[path] ?? [])
        good[path] = nil
    }

    private mutating func removeOne() {
        let mine = foreign.keys.sorted() + foreignLinks.keys.sorted()
        let path = mine.isEmpty ? outputs.keys.sorted().first : choices.pick(mine)
        guard let path else { return }
        steps.append("remove \(path)")
        // Without its manifest no one knows the outputs: whoever removes it removes them too.
        if path == "out/manifest.json" { for path in outputs.keys { disk.wipe(path) } }
        disk.wipe(path)
        if path == "out/manifest.json" { good = [:] }
        goneFiles[path] = foreign[path] ?? goneFiles[path]
        goneLinks[path] = foreignLinks[path] ?? goneLinks[path]
        foreign[path] = nil
        foreignLinks[path] = nil
        good[path] = nil
    }

    private mutating func expectForeignUntouched() {
        let (files, links) = (disk.files, disk.links)
        for (path, bytes) in foreign { check(files[path] == bytes, "\(path) is what it was") }
        for (path, target) in foreignLinks { check(links[path] == target, "link \(path) stays") }
        let isWhole = files["game/art/dog.png"] != nil && files["game/catalog.json"] != nil
        check(isWhole, "the sources are there")
    }
}

extension Choices: RandomNumberGenerator {
    mutating func next() -> UInt64 { UInt64(next(1 << 31)) << 33 | UInt64(next(1 << 31)) }
}

struct OutputModelTests {
    /// How many steps, all sequences together: `KILN_MODEL_STEPS`, else a few.
    private static let steps =
        Int(ProcessInfo.processInfo.environment["KILN_MODEL_STEPS"] ?? "") ?? 2000

    /// Where the sequences begin: `KILN_MODEL_SEED`, a number or `random`; else always the same.
    private static let seed: UInt64? = {
        let value = ProcessInfo.processInfo.environment["KILN_MODEL_SEED"] ?? "1"
        return value == "random" ? nil : UInt64(value) ?? 1
    }()

    @Test(arguments: [true, false])
    func `whatever happens between bakes, nothing of others changes and outputs are whole`(
        canExchange: Bool
    ) async throws {
        let first = Self.seed ?? .random(in: 0 ... .max)
        let length = 40
        for sequence in 0..<(Self.steps / length / 2) {
            let seed = first &+ UInt64(sequence)
            var model = try OutputModel(seed: seed, canExchange: canExchange)
            for _ in 0..<length {
                try await model.step()
                guard model.violations.isEmpty else {
                    let story = model.steps.joined(separator: "; ")
                    Issue.record("seed \(seed): not so: \(model.violations); after: \(story)")
                    return
                }
            }
        }
    }
}
