/// An entry under `/ac/` in Bazel's cache protocol: the subset of a Remote Execution API message
/// that Kiln needs.
///
/// Field numbers are those of `build/bazel/remote/execution/v2/remote_execution.proto`. Servers may
/// validate and extend it.
package struct ActionResult: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        package var path: String
        package var digest: Digest
        package var size: Int

        package init(path: String, digest: Digest, size: Int) {
            self.path = path
            self.digest = digest
            self.size = size
        }
    }

    /// Files with their bytes under `/cas/`.
    package var files: [File] = []
    /// The action's output, stored in the message itself.
    package var printed: [UInt8] = []

    package init(files: [File] = [], printed: [UInt8] = []) {
        self.files = files
        self.printed = printed
    }

    fileprivate enum Member {
        static let files = 2, printed = 5
        static let path = 1, digest = 2
        static let hash = 1, size = 2
    }

    package var encoded: [UInt8] {
        var out = ProtocolWriter()
        for file in files {
            var digest = ProtocolWriter()
            digest.put(Member.hash, Array(file.digest.text.utf8))
            digest.put(Member.size, number: UInt64(file.size))
            var entry = ProtocolWriter()
            entry.put(Member.path, Array(file.path.utf8))
            entry.put(Member.digest, digest.bytes)
            out.put(Member.files, entry.bytes)
        }
        if !printed.isEmpty { out.put(Member.printed, printed) }
        return out.bytes
    }

    /// Nil for an invalid message; unknown fields are ignored.
    package init?(_ bytes: [UInt8]) {
        guard let fields = ProtocolReader.fields(of: bytes[...]) else { return nil }
        for field in fields where [Member.files, Member.printed].contains(field.member) {
            guard case .bytes(let content) = field.value else { return nil }
            if field.member == Member.printed {
                printed = Array(content)
            } else if let file = File(content) {
                files.append(file)
            } else {
                return nil
            }
        }
    }
}

extension ActionResult.File {
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        typealias Member = ActionResult.Member
        guard let fields = ProtocolReader.fields(of: bytes),
            case .bytes(let path)? = fields.last(where: { $0.member == Member.path })?.value,
            case .bytes(let message)? = fields.last(where: { $0.member == Member.digest })?.value,
            let parts = ProtocolReader.fields(of: message),
            case .bytes(let hash)? = parts.last(where: { $0.member == Member.hash })?.value,
            let path = String(validating: path, as: UTF8.self),
            let digest = Digest(String(decoding: hash, as: UTF8.self))
        else { return nil }
        var size = 0
        if case .number(let number)? = parts.last(where: { $0.member == Member.size })?.value {
            guard let exact = Int(exactly: number) else { return nil }
            size = exact
        }
        self.init(path: path, digest: digest, size: size)
    }
}

private struct ProtocolWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ member: Int, number: UInt64) {
        put(UInt64(member) << 3)
        put(number)
    }

    mutating func put(_ member: Int, _ content: [UInt8]) {
        put(UInt64(member) << 3 | 2)
        put(UInt64(content.count))
        bytes += content
    }

    private mutating func put(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads the fields of a protocol buffer.
private struct ProtocolReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var rest: ArraySlice<UInt8>

    /// Nil for invalid bytes.
    static func fields(of bytes: ArraySlice<UInt8>) -> [(member: Int, value: Value)]? {
        var reader = ProtocolReader(rest: bytes)
        var fields: [(member: Int, value: Value)] = []
        while !reader.rest.isEmpty {
            guard let tag = reader.number(), tag >> 3 > 0, tag >> 3 < 1 << 29,
                let value = reader.value(tag & 7)
            else { return nil }
            fields.append((Int(tag >> 3), value))
        }
        return fields
    }

    private mutating func value(_ kind: UInt64) -> Value? {
        switch kind {
        case 0: return number().map { .number($0) }
        case 1: return take(8).map { .bytes($0) }
        case 2:
            guard let count = number(), count <= UInt64(rest.count) else { return nil }
            return take(Int(count)).map { .bytes($0) }
        case 5: return take(4).map { .bytes($0) }
        default: return nil
        }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func number() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || bits < 2 else { return nil }
            number |= bits << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
