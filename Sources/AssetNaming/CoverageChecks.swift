internal import Catalog
package import Diagnostics

extension Check {
    package static let unresolvedSpecies = Check("unresolved-species", "a species has no art")
    package static let unresolvedItem = Check("unresolved-item", "an item has no art for a species")
    package static let wrongCase = Check("wrong-case", .warning, "a file's name has the wrong case")
    package static let lastFallback = Check(
        "last-fallback",
        .note,
        "a species shares art where another has its own"
    )
    package static let outfitUndressed = Check(
        "outfit-undressed",
        .warning,
        "an outfit shows the undressed pet"
    )
    package static let axisWithoutArt = Check(
        "axis-without-art",
        .warning,
        "an axis value has no art"
    )
    package static let unusedAsset = Check("unused-asset", .warning, "nothing uses an asset")
}

/// What is wrong with a coverage matrix, found while its cells pass by.
struct CoverageChecks {
    let catalog: Catalog
    let index: AssetIndex
    private(set) var unused: [Asset] = []

    /// Things with a file for each animation, by name: those with one, and those without.
    private var animated: Set<String> = []
    private var withoutAnimations: [String: (cell: Coverage.Cell, resolution: Resolution)] = [:]
    private var withoutAnimationsOrder: [String] = []
    private var undressed = DiagnosticList()
    private var lastUndressed = ""
    /// Without art, as far as each is told: one for each species and item, however many axis values
    /// lack it.
    private var missing: [(cell: Coverage.Cell, resolution: Resolution)] = []
    /// How many there are in all.
    private var missingSpecies = 0
    private var missingItems = 0
    /// The last one without art, or with axis values without art.
    private var lastMissing = ""
    private var wrongCase = DiagnosticList()
    private var namesInWrongCase: Set<String> = []
    /// Axis values that have art of their own.
    private var drawn: Set<[String]> = []
    /// What is found before an asset that nothing else finds, by the asset.
    private var shadows: [String: String] = [:]
    /// Names that would be found before what is used now.
    private var wanted: [String] = []
    private var wantedSeen: Set<String> = []
    /// Of each item: the first species with art of its own.
    private var owners: [String: String] = [:]
    /// Of each item: species that share art, as far as they are told.
    private var sharers: [String: [Coverage.Cell]] = [:]
    private var othersSharing: [String: Int] = [:]
    private var lastSharer = ""

    /// Comparing more names with each other would take long.
    private static let longestComparison = 200_000

    init(catalog: Catalog, index: AssetIndex) {
        self.catalog = catalog
        self.index = index
    }

    /// Looks at the next cell.
    mutating func note(_ cell: Coverage.Cell, _ resolution: Resolution) {
        noteWanted(resolution)
        for asset in resolution.shadowed where shadows[asset.name] == nil {
            shadows[asset.name] = resolution.winner?.name
        }
        guard let won = resolution.won, let winning = resolution.winning else {
            if cell.animation != nil {
                noteWithoutAnimation(cell, resolution)
            } else {
                noteMissing(cell, resolution)
            }
            return
        }
        if cell.animation != nil {
            // It has art; whether it has all that its pet shows is looked at with the sheets.
            withoutAnimations[cell.name] = nil
            animated.insert(cell.name)
        }
        for attempt in resolution.attempts[..<won] {
            if case .differsInCase(let asset) = attempt.outcome { noteCase(asset, attempt, cell) }
        }
        for (axis, value) in winning.axes { drawn.insert([axis, value]) }
        if let item = cell.item { noteFallback(cell, item, resolution, winning) }
    }

    /// Something with a file for each animation needs at least one.
    private mutating func noteWithoutAnimation(_ cell: Coverage.Cell, _ resolution: Resolution) {
        let name = cell.name
        guard !animated.contains(name), withoutAnimations[name] == nil else { return }
        withoutAnimations[name] = (cell, resolution)
        withoutAnimationsOrder.append(name)
    }

    /// All findings; `unused` are the assets that no cell won, `isWhole` says whether all cells
    /// passed by.
    mutating func run(unused: [Asset], isWhole: Bool) -> [Diagnostic] {
        self.unused = unused
        for name in withoutAnimationsOrder {
            if let (cell, resolution) = withoutAnimations[name] { noteMissing(cell, resolution) }
        }
        let names = unresolved() + unresolvedImages() + wrongCase.diagnostics
        // A misspelled file is reported once, with what it should be called.
        let explained = Set(names.flatMap { $0.related.map(\.path) + [$0.location?.path ?? ""] })
        let left = unusedAssets().filter { !explained.contains($0.location?.path ?? "") }
        let cut = isWhole ? [] : [Diagnostic.tooManyCells(catalog)]
        return cut + names + fallbacks() + undressed.diagnostics + axesWithoutArt() + left
    }

