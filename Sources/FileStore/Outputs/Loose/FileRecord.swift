import Diagnostics

/// The record of files written by commands without a catalog: `.kiln-files`, which `sha256sum -c`
/// reads too.
///
/// It tells the next run which files Kiln may replace; deleting it loses only that. It contains its
/// own inode, so a copied record, or one from a repository or an archive, is invalid. Moving its
/// folder or a bake's exchange keeps the inode. Files made together follow a heading with their
/// `LooseSet`.
struct FileRecord {
    static let name = ".kiln-files"
    private static let heading = "# Files that kiln wrote here and may replace; see kiln --help."

    /// Followed by the inode and a closing part.
    private static let inodeHeading = "# Only valid as inode "
    private static let inodeEnd = "; a copy of this file is not."
    /// Followed by the command and the set's name.
    private static let setHeading = "# Made together by kiln "
    private static let namePrefix = " as "
    /// Earlier versions did not name the atlas; no atlas has an empty name, so none replaces it.
    private static let unnamedAtlasHeading =
        "# What of them kiln pack made, and does not pack again."

    /// Of the file written by Kiln; nil in files of earlier versions.
    private(set) var inode: UInt64?
    private(set) var digests: [String: Digest] = [:]
    /// By file, if it belongs to a set.
    private(set) var sets: [String: LooseSet] = [:]

    init() {}

    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(Self.heading.utf8) else { return nil }
        var set: LooseSet?
        for line in lines.dropFirst() where !line.isEmpty {
            if line.first == UInt8(ascii: "#") {
                if let inode = Self.inode(line) {
                    self.inode = inode
                    continue
                }
                guard let named = Self.set(line) else { return nil }
                set = named
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
            record(path, digest, in: set)
        }
    }

    var owned: OwnedFiles { OwnedFiles(digests.map { ($0.key, $0.value) }) }

    /// Paths of files made by packing.
    var packed: [String] { sets.filter { $1.command == .pack }.map(\.key) }

    /// The files of remade sets that are not in `made`, sorted.
    func stale(besides made: Set<String>, of remade: Set<LooseSet>) -> [String] {
        sets.filter { path, set in
            remade.contains(set) && !made.contains(path) && set.mayHold(path)
        }.map(\.key).sorted()
    }

    mutating func record(_ path: String, _ digest: Digest, in set: LooseSet?) {
        digests[path] = digest
        sets[path] = set
    }

    mutating func forget(where isGone: (String) -> Bool) {
        digests = digests.filter { !isGone($0.key) }
        sets = sets.filter { digests[$0.key] != nil }
    }

    func bytes(inode: UInt64) -> [UInt8] {
        let sorted = digests.sorted { $0.key < $1.key }
        var lines = [Self.heading, "\(Self.inodeHeading)\(inode)\(Self.inodeEnd)"]
        lines += sorted.filter { sets[$0.key] == nil }.map(Self.line)
        let bySet = Dictionary(grouping: sorted.filter { sets[$0.key] != nil }) {
            sets[$0.key].map(Self.heading(of:)) ?? ""
        }
        for (heading, files) in bySet.sorted(by: { $0.key < $1.key }) {
            lines.append(heading)
            lines += files.map(Self.line)
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func heading(of set: LooseSet) -> String {
        setHeading + set.command.rawValue + namePrefix + escaped(set.name)
    }

    private static func inode(_ line: some Collection<UInt8>) -> UInt64? {
        guard let text = String(validating: line, as: UTF8.self), text.hasPrefix(inodeHeading),
            text.hasSuffix(inodeEnd)
        else { return nil }
        return UInt64(text.dropFirst(inodeHeading.count).dropLast(inodeEnd.count))
    }

    private static func set(_ line: some Collection<UInt8>) -> LooseSet? {
        if line.elementsEqual(unnamedAtlasHeading.utf8) { return LooseSet(.pack, "") }
        guard let text = String(validating: line, as: UTF8.self), text.hasPrefix(setHeading) else {
            return nil
        }
        let rest = text.dropFirst(setHeading.count)
        for command in LooseSet.Command.allCases {
            let start = command.rawValue + namePrefix
            guard rest.hasPrefix(start) else { continue }
            let name = unescaped(Array(rest.dropFirst(start.count).utf8))
            return LooseSet(command, String(decoding: name, as: UTF8.self))
        }
        return nil
    }

    private static func line(_ path: String, _ digest: Digest) -> String {
        let name = escaped(path)
        return (name == path ? "" : "\\") + "\(digest.text)  \(name)"
    }

    private static func escaped(_ path: String) -> String {
        rewritten(path) { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
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
