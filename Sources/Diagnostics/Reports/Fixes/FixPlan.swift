/// The changes that mend findings: edits of one text file, and files that get other names.
///
/// Every byte that no finding is about stays as it is.
package struct FixPlan: Sendable {
    /// How many findings are mended.
    package private(set) var count = 0
    /// The file's new bytes; nil when it stays.
    package private(set) var text: [UInt8]?
    /// Each group is done whole or not at all.
    package private(set) var moves: [[Fix.Move]] = []
    /// What would change, for people, and as far as text goes for `patch`.
    package private(set) var diff: [String] = []

    /// - Parameters:
    ///   - diagnostics: in any order; those without a fix are passed over.
    ///   - path: the text file, as the findings name it.
    ///   - bytes: what it holds.
    package init(_ diagnostics: [Diagnostic], path: String, bytes: [UInt8]) {
        let source = SourceText(path: path, bytes: bytes)
        var edits: [TextEdit] = []
        var taken: Set<String> = []
        // Sorted findings come in the order of the text, so only the last edit may overlap the next.
        var end = 0
        for diagnostic in diagnostics.sortedFully() {
            switch diagnostic.fix {
            case nil: continue
            case .replace(let old, let new)?:
                guard let edit = TextEdit(diagnostic.location, old, new, source),
                    edit.range.lowerBound >= end
                else { continue }
                edits.append(edit)
                end = edit.range.upperBound
            case .rename(let group)?:
                let paths = group.flatMap { [$0.old, $0.new] }
                guard taken.isDisjoint(with: paths) else { continue }
                taken.formUnion(paths)
                moves.append(group)
            }
            count += 1
        }
        if !edits.isEmpty {
            text = applied(edits, to: bytes)
            diff = lines(edits, source)
        }
        diff += moves.flatMap(\.self).map { "rename \(printable($0.old)) to \(printable($0.new))" }
    }
}

/// Some bytes of a text that become others.
private struct TextEdit: Hashable {
    var line: Int
    var range: Range<Int>
    var new: [UInt8]

    /// Nil when the text is not what was found, as when it was edited meanwhile.
    init?(_ location: SourceLocation?, _ old: String, _ new: String, _ source: SourceText) {
        guard let location, location.path == source.path, let position = location.position,
            let start = source.offset(of: position)
        else { return nil }
        let bytes = Array(old.utf8)
        line = position.line
        range = start..<start + bytes.count
        self.new = Array(new.utf8)
        guard range.upperBound <= source.bytes.count, source.bytes[range].elementsEqual(bytes)
        else { return nil }
    }
}

private func applied(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for edit in edits {
        result += bytes[place..<edit.range.lowerBound]
        result += edit.new
        place = edit.range.upperBound
    }
    return result + bytes[place...]
}

/// A unified diff without lines around (`diff -U0`).
private func lines(_ edits: [TextEdit], _ source: SourceText) -> [String] {
    var result = ["--- \(printable(source.path))", "+++ \(printable(source.path))"]
    for (line, own) in Dictionary(grouping: edits, by: \.line).sorted(by: { $0.key < $1.key }) {
        let range = source.range(ofLine: line)
        let shifted = own.map { edit in
            var edit = edit
            edit.range =
                edit.range.lowerBound - range.lowerBound..<edit.range.upperBound - range.lowerBound
            return edit
        }
        let old = Array(source.bytes[range])
        let new = applied(shifted, to: old)
        result.append("@@ -\(line) +\(line) @@")
        result.append("-" + printable(String(decoding: old, as: UTF8.self), keepingTabs: true))
        result.append("+" + printable(String(decoding: new, as: UTF8.self), keepingTabs: true))
    }
    return result
}
