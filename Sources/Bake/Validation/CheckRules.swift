package import Catalog
package import Diagnostics

extension Check {
    static let unlisted = Check("unknown-check", .warning)
    static let unusedCheckRule = Check("unused-check-rule", .warning)
}

/// Checks the `checks` of the catalog, of its sheets and its items, in the catalog's order.
///
/// `files` are all source files, relative to the catalog's folder.
package func checkRules(
    _ catalog: Catalog,
    of checks: [Check],
    files: [String]
) -> [Diagnostic] {
    let all =
        catalog.checks + catalog.items.flatMap(\.checks) + catalog.sheets.flatMap(\.own.checks)
        + catalog.profiles.flatMap(\.checks)
    return all.flatMap { rule in
        checkName(rule, of: checks).map { [$0] } ?? checkPaths(rule, catalog, files)
    }
}

private func checkName(_ rule: CheckRule, of checks: [Check]) -> Diagnostic? {
    let id = rule.id.text
    let named = checks.filter { rule.id.matches($0.id) }
    if !named.isEmpty {
        guard named.allSatisfy(\.isFixed), rule.severity != .error else { return nil }
        return Diagnostic(
            .unlisted,
            at: rule.place.nameLocation,
            message: "the severity of \"\(id)\" is fixed, found \(rule.severity.rawValue)",
            help: "remove it"
        )
    }
    return Diagnostic(
        .unlisted,
        at: rule.place.nameLocation,
        message: "there is no check \"\(id)\"",
        help: nearestMatch(to: id, in: checks.map(\.id)).map { "did you mean \"\($0)\"?" }
            ?? "`kiln explain` lists them"
    ).mended(by: renaming(id, to: clearMatch(to: id, in: checks.map(\.id))))
}

private func checkPaths(
    _ rule: CheckRule,
    _ catalog: Catalog,
    _ files: [String]
) -> [Diagnostic] {
    rule.paths.indices.compactMap { index in
        let pattern = rule.paths[index]
        // The catalog itself has a path too.
        guard !files.contains(where: { catalog.sources.matches(pattern, $0) }),
            !pattern.text.hasSuffix(".json")
        else { return nil }
        return Diagnostic(
            .unusedCheckRule,
            at: rule.body["paths"][index].location,
            message: "no file fits \"\(pattern.text)\"",
            help: "remove it, or correct it: a name, or a path from the catalog's folder"
        )
        .following([.sources])
    }
}
