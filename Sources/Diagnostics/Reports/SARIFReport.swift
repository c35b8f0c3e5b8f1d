/// Findings as a SARIF 2.1.0 log (OASIS), ending in a line feed.
///
/// `paths` are relative to the repository's root, which readers know as `%SRCROOT%`; `version` is
/// the tool's.
public func renderSARIF(
    _ diagnostics: [Diagnostic],
    paths: ReportPaths = .asFound,
    version: String,
    links: DocumentationLinks = DocumentationLinks()
) -> String {
    let ordered = diagnostics.inReportOrder()
    let checks = Set(ordered.map(\.check)).sorted { $0.id < $1.id }
    let ruleIndex = Dictionary(uniqueKeysWithValues: checks.indices.map { (checks[$0], $0) })
    var fingerprints = Fingerprints(paths)
    let results = ordered.map { diagnostic in
        result(
            diagnostic,
            // Readers need a place: a finding that represents others has that of the first of them.
            at: diagnostic.location ?? ordered.first { $0.check == diagnostic.check }?.location,
            paths: paths,
            rule: ruleIndex[diagnostic.check] ?? 0,
            fingerprint: fingerprints.next(for: diagnostic)
        )
    }
    let log: JSONOutput = [
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            [
                "tool": [
                    "driver": [
                        "name": "kiln",
                        "semanticVersion": .string(version),
                        "rules": .array(checks.map { rule($0, links) }),
                    ]
                ],
                "originalUriBaseIds": [
                    sourceRoot: ["description": ["text": "The root of the repository."]]
                ],
                "columnKind": "utf16CodeUnits",
                "results": .array(results),
            ]
        ],
    ]
    return log.indented + "\n"
}

private func rule(_ check: Check, _ links: DocumentationLinks) -> JSONOutput {
    func text(_ text: String) -> JSONOutput { ["text": .string(text)] }
    var members: [(String, JSONOutput)] = [
        ("id", .string(check.id)), ("name", .string(check.id)),
        ("shortDescription", text(check.title)),
    ]
    if let guide = CheckGuide(check) {
        let help = [guide.about, guide.why, guide.fix].filter { !$0.isEmpty }
        members += [
            ("fullDescription", text([guide.about, guide.why].joined(separator: " "))),
            (
                "help",
                [
                    "text": .string(help.joined(separator: "\n\n")),
                    "markdown": .string(guide.markdown),
                ]
            ),
        ]
    }
    // GitHub rejects uploads whose address is not absolute.
    if let address = links.address(of: check) { members.append(("helpUri", .string(address))) }
    members.append(("defaultConfiguration", ["level": .string(check.severity.rawValue)]))
    return .object(members)
}

private func result(
    _ diagnostic: Diagnostic,
    at location: SourceLocation?,
    paths: ReportPaths,
    rule: Int,
    fingerprint: String
) -> JSONOutput {
    let text = diagnostic.message + (diagnostic.help.map { "\nhelp: \($0)" } ?? "")
    var members: [(String, JSONOutput)] = [
        ("ruleId", .string(diagnostic.id)), ("ruleIndex", .integer(rule)),
        ("level", .string(diagnostic.severity.rawValue)),
        ("message", ["text": .string(text)]),
    ]
    if let location {
        members.append(("locations", .array([place(location, paths)])))
    }
    if !diagnostic.related.isEmpty {
        members.append(("relatedLocations", .array(diagnostic.related.map { place($0, paths) })))
    }
    if let fix = fix(diagnostic, paths) { members.append(("fixes", .array([fix]))) }
    members.append(("partialFingerprints", ["kilnFinding/v2": .string(fingerprint)]))
    return .object(members)
}

/// An edit of the marked text; SARIF does not support renaming files.
private func fix(_ diagnostic: Diagnostic, _ paths: ReportPaths) -> JSONOutput? {
    guard case .replace(_, let new)? = diagnostic.fix, let location = diagnostic.location,
        let position = location.position, let (start, end) = columnsInUTF16(location)
    else { return nil }
    return [
        "description": ["text": .string("write \(new)")],
        "artifactChanges": [
            [
                "artifactLocation": artifact(location.path, paths),
                "replacements": [
                    [
                        "deletedRegion": [
                            "startLine": .integer(position.line),
                            "startColumn": .integer(start),
                            "endColumn": .integer(end),
                        ],
                        "insertedContent": ["text": .string(new)],
                    ]
                ],
            ]
        ],
    ]
}

private func place(_ location: SourceLocation, _ paths: ReportPaths) -> JSONOutput {
    // GitHub requires a line, even for an image.
    var region: [(String, JSONOutput)] = [("startLine", .integer(location.position?.line ?? 1))]
    if let (start, end) = columnsInUTF16(location) {
        region += [("startColumn", .integer(start)), ("endColumn", .integer(end))]
    }
    return [
        "physicalLocation": [
            "artifactLocation": artifact(location.path, paths), "region": .object(region),
        ]
    ]
}

/// A file below the root is relative to it, others are absolute.
private func artifact(_ path: String, _ paths: ReportPaths) -> JSONOutput {
    guard let relative = paths.fromRoot(path) else {
        return ["uri": .string("file://" + percentEncoded(paths.absolute(path)))]
    }
    return ["uri": .string(percentEncoded(relative)), "uriBaseId": .string(sourceRoot)]
}

/// Readers know its place (SARIF 2.1.0, 3.14.14): our absolute path would be useless to them.
private let sourceRoot = "%SRCROOT%"

/// The marked columns, 1-based, the end exclusive; nil if the line's beginning is unavailable.
private func columnsInUTF16(_ location: SourceLocation) -> (start: Int, end: Int)? {
    guard let position = location.position, let excerpt = location.excerpt,
        excerpt.markStart == position.column - 1
    else { return nil }
    let (before, marked) = excerpt.parts
    let start = before.utf16.count + 1
    return (start, start + max(1, marked.utf16.count))
}

/// A relative reference: all but unreserved characters and `/` escaped (RFC 3986).
private func percentEncoded(_ path: String) -> String {
    percentEncoded(pathBytes(of: path), keeping: "-._~/")
}
