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
    package static let axisWithoutArt = Check(
        "axis-without-art",
        .warning,
        "an axis value has no art"
    )
    package static let unusedAsset = Check("unused-asset", .warning, "nothing uses an asset")
}

/// What is wrong with a coverage matrix, found while its cells pass by.
struct CoverageChecks {
    private let catalog: Catalog
    private let index: AssetIndex
    private var unused: [Asset] = []

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
        guard let level = resolution.level else {
            noteMissing(cell, resolution)
            return
        }
        for attempt in resolution.attempts[..<level] {
            if case .differsInCase(let asset) = attempt.outcome { noteCase(asset, attempt, cell) }
        }
        for axis in resolution.attempts[level].template.placeholders {
            if let value = cell.axes[axis] { drawn.insert([axis, value]) }
        }
        if let item = cell.item?.id { noteFallback(cell, item, resolution, level) }
    }

    /// All findings; `unused` are the assets that no cell won, `isWhole` says whether all cells
    /// passed by.
    mutating func run(unused: [Asset], isWhole: Bool) -> [Diagnostic] {
        self.unused = unused
        let names = unresolved() + wrongCase.diagnostics
        // A misspelled file is reported once, with what it should be called.
        let explained = Set(names.flatMap { $0.related.map(\.path) + [$0.location?.path ?? ""] })
        let left = unusedAssets().filter { !explained.contains($0.location?.path ?? "") }
        let cut = isWhole ? [] : [Diagnostic.tooManyCells(catalog)]
        return (cut + names + fallbacks() + axesWithoutArt() + left)
    }

    private mutating func noteWanted(_ resolution: Resolution) {
        guard wanted.count <= Self.longestComparison else { return }
        for attempt in resolution.attempts.prefix(resolution.level ?? .max)
        where attempt.outcome == .missing {
            if wantedSeen.insert(attempt.name).inserted { wanted.append(attempt.name) }
        }
    }

    private mutating func noteMissing(_ cell: Coverage.Cell, _ resolution: Resolution) {
        let (species, item) = (cell.species.id, cell.item?.id)
        let name = "\(species) \(item ?? "")"
        guard name != lastMissing else { return }
        lastMissing = name
        if item == nil {
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
        _ item: String,
        _ resolution: Resolution,
        _ level: Int
    ) {
        let species = cell.species.id
        if resolution.attempts[level].template.placeholders.contains("species") {
            if owners[item] == nil { owners[item] = species }
        } else if level == resolution.attempts.count - 1 {
            let name = "\(species) \(item)"
            guard name != lastSharer else { return }
            lastSharer = name
            if sharers[item, default: []].count < DiagnosticList.limitOfKind {
                sharers[item, default: []].append(cell)
            } else {
                othersSharing[item, default: 0] += 1
            }
        }
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
                message: (who ?? "species \"\(cell.species.id)\" has no art") + axisText(cell.axes)
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
    private func newFile(_ asset: String) -> String {
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
        let naming = catalog.naming
        let used = Set((naming.base + naming.overlay + naming.species).flatMap(\.placeholders))
        return catalog.axes.filter { used.contains($0.name) }.flatMap { axis -> [Diagnostic] in
            axis.values.indices.compactMap { position in
                let value = axis.values[position]
                guard !drawn.contains([axis.name, value]) else { return nil }
                return Diagnostic(
                    .axisWithoutArt,
                    at: axis.place[position].location,
                    message:
                        "the value \"\(value)\" of axis \"\(axis.name)\" has no art of its own",
                    help: "add art for it, or remove the value"
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
                message: "no species and no item uses the asset \"\(asset.name)\"",
                help: shadows[asset.name].map { "\"\($0)\" is found before it" }
                    ?? near.map {
                        "did you mean \"\($0)\"? rename it to \(fileName($0, like: path))"
                    }
                    ?? "add an item for it, or remove the file"
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
