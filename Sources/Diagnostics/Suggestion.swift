/// The candidate nearest to `word`, for "did you mean"; nil if none is near.
///
/// Near means at most a third of the letters changed, one of two or three (Damerau-Levenshtein,
/// adjacent swaps count once), or equal except for case. Ties go to the earlier candidate.
public func nearestMatch(to word: String, in candidates: some Sequence<String>) -> String? {
    nearestPair(of: CollectionOfOne(word), and: candidates)?.candidate
}

/// The only candidate near to `word`.
///
/// A candidate that differs only in case wins even if others are near.
package func clearMatch(to word: String, in candidates: some Sequence<String>) -> String? {
    let candidates = Array(candidates)
    guard word.utf8.count > 2, let best = nearestMatch(to: word, in: candidates) else { return nil }
    let isCase = best.lowercased() == word.lowercased()
    let others = candidates.filter {
        $0 != best && (!isCase || $0.lowercased() == best.lowercased())
    }
    return nearestMatch(to: word, in: others) == nil ? best : nil
}

/// A help for an unknown id: the probable one, or the existing ones; nil without any.
///
/// Only the first of very many are compared.
package func whatIsMeant(by id: String, among known: some Collection<String>) -> String? {
    nearestMatch(to: id, in: known.prefix(10_000)).map { "did you mean \"\($0)\"?" }
        ?? whatThereIs(known)
}

/// The name that another one misspells: nearly all letters of the differing words are equal.
///
/// Words are separated by `_`, `-`, `/`, `#` and dots. So `pet_overlay_scarf` does not match
/// `pet_overlay_hat` by length: words of fewer than four letters must be equal, and one letter in
/// four may differ.
package func nearestSpelling(of name: String, in candidates: [String]) -> String? {
    let letters = Array(name.lowercased().utf8)
    var best: (distance: Int, name: String)?
    for candidate in candidates where candidate != name {
        guard abs(candidate.utf8.count - letters.count) <= letters.count / 4 else { continue }
        let other = Array(candidate.lowercased().utf8)
        let (word, meant) = differingWords(letters, other)
        let (words, meantWords) = (words(of: word), words(of: meant))
        let isNear =
            words.count == meantWords.count
            ? zip(words, meantWords).allSatisfy(areNear) : areNear(word[...], meant[...])
        let distance = editDistance(word, meant)
        if isNear, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
}

private func words(of name: [UInt8]) -> [ArraySlice<UInt8>] {
    name.split(omittingEmptySubsequences: false) { "_-/#.".utf8.contains($0) }
}

private func areNear(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    editDistance(Array(one), Array(other)) * 4 <= min(one.count, other.count)
}

/// Removes equal words at the beginnings and ends of two names.
private func differingWords(_ one: [UInt8], _ other: [UInt8]) -> ([UInt8], [UInt8]) {
    func equal(_ some: some Sequence<UInt8>, _ others: some Sequence<UInt8>) -> Int {
        var (count, whole) = (0, 0)
        for (left, right) in zip(some, others) {
            guard left == right else { break }
            count += 1
            if "_-/#.".utf8.contains(left) { whole = count }
        }
        return whole
    }
    let start = equal(one, other)
    let (one, other) = (one.dropFirst(start), other.dropFirst(start))
    let end = equal(one.reversed(), other.reversed())
    return (Array(one.dropLast(end)), Array(other.dropLast(end)))
}

/// The nearest pair of word and candidate, as in `nearestMatch`; nil if none are near.
///
/// Ties go to the earlier word, then to the earlier candidate.
public func nearestPair(
    of words: some Sequence<String>,
    and candidates: some Sequence<String>
) -> (word: String, candidate: String)? {
    let pairs = words.compactMap { word in
        nearest(to: word, in: candidates).map { (word: word, found: $0) }
    }
    return pairs.min { $0.found.distance < $1.found.distance }
        .map { ($0.word, $0.found.candidate) }
}

private func nearest(
    to word: String,
    in candidates: some Sequence<String>
) -> (distance: Int, candidate: String)? {
    let letters = Array(word.lowercased().utf8)
    let limit = letters.count < 2 ? 0 : max(1, letters.count / 3)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate != word {
        // The length rules out most candidates.
        guard abs(candidate.utf8.count - letters.count) <= limit else { continue }
        let distance = editDistance(letters, Array(candidate.lowercased().utf8))
        if distance <= limit, best.map({ distance < $0.distance }) ?? true {
            best = (distance, candidate)
        }
    }
    return best
}

/// The number of insertions, deletions, replacements and adjacent swaps between two words.
///
/// In bytes, so that a non-ASCII letter counts as two or more.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    // The last three rows of the table of distances between all prefixes.
    var older = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    var current = older
    for i in 1...left.count {
        current[0] = i
        for j in 1...right.count {
            let replaced = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
            var least = min(replaced, min(previous[j], current[j - 1]) + 1)
            if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                least = min(least, older[j - 2] + 1)
            }
            current[j] = least
        }
        (older, previous, current) = (previous, current, older)
    }
    return previous[right.count]
}
