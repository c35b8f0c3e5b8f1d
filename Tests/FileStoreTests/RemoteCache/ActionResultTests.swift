import FileStore
import Testing

struct ActionResultTests {
    private static let digest = Digest(of: Array("content".utf8))

    @Test func `a message reads as it was written, and its bytes are those of the protocol`() {
        let file = ActionResult.File(path: "payload", digest: Self.digest, size: 300)
        let result = ActionResult(files: [file], printed: [1, 2])
        #expect(ActionResult(result.encoded) == result)
        let hash = Array(Self.digest.text.utf8)
        #expect(
            result.encoded
                == [0x12, 80, 0x0A, 7] + Array("payload".utf8) + [0x12, 69, 0x0A, 64] + hash
                + [0x10, 0xAC, 0x02] + [0x2A, 2, 1, 2]
        )
        #expect(ActionResult(ActionResult().encoded) == ActionResult())
    }

    /// As Bazel and servers write more than Kiln does: directories, an exit code, where it ran.
    @Test func `members that are not known are passed over`() {
        let own = ActionResult(printed: [7]).encoded
        let others: [[UInt8]] = [
            [0x1A, 3, 0x0A, 1, 0x61], [0x20, 0x01], [0x4A, 2, 0x0A, 0],
            [0x79, 1, 2, 3, 4, 5, 6, 7, 8], [0x7D, 1, 2, 3, 4],
        ]
        let message = others[0] + others[1] + own + others[2] + others[3] + others[4]
        #expect(ActionResult(message) == ActionResult(printed: [7]))
    }

    @Test func `what is no message is refused`() {
        let file = ActionResult.File(path: "payload", digest: Self.digest, size: 3)
        let whole = ActionResult(files: [file], printed: [1, 2, 3]).encoded
        // Where a member ends a message may end.
        let ends = [0, ActionResult(files: [file]).encoded.count]
        for count in whole.indices where !ends.contains(count) {
            #expect(ActionResult(Array(whole.prefix(count))) == nil, "\(count) bytes")
        }
        for hostile: [UInt8] in [
            [0x2A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0x2A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x00], [0x03], [0x2F], [0x28, 1], [0x12, 2, 0x0A, 9],
            [0x12, 4, 0x12, 2, 0x0A, 0x7F],
        ] {
            #expect(ActionResult(hostile) == nil, "\(hostile)")
        }
    }

    @Test func `no bytes trap`() {
        let whole = ActionResult(
            files: [ActionResult.File(path: "payload", digest: Self.digest, size: 3)],
            printed: [1, 2, 3]
        ).encoded
        var random = SystemRandomNumberGenerator()
        var read = 0
        for _ in 0..<20_000 {
            var damaged = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255)
            }
            if ActionResult(damaged) != nil { read += 1 }
        }
        #expect(read < 20_000)
    }
}
