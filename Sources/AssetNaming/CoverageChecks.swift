internal import Catalog
internal import Diagnostics

/// What is wrong with a coverage matrix.
struct CoverageChecks {
    let catalog: Catalog
    let index: AssetIndex
    let cells: [Coverage.Cell]
    let unused: [Asset]

    func run() -> [Diagnostic] {
        let names = unresolved() + wrongCase()
        // A misspelled file is reported once, with what it should be called.
        let explained = Set(names.flatMap { $0.related.map(\.path) + [$0.location?.path ?? ""] })
        let unused = unusedAssets().filter { !explained.contains($0.location?.path ?? "") }
        return (names + fallbacks() + axesWithoutArt() + unused).inReportOrder()
    }

    /// One for each species and item without art, however many axis values lack it.
    private func unresolved() -> [Diagnostic] {
        var seen: Set<[String]> = []
        // Looking for near names costs the product of both lists.
        var suggestionsLeft = 20_000 / max(1, unused.count)
        return cells.compactMap { cell in
            guard cell.resolution.winner == nil,
                seen.insert([cell.species.id, cell.item?.id ?? ""]).inserted
            else { return nil }
            let tried = cell.resolution.attempts.map(\.name)
            let place = cell.item?.place["id"] ?? cell.species.place["id"]
            let who = cell.item.map {
                "item \"\($0.id)\" has no art for species \"\(cell.species.id)\""
            }
            let meant = meantFile(cell, suggests: suggestionsLeft > 0)
            suggestionsLeft -= 1
            return Diagnostic(
                id: cell.item == nil ? "unresolved-species" : "unresolved-item",
                at: place.location,
                message: (who ?? "species \"\(cell.species.id)\" has no art") + axisText(cell.axes)
                    + (tried.isEmpty
                        ? ", no template applies"
                        : ", found no \(tried.joined(separator: ", no "))"),
                help: meant?.help ?? helpForMissing(cell, tried),
                related: meant.map { [SourceLocation(path: $0.path)] } ?? []
            )
        }
    }

