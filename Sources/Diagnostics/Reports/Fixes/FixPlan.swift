/// The changes that fix findings: edits of one text file, and renamed files.
///
/// All other bytes stay.
package struct FixPlan: Sendable {
    /// The number of fixed findings.
    package private(set) var count = 0
    /// The file's new bytes; nil if unchanged.
    package private(set) var text: [UInt8]?
    /// Each group is applied completely or not at all.
    package private(set) var moves: [[Fix.Move]] = []
    /// The changes for people; text changes also work with `patch`.
    package private(set) var diff: [String] = []

    /// Ignores findings without a fix, and those that follow from others.
    ///
    /// `path` is the text file's, as in the findings.
    package init(_ all: [Diagnostic], path: String, bytes: [UInt8]) {
        let source = SourceText(path: path, bytes: bytes)
        let diagnostics = all.withholdingConsequences()
        // A reference may be right if what it nearly names has an error.
        let doubtful = Set(
            diagnostics.filter { $0.severity == .error }.compactMap {
                $0.location.flatMap(source.string)
            }
        )
        var edits: [TextEdit] = []
        var taken: Set<String> = []
        // Sorted findings are in text order, so only the last edit may overlap the next.
        var end = 0
        for diagnostic in diagnostics.sortedFully() {
            switch diagnostic.fix {
            case nil: continue
            case .replace(let old, let new)?:
                guard !doubtful.contains(new),
                    let edit = TextEdit(diagnostic.location, old, new, source),
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
        let changed = applied(edits, to: bytes)
        if changed != bytes { text = changed }
        diff = unifiedDiff(of: path, from: bytes, to: changed, moves.flatMap(\.self))
    }
}

private struct TextEdit: Hashable {
    var range: Range<Int>
    var new: [UInt8]

    /// Nil if the text no longer matches, because it was edited.
    init?(_ location: SourceLocation?, _ old: String, _ new: String, _ source: SourceText) {
        guard let start = location.flatMap(source.offset) else { return nil }
        let bytes = Array(old.utf8)
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

extension SourceText {
    /// The offset of a location; nil in another file.
    fileprivate func offset(of location: SourceLocation) -> Int? {
        guard location.path == path, let position = location.position else { return nil }
        return offset(of: position)
    }

    /// The string at a location, with its quotes; nil for other text.
    fileprivate func string(at location: SourceLocation) -> String? {
        guard let start = offset(of: location), start < bytes.count,
            bytes[start] == UInt8(ascii: "\""),
            let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return String(decoding: bytes[start...end], as: UTF8.self)
    }
}
