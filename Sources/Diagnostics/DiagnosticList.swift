/// A collection of findings that keeps the first of each kind and counts the others.
///
/// So neither memory nor reports grow with the number of problems.
public struct DiagnosticList: Sendable {
    /// The maximum for one check and severity.
    public static var limitOfKind: Int { keepsMany ? 100_000 : 100 }
    /// The maximum in all; most severe first.
    public static var limit: Int { keepsMany ? 100_000 : 1000 }
    /// Whether enough are kept for later filtering of single ones.
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
    /// The number of dropped findings of each kind.
    private var others: [Kind: Int] = [:]

    public init() {}

    public init(_ diagnostics: some Sequence<Diagnostic>) { append(contentsOf: diagnostics) }

    /// Whether another one of the kind would only be counted.
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

    /// Adds a finding, which is made only if it is kept; `severity` is nil for the check's.
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

    /// Adds a finding with the check's severity; its texts are made only if it is kept.
    public mutating func append(
        _ check: Check,
        at location: @autoclosure () -> SourceLocation?,
        message: @autoclosure () -> String,
        help: @autoclosure () -> String? = nil
    ) {
        append(check) { Diagnostic(check, at: location(), message: message(), help: help()) }
    }

    public mutating func append(_ check: Check, _ severity: Severity? = nil, others count: Int) {
        if count > 0 { others[Kind(check, severity), default: 0] += count }
    }

    /// The kept findings in order; then, for each kind with more findings, one with their number.
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
            // Dropped findings resemble kept ones.
            rest.follows =
                kept.lazy.filter { Kind($0.check, $0.severity) == kind }
                .map(\.follows).reduce(nil) { $0?.intersection($1) ?? $1 } ?? []
            return rest
        }
        return kept + rest.sorted { ($1.severity, $0.id) < ($0.severity, $1.id) }
    }

    /// Drops the least severe and last ones above the maximum.
    private func leaveOut(_ kept: inout [Diagnostic], _ others: inout [Kind: Int]) {
        let ranked = kept.indicesBySeverity
        let chosen = Set(ranked.prefix(Self.limit))
        for index in ranked.dropFirst(Self.limit) {
            others[Kind(kept[index].check, kept[index].severity), default: 0] += 1
        }
        kept = kept.indices.filter(chosen.contains).map { kept[$0] }
    }
}

/// Shortens a text to `limit` bytes of UTF-8 with `…` in the middle.
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