    private mutating func noteWanted(_ resolution: Resolution) {
        guard wanted.count <= Self.longestComparison else { return }
        for attempt in resolution.attempts.prefix(resolution.won ?? .max)
        where attempt.outcome == .missing {
            if wantedSeen.insert(attempt.name).inserted { wanted.append(attempt.name) }
        }
    }

    private mutating func noteMissing(_ cell: Coverage.Cell, _ resolution: Resolution) {
        guard cell.name != lastMissing else { return }
        lastMissing = cell.name
        if cell.item == nil {
            missingSpecies += 1
            guard missingSpecies <= DiagnosticList.limitOfKind else { return }
        } else {
            missingItems += 1
            guard missingItems <= DiagnosticList.limitOfKind else { return }
        }
        missing.append((cell, resolution))
    }

    /// A name that was tried before the winner exists in another case.
    private mutating func noteCase(
        _ asset: Asset,
        _ attempt: Resolution.Attempt,
        _ cell: Coverage.Cell
    ) {
        guard asset != cell.winner, namesInWrongCase.insert(asset.name).inserted else { return }
        wrongCase.append(
            Diagnostic(
                .wrongCase,
                at: SourceLocation(path: asset.files[0].path),
                message: "a file differs only in case from a name that is looked for, "
                    + "found \"\(asset.name)\", expected \"\(attempt.name)\"",
                help: "names are case-sensitive: rename it to "
                    + fileName(attempt.name, like: asset.files[0].path)
            )
        )
    }

    /// Species that share art while others have their own.
    private mutating func noteFallback(
        _ cell: Coverage.Cell,
        _ item: Item,
        _ resolution: Resolution,
        _ winning: Resolution.Attempt
    ) {
        let species = cell.species.id
        if !winning.template.placeholders.contains("asset") {
            noteUndressed(cell, item, resolution, winning)
        } else if winning.template.placeholders.contains("species") {
            if owners[item.id] == nil { owners[item.id] = species }
        } else if winning.level == resolution.attempts.last?.level {
            let name = "\(species) \(item.id)"
            guard name != lastSharer else { return }
            lastSharer = name
            if sharers[item.id, default: []].count < DiagnosticList.limitOfKind {
                sharers[item.id, default: []].append(cell)
            } else {
                othersSharing[item.id, default: 0] += 1
            }
        }
    }

    /// An outfit that resolved to what has no `<asset>`: the pet itself.
    private mutating func noteUndressed(
        _ cell: Coverage.Cell,
        _ item: Item,
        _ resolution: Resolution,
        _ winning: Resolution.Attempt
    ) {
        guard cell.name != lastUndressed else { return }
        lastUndressed = cell.name
        let first = resolution.attempts.first?.name ?? ""
        let file = newFile(first)
        undressed.append(.outfitUndressed) {
            Diagnostic(
                .outfitUndressed,
                at: item.place["id"].location,
                message:
                    "item \"\(item.id)\" has no art for species \"\(cell.species.id)\" and shows "
                    + "the undressed pet, found \"\(winning.name)\"",
                help: "add \(file), or list under \"species\" who can wear it"
            )
        }
    }
}

extension Coverage.Cell {
    /// Tells it from others as far as it is told of: parts and axis values are not.
    fileprivate var name: String {
        let part = subject.parts.isEmpty ? "" : " \(part)"
        return "\(species.id) \(item?.id ?? "")\(part)"
    }
}

// MARK: - Findings

extension CoverageChecks {
    private func unresolved() -> [Diagnostic] {
        // Looking for near names costs the product of both lists.
        var suggestionsLeft = 20_000 / max(1, unused.count)
        let told = missing.map { cell, resolution in
            let tried = resolution.attempts.map(\.name)
            let item = cell.item
            let place = item?.place["id"] ?? cell.species.place["id"]
            let who = item.map {
                "item \"\($0.id)\" has no art for species \"\(cell.species.id)\""
            }
            let meant = meantFile(resolution, suggests: suggestionsLeft > 0)
            suggestionsLeft -= 1
            return Diagnostic(
                item == nil ? .unresolvedSpecies : .unresolvedItem,
                at: place.location,
                message: (who ?? "species \"\(cell.species.id)\" has no art") + partText(cell)
                    + axisText(cell.axes)
                    + (tried.isEmpty
                        ? ", no template applies"
                        : ", found no \(tried.joined(separator: ", no "))"),
                help: meant?.help ?? helpForMissing(isSpecies: item == nil, tried),
                related: meant.map { [SourceLocation(path: $0.path)] } ?? []
            )
        }
        var list = DiagnosticList(told)
        let limit = DiagnosticList.limitOfKind
        list.append(.unresolvedSpecies, others: missingSpecies - limit)
        list.append(.unresolvedItem, others: missingItems - limit)
        return list.diagnostics
    }

