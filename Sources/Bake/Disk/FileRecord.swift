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
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == Self.heading else { return nil }
        for line in lines.dropFirst() where !line.isEmpty {
            let isEscaped = line.hasPrefix("\\")
            let rest = isEscaped ? line.dropFirst() : line
            let digits = rest.prefix(64)
            let path = rest.dropFirst(64)
            guard let digest = Digest(digits), path.hasPrefix("  ") else { return nil }
            let name = String(path.dropFirst(2))
            digests[isEscaped ? Self.unescaped(name) : name] = digest
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
        path.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    private static func unescaped(_ path: String) -> String {
        var result = ""
        var isAfterBackslash = false
        for character in path {
            if isAfterBackslash {
                result.append(character == "n" ? "\n" : character)
                isAfterBackslash = false
            } else if character == "\\" {
                isAfterBackslash = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}
