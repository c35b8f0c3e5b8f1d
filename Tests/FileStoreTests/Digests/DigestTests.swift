import FileStore
import Testing

struct DigestTests {
    /// FIPS 180-4's examples (NIST, "SHA-256"), and no bytes at all.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `the published examples come out`(content: String, digest: String) {
        #expect(Digest(of: Array(content.utf8)).text == digest)
    }

    @Test func `digests order as their texts do, and are read back`() throws {
        let digests = (0..<64).map { Digest(of: [UInt8($0)]) }
        for digest in digests {
            #expect(Digest(digest.text) == digest)
            #expect(unsafe digest.bytes.withUnsafeBytes { unsafe Digest(bytes: $0) } == digest)
        }
        #expect(digests.sorted().map(\.text) == digests.map(\.text).sorted())
    }

    /// Frames of async functions have too little room for vectors of more than 16 bytes.
    @Test func `a digest is no vector`() {
        #expect(MemoryLayout<Digest>.size == 32)
        #expect(MemoryLayout<Digest>.alignment == MemoryLayout<UInt64>.alignment)
    }
}
