package import Diagnostics

/// What renaming the id of a thing changes: the catalog's text, and files that are named after it.
package struct RenamePlan: Sendable {
    /// The catalog's new text.
    package let text: [UInt8]
    package let moves: [Fix.Move]
    /// The number of places that change in the text.
    package let places: Int
    /// Whether the old id was put under `retired`.
    package private(set) var isRetired = false

    /// The kinds of things whose ids can be renamed.
    package static let kinds: [Retired.Kind] = [
        .species, .items, .looks, .images, .slots, .targets, .bundles,
    ]

    /// Plans it, and changes nothing.
    ///
    /// Files follow if their names come from the id: those of a thing with an `asset` of its own
    /// keep theirs. Rules of `sheets` follow the files.
    ///
    /// `bytes` are the text that `catalog` was read from; `isRetired` says whether `retired` shall
    /// list the old id, and `isSameFile` whether two names lead to one file, which an earlier run
    /// leaves that was killed.
    ///
    /// - Throws: the finding that says why it cannot be done.
    package init(
        _ kind: Retired.Kind,
        from old: String,
        to new: String,
        in catalog: Catalog,
        _ index: AssetIndex,
        _ coverage: Coverage,
        bytes: [UInt8],
        isRetired: Bool,
        isSameFile: (String, String) -> Bool
    ) throws(Diagnostic) {
        if let trouble = troubleOfIdentifier(new) {
            throw .refusal(
                "the id \(quotedJSON(new)) holds \(trouble)",
                "use letters, digits, _, - and ."
            )
        }
        try catalog.requireUnusedID(new, kind, otherwise: "choose another id")
        try catalog.requireSamePatterns(kind, old, new, JSONEditor(bytes)?.root)
        let names = try renamedAssets(kind, old, new, catalog, index, coverage)
        var moves: [Fix.Move] = []
        for (name, target) in names.sorted(by: { $0.key < $1.key }) {
            guard let asset = index[name] else { continue }
            if let other = index[target], names[target] == nil,
                !isSameFile(asset.files[0].path, other.files[0].path)
            {
                throw .refusal(
                    "\(asset.files[0].path) would become \(other.files[0].path), which is there",
                    "rename or remove one of the files first"
                )
            }
            guard let own = renamedFiles(of: asset, to: target) else {
                throw .refusal(
                    "\(asset.files[0].path) would have to become \"\(target)\", and is no single file",
                    "give the thing the \"asset\" \"\(name)\" first; then its art keeps its name"
                )
            }
            moves += own
        }
        var edits = Dictionary(
            catalog.mentions(of: kind, old).map { ($0, new) }
        ) { first, _ in first }
        for rule in catalog.sheets where !names.isEmpty {
            let pattern = try rule.pattern(following: names, from: old, to: new, among: index)
            guard pattern != rule.pattern.text, let range = rule.place.nameRange else { continue }
            edits[range] = pattern
        }
        places = edits.count
        var changed = bytes
        for (range, word) in edits.sorted(by: { $0.key.lowerBound > $1.key.lowerBound }) {
            changed.replaceSubrange(range, with: quotedJSON(word).utf8)
        }
        if isRetired, !catalog.retired.holds(kind, old), var editor = JSONEditor(changed) {
            self.isRetired = editor.retire(kind, old)
            changed = editor.bytes
        }
        text = changed
        self.moves = moves
    }
}

extension Catalog {
    /// Throws a refusal where things of the kind have the id already, or had it.
    package func requireUnusedID(
        _ id: String,
        _ kind: Retired.Kind,
        otherwise help: String
    ) throws(Diagnostic) {
        guard !ids(of: kind).contains(id) else {
            throw .refusal("the id \"\(id)\" is already used under \"\(kind.rawValue)\"", help)
        }
        guard !retired.holds(kind, id) else {
            throw .refusal(
                "the id \"\(id)\" is retired under \"\(kind.rawValue)\": saved games may hold it",
                "\(help), or remove it from \"retired\" if it is the same as before"
            )
        }
    }
}

extension JSONEditor {
    /// Lists an id under a catalog's `retired`.
    package mutating func retire(_ kind: Retired.Kind, _ id: String) -> Bool {
        let id = quotedJSON(id)
        return add("{ \"\(kind.rawValue)\": [\(id)] }", at: "/retired")
            || add(id, at: "/retired/\(kind.rawValue)/-") || add(id, at: "/retired/-")
    }
}

/// The new names of assets that are named after an id, by their old names.
private func renamedAssets(
    _ kind: Retired.Kind,
    _ old: String,
    _ new: String,
    _ catalog: Catalog,
    _ index: AssetIndex,
    _ coverage: Coverage
) throws(Diagnostic) -> [String: String] {
    let before = names(after: old, kind, NameResolver(catalog: catalog, index: index))
    guard !before.isEmpty else { return [:] }
    let renamed = catalog.renaming(kind, old, to: new)
    let after = names(after: new, kind, NameResolver(catalog: renamed, index: index))
    guard before.count == after.count else { return [:] }
    var result: [String: String] = [:]
    for (name, target) in zip(before, after) where name != target && index[name] != nil {
        if let other = result.updateValue(target, forKey: name), other != target {
            throw .refusal(
                "\(index[name]?.files[0].path ?? name) would have two names, \"\(other)\" and \"\(target)\"",
                "give the thing the \"asset\" \"\(name)\" first; then its art keeps its name"
            )
        }
    }
    var own: Set<String> = []
    var others: Set<String> = []
    for cell in coverage.cells {
        guard let name = cell.winner?.name, result[name] != nil else { continue }
        let id = kind == .species ? cell.species.id : kind == .items ? cell.item?.id : nil
        if id == old { own.insert(name) } else { others.insert(name) }
    }
    for image in coverage.images where result[image.asset.name] != nil {
        let isOwn = kind == .images && image.image.id == old
        if isOwn { own.insert(image.asset.name) } else { others.insert(image.asset.name) }
    }
    if let shared = own.intersection(others).min() {
        throw .refusal(
            "\(index[shared]?.files[0].path ?? shared) is used by something else too",
            "give the thing the \"asset\" \"\(shared)\" first; then its art keeps its name"
        )
    }
    result = result.filter { !others.contains($0.key) }
    // Normal maps and the like follow what they are next to.
    for suffix in Set(catalog.targets.flatMap(\.settings.sideSheets)) {
        for (name, target) in result where index[name + suffix] != nil {
            result[name + suffix] = target + suffix
        }
    }
    return result
}

