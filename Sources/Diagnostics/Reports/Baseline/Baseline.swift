extension Check {
    package static let staleBaseline = Check("stale-baseline", .warning)

    package static let ofReports: [Check] = [.staleBaseline]
}

/// Known findings to ignore, so that only new ones are reported.
///
/// A text file for a repository: one entry per finding, sorted, without lines and numbers, so that
/// it changes only when findings come and go.
package struct Baseline: Hashable, Sendable {
    private var counts: [FindingIdentity: Int] = [:]

    package init() {}

    package var count: Int { counts.values.reduce(0, +) }

    /// Removes known findings from `diagnostics`, which are in report order; stale entries become
    /// findings.
    ///
    /// Of several findings that differ only in numbers and places, the first are the known ones.
    /// Notes, and findings that cannot be baked, are always reported. `isWhole` returns whether a
    /// missing known finding is really gone, by its check and its file, relative to the catalog's
    /// folder. `file` is the baseline's own path, for stale entries.
    package func applied(
        to diagnostics: [Diagnostic],
        paths: ReportPaths,
        isWhole: (_ id: String, _ path: String) -> Bool,
        file: String
    ) -> (findings: [Diagnostic], hidden: Int) {
        var rest = counts
        var outcome: (findings: [Diagnostic], hidden: Int) = ([], 0)
        for diagnostic in diagnostics {
            let identity = diagnostic.identity(paths)
            if diagnostic.mayBeKnown, let known = rest[identity], known > 0 {
                rest[identity] = known - 1
                outcome.hidden += 1
            } else {
                outcome.findings.append(diagnostic)
            }
        }
        for (identity, count) in rest.sorted(by: { $0.key < $1.key })
        where count > 0 && isWhole(identity.id, identity.path) {
            let place = identity.path.isEmpty ? "" : " in \(identity.path)"
            let number = count == 1 ? "" : " (\(count) times)"
            outcome.findings.append(
                Diagnostic(
                    .staleBaseline,
                    at: SourceLocation(path: file),
                    message: "\(identity.id)\(place) is known but gone\(number): "
                        + identity.message,
                    help: "take it out with --update-baseline, so that it stays away"
                )
            )
        }
        return outcome
    }

    /// A baseline of these findings, plus its own that the run could not see.
    package func updated(
        with diagnostics: [Diagnostic],
        paths: ReportPaths,
        isWhole: (_ id: String, _ path: String) -> Bool
    ) -> Baseline {
        var result = Baseline()
        result.counts = counts.filter { !isWhole($0.key.id, $0.key.path) }
        let kept = Set(result.counts.keys)
        for diagnostic in diagnostics where diagnostic.mayBeKnown {
            let identity = diagnostic.identity(paths)
            if !kept.contains(identity) { result.counts[identity, default: 0] += 1 }
        }
        return result
    }
}

extension Diagnostic {
    fileprivate var mayBeKnown: Bool {
        severity > .note && !check.isFixed && others == 0 && check != .staleBaseline
    }
}

extension Baseline {
    private static let version = 1

    package init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
        func failure(_ reason: String) -> CommandFailure {
            CommandFailure(
                "cannot read the baseline \(path): \(reason)",
                help: "make one with --update-baseline, at a path where nothing else is"
            )
        }
        guard let root = JSONEditor(bytes)?.root else { throw failure("it is not JSON") }
        guard root.number("kilnBaseline") == Double(Self.version),
            case .array(let entries)? = root.member("findings")?.value
        else {
            throw failure("it is no baseline of version 1")
        }
        for entry in entries {
            guard let id = entry.text("id"), let message = entry.text("message") else {
                throw failure("an entry lacks its id or message")
            }
            let identity = FindingIdentity(
                id: id,
                path: entry.text("path") ?? "",
                message: message
            )
            counts[identity, default: 0] += max(
                1,
                entry.number("count").flatMap(Int.init(exactly:)) ?? 1
            )
        }
    }

    package var json: String {
        let entries = counts.sorted { $0.key < $1.key }.map { identity, count in
            var members: [(String, JSONOutput)] = [("id", .string(identity.id))]
            if !identity.path.isEmpty { members.append(("path", .string(identity.path))) }
            members.append(("message", .string(identity.message)))
            if count > 1 { members.append(("count", .integer(count))) }
            return JSONOutput.object(members)
        }
        return JSONOutput.object([
            ("kilnBaseline", .integer(Self.version)), ("findings", .array(entries)),
        ]).indented + "\n"
    }
}
