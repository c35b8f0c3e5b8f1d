internal import Digests

/// The record of what commands without a catalog wrote into a folder: `.kiln-files`, which
/// `sha256sum -c` reads too.
///
/// It tells the next run which files are Kiln's to replace; deleting it loses nothing but that.
struct FileRecord {
    static let name = ".kiln-files"
    private static let heading = "# Files that kiln wrote here and may replace; see kiln --help."

    private(set) var digests: [String: Digest] = [:]

    init() {}

    /// Reads a record; nil when the file is something else.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(Self.heading.utf8) else { return nil }
        for line in lines.dropFirst() where !line.isEmpty {
            let isEscaped = line.first == UInt8(ascii: "\\")
            let rest = isEscaped ? line.dropFirst() : line
            let name = rest.dropFirst(64 + 2)
            guard let digits = String(validating: rest.prefix(64), as: UTF8.self),
                let digest = Digest(digits), rest.dropFirst(64).starts(with: "  ".utf8),
                let path = String(
                    validating: isEscaped ? Self.unescaped(name) : Array(name),
                    as: UTF8.self
                )
            else { return nil }
            digests[path] = digest
        }
    }

    var owned: OwnedFiles { OwnedFiles(digests.map { ($0.key, $0.value) }) }

    mutating func record(_ path: String, _ digest: Digest) { digests[path] = digest }

    mutating func forget(where isGone: (String) -> Bool) {
        digests = digests.filter { !isGone($0.key) }
    }

    var bytes: [UInt8] {
        var lines = [Self.heading]
        lines += digests.sorted { $0.key < $1.key }.map { path, digest in
            let isPlain = !path.utf8.contains {
                $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\\")
            }
            return isPlain
                ? "\(digest.text)  \(path)" : "\\\(digest.text)  \(Self.escaped(path))"
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func escaped(_ path: String) -> String {
        let escaped = path.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\\"): Array("\\\\".utf8)
            case UInt8(ascii: "\n"): Array("\\n".utf8)
            default: [byte]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func unescaped(_ name: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isAfterBackslash = false
        for byte in name {
            if isAfterBackslash {
                result.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
                isAfterBackslash = false
            } else if byte == UInt8(ascii: "\\") {
                isAfterBackslash = true
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
