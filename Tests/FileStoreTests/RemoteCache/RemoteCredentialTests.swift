import FileStore
import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: hasLibrary("curl"))) struct RemoteCredentialTests {
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
    func `a file of the user's says who asks`(text: String, who: String?) throws {
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

    /// HOME is the server that is asked, OTHER one that wants its credentials.
    @Test(arguments: [
        "ftp://127.0.0.1/moved", "http://HOME\\@OTHER/moved", "http://HOME\\\\@OTHER/moved",
        "//HOME\\@OTHER/moved", "http:\\\\OTHER/moved", "\\\\OTHER\\moved",
        "http://HOME@OTHER/moved",
        "http://me:pass@HOME/moved", "http://HOME\t@OTHER/moved", "http://HOME#@OTHER/moved",
        "http://HOME?@OTHER/moved", "http://HOME/@OTHER/moved", "http:///OTHER/moved",
        "http://HOME%5C@OTHER/moved", "http://HOME%40OTHER/moved", "http://HOME:@OTHER/moved",
        "http://[HOME]@OTHER/moved", "http:HOME@OTHER/moved", "http://127.0.0.1:0PORT/moved",
        "http://OTHER/moved", "http://2130706433:PORT/moved", "http://localhost:PORT/moved",
        "//OTHER/moved", "/\\OTHER/moved", "/\t/OTHER/moved",
    ])
    func `no redirection takes credentials elsewhere`(reference: String) throws {
        let other = try CacheServer()
        defer { other.stop() }
        let server = try CacheServer { [port = other.port] request in
            guard request.path.hasPrefix("/cache/ac/"), let home = request.headers["host"] else {
                return nil
            }
            return .redirection(
                reference.replacing("HOME", with: home)
                    .replacing("OTHER", with: "127.0.0.1:\(port)")
                    .replacing("PORT", with: "\(port)")
            )
        }
        defer { server.stop() }
        for who in [
            RemoteAddress.Credentials.token("secret"), .basic(user: "me", password: "pass"),
        ] {
            let machine = try CachingMachine(server, credentials: who)
            #expect(machine.cache.header(of: key) == nil)
            #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
            #expect(other.requests.allSatisfy { !"\($0)".contains("secret") })
        }
    }

    @Test(arguments: ["http://HOME\\@HOME/moved", "/a\\b", "ftp://HOME/moved"])
    func `a redirection with a backslash or another scheme fails`(
        reference: String
    ) throws {
        let server = try CacheServer { request in
            .redirection(reference.replacing("HOME", with: request.headers["host"] ?? ""))
        }
        defer { server.stop() }
        let machine = try CachingMachine(server)
        #expect(machine.cache.header(of: key) == nil)
        #expect(machine.remote.trouble != nil && server.requests.count == 1)
    }

    @Test func `a warning names the host that a redirect led to, and nothing secret`() throws {
        let other = try CacheServer { _ in .status(403) }
        defer { other.stop() }
        let server = try CacheServer { [port = other.port] _ in
            .redirection("http://you:word@127.0.0.1:\(port)/login?token=secret")
        }
        defer { server.stop() }
        let machine = try CachingMachine(server, credentials: .basic(user: "me", password: "pass"))
        #expect(machine.cache.header(of: key) == nil)
        #expect(
            machine.remote.trouble?.reason
                == "403, it does not allow that, after a redirect to 127.0.0.1:\(other.port)"
        )
    }

    @Test func `a server does not choose who asks`() throws {
        let server = try CacheServer { request in
            guard request.path.hasPrefix("/cache/ac/") else { return nil }
            return .redirection("http://you:word@\(request.headers["host"] ?? "")/moved")
        }
        defer { server.stop() }
        let machine = try CachingMachine(
            server,
            credentials: .basic(user: "me", password: "p@\\ss")
        )
        #expect(machine.cache.header(of: key) == nil)
        #expect(machine.remote.trouble == nil)
        let header = "Basic \(Data("me:p@\\ss".utf8).base64EncodedString())"
        #expect(server.requests.map { $0.headers["authorization"] } == [header, header])
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
