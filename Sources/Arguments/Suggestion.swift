/// The word that was probably meant, nil when none is near.
///
/// A word that the text begins is meant if it is the only one; then the nearest in spelling, with
/// at most a third of the letters changed (restricted Damerau-Levenshtein distance: an adjacent
/// swap counts once; letter case does not count). Ties go to the earlier word.
package func suggestion(for text: String, among words: [String]) -> String? {
    let lower = text.lowercased()
    let begun = words.filter { lower.count > 1 && $0.hasPrefix(lower) }
    if begun.count == 1 { return begun.first }
    let letters = Array(lower)
    let limit = max(1, letters.count / 3)
    let near = words.lazy
        .filter { abs($0.count - letters.count) <= limit }
        .map { (word: $0, distance: distance(letters, Array($0.lowercased()))) }
        .filter { $0.distance <= limit && $0.distance < max(letters.count, $0.word.count) }
    return near.min { $0.distance < $1.distance }?.word
}

private func distance(_ left: [Character], _ right: [Character]) -> Int {
    // rows[i][j]: the distance of the first i letters from the first j.
    var rows = [Array(0...right.count)]
    for i in 0..<left.count {
        var row = [i + 1]
        for j in 0..<right.count {
            var least = rows[i][j] + (left[i] == right[j] ? 0 : 1)
            least = min(least, rows[i][j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                least = min(least, rows[i - 1][j - 1] + 1)
            }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}
