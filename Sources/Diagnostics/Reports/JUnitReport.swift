/// Findings as JUnit XML, ending in a line feed: one test case per finding, and a passed one for
/// each check without findings.
///
/// If `strict`, warnings are failures too.
package func renderJUnit(
    _ diagnostics: [Diagnostic],
    of checks: [Check],
    strict: Bool = false,
    links: DocumentationLinks = DocumentationLinks()
) -> String {
    let ordered = diagnostics.inReportOrder()
    let found = Set(ordered.map(\.id))
    let passed = checks.filter { !found.contains($0.id) }
    let failures = ordered.count { isFailure($0, strict) }
    let count = "tests=\"\(ordered.count + passed.count)\" failures=\"\(failures)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"kiln\" \(count)>\n"
    text += "  <testsuite name=\"kiln validate\" \(count) errors=\"0\" skipped=\"0\">\n"
    for diagnostic in ordered {
        text += testCase(diagnostic, isFailure(diagnostic, strict), links)
    }
    for check in passed {
        text += "    <testcase classname=\"kiln\" name=\"\(escaped(check.id))\"/>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
}

private func isFailure(_ diagnostic: Diagnostic, _ strict: Bool) -> Bool {
    diagnostic.severity == .error || strict && diagnostic.severity == .warning
}

private func testCase(
    _ diagnostic: Diagnostic,
    _ isFailure: Bool,
    _ links: DocumentationLinks
) -> String {
    let path = diagnostic.location?.path ?? "kiln"
    let message = printable(diagnostic.message)
    let name = "\(diagnostic.id): \(message)"
    var text = "    <testcase classname=\"\(escaped(printable(path)))\" name=\"\(escaped(name))\""
    if let position = diagnostic.location?.position { text += " line=\"\(position.line)\"" }
    let element = isFailure ? "failure" : "system-out"
    let attributes =
        isFailure
        ? " message=\"\(escaped(message))\" type=\"\(diagnostic.severity.rawValue)\""
        : ""
    let details = "\(diagnostic.description)\n  see: \(links.reference(to: diagnostic.check))"
    text += ">\n      <\(element)\(attributes)>\(escaped(details))</\(element)>\n"
    return text + "    </testcase>\n"
}

/// Text for XML 1.0: invalid characters become U+FFFD.
private func escaped(_ text: String) -> String {
    markupEscaped(text) { scalar in
        switch scalar {
        case "\n": "&#10;"
        case "\r": "&#13;"
        case "\t": "&#9;"
        case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
        default: nil
        }
    }
}
