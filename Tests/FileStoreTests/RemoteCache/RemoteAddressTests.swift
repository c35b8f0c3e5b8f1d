import FileStore
import Testing

struct RemoteAddressTests {
    @Test(arguments: [
        ("http://cache:8080", "http://cache:8080"),
        ("HTTPS://Cache/kiln/", "https://Cache/kiln"),
        ("http://[::1]:80//", "http://[::1]:80"),
    ])
    func `an address has no slash at its end`(text: String, base: String) throws {
        let address = try RemoteAddress(text)
        #expect(address.base == base && address.credentials == .netrc(path: nil))
    }

    @Test func `who asks is in the address, or is reported next to it`() throws {
        let text = "https://me:p%40ss%2Fw:rd@cache/kiln"
        let address = try RemoteAddress(text)
        #expect(address.base == "https://cache/kiln")
        #expect(address.credentials == .basic(user: "me", password: "p@ss/w:rd"))
        #expect(try RemoteAddress(text, credentials: .token("t")).credentials == .token("t"))
        #expect(try RemoteAddress(text, credentials: .token("t")).base == "https://cache/kiln")
        let user = try RemoteAddress("http://me@cache")
        #expect(user.credentials == .basic(user: "me", password: ""))
    }

    @Test(arguments: [
        ("ftp://cache", RemoteAddress.Refusal.notHTTP), ("cache:8080", .notHTTP),
        ("http://", .noHost), ("http:///kiln", .noHost), ("http://:80", .noHost),
        ("http://me@", .noHost), ("http://cache?sig=a", .query), ("http://cache/#a", .query),
        ("http://ca che", .letters), ("http://cache\r\nX: y", .letters), ("http://caché", .letters),
        ("http://cache\\@other", .letters), ("http://a%4@cache", .credentials),
        ("http://m%3Ae:pass@cache", .user),
        ("http://a:%0A@cache", .credentials), ("http://a:%+1@cache", .credentials),
        ("http://me:se/cret@cache", .port), ("http://me:1/cret@cache", .at),
        ("http://cache:secret", .port), ("http://cache:65536", .port), ("http://cache:-1", .port),
        ("http://cache:", .port), ("http://[::1/kiln", .bracket), ("http://[]:80", .bracket),
        ("http://[::1]80", .bracket), ("http://ca[che", .bracket), ("http://[::1]:x", .port),
    ])
    func `what is no address is refused`(text: String, refusal: RemoteAddress.Refusal) {
        #expect(throws: refusal) { try RemoteAddress(text) }
    }
}
