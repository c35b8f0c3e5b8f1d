import FileStore

private let signature = "// kiln: "

/// Source with a last line that tells whether somebody changed it since.
package func signedSource(_ source: String) -> [UInt8] {
    let bytes = Array(source.utf8)
    return bytes + Array("\n\(signature)\(Digest(of: bytes).text)\n".utf8)
}

/// Whose a file of source is.
package enum SourceOrigin: Hashable, Sendable {
    /// Kiln wrote it, and nobody changed it.
    case own
    /// Kiln wrote it, and somebody changed it since.
    case changed
    case foreign

    package init(_ bytes: [UInt8]) {
        if isSignedSource(bytes) {
            self = .own
        } else {
            let isSigned = bytes.split(separator: UInt8(ascii: "\n")).contains { line in
                line.starts(with: Array(signature.utf8))
            }
            self = isSigned ? .changed : .foreign
        }
    }
}

/// Whether a file is source that Kiln wrote and nobody changed.
private func isSignedSource(_ bytes: [UInt8]) -> Bool {
    guard let digest = bytes.dropLast().split(separator: UInt8(ascii: "\n")).last,
        digest.starts(with: Array(signature.utf8))
    else { return false }
    let source = Array(bytes.dropLast(digest.count + 2))
    return signedSource(String(decoding: source, as: UTF8.self)) == bytes
}
