internal import Catalog
internal import Diagnostics

// What is told of a coverage matrix, once all of its cells have passed by.

extension CoverageChecks {
    func unresolved() -> [Diagnostic] {
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
            ).mended(by: meant?.fix)
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
    ) -> (path: String, help: String, fix: Fix?)? {
        for attempt in resolution.attempts {
            if case .differsInCase(let asset) = attempt.outcome {
                let path = asset.files[0].path
                let name = fileName(attempt.name, like: path)
                return (
                    path, "names are case-sensitive: rename \(path) to \(name)",
                    rename(asset, to: attempt.name)
                )
            }
        }
        // A file that nothing uses is the likeliest to be misspelled.
        let tried = resolution.attempts.map(\.name)
        guard suggests, let pair = nearestPair(of: tried, and: unused.lazy.map(\.name)),
            let asset = index[pair.candidate]
        else { return nil }
        let path = asset.files[0].path
        let name = fileName(pair.word, like: path)
        return (path, "did you mean \"\(asset.name)\" (\(path))? rename it to \(name)", nil)
    }

    /// All files of an asset under another name, when nothing else uses it under this one.
    func rename(_ asset: Asset, to name: String) -> Fix? {
        guard unused.contains(asset) else { return nil }
        let (old, new) = (asset.name.lastComponent, name.lastComponent)
        guard asset.name.dropLast(old.count) == name.dropLast(new.count) else { return nil }
        var moves: [Fix.Move] = []
        for path in asset.files.flatMap({ [$0.path] + $0.following }) {
            let file = path.lastComponent
            guard file.hasPrefix(old), !path.contains(".imageset/") else { return nil }
            let moved = path.dropLast(file.count) + new + file.dropFirst(old.count)
            moves.append(Fix.Move(from: path, to: String(moved)))
        }
        return .rename(moves)
    }

    /// Where a file for the asset may be put.
    func newFile(_ asset: String) -> String {
        (catalog.sources.folders.first.map { $0 + "/" } ?? "") + asset + ".png"
    }

    /// The asset's name with the ending, density included, of a file.
    func fileName(_ asset: String, like path: String) -> String {
        guard let own = FileName(path: path) else { return asset }
        return asset + path.lastComponent.dropFirst(own.stem.count)
    }

    private func helpForMissing(isSpecies: Bool, _ tried: [String]) -> String? {
        guard let first = tried.first else { return nil }
        return isSpecies
            ? "add \(newFile(first)), or name other art with \"asset\""
            : "add \(newFile(first)), or list under \"species\" who can wear it"
    }

    func fallbacks() -> [Diagnostic] {
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

    func axesWithoutArt() -> [Diagnostic] {
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

    func unusedAssets() -> [Diagnostic] {
        let wanted = comparedNames
        let (series, told) = numberedSeries()
        return told
            + unused.filter { !series.contains($0.name) }.map { asset in
                let path = asset.files[0].path
                let near =
                    shadows[asset.name] == nil ? nearestMatch(to: asset.name, in: wanted) : nil
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

    /// Unused files that look like the frames of one animation, said once for all of them.
    private func numberedSeries() -> (names: Set<String>, found: [Diagnostic]) {
        let frames = unused.compactMap { asset in
            NumberedStem(asset.name).map { (stem: $0, asset: asset) }
        }
        var names: Set<String> = []
        var found: [Diagnostic] = []
        for (name, group) in Dictionary(grouping: frames, by: \.stem.name).sorted(by: {
            $0.key < $1.key
        })
        where group.count > 1 && index[name] == nil {
            let group = group.sorted { $0.stem.number < $1.stem.number }
            let (first, last) = (group[0], group[group.count - 1])
            guard last.stem.number - first.stem.number == group.count - 1 else { continue }
            names.formUnion(group.map(\.asset.name))
            found.append(
                Diagnostic(
                    .unusedAsset,
                    at: SourceLocation(path: first.asset.files[0].path),
                    message:
                        "nothing uses \(group.count) numbered files, found \"\(first.asset.name)\" to "
                        + "\"\(last.asset.name)\"",
                    help:
                        "if they are the frames of \"\(name)\", say \"frames\": \"numbered\" in a rule of "
                        + "\"sheets\" for it"
                )
            )
        }
        return (names, found)
    }
}

extension Diagnostic {
    static func tooManyCells(_ catalog: Catalog) -> Diagnostic {
        Diagnostic(
            .tooManyCombinations,
            at: catalog.place["species"].nameLocation,
            message: "species, items and axis values have more combinations than are resolved, "
                + "expected at most \(Coverage.limit)",
            help: "say under \"species\" who can wear an item, or use fewer axes in naming"
        )
    }
}
