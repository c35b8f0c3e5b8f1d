import BakeCache
import Digests
import Foundation
import RemoteCache
import TestSupport
import Testing

@Suite(.serialized) struct RemoteCredentialTests {
    private let key = Digest(of: [1])

    init() { unsafe setenv("no_proxy", "127.0.0.1", 1) }

    @Test(arguments: [
        (RemoteAddress.Credentials.token("secret"), "Bearer secret"),
        (.basic(user: "me", password: "pass"), "Basic bWU6cGFzcw=="),
    ])
    func `whoever asks says who`(who: RemoteAddress.Credentials, header: String) throws {
        let server = try CacheServer { $0.headers["authorization"] == header ? nil : .status(401) }
        defer { server.stop() }
        let machine = try CachingMachine(server, credentials: who)
        machine.cache.store(key, header: [1], payload: [2])
        machine.remote.finish()
        #expect(try CachingMachine(server, credentials: who).cache.payload(of: key) == [2])
        let stranger = try CachingMachine(server, credentials: .token("guess"))
        #expect(stranger.cache.header(of: key) == nil)
        let trouble = try #require(stranger.remote.trouble)
        #expect(!"\(trouble)".contains("guess"))
    }

    @Test(
        arguments: [
            ("machine 127.0.0.1 login me password pass\n", "me:pass"),
            ("machine 127.0.0.1\nlogin \"m e\" password \"a \\\"b\\\\\"\n", "m e:a \"b\\"),
            ("macdef m\ndefault login a password b\n\ndefault login me password pass\n", "me:pass"),
            ("# default login a password b\ndefault login me password pass # c\n", "me:pass"),
            ("machine other login a password b default login me password pass\n", "me:pass"),
            ("machine other login a password b\n", nil),
            (
                "machine 127.0.0.1 login me password " + String(repeating: "p", count: 600),
                "me:" + String(repeating: "p", count: 600)
            ),
        ] as [(String, String?)]
    )
    func `a file of the user's tells who asks`(text: String, who: String?) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "kiln-netrc-\(UInt64.random(in: .min ... .max))")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try CacheServer()
        defer { server.stop() }
        let machine = try CachingMachine(server, credentials: .netrc(path: file.path))
        #expect(machine.cache.header(of: key) == nil)
        let header = who.map { "Basic \(Data($0.utf8).base64EncodedString())" }
        #expect(server.requests.map { $0.headers["authorization"] } == [header])
    }

    @Test(
        arguments: [
            ("moved", "/cache/ac/moved"), ("../moved", "/cache/moved"), ("/a/./../moved", "/moved"),
            ("?moved", nil), ("//HOST/moved#a", "/moved"),
            ("http://HOST/moved", "/moved"), ("http://HOST?moved", "/?moved"),
        ] as [(String, String?)]
    )
    func `a redirection leads where its server means`(reference: String, path: String?) throws {
        let server = try CacheServer { request in
            guard request.number == 0, let host = request.headers["host"] else { return nil }
            return .redirection(reference.replacing("HOST", with: host))
        }
        defer { server.stop() }
        let machine = try CachingMachine(server, credentials: .token("secret"))
        #expect(machine.cache.header(of: key) == nil)
        #expect(machine.remote.trouble == nil, "\(machine.remote.trouble.debugDescription)")
        let asked = try #require(server.requests.first).path
        #expect(server.requests.map(\.path) == [asked, path ?? asked + "?moved"])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer secret" })
    }

    @Test func `a redirection to what is no http leads nowhere`() throws {
        let server = try CacheServer { _ in .redirection("ftp://127.0.0.1/moved") }
        defer { server.stop() }
        let machine = try CachingMachine(server)
        #expect(machine.cache.header(of: key) == nil)
        #expect(machine.remote.trouble != nil && server.requests.count == 1)
    }

    @Test(arguments: [
        RemoteAddress.Credentials.token("secret"), .basic(user: "me", password: "pass"),
    ])
    func `credentials stay with the server that they are for`(
        who: RemoteAddress.Credentials
    ) throws {
        let other = try CacheServer()
        defer { other.stop() }
        let place = other.url
        let server = try CacheServer { request in
            request.path.hasPrefix("/cache/ac/")
                ? .redirection("/cache/moved\(request.path)")
                : .redirection(place + request.path.dropFirst("/cache/moved/cache".count))
        }
        defer { server.stop() }
        let machine = try CachingMachine(server, credentials: who)
        #expect(machine.cache.header(of: key) == nil)
        #expect(machine.remote.trouble == nil, "\(machine.remote.trouble.debugDescription)")
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.headers["authorization"] != nil })
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }
}
