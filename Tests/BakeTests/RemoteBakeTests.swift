import Bake
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import Raster
import Synchronization
import TestSupport
import Testing

/// The small game over a remote cache: whatever that does, outputs are those of a bake alone.
@Suite(.serialized, .enabled(if: hasLibrary("curl"))) struct RemoteBakeTests {
    init() { unsafe setenv("no_proxy", "127.0.0.1", 1) }

    /// A machine of its own that bakes the game.
    private struct Machine {
        let game: GameFolder
        let server: CacheServer
        var mode = RemoteCache.Mode.readWrite

        init(_ server: CacheServer, mode: RemoteCache.Mode = .readWrite) throws {
            game = try GameFolder()
            self.server = server
            self.mode = mode
        }

        func bake(_ share: WorkShare? = nil, publishes: Bool = true) async throws -> BakeOutcome {
            var patience = Patience()
            patience.stalling = 1
            var request = BakeRequest(output: game.output, jobs: 2)
            request.usesCache = true
            request.remote = RemoteCache(
                try RemoteAddress(server.url),
                mode: mode,
                program: "test",
                sharesWork: share != nil,
                patience: patience
            )
            request.share = share
            request.publishes = publishes
            return try await Bake.bake(catalogAt: game.catalog, request, disk: game.disk)
        }

        var outputs: [String: [UInt8]] { game.files(in: "out") }
    }

    private func alone() async throws -> [String: [UInt8]] {
        let game = try GameFolder()
        _ = try await game.bake(usesCache: false)
        return game.files(in: "out")
    }

    @Test func `another machine makes nothing anew`() async throws {
        let server = try CacheServer()
        defer { server.stop() }
        let first = try Machine(server)
        let made = try #require(try await first.bake().summary)
        #expect(made.remote?.stored == server.files.keys.count { $0.contains("/ac/") })
        let second = try Machine(server)
        let taken = try #require(try await second.bake().summary)
        #expect(!made.rebuilt.isEmpty && taken.rebuilt.isEmpty)
        #expect(taken.remote?.misses == 0 && taken.remote?.stored == 0)
        let expected = try await alone()
        #expect(first.outputs == expected && second.outputs == expected)
        // What was fetched is at hand without the server, as is what was only heard of.
        server.stop()
        try FileManager.default.removeItem(atPath: second.game.output)
        #expect(try await second.game.bake() != nil)
        #expect(second.outputs == expected)
    }

    @Test func `what only reads writes nothing`() async throws {
        let server = try CacheServer()
        defer { server.stop() }
        let machine = try Machine(server, mode: .readOnly)
        #expect(try await machine.bake().diagnostics == [])
        #expect(server.files.isEmpty && !server.requests.contains { $0.method == "PUT" })
        #expect(machine.outputs == (try await alone()))
    }

    static let faults: [(String, @Sendable (CacheServer.Request) -> CacheServer.Fault?)] = [
        ("nothing is found", { $0.method == "GET" ? .status(404) : nil }),
        ("the server fails", { _ in .status(500) }),
        ("answers are cut off", { $0.method == "GET" ? .truncated : nil }),
        ("contents are cut off", { $0.path.contains("/cas/") ? .truncated : nil }),
        ("a bit is another", { $0.method == "GET" ? .wrongBit : nil }),
        ("a bit of contents is another", { $0.path.contains("/cas/") ? .wrongBit : nil }),
        ("contents are lost", { $0.path.contains("/cas/") ? .status(404) : nil }),
        ("answers are no messages", { $0.method == "GET" ? .answer([0x12, 0xFF, 0x7F]) : nil }),
        ("nothing is said", { _ in .silence }),
        ("nothing is said to some", { $0.number % 7 == 3 ? .silence : nil }),
        ("answers drip", { $0.method == "GET" ? .dripping(1, milliseconds: 200) : nil }),
        ("contents drip", { $0.path.contains("/cas/") ? .dripping(9, milliseconds: 200) : nil }),
        ("connections are reset", { _ in .reset }),
        ("every other connection is reset", { $0.number % 2 == 0 ? .reset : nil }),
        ("the disk is full", { $0.method == "PUT" ? .status(507) : nil }),
        ("the disk becomes full", { $0.method == "PUT" && $0.number > 9 ? .status(507) : nil }),
        ("it wants to know who asks", { _ in .status(401) }),
        ("it dies half way", { $0.number > 15 ? .reset : nil }),
    ]

    @Test(arguments: faults.indices)
    func `a server that fails costs nothing but time`(row: Int) async throws {
        let (what, fault) = Self.faults[row]
        let expected = try await alone()
        // Filled by somebody whom it served well.
        let isFilled = Mutex(false)
        let server = try CacheServer { isFilled.withLock(\.self) ? fault($0) : nil }
        defer { server.stop() }
        _ = try await Machine(server).bake()
        isFilled.withLock { $0 = true }
        for mode in RemoteCache.Mode.allCases {
            let machine = try Machine(server, mode: mode)
            let outcome = try await machine.bake()
            #expect(machine.outputs == expected, "\(what)")
            #expect(outcome.summary != nil)
            let reported = outcome.diagnostics.map(\.description)
            #expect(reported.count < 2, "\(reported)")
            #expect(reported.allSatisfy { $0.contains("warning[remote-cache-trouble]: ") })
        }
    }

    @Test func `trouble is reported once, with its reason`() async throws {
        let server = try CacheServer { _ in .status(500) }
        defer { server.stop() }
        let reported = try await Machine(server).bake().diagnostics
        let one = try #require(reported.first)
        #expect(reported.count == 1 && one.check == .remoteCacheTrouble)
        #expect(one.description.hasPrefix("\(server.url): warning[remote-cache-trouble]: "))
        #expect(one.message.contains("the bake went on without the remote cache after "))
        #expect(one.message.hasSuffix(" requests failed: it answers with status 500"))
    }

    @Test func `workers fill the cache, and whoever assembles makes nothing`() async throws {
        let server = try CacheServer()
        defer { server.stop() }
        let workers = try (0..<3).map { _ in try Machine(server) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, worker) in workers.enumerated() {
                let share = try #require(WorkShare(index, of: 3))
                nonisolated(unsafe) let worker = worker
                group.addTask { _ = try await worker.bake(share, publishes: false) }
            }
            try await group.waitForAll()
        }
        for worker in workers { #expect(worker.outputs.isEmpty) }
        let last = try Machine(server)
        let summary = try #require(try await last.bake().summary)
        #expect(summary.rebuilt.isEmpty && summary.remote?.misses == 0)
        #expect(last.outputs == (try await alone()))
    }

    @Test func `a worker begins with its own, and covers those that never come`() async throws {
        let expected = try await alone()
        let server = try CacheServer()
        defer { server.stop() }
        let share = try #require(WorkShare(1, of: 4))
        let worker = try Machine(server)
        let summary = try #require(try await worker.bake(share, publishes: false).summary)
        #expect(summary.publication.written.isEmpty && worker.outputs.isEmpty)
        let last = try Machine(server)
        #expect(try await last.bake(share).summary?.rebuilt == [])
        #expect(last.outputs == expected)
    }

    static let deadServers: [@Sendable (CacheServer.Request) -> CacheServer.Fault?] = [
        { _ in .status(500) }, { _ in .reset }, { $0.method == "PUT" ? .status(403) : nil },
    ]

    @Test(arguments: deadServers.indices)
    func `a worker that shared nothing has failed, a bake has not`(row: Int) async throws {
        let server = try CacheServer(fault: Self.deadServers[row])
        defer { server.stop() }
        let share = try #require(WorkShare(0, of: 2))
        let worker = try await Machine(server).bake(share, publishes: false)
        #expect(worker.summary?.sharedNothing == true && worker.summary?.remoteTrouble != nil)
        let one = try #require(worker.diagnostics.first)
        #expect(worker.diagnostics.count == 1 && one.check == .remoteCacheTrouble)
        #expect(one.severity == .error)
        #expect(one.message.hasPrefix("the worker shared nothing, as "), "\(one)")
        for share in [share, nil] {
            let machine = try Machine(server)
            let outcome = try await machine.bake(share)
            #expect(outcome.summary?.sharedNothing == false)
            #expect(outcome.diagnostics.map(\.severity) == [.warning])
            #expect(machine.outputs == (try await alone()))
        }
    }

    @Test func `a worker that shared a part, or found all there, has done its work`() async throws {
        // Of contents it takes the first alone.
        let first = Mutex<Int?>(nil)
        let server = try CacheServer { request in
            guard request.method == "PUT", request.path.contains("/cas/") else { return nil }
            let taken = first.withLock { first in
                first = first ?? request.number
                return first
            }
            return request.number == taken ? nil : .status(507)
        }
        defer { server.stop() }
        let share = try #require(WorkShare(0, of: 1))
        let part = try await Machine(server).bake(share, publishes: false)
        #expect(part.summary?.sharedNothing == false)
        #expect(part.diagnostics.map(\.severity) == [.warning])
        let isFull = Mutex(false)
        let whole = try CacheServer { request in
            request.method == "PUT" && isFull.withLock(\.self) ? .status(507) : nil
        }
        defer { whole.stop() }
        _ = try await Machine(whole).bake(share, publishes: false)
        isFull.withLock { $0 = true }
        let late = try await Machine(whole).bake(share, publishes: false)
        #expect(late.summary?.sharedNothing == false && !late.diagnostics.hasErrors)
    }

    @Test func `a worker without a folder to share in has failed`() async throws {
        let game = try GameFolder()
        try game.put("shared", Array("a file".utf8))
        var request = BakeRequest(output: game.output, jobs: 2)
        request.usesCache = true
        request.cacheFolder = game.root.appending(path: "shared").path
        request.share = WorkShare(0, of: 1)
        request.publishes = false
        let outcome = try await Bake.bake(catalogAt: game.catalog, request, disk: game.disk)
        #expect(outcome.summary?.sharedNothing == true)
        #expect(outcome.diagnostics.map(\.check) == [.cacheTrouble])
        #expect(outcome.diagnostics.hasErrors)
    }

    @Test func `a worker leaves outputs of before as they are`() async throws {
        let server = try CacheServer()
        defer { server.stop() }
        let machine = try Machine(server)
        _ = try await machine.bake()
        try machine.game.put("out/manifest.json", Array("edited".utf8))
        let before = machine.outputs
        let share = try #require(WorkShare(0, of: 1))
        _ = try await machine.bake(share, publishes: false)
        #expect(machine.outputs == before)
    }

    @Test func `what others say of large sources is never written`() async throws {
        let server = try CacheServer()
        defer { server.stop() }
        // As large, and with the same end; a reader of pictures does not look behind the picture.
        func large(_ machine: Machine, _ letters: String) throws {
            for name in ["dog_pet", "dog_pet_coat", "overlay_badge"] {
                let path = "game/art/\(name).png"
                var bytes = try machine.game.read(path)
                if name == "dog_pet" {
                    let pet = StraightImage(rows: Array(repeating: letters, count: 8))
                    try machine.game.put(path, pet)
                    bytes = try machine.game.read(path)
                }
                try machine.game.put(
                    path,
                    bytes + [UInt8](repeating: 0, count: 70_000 - bytes.count)
                )
            }
        }
        let first = try Machine(server)
        try large(first, "..####....####..")
        _ = try await first.bake(WorkShare(0, of: 2), publishes: false)
        let uploads = server.requests.count { $0.method == "PUT" }
        let second = try Machine(server)
        try large(second, "..#ww#....#ww#..")
        let worker = try await second.bake(WorkShare(1, of: 2), publishes: false)
        #expect(worker.summary != nil && server.requests.count { $0.method == "PUT" } > uploads)
        // The second one's pictures, and its alone.
        let alone = try Machine(try CacheServer())
        defer { alone.server.stop() }
        try large(alone, "..#ww#....#ww#..")
        _ = try await alone.bake()
        _ = try await second.bake(WorkShare(1, of: 2))
        #expect(second.outputs == alone.outputs && !second.outputs.isEmpty)
        _ = try await first.bake()
        #expect(first.outputs != second.outputs)
    }

    @Test func `what planning hears may be anything`() async throws {
        let server = try CacheServer()
        defer { server.stop() }
        _ = try await Machine(server).bake()
        let stored = server.files
        var random = SeededRandom(seed: 7)
        for round in 0..<60 {
            for (path, message) in stored where path.contains("/ac/") && random.next() % 4 == 0 {
                server.put(path, try #require(changed(message, &random)))
            }
            let machine = try Machine(server, mode: .readOnly)
            let outcome = try await machine.bake()
            // Pixels are as good as who may write; all else fits together.
            #expect(outcome.summary != nil, "round \(round): \(outcome.diagnostics)")
            let manifest = try Manifest(json: Data(machine.game.read("out/manifest.json")))
            for file in manifest.files {
                let bytes = try machine.game.read("out/\(file.path)")
                #expect(Digest(of: bytes).text == file.sha256, "round \(round): \(file.path)")
            }
            for (path, message) in stored { server.put(path, message) }
        }
    }

    /// The message with some bytes of its header others, and digests that fit.
    private func changed(_ message: [UInt8], _ random: inout SeededRandom) -> [UInt8]? {
        guard var result = ActionResult(message) else { return nil }
        var reader = ByteReader(result.printed)
        guard let magic = try? reader.content(), let key = try? reader.digest(),
            var header = try? reader.content(), let size = try? reader.int(),
            let payload = try? reader.digest(), !header.isEmpty
        else { return nil }
        for _ in 0..<1 + random.next() % 3 {
            let place = Int(random.next() % UInt64(header.count))
            let values: [UInt8] = [
                0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: random.next()),
            ]
            header[place] = values[Int(random.next() % 6)]
        }
        var out = ByteWriter()
        out.put(magic)
        out.put(key)
        out.put(header)
        out.put(size)
        out.put(payload)
        out.put(Digest(of: out.bytes))
        result.printed = out.bytes
        return result.encoded
    }
}
