import FileStore
import Foundation
import TestSupport
import Testing

/// A machine: its own disk and cache, over a server.
struct CachingMachine {
    let disk = MemoryDisk()
    let remote: RemoteCache
    let cache: BakeCache

    init(
        _ server: CacheServer,
        mode: RemoteCache.Mode = .readWrite,
        program: String = "test",
        credentials: RemoteAddress.Credentials? = nil,
        sharesWork: Bool = false,
        patience: Patience? = nil
    ) throws {
        var quick = Patience()
        quick.stalling = 1
        quick.request = 2_000
        remote = RemoteCache(
            try RemoteAddress(server.url, credentials: credentials),
            mode: mode,
            program: program,
            sharesWork: sharesWork,
            patience: patience ?? quick
        )
        cache = BakeCache(folder: "cache", remote: remote, disk: disk)
    }
}

@Suite(.serialized, .enabled(if: hasLibrary("curl"))) struct RemoteCacheTests {
    private let keys = (0..<40).map { Digest(of: [UInt8($0)]) }

    init() { unsafe setenv("no_proxy", "127.0.0.1", 1) }

    private func payload(_ index: Int) -> [UInt8] {
        (0..<(1000 + index)).map { UInt8(truncatingIfNeeded: $0 * 7 + index) }
    }

    /// Stores all entries from a machine of its own.
    private func fill(_ server: CacheServer, _ remote: ((CachingMachine) -> Void)? = nil) throws {
        let machine = try CachingMachine(server)
        for (index, key) in keys.enumerated() {
            machine.cache.store(key, header: [UInt8(index), 1], payload: payload(index))
        }
        machine.remote.finish()
        remote?(machine)
    }

    @Test func `what one machine stored another one finds, and keeps`() throws {
        let server = try CacheServer()
        defer { server.stop() }
        try fill(server) { #expect($0.remote.counts.stored == 40 && $0.remote.trouble == nil) }
        let other = try CachingMachine(server)
        other.cache.ask(for: keys)
        for (index, key) in keys.enumerated() {
            #expect(other.cache.header(of: key) == [UInt8(index), 1])
        }
        let asked = server.requests.count { $0.method == "GET" }
        #expect(asked == 40, "headers take one request each, and payloads wait")
        other.cache.prepare(keys)
        server.stop()
        for (index, key) in keys.enumerated() {
            #expect(other.cache.payload(of: key) == payload(index))
        }
        #expect(other.remote.counts.hits == 40 && other.remote.counts.misses == 0)
        other.cache.flush()
        let later = BakeCache(folder: "cache", disk: other.disk)
        #expect(later.payload(of: keys[3]) == payload(3))
    }

    @Test func `contents are there before what names them`() throws {
        let server = try CacheServer()
        defer { server.stop() }
        try fill(server)
        let paths = server.requests.filter { $0.method == "PUT" }.map(\.path)
        #expect(paths.count == 80)
        for request in server.requests where request.path.hasPrefix("/cache/ac/") {
            let result = try #require(ActionResult(request.body))
            let file = try #require(result.files.first)
            let content = try #require(paths.firstIndex(of: "/cache/cas/\(file.digest.text)"))
            #expect(content < (try #require(paths.firstIndex(of: request.path))))
            #expect(server.files["/cache/cas/\(file.digest.text)"]?.count == file.size)
        }
    }

    @Test func `entries of other programs are not found`() throws {
        let server = try CacheServer()
        defer { server.stop() }
        try fill(server)
        let other = try CachingMachine(server, program: "another")
        #expect(other.cache.header(of: keys[0]) == nil)
        #expect(other.remote.counts.misses == 1 && other.remote.trouble == nil)
    }

    @Test func `what only reads stores nothing`() throws {
        let server = try CacheServer()
        defer { server.stop() }
        let machine = try CachingMachine(server, mode: .readOnly)
        #expect(machine.cache.store(keys[0], header: [1], payload: [2]))
        machine.remote.finish()
        #expect(server.requests.isEmpty && machine.remote.counts.stored == 0)
        #expect(machine.cache.payload(of: keys[0]) == [2])
    }

    static let faults: [(CacheServer.Fault, String)] = [
        (.status(500), "it answers with status 500"),
        (.status(401), "401, it wants a user and a password, or a token"),
        (.status(301), "it answers with status 301"),
        (.truncated, "transfer closed with 10 bytes remaining to read"),
        (.wrongBit, "what it has is not what was stored"),
        (.answer(Array("<html>".utf8)), "what it has is not what was stored"),
        (.answer([0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]), "what it has is not what was stored"),
        (.silence, "nothing more came in time"),
        // A byte a second for ever would hold a bake as long.
        (.dripping(1, milliseconds: 200), "nothing more came in time"),
        (
            .dripping(40, milliseconds: 300),
            "the answer came too slowly, less than 1 KB a second"
        ),
        (.reset, "Recv failure: Connection reset by peer"),
        (.redirection("/cache/ac/elsewhere"), "the server redirects without an end"),
    ]

    @Test(arguments: faults.indices)
    func `a server that answers wrongly has nothing, and is soon left alone`(row: Int) throws {
        let (fault, reason) = Self.faults[row]
        let server = try CacheServer { $0.method == "GET" ? fault : nil }
        defer { server.stop() }
        try fill(server)
        let machine = try CachingMachine(server)
        machine.cache.ask(for: keys)
        #expect(machine.cache.header(of: keys[0]) == nil)
        #expect(machine.cache.payload(of: keys[0]) == nil)
        let trouble = try #require(machine.remote.trouble)
        #expect(trouble.extent == .abandoned && trouble.reason == reason)
        #expect(trouble.failures >= RemoteCache.mostFailures)
        // Asking in vain costs nothing from then on.
        let before = machine.remote.counts
        #expect(machine.cache.header(of: Digest(of: [99])) == nil)
        #expect(machine.remote.counts == before)
    }

    @Test(arguments: [
        ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("HTTP/1.1 200 OK\r\n", "X-Word: more\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Word: more\r\n"),
    ])
    func `an answer that never ends is given up`(beginning: String, more: String) throws {
        let server = try CacheServer { _ in .endless(beginning, then: more) }
        defer { server.stop() }
        let machine = try CachingMachine(server)
        #expect(machine.cache.header(of: keys[0]) == nil)
        #expect(machine.remote.trouble != nil)
    }

    /// Each answer by itself is quick enough; all of them together would take minutes.
    @Test(arguments: ["GET", "PUT"])
    func `a bake waits for a slow server only so long`(method: String) throws {
        let server = try CacheServer { request in
            guard request.method == method else { return nil }
            return method == "GET" ? .dripping(20, milliseconds: 20) : .silence
        }
        defer { server.stop() }
        if method == "GET" { try fill(server) }
        var patience = Patience()
        patience.bake = 1_000
        let machine = try CachingMachine(server, patience: patience)
        let start = ContinuousClock.now
        if method == "GET" {
            machine.cache.prepare(keys)
            #expect(machine.cache.payload(of: keys[39]) == nil)
        } else {
            for key in keys { machine.cache.store(key, header: [1], payload: payload(0)) }
            machine.remote.finish()
        }
        let took = ContinuousClock.now - start
        #expect(took > .milliseconds(900) && took < .seconds(5))
        let trouble = try #require(machine.remote.trouble)
        #expect(trouble.extent == .abandoned)
        #expect(trouble.reason == "the bake waited 1 s for it, which is the limit")
    }

    @Test func `a slow answer has time for what it brings, and no more`() throws {
        let server = try CacheServer { request in
            let isContent = request.method == "GET" && request.path.hasPrefix("/cache/cas/")
            return isContent ? .dripping(2_000, milliseconds: 500) : nil
        }
        defer { server.stop() }
        let machine = try CachingMachine(server)
        machine.cache.store(keys[0], header: [1], payload: payload(0))
        machine.cache.store(keys[1], header: [2], payload: [UInt8](repeating: 7, count: 1 << 20))
        machine.remote.finish()
        let other = try CachingMachine(server)
        #expect(other.cache.payload(of: keys[0]) == payload(0))
        #expect(other.remote.trouble == nil)
        #expect(other.cache.payload(of: keys[1]) == nil)
        #expect(other.remote.trouble?.reason == "the answer took too long")
    }

    @Test(arguments: [
        (CacheServer.Fault.wrongBit, "what it has is not what was stored"),
        (.answer([]), "what it has is not what was stored"),
        (.answer([UInt8](repeating: 0, count: 5000)), "what it has is not what was stored"),
        (
            .answer([UInt8](repeating: 0, count: 100_000)),
            "the answer is larger than what was asked for"
        ),
        (.status(404), "it lost the content of an entry"),
    ])
    func `a wrong content is none`(fault: CacheServer.Fault, reason: String) throws {
        let server = try CacheServer { request in
            request.method == "GET" && request.path.hasPrefix("/cache/cas/") ? fault : nil
        }
        defer { server.stop() }
        try fill(server)
        let machine = try CachingMachine(server)
        #expect(machine.cache.header(of: keys[5]) == [5, 1])
        #expect(machine.cache.payload(of: keys[5]) == nil)
        #expect(machine.remote.trouble?.reason == reason)
        #expect(machine.remote.trouble?.extent == .someFailed)
    }

    @Test func `an answer to another question is none`() throws {
        let server = try CacheServer()
        defer { server.stop() }
        try fill(server)
        let messages = server.files.filter { $0.key.hasPrefix("/cache/ac/") }.sorted {
            $0.key < $1.key
        }
        for (index, message) in messages.enumerated() {
            server.put(message.key, messages[(index + 1) % messages.count].value)
        }
        let machine = try CachingMachine(server)
        #expect(machine.cache.header(of: keys[0]) == nil)
        #expect(machine.remote.trouble?.reason == "what it has is not what was stored")
    }

    @Test func `a full disk ends storing, not reading`() throws {
        let server = try CacheServer { $0.method == "PUT" && $0.number > 20 ? .status(507) : nil }
        defer { server.stop() }
        try fill(server) { machine in
            #expect(machine.remote.trouble?.extent == .notFilled)
            #expect(machine.remote.trouble?.reason == "507, its disk is full")
            #expect(machine.cache.payload(of: keys[39]) == payload(39), "it lies here")
            #expect(machine.cache.header(of: Digest(of: [99])) == nil)
        }
        #expect(server.requests.contains { $0.method == "GET" })
    }

    @Test func `a server that is gone is reported`() throws {
        let server = try CacheServer()
        server.stop()
        let machine = try CachingMachine(server)
        machine.cache.ask(for: keys)
        machine.cache.store(keys[0], header: [1], payload: [2])
        machine.remote.finish()
        #expect(machine.cache.payload(of: keys[0]) == [2])
        #expect(machine.remote.trouble?.extent == .abandoned)
    }

    @Test func `a worker asks again, and gives what it has`() throws {
        let server = try CacheServer()
        defer { server.stop() }
        let worker = try CachingMachine(server, sharesWork: true)
        #expect(worker.cache.header(of: keys[7]) == nil)
        let other = try CachingMachine(server)
        #expect(other.cache.header(of: keys[8]) == nil)
        try fill(server)
        #expect(worker.cache.header(of: keys[7]) == [7, 1], "another one made it meanwhile")
        #expect(other.cache.header(of: keys[8]) == nil, "a bake alone asks once")
        let empty = try CacheServer()
        defer { empty.stop() }
        let own = try CachingMachine(empty, sharesWork: true)
        let old = BakeCache(folder: "cache", disk: own.disk)
        old.store(keys[0], header: [1], payload: [2])
        old.flush()
        own.cache.ask(for: [keys[0]])
        own.remote.finish()
        #expect(try CachingMachine(empty).cache.payload(of: keys[0]) == [2])
    }
}
