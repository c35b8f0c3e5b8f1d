/// Findings as they are gathered: of each kind the first are kept, the others are counted.
///
/// So whatever the input is, neither memory nor reports grow with what is wrong with it.
public struct DiagnosticList: Sendable {
    /// Of one check and severity no more are kept.
    public static var limitOfKind: Int { keepsMany ? 100_000 : 100 }
    /// No more are kept in all; grave ones first.
    public static var limit: Int { keepsMany ? 100_000 : 1000 }
    /// Whether so many are kept that who leaves out single ones afterwards sees them all.
    @TaskLocal package static var keepsMany = false

    private struct Kind: Hashable {
        var check: Check
        var severity: Severity

        init(_ check: Check, _ severity: Severity?) {
            self.check = check
            self.severity = severity ?? check.severity
        }
    }

    private var kept: [Diagnostic] = []
    private var numbers: [Kind: Int] = [:]
    /// How many of each kind were not kept.
    private var others: [Kind: Int] = [:]

    public init() {}

    public init(_ diagnostics: some Sequence<Diagnostic>) { append(contentsOf: diagnostics) }

    /// Whether one more of the kind would only be counted.
    public func isFull(_ check: Check, _ severity: Severity? = nil) -> Bool {
        numbers[Kind(check, severity), default: 0] >= Self.limitOfKind
    }

    public mutating func append(_ diagnostic: Diagnostic) {
        let kind = Kind(diagnostic.check, diagnostic.severity)
        if diagnostic.others > 0 {
            others[kind, default: 0] += diagnostic.others
        } else {
            append(diagnostic.check, diagnostic.severity) { diagnostic }
        }
    }

    public mutating func append(contentsOf diagnostics: some Sequence<Diagnostic>) {
        for diagnostic in diagnostics { append(diagnostic) }
    }

    /// Adds a finding that is only made when it is kept.
    ///
    /// - Parameters:
    ///   - check: the finding's.
    ///   - severity: the finding's, if it is not the check's.
    ///   - make: gives the finding.
    public mutating func append(
        _ check: Check,
        _ severity: Severity? = nil,
        _ make: () -> Diagnostic
    ) {
        let kind = Kind(check, severity)
        if numbers[kind, default: 0] >= Self.limitOfKind {
            others[kind, default: 0] += 1
        } else {
            numbers[kind, default: 0] += 1
            kept.append(make())
        }
    }

    /// Counts findings that nobody made.
    public mutating func append(_ check: Check, _ severity: Severity? = nil, others count: Int) {
        if count > 0 { others[Kind(check, severity), default: 0] += count }
    }

    /// What was kept, in the order in which it was added; then, for each kind with more findings,
    /// one that says how many.
    public var diagnostics: [Diagnostic] {
        var (kept, others) = (kept, others)
        if kept.count > Self.limit { leaveOut(&kept, &others) }
        let rest = others.map { kind, count in
            var rest = Diagnostic(
                kind.check,
                severity: kind.severity,
                message: "and \(count) more of this kind"
            )
            rest.others = count
            // Those that nobody made are like those that were.
            rest.follows =
                kept.lazy.filter { Kind($0.check, $0.severity) == kind }
                .map(\.follows).reduce(nil) { $0?.intersection($1) ?? $1 } ?? []
            return rest
        }
        return kept + rest.sorted { ($1.severity, $0.id) < ($0.severity, $1.id) }
    }

    /// Counts the mildest and last of those that are too many.
    private func leaveOut(_ kept: inout [Diagnostic], _ others: inout [Kind: Int]) {
        let ranked = kept.indices.sorted { left, right in
            (kept[right].severity, left) < (kept[left].severity, right)
        }
        let chosen = Set(ranked.prefix(Self.limit))
        for index in ranked.dropFirst(Self.limit) {
            others[Kind(kept[index].check, kept[index].severity), default: 0] += 1
        }
        kept = kept.indices.filter(chosen.contains).map { kept[$0] }
    }
}

/// The text, or its beginning and end with `…` between them when it has more than `limit` bytes of
/// UTF-8.
public func shortened(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let tail = limit / 4
    let bytes = text.utf8
    var start = bytes.index(bytes.startIndex, offsetBy: limit - tail - 3)
    var end = bytes.index(bytes.endIndex, offsetBy: -tail)
    // Never in the middle of a character's bytes.
    while start > bytes.startIndex, bytes[start] & 0xC0 == 0x80 { bytes.formIndex(before: &start) }
    while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(after: &end) }
    return "\(text[..<start])…\(text[end...])"
}
