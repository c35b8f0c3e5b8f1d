internal import Digests

/// The record of what commands without a catalog wrote into a folder: `.kiln-files`, which
/// `sha256sum -c` reads too.
///
/// It tells the next run which files are Kiln's to replace; deleting it loses nothing but that.
/// What `kiln pack` made stands behind a heading of its own, so that it is not packed again: what
/// other commands made is as good as any picture.
struct FileRecord {
    static let name = ".kiln-files"
    private static let heading = "# Files that kiln wrote here and may replace; see kiln --help."

    private static let packedHeading = "# What of them kiln pack made, and does not pack again."

    private(set) var digests: [String: Digest] = [:]
    /// Paths of what packing made.
    private(set) var packed: Set<String> = []

    init() {}

    /// Reads a record; nil when the file is something else.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(Self.heading.utf8) else { return nil }
        var isPacked = false
        for line in lines.dropFirst() where !line.isEmpty {
            if line.elementsEqual(Self.packedHeading.utf8) {
                isPacked = true
                continue
            }
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
            record(path, digest, isPacked: isPacked)
        }
    }

    var owned: OwnedFiles { OwnedFiles(digests.map { ($0.key, $0.value) }) }

    mutating func record(_ path: String, _ digest: Digest, isPacked: Bool) {
        digests[path] = digest
        if isPacked { packed.insert(path) } else { packed.remove(path) }
    }

    mutating func forget(where isGone: (String) -> Bool) {
        digests = digests.filter { !isGone($0.key) }
        packed = packed.filter { digests[$0] != nil }
    }

    var bytes: [UInt8] {
        let sorted = digests.sorted { $0.key < $1.key }
        var lines = [Self.heading]
        lines += sorted.filter { !packed.contains($0.key) }.map(Self.line)
        if !packed.isEmpty {
            lines.append(Self.packedHeading)
            lines += sorted.filter { packed.contains($0.key) }.map(Self.line)
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func line(_ path: String, _ digest: Digest) -> String {
        let isPlain = !path.utf8.contains {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\\")
        }
        return isPlain ? "\(digest.text)  \(path)" : "\\\(digest.text)  \(escaped(path))"
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
