/// The documentation of a check as lines of at most `width` columns.
package func explanation(
    of check: Check,
    width: Int,
    usesColor: Bool = false,
    links: DocumentationLinks = DocumentationLinks()
) -> [String] {
    func bold(_ text: String) -> String { styled(text, usesColor ? .bold : nil) }
    let standing =
        check.isFixed
        ? "fixed: it cannot be baked" : "unless \"checks\" in the catalog says otherwise"
    var lines = [
        bold(check.id) + ": " + check.title, "\(check.severity.rawValue), \(standing)",
    ]
    for block in CheckGuide(check).map({ markdownBlocks($0.markdown) }) ?? [] {
        lines.append("")
        if block.isVerbatim {
            lines += block.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "    " + $0 }
            continue
        }
        // The first paragraph's last sentence repeats the severity.
        let paragraph = block.text.replacing(#/ ?\*Severity: [a-z]+\.\*/#, with: "")
        var text = wrapped(plainText(paragraph), to: width)
        for label in ["Why.", "Fix."] where text.first?.hasPrefix(label) == true {
            text[0] = bold(label) + text[0].dropFirst(label.count)
        }
        lines += text
    }
    return lines + (links.address(of: check).map { ["", "see " + $0] } ?? [])
}

/// All checks: id, severity and title.
package func list(of checks: [Check]) -> [String] {
    let width = checks.map(\.id.count).max() ?? 0
    return checks.map { check in
        let severity = check.severity.rawValue + (check.isFixed ? ", fixed" : "")
        return "\(padded(check.id, to: width))  \(padded(severity, to: 12))  \(check.title)"
    }
}

/// The documentation of checks for programs: an array of objects with `id`, `severity`, `fixed`,
/// `title`, `about`, `why`, `fix`, `markdown` and `documentation`.
package func explanationsAsJSON(
    _ checks: [Check],
    links: DocumentationLinks = DocumentationLinks()
) -> String {
    JSONOutput.array(
        checks.map { check in
            var members: [(String, JSONOutput)] = [
                ("id", .string(check.id)), ("severity", .string(check.severity.rawValue)),
                ("fixed", .bool(check.isFixed)), ("title", .string(check.title)),
            ]
            if let guide = CheckGuide(check) {
                members += [
                    ("about", .string(guide.about)), ("why", .string(guide.why)),
                    ("fix", .string(guide.fix)), ("markdown", .string(guide.markdown)),
                ]
            }
            return .object(members + [("documentation", .string(links.reference(to: check)))])
        }
    ).indented + "\n"
}
