import FileStore

private let signature = "// kiln: "

/// Source with a last line that tells whether somebody changed it since.
package func signedSource(_ source: String) -> [UInt8] {
    let bytes = Array(source.utf8)
    return bytes + Array("\n\(signature)\(Digest(of: bytes).text)\n".utf8)
}

/// Whose a file of source is.
package enum SourceOrigin: Hashable, Sendable {
    /// Kiln wrote it, and no one changed it.
    case own
    /// Kiln wrote it, and somebody changed it since.
    case changed
    case foreign

    package init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        func isSigned(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: signature.utf8) }
        guard let last = lines.last, isSigned(last) else {
            self = lines.contains(where: isSigned) ? .changed : .foreign
            return
        }
        let source = bytes.dropLast(last.count + 2)
        let isOwn = signedSource(String(decoding: source, as: UTF8.self)) == bytes
        self = isOwn ? .own : .changed
    }
}
