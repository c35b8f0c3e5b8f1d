/// An entry in a remote cache: the message under `/ac/` has the header and the payload's digest;
/// the payload is under `/cas/`.
///
/// So planning, which needs headers only, takes one request per entry. The message contains the
/// entry's key and its own digest, to detect mix-ups by a server.
struct RemoteEntry: Sendable {
    var header: [UInt8]
    var payload: Digest
    var payloadSize: Int

    private static let magic = Array("KILNREM1".utf8)
    private static let payloadName = "payload"
    /// The maximum size of a message: the plan of a million sprites has 50 MB.
    static let largestMessage = 64 << 20

    init(_ entry: BakeCache.Entry) {
        header = entry.header
        payload = entry.digest
        payloadSize = entry.payload.count
    }

    /// The entry with its payload, which matches the digest.
    func whole(_ bytes: [UInt8]) -> BakeCache.Entry {
        BakeCache.Entry(header: header, payload: bytes, digest: payload)
    }

    /// The message under `/ac/`.
    func message(_ key: Digest) -> [UInt8] {
        var out = ByteWriter()
        out.put(Self.magic)
        out.put(key)
        out.put(header)
        out.put(payloadSize)
        out.put(payload)
        out.seal()
        let file = ActionResult.File(path: Self.payloadName, digest: payload, size: payloadSize)
        return ActionResult(files: payloadSize > 0 ? [file] : [], printed: out.bytes).encoded
    }

    /// Nil unless the message was stored under the key.
    init?(_ message: [UInt8], _ key: Digest) {
        guard let result = ActionResult(message) else { return nil }
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(sealed: result.printed)
            guard try reader.content() == Self.magic, try reader.digest() == key else { return nil }
            header = try reader.content()
            payloadSize = try reader.int(in: 0...BakeCache.Entry.largestPayload)
            payload = try reader.digest()
            try reader.finish()
        } catch {
            return nil
        }
        let file = ActionResult.File(path: Self.payloadName, digest: payload, size: payloadSize)
        guard payloadSize == 0 || result.files.contains(file) else { return nil }
    }
}
