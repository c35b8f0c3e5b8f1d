public import Catalog
public import Diagnostics

extension Check {
    static let unlisted = Check("unknown-check", .warning)
    static let unusedCheckRule = Check("unused-check-rule", .warning)
}

/// The severities that the catalog assigns to findings: by `checks` of the catalog, of `sheets` and
/// of items.
///
/// Priority: an item's own rules, those of `sheets`, those of the active profile, the catalog's. Of
/// the catalog's, rules with `paths` come first; within one object an id precedes patterns, then
/// order counts.
public struct CheckPolicy: Sendable {
    private let catalog: Catalog
    private let isPlain: Bool
    /// Whether warnings become errors.
    fileprivate let isStrict: Bool
    private let rules: [CheckRule]
    private let itemsWithRules: [Item]
    private let sheetsWithRules: [SheetRule]
    /// Asset names by file.
    private let assets: [String: String]
    /// Item ids by assets that only these items show.
    private let wearers: [String: Set<String>]

    /// `assets` are the files of every asset, relative to the catalog's folder.
    ///
    /// `uses` maps assets to the items that show them; nil is a species or an image.
    public init(
        _ catalog: Catalog,
        assets: () -> [(name: String, files: [String])],
        uses: () -> [(asset: String, item: String?)]
    ) {
        self.catalog = catalog
        rules = ranked(catalog.profile?.checks ?? []) + ranked(catalog.checks)
        isStrict = catalog.profile?.isStrict ?? false
        itemsWithRules = catalog.items.filter { !$0.checks.isEmpty }
        sheetsWithRules = catalog.sheets.filter { !$0.own.checks.isEmpty }
        isPlain = itemsWithRules.isEmpty && sheetsWithRules.isEmpty
        guard !isPlain else {
            (self.assets, wearers) = ([:], [:])
            return
        }
        var names: [String: String] = [:]
        for asset in assets() { for file in asset.files { names[file] = asset.name } }
        self.assets = names
        var wearers: [String: Set<String>] = [:]
        var others: Set<String> = []
        for use in uses() {
            if let item = use.item {
                wearers[use.asset, default: []].insert(item)
            } else {
                others.insert(use.asset)
            }
        }
        self.wearers = wearers.filter { !others.contains($0.key) }
    }

    /// The catalog's severity for a finding; nil for the check's default.
    func severity(of diagnostic: Diagnostic) -> CheckSeverity? {
        guard !diagnostic.check.isFixed else { return nil }
        let id = diagnostic.id
        let path = diagnostic.location?.path
        if !isPlain, let location = diagnostic.location {
            let asset = assets[location.path]
            if let own = itemSeverity(id, location, asset) { return own }
            for sheet in sheets(at: location, asset) {
                if let rule = first(ranked(sheet.own.checks), id, path) { return rule.severity }
            }
        }
        return first(rules, id, path)?.severity
    }

    /// For art of several items, the highest severity counts, and all must have a rule.
    private func itemSeverity(
        _ id: String,
        _ location: SourceLocation,
        _ asset: String?
    ) -> CheckSeverity? {
        let worn = asset.flatMap { wearers[$0] }
        let items = itemsWithRules.filter {
            worn?.contains($0.id) ?? $0.place.holds(location)
        }
        let wishes = items.compactMap {
            first(ranked($0.checks), id, location.path)?.severity
        }
        guard !wishes.isEmpty, wishes.count == worn?.count ?? 1 else { return nil }
        // From mild to severe.
        return CheckSeverity.allCases.last(where: wishes.contains)
    }

    /// The last one in the catalog comes first.
    private func sheets(at location: SourceLocation, _ asset: String?) -> [SheetRule] {
        guard let asset else { return sheetsWithRules.filter { $0.place.holds(location) } }
        return catalog.sheetRules(for: asset).reversed()
    }

    private func first(_ rules: [CheckRule], _ id: String, _ path: String?) -> CheckRule? {
        rules.first { rule in
            rule.id.matches(id) && (rule.paths.isEmpty || path.map { fits(rule, $0) } ?? false)
        }
    }

    private func fits(_ rule: CheckRule, _ path: String) -> Bool {
        rule.paths.contains { catalog.sources.matches($0, path) }
    }
}

/// Whether the catalog may treat individual findings of a check differently.
func leavesOutSingleFindings(_ catalog: Catalog) -> Bool {
    (catalog.checks + (catalog.profile?.checks ?? [])).contains { !$0.paths.isEmpty }
        || catalog.items.contains { !$0.checks.isEmpty }
        || catalog.sheets.contains { !$0.own.checks.isEmpty }
}

/// Sorts rules: those with paths, then ids, then patterns; otherwise stable.
private func ranked(_ rules: [CheckRule]) -> [CheckRule] {
    func rank(_ rule: CheckRule) -> Int {
        (rule.paths.isEmpty ? 2 : 0) + (rule.id.hasWildcards ? 1 : 0)
    }
    guard rules.count > 1 else { return rules }
    return (0..<4).flatMap { wanted in rules.filter { rank($0) == wanted } }
}

extension [Diagnostic] {
    /// The diagnostics with the catalog's severities, without disabled ones.
    ///
    /// Findings that cannot be baked keep their severity. In a strict profile, warnings become
    /// errors.
    public func applying(_ policy: CheckPolicy) -> [Diagnostic] {
        compactMap { diagnostic in
            var result = diagnostic
            if let wanted = policy.severity(of: diagnostic) {
                guard let severity = wanted.severity else { return nil }
                result.severity = severity
            }
            if policy.isStrict, result.severity == .warning { result.severity = .error }
            return result
        }
    }
}

extension CheckSeverity {
    fileprivate var severity: Severity? { Severity(rawValue: rawValue) }
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