    private func partText(_ cell: Coverage.Cell) -> String {
        let parts = cell.subject.parts
        return parts.isEmpty ? "" : ", part \(cell.part + 1) (\(parts[cell.part].asset))"
    }

    private func axisText(_ axes: [String: String]) -> String {
        axes.isEmpty
            ? ""
            : " ("
                + axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ") + ")"
    }

    /// The file that was probably meant to be the cell's, and what to do with it.
    private func meantFile(
        _ resolution: Resolution,
        suggests: Bool
    ) -> (path: String, help: String)? {
        for attempt in resolution.attempts {
            if case .differsInCase(let asset) = attempt.outcome {
                let path = asset.files[0].path
                let name = fileName(attempt.name, like: path)
                return (path, "names are case-sensitive: rename \(path) to \(name)")
            }
        }
        // A file that nothing uses is the likeliest to be misspelled.
        let tried = resolution.attempts.map(\.name)
        guard suggests, let pair = nearestPair(of: tried, and: unused.lazy.map(\.name)),
            let asset = index[pair.candidate]
        else { return nil }
        let path = asset.files[0].path
        let name = fileName(pair.word, like: path)
        return (path, "did you mean \"\(asset.name)\" (\(path))? rename it to \(name)")
    }

    /// Where a file for the asset may be put.
    func newFile(_ asset: String) -> String {
        (catalog.sources.folders.first.map { $0 + "/" } ?? "") + asset + ".png"
    }

    /// The asset's name with the ending, density included, of a file.
    private func fileName(_ asset: String, like path: String) -> String {
        guard let own = FileName(path: path) else { return asset }
        return asset + path.lastComponent.dropFirst(own.stem.count)
    }

    private func helpForMissing(isSpecies: Bool, _ tried: [String]) -> String? {
        guard let first = tried.first else { return nil }
        return isSpecies
            ? "add \(newFile(first)), or name other art with \"asset\""
            : "add \(newFile(first)), or list under \"species\" who can wear it"
    }

    private func fallbacks() -> [Diagnostic] {
        var found = DiagnosticList()
        for item in catalog.items {
            guard let owner = owners[item.id] else { continue }
            for cell in sharers[item.id] ?? [] {
                found.append(.lastFallback) {
                    Diagnostic(
                        .lastFallback,
                        at: item.place["id"].location,
                        message: "item \"\(item.id)\" has only the shared art "
                            + "\"\(cell.winner?.name ?? "")\" for "
                            + "species \"\(cell.species.id)\", while \"\(owner)\" has its own",
                        help: (cell.resolution.attempts.first?.name).map {
                            "add \(newFile($0)) if the shared art does not fit"
                        }
                    )
                }
            }
            found.append(.lastFallback, others: othersSharing[item.id] ?? 0)
        }
        return found.diagnostics
    }

    private func axesWithoutArt() -> [Diagnostic] {
        let used = catalog.placeholders
        let axes = catalog.axes.filter { used.contains($0.name) && !$0.isSparse }
        return axes.flatMap { axis -> [Diagnostic] in
            axis.values.compactMap { entry in
                let value = entry.id
                // What is drawn without a word is what art without a value shows.
                guard value != axis.defaultValue, !drawn.contains([axis.name, value]) else {
                    return nil
                }
                return Diagnostic(
                    .axisWithoutArt,
                    at: entry.place.location,
                    message:
                        "the value \"\(value)\" of axis \"\(axis.name)\" has no art of its own",
                    help: "add art for it, remove the value, or say \"sparse\": true of the axis"
                )
            }
        }
    }

    /// Names that would be found before what is used now: those that a misspelled file may mean.
    ///
    /// None when there are so many that comparing them would take long.
    private var comparedNames: [String] {
        wanted.count * unused.count > Self.longestComparison ? [] : wanted
    }

    private func unusedAssets() -> [Diagnostic] {
        let wanted = comparedNames
        return unused.map { asset in
            let path = asset.files[0].path
            let near = shadows[asset.name] == nil ? nearestMatch(to: asset.name, in: wanted) : nil
            return Diagnostic(
                .unusedAsset,
                at: SourceLocation(path: path),
                message: "no species, no item and no image uses the asset \"\(asset.name)\"",
                help: shadows[asset.name].map { "\"\($0)\" is found before it" }
                    ?? near.map {
                        "did you mean \"\($0)\"? rename it to \(fileName($0, like: path))"
                    }
                    ?? "add an item or an image for it, or remove the file"
            )
        }
    }
}

extension Diagnostic {
    fileprivate static func tooManyCells(_ catalog: Catalog) -> Diagnostic {
        Diagnostic(
            .tooManyCombinations,
            at: catalog.place["species"].nameLocation,
            message: "species, items and axis values have more combinations than are resolved, "
                + "expected at most \(Coverage.limit)",
            help: "say under \"species\" who can wear an item, or use fewer axes in naming"
        )
    }
}
