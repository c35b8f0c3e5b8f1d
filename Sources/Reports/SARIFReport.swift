public import Diagnostics
internal import JSON

/// Findings as a SARIF 2.1.0 log (OASIS).
///
/// - Parameters:
///   - diagnostics: in any order.
///   - paths: from the root of the repository, which readers know as `%SRCROOT%`.
///   - version: the tool's.
/// - Returns: the JSON text with a line feed at its end.
public func renderSARIF(
    _ diagnostics: [Diagnostic],
    paths: ReportPaths = .asFound,
    version: String
) -> String {
    let ordered = diagnostics.inReportOrder()
    let checks = Set(ordered.map(\.check)).sorted { $0.id < $1.id }
    let ruleIndex = Dictionary(uniqueKeysWithValues: checks.indices.map { (checks[$0], $0) })
    var occurrences: [String: Int] = [:]
    let results = ordered.map { diagnostic in
        // Not the line: a finding that moves with its surroundings stays the same finding.
        let path = diagnostic.location.map { paths.fromRoot($0.path) ?? $0.path } ?? ""
        let identity = [diagnostic.id, path, diagnostic.message].joined(separator: "\0")
        let occurrence = occurrences[identity, default: 0]
        occurrences[identity] = occurrence + 1
        return result(
            diagnostic,
            paths: paths,
            rule: ruleIndex[diagnostic.check] ?? 0,
            fingerprint: fingerprint("\(identity)\0\(occurrence)")
        )
    }
    return JSONOutput.object([
        ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"),
        ("version", "2.1.0"),
        (
            "runs",
            .array([
                .object([
                    (
                        "tool",
                        .object([
                            (
                                "driver",
                                .object([
                                    ("name", "kiln"), ("semanticVersion", .string(version)),
                                    ("rules", .array(checks.map(rule))),
                                ])
                            )
                        ])
                    ),
                    ("originalUriBaseIds", .object([(sourceRoot, .object(rootDescription))])),
                    ("columnKind", "utf16CodeUnits"),
                    ("results", .array(results)),
                ])
            ])
        ),
    ]).indented + "\n"
}

private let rootDescription: [(String, JSONOutput)] = [
    ("description", .object([("text", "The root of the repository.")]))
]

private func rule(_ check: Check) -> JSONOutput {
    .object([
        ("id", .string(check.id)),
        ("shortDescription", .object([("text", .string(check.title))])),
        ("defaultConfiguration", .object([("level", .string(check.severity.rawValue))])),
    ])
}

private func result(
    _ diagnostic: Diagnostic,
    paths: ReportPaths,
    rule: Int,
    fingerprint: String
) -> JSONOutput {
    let text = diagnostic.message + (diagnostic.help.map { "\nhelp: \($0)" } ?? "")
    var members: [(String, JSONOutput)] = [
        ("ruleId", .string(diagnostic.id)), ("ruleIndex", .integer(rule)),
        ("level", .string(diagnostic.severity.rawValue)),
        ("message", .object([("text", .string(text))])),
    ]
    if let location = diagnostic.location {
        members.append(("locations", .array([place(location, paths)])))
    }
    if !diagnostic.related.isEmpty {
        members.append(("relatedLocations", .array(diagnostic.related.map { place($0, paths) })))
    }
    members.append(("partialFingerprints", .object([("kilnFinding/v1", .string(fingerprint))])))
    return .object(members)
}

private func place(_ location: SourceLocation, _ paths: ReportPaths) -> JSONOutput {
    var physical: [(String, JSONOutput)] = [
        ("artifactLocation", .object(artifact(location.path, paths)))
    ]
    if let position = location.position {
        var region: [(String, JSONOutput)] = [("startLine", .integer(position.line))]
        if let (start, end) = columnsInUTF16(location) {
            region += [("startColumn", .integer(start)), ("endColumn", .integer(end))]
        }
        physical.append(("region", .object(region)))
    }
    return .object([("physicalLocation", .object(physical))])
}

/// A file below the root counts from it, any other one from `/`.
private func artifact(_ path: String, _ paths: ReportPaths) -> [(String, JSONOutput)] {
    guard let relative = paths.fromRoot(path) else {
        return [("uri", .string("file://" + percentEncoded(paths.absolute(path))))]
    }
    return [("uri", .string(percentEncoded(relative))), ("uriBaseId", .string(sourceRoot))]
}

/// Readers give it its place (SARIF 2.1.0, 3.14.14): an absolute one of ours would mean nothing
/// to them.
private let sourceRoot = "%SRCROOT%"

/// The marked columns, 1-based, the end exclusive; nil when the line's beginning is not at hand.
private func columnsInUTF16(_ location: SourceLocation) -> (start: Int, end: Int)? {
    guard let position = location.position, let excerpt = location.excerpt,
        excerpt.markStart == position.column - 1
    else { return nil }
    let bytes = Array(excerpt.text.utf8)
    let start = min(excerpt.markStart, bytes.count)
    let end = min(bytes.count, start + excerpt.markLength)
    let before = String(decoding: bytes[..<start], as: UTF8.self).utf16.count
    let marked = String(decoding: bytes[start..<end], as: UTF8.self).utf16.count
    return (before + 1, before + 1 + max(1, marked))
}

/// A relative reference: all but unreserved characters and `/` escaped (RFC 3986).
private func percentEncoded(_ path: String) -> String {
    var result = ""
    for byte in pathBytes(of: path) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
    }
    return result
}

/// FNV-1a, 64 bits, in hexadecimal: enough to tell findings apart, the same everywhere.
private func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