/// All names that the art of a thing may have, in an order that does not depend on its id.
private func names(after id: String, _ kind: Retired.Kind, _ resolver: NameResolver) -> [String] {
    let catalog = resolver.catalog
    var subjects: [ArtSubject] = []
    switch kind {
    case .species:
        guard let species = catalog.species(id) else { return [] }
        subjects = [.species(species)]
        subjects += catalog.items.filter { $0.fits(id) }.map { .item($0, wornBy: species) }
    case .items:
        guard let item = catalog.item(id) else { return [] }
        subjects = catalog.species.filter { item.fits($0.id) }.map { .item(item, wornBy: $0) }
    case .images:
        guard let image = catalog.images.first(where: { $0.id == id }) else { return [] }
        subjects = [.image(image)]
    default: return []
    }
    return subjects.flatMap { subject in
        (0..<max(1, subject.parts.count)).flatMap { part in
            resolver.animations(of: subject, part: part).flatMap { animation in
                resolver.axisCombinations(for: subject, part: part).flatMap { values in
                    resolver.resolve(subject, part: part, animation: animation, axes: values)
                        .attempts.map(\.name)
                }
            }
        }
    }
}

extension SheetRule {
    /// Its pattern once assets have other names: one that fits the same assets as before.
    fileprivate func pattern(
        following names: [String: String],
        from old: String,
        to new: String,
        among index: AssetIndex
    ) throws(Diagnostic) -> String {
        // A new name that is there already is a second name of its file.
        let second = Set(names.values).subtracting(names.keys)
        let known = (index.assets.map(\.name) + index.parts.keys).filter { !second.contains($0) }
        let wanted = known.map { pattern.matches($0) }
        let current = known.map { names[$0] ?? $0 }
        let replaced = pattern.text.replacing(old, with: new)
        for text in [pattern.text, names[pattern.text] ?? replaced, replaced] {
            let candidate = Glob(text)
            if current.map({ candidate.matches($0) }) == wanted { return text }
        }
        throw .refusal(
            "the rule \"\(pattern.text)\" of \"sheets\" would fit other files than before",
            "give the renamed files a rule of their own first"
        )
    }
}

extension Catalog {
    /// Where the text has the id of a thing, in bytes: its definition and all references.
    package func mentions(of kind: Retired.Kind, _ id: String) -> [Range<Int>] {
        mentions.filter { $0.kind == kind && $0.id == id }.map(\.range)
    }

    /// Throws a refusal where a list of the catalog would hold one of two ids and not the other,
    /// by a pattern.
    fileprivate func requireSamePatterns(
        _ kind: Retired.Kind,
        _ old: String,
        _ new: String,
        _ root: JSONNode?
    ) throws(Diagnostic) {
        let named = Set(mentions(of: kind, old).map(\.lowerBound))
        for mention in mentions where mention.kind == kind {
            let pattern = Glob(mention.id)
            guard pattern.hasWildcards, pattern.matches(old) != pattern.matches(new),
                let step = root?.path(to: mention.range.lowerBound).last,
                named.isDisjoint(with: step.siblingStarts)
            else { continue }
            let (one, other) = pattern.matches(old) ? (old, new) : (new, old)
            throw .refusal(
                "a list of the catalog has \(quotedJSON(mention.id)), which fits \"\(one)\" and not "
                    + "\"\(other)\"",
                "choose an id that the same patterns fit"
                    + (one == old ? ", or add \"\(old)\" to the list first" : "")
            )
        }
    }

    /// The ids of a kind of things, in the order of the file; values of axes are called
    /// `mood/calm`.
    package func ids(of kind: Retired.Kind) -> [String] {
        switch kind {
        case .species: species.map(\.id)
        case .items: items.map(\.id)
        case .looks: looks.map(\.id)
        case .images: images.map(\.id)
        case .slots: slots.map(\.id)
        case .targets: targets.map(\.id)
        case .bundles: targets.flatMap(\.settings.bundles).map(\.id).uniqued
        case .axes: axes.flatMap { axis in [axis.name] + axis.ids.map { "\(axis.name)/\($0)" } }
        default: []
        }
    }

    /// The same with another id for a thing that has art, for finding that.
    fileprivate func renaming(_ kind: Retired.Kind, _ old: String, to new: String) -> Catalog {
        func renamed<Thing>(_ things: [Thing], _ id: WritableKeyPath<Thing, String>) -> [Thing] {
            var things = things
            for place in things.indices where things[place][keyPath: id] == old {
                things[place][keyPath: id] = new
            }
            return things
        }
        var result = self
        switch kind {
        case .species:
            result.species = renamed(species, \.id)
            result.items = items.map { item in
                var item = item
                item.species = item.species?.map { $0 == old ? new : $0 }
                item.perSpecies = renamed(item.perSpecies, \.species)
                return item
            }
        case .items: result.items = renamed(items, \.id)
        case .images: result.images = renamed(images, \.id)
        default: break
        }
        return result
    }
}