    private func axisText(_ axes: [String: String]) -> String {
        axes.isEmpty
            ? ""
            : " ("
                + axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ") + ")"
    }

    /// The file that was probably meant to be the cell's, and what to do with it.
    private func meantFile(_ cell: Coverage.Cell, suggests: Bool) -> (path: String, help: String)? {
        for attempt in cell.resolution.attempts {
            if case .differsInCase(let asset) = attempt.outcome {
                let path = asset.files[0].path
                let name = fileName(attempt.name, like: path)
                return (path, "names are case-sensitive: rename \(path) to \(name)")
            }
        }
        // A file that nothing uses is the likeliest to be misspelled.
        let tried = cell.resolution.attempts.map(\.name)
        guard suggests, let pair = nearestPair(of: tried, and: unused.lazy.map(\.name)),
            let asset = index[pair.candidate]
        else { return nil }
        let path = asset.files[0].path
        let name = fileName(pair.word, like: path)
        return (path, "did you mean \"\(asset.name)\" (\(path))? rename it to \(name)")
    }

    /// Where a file for the asset may be put.
    private func newFile(_ asset: String) -> String {
        (catalog.sources.first.map { $0 + "/" } ?? "") + asset + ".png"
    }

    /// The asset's name with the ending, density included, of a file.
    private func fileName(_ asset: String, like path: String) -> String {
        guard let own = FileName(path: path) else { return asset }
        return asset + path.lastComponent.dropFirst(own.stem.count)
    }

    private func helpForMissing(_ cell: Coverage.Cell, _ tried: [String]) -> String? {
        guard let first = tried.first else { return nil }
        return cell.item == nil
            ? "add \(newFile(first)), or name other art with \"asset\""
            : "add \(newFile(first)), or list under \"species\" who can wear it"
    }

    /// Names that were tried before the winner and exist in another case.
    private func wrongCase() -> [Diagnostic] {
        var seen: Set<String> = []
        return cells.flatMap { cell -> [Diagnostic] in
            guard let level = cell.resolution.level else { return [] }
            return cell.resolution.attempts[..<level].compactMap { attempt in
                guard case .differsInCase(let asset) = attempt.outcome,
                    asset != cell.resolution.winner, seen.insert(asset.name).inserted
                else { return nil }
                return Diagnostic(
                    id: "wrong-case",
                    severity: .warning,
                    at: SourceLocation(path: asset.files[0].path),
                    message: "a file differs only in case from a name that is looked for, "
                        + "found \"\(asset.name)\", expected \"\(attempt.name)\"",
                    help: "names are case-sensitive: rename it to "
                        + fileName(attempt.name, like: asset.files[0].path)
                )
            }
        }
    }

    /// Species that share art while others have their own.
    private func fallbacks() -> [Diagnostic] {
        var byItem: [String: [Coverage.Cell]] = [:]
        for cell in cells where cell.resolution.level != nil {
            if let item = cell.item { byItem[item.id, default: []].append(cell) }
        }
        return catalog.items.flatMap { item -> [Diagnostic] in
            let cells = byItem[item.id] ?? []
            guard let owner = cells.first(where: { isOwn($0) }) else { return [] }
            var seen: Set<String> = []
            return cells.compactMap { cell in
                guard !isOwn(cell), cell.resolution.level == cell.resolution.attempts.count - 1,
                    let winner = cell.resolution.winner, seen.insert(cell.species.id).inserted
                else { return nil }
                return Diagnostic(
                    id: "last-fallback",
                    severity: .note,
                    at: item.place["id"].location,
                    message: "item \"\(item.id)\" has only the shared art \"\(winner.name)\" for "
                        + "species \"\(cell.species.id)\", while \"\(owner.species.id)\" has its own",
                    help:
                        "add \(newFile(cell.resolution.attempts[0].name)) if the shared art does not fit"
                )
            }
        }
    }

    private func isOwn(_ cell: Coverage.Cell) -> Bool {
        guard let level = cell.resolution.level else { return false }
        return cell.resolution.attempts[level].template.placeholders.contains("species")
    }

    private func axesWithoutArt() -> [Diagnostic] {
        let naming = catalog.naming
        let used = Set((naming.base + naming.overlay + naming.species).flatMap(\.placeholders))
        var drawn: Set<[String]> = []
        for cell in cells {
            guard let level = cell.resolution.level else { continue }
            for axis in cell.resolution.attempts[level].template.placeholders {
                if let value = cell.axes[axis] { drawn.insert([axis, value]) }
            }
        }
        return catalog.axes.filter { used.contains($0.name) }.flatMap { axis -> [Diagnostic] in
            axis.values.indices.compactMap { position in
                let value = axis.values[position]
                guard !drawn.contains([axis.name, value]) else { return nil }
                return Diagnostic(
                    id: "axis-without-art",
                    severity: .warning,
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
    private var wantedNames: [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for cell in cells {
            let before = cell.resolution.attempts.prefix(cell.resolution.level ?? .max)
            for attempt in before where attempt.outcome == .missing {
                if seen.insert(attempt.name).inserted { names.append(attempt.name) }
            }
            if names.count * unused.count > 200_000 { return [] }
        }
        return names
    }

    private func unusedAssets() -> [Diagnostic] {
        var shadows: [String: String] = [:]
        for cell in cells {
            for asset in cell.resolution.shadowed where shadows[asset.name] == nil {
                shadows[asset.name] = cell.resolution.winner?.name
            }
        }
        let wanted = wantedNames
        return unused.map { asset in
            let path = asset.files[0].path
            let near = shadows[asset.name] == nil ? nearestMatch(to: asset.name, in: wanted) : nil
            return Diagnostic(
                id: "unused-asset",
                severity: .warning,
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
