/// What changes in a text file: a unified diff without context, as `diff -U0` prints it.
///
/// Control characters are shown escaped. The files that get other names follow. Empty if nothing
/// changes.
package func unifiedDiff(
    of path: String,
    from old: [UInt8],
    to new: [UInt8],
    _ moves: [Fix.Move] = []
) -> [String] {
    let renames = moves.map { "rename \(printable($0.old)) to \(printable($0.new))" }
    guard old != new else { return renames }
    let (left, right) = (lines(of: old), lines(of: new))
    var result = ["--- \(printable(path))", "+++ \(printable(path))"]
    for hunk in hunks(left, right) {
        result.append("@@ -\(header(hunk.old)) +\(header(hunk.new)) @@")
        result += hunk.old.flatMap { shown("-", left[$0]) }
        result += hunk.new.flatMap { shown("+", right[$0]) }
    }
    return result + renames
}

private typealias Hunk = (old: Range<Int>, new: Range<Int>)

/// The longest texts, in lines that differ, of which each difference is looked for: the search
/// takes the square of it.
private let mostLines = 4000

private func hunks(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Hunk] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let shared = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let whole: Hunk = (start..<old.count - shared, start..<new.count - shared)
    guard whole.old.count + whole.new.count <= mostLines else { return [whole] }
    let difference = Array(new[whole.new]).difference(from: Array(old[whole.old]))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
        switch change {
        case .remove(let offset, _, _): removed.insert(start + offset)
        case .insert(let offset, _, _): inserted.insert(start + offset)
        }
    }
    var result: [Hunk] = []
    var (left, right) = (start, start)
    while left < whole.old.upperBound || right < whole.new.upperBound {
        let hunk = (left, right)
        while removed.contains(left) { left += 1 }
        while inserted.contains(right) { right += 1 }
        if (left, right) == hunk {
            left += 1
            right += 1
        } else {
            result.append((hunk.0..<left, hunk.1..<right))
        }
    }
    return result
}

/// With their line ends.
private func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let starts = SourceText(path: "", bytes: text).lineStarts
    return zip(starts, starts.dropFirst() + [text.count]).map { text[$0..<$1] }
        .filter { !$0.isEmpty }
}

/// The first line and the number of lines; of no lines, the line before.
private func header(_ range: Range<Int>) -> String {
    switch range.count {
    case 0: "\(range.lowerBound),0"
    case 1: "\(range.lowerBound + 1)"
    default: "\(range.lowerBound + 1),\(range.count)"
    }
}

private func shown(_ sign: String, _ line: ArraySlice<UInt8>) -> [String] {
    var own = line
    let isEnded = own.last.map(isLineEnd) ?? false
    while let last = own.last, isLineEnd(last) { own.removeLast() }
    let text = sign + printable(String(decoding: own, as: UTF8.self), keepingTabs: true)
    return isEnded ? [text] : [text, "\\ No newline at end of file"]
}
