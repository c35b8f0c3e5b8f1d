import Diagnostics
import KilnManifest

/// What was probably meant if art is missing: a misspelled name, a file of another kind.
struct MissingArtHints {
    struct Hint {
        var help: String
        /// Files that it explains, which need no separate finding.
        var files: [String] = []
        /// What to correct in the catalog, if anything.
        var place: CatalogPlace?
        var meantID: String?
        /// The unambiguous fix, if there is one.
        var fix: Fix?
    }

    private let catalog: Catalog
    private let index: AssetIndex
    private let unused: [Asset]
    private let foreignPictures: [String: String]
    /// Unused assets by their words, in alphabetical order.
    private let unusedByWords: [String: Asset]
    /// Unused assets with an apparent density, by the name without it.
    private let unusedByStem: [String: Asset]
    /// Ids of items that the catalog refers to and does not define.
    private let unknownItems: Set<String>
    /// The remaining searches for similar names, which cost the product of both lists.
    private var searchesLeft: Int

    init(
        _ catalog: Catalog,
        _ index: AssetIndex,
        _ unused: [Asset],
        _ foreignPictures: [String: String]
    ) {
        self.catalog = catalog
        self.index = index
        self.unused = unused
        self.foreignPictures = foreignPictures
        unknownItems = unused.isEmpty ? [] : catalog.unknownIDs(.items)
        searchesLeft = 20_000 / max(1, index.assets.count)
        unusedByWords = Dictionary(unused.map { (words(of: $0.name), $0) }) { first, _ in first }
        unusedByStem = Dictionary(
            unused.compactMap { asset in MisspelledDensity(asset.name).map { ($0.stem, asset) } }
        ) { first, _ in first }
    }

    /// `isDrawnElsewhere`: other species have art of the item, so its names are right.
    mutating func hint(
        for item: Item,
        _ cell: Coverage.Cell,
        _ resolution: Resolution,
        isDrawnElsewhere: Bool
    ) -> Hint? {
        let own = item.parts.layer(cell.part)
        let (asset, ownPlace) = (own?.asset ?? item.asset, own?.place ?? item.place)
        let isNamed = ownPlace.has("asset")
        if isNamed, let hint = overlongHint(asset, ownPlace, resolution) { return hint }
        if let hint = partHint(asset, resolution) { return hint }
        // An id that differs in case from what refers to it is the mistake, not the file.
        let isMisnamed = !isNamed && unknownItems.contains { $0.lowercased() == asset.lowercased() }
        if !isMisnamed, var hint = resolution.caseHint(unused) {
            if isNamed { hint.place = ownPlace["asset"] }
            return hint
        }
        guard searchesLeft > 0 else { return fileHint(resolution, of: item) }
        searchesLeft -= 1
        if !isDrawnElsewhere, let hint = styleHint(for: item, cell) { return hint }
        let known = names(like: asset, resolution, among: isNamed ? index.assets : unused)
        if !isDrawnElsewhere,
            let near = nearestMatch(to: asset, in: known.keys.sorted()), let files = known[near],
            isNamed || files.count > 1 || unknownItems.contains(near)
        {
            let like = unused.filter { $0.name.contains(near) }.map { $0.files[0].path }
            let explained = files + like.filter { !files.contains($0) }
            guard isNamed || !unknownItems.contains(near) else {
                return Hint(help: meantID(near, files), files: explained, meantID: near)
            }
            var renaming = ""
            // A single file may be misspelled itself.
            if files.count == 1, let found = unused.first(where: { $0.files[0].path == files[0] }) {
                let due = found.name.replacing(near, with: asset)
                if resolution.names.contains(due) {
                    renaming = "; or " + rename("it", files[0], to: due)
                }
            }
            return Hint(
                help:
                    "did you mean \"asset\": \"\(near)\"? there \(files.count == 1 ? "is" : "are") "
                    + shortList(files) + renaming,
                files: explained,
                place: isNamed ? ownPlace["asset"] : nil,
                meantID: isNamed ? nil : near
            )
        }
        return resolution.nearFile(unused, index) ?? fileHint(resolution, of: item)
            ?? likeness(of: asset, resolution)
    }

    /// Unused files that are named as if the item were worn in the other way.
    private func styleHint(for item: Item, _ cell: Coverage.Cell) -> Hint? {
        var other = item
        other.equipStyle = item.equipStyle == .overlay ? .replaceSprite : .overlay
        let resolver = NameResolver(catalog: catalog, index: index)
        let files = catalog.species.prefix(64).filter { item.fits($0.id) }.compactMap { species in
            let resolution = resolver.resolve(
                .item(other, wornBy: species),
                part: cell.part,
                animation: cell.animation,
                axes: cell.combination
            )
            return resolution.winning?.template.placeholders.contains("asset") == true
                ? resolution.winner : nil
        }.filter(unused.contains).map { $0.files[0].path }.uniqued
        guard let first = files.first else { return nil }
        let style = other.equipStyle
        return Hint(
            help: "\(first) is named as art of "
                + (style == .overlay ? "an overlay" : "an outfit")
                + ": write \"equipStyle\": \"\(style.rawValue)\"",
            files: files,
            place: item.place["equipStyle"]
        )
    }

    /// A file with the asset's words and others, such as an unknown prefix.
    private func likeness(of asset: String, _ resolution: Resolution) -> Hint? {
        guard let first = resolution.attempts.first else { return nil }
        let own = Set(words(of: asset).split(separator: " "))
        let like = unused.first { own.isSubset(of: words(of: $0.name).split(separator: " ")) }
        guard let path = like?.files[0].path else { return nil }
        return Hint(
            help: "did you mean \(path)? \(rename("it", path, to: first.name)), or let "
                + "\"naming\" make its name",
            files: [path]
        )
    }

    mutating func hint(for species: Species, part: Int, _ resolution: Resolution) -> Hint? {
        let own = species.parts.layer(part)
        let (asset, place) = (own?.asset ?? species.asset, own?.place ?? species.place)
        if let asset, let hint = overlongHint(asset, place, resolution) { return hint }
        if let hint = partHint(species.asset, resolution) { return hint }
        guard searchesLeft > 0 else { return resolution.caseHint(unused) ?? fileHint(resolution) }
        searchesLeft -= 1
        if species.asset == nil {
            let known = names(like: species.id, resolution, among: unused)
            if let near = nearestMatch(to: species.id, in: known.keys.sorted()) {
                // Its outfits and overlays show whether the id is wrong, or one file's name.
                let files = unused.filter { $0.name == near || $0.name.hasPrefix(near + "_") }
                    .map { $0.files[0].path }
                if files.count > 1 {
                    return Hint(
                        help: "did you mean the id \"\(near)\"? there are \(shortList(files))",
                        files: files,
                        meantID: near
                    )
                }
            }
        }
        let named = asset.flatMap { asset -> Hint? in
            guard let near = nearestMatch(to: asset, in: index.assets.map(\.name)),
                let found = index[near]
            else { return nil }
            return Hint(
                help: "did you mean \"asset\": \"\(near)\"? there is \(found.files[0].path)",
                files: found.files.map(\.path),
                place: place["asset"]
            )
        }
        return resolution.caseHint(unused) ?? named ?? resolution.nearFile(unused, index)
            ?? fileHint(resolution)
    }

    /// An asset named with more than its own name.
    private func overlongHint(
        _ asset: String,
        _ place: CatalogPlace,
        _ resolution: Resolution
    ) -> Hint? {
        var hint = Hint.overlong(asset, tried: resolution.names, in: index, catalog.sources)
        hint?.place = place["asset"]
        return hint
    }

    /// A document without a layer or group of that name.
    ///
    /// Only if the catalog names a layer, or a similar one exists.
    private func partHint(_ asset: String?, _ resolution: Resolution) -> Hint? {
        guard !index.parts.isEmpty else { return nil }
        let isMeant = asset.flatMap(DocumentPart.init) != nil
        for attempt in resolution.attempts {
            // A template may add a document before one that the catalog names.
            guard let wanted = DocumentPart(attempt.name), !wanted.part.contains("#"),
                let document = index[wanted.document]
            else { continue }
            let known = index.parts(of: wanted.document)
            let near = nearestMatch(to: wanted.part, in: known)
            guard near != nil || isMeant else { continue }
            let list = known.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
            let path = document.files[0].path
            return Hint(
                help: (near.map { "did you mean \"\(wanted.document)#\($0)\"? " } ?? "")
                    + "\(path) has \(known.isEmpty ? "no layers" : "the layers \(list)")",
                files: [path]
            )
        }
        return nil
    }

    /// A file with the same words in another order, an unsupported density, or an unsupported kind.
    private func fileHint(_ resolution: Resolution, of item: Item? = nil) -> Hint? {
        for attempt in resolution.attempts {
            if let asset = unusedByWords[words(of: attempt.name)] {
                let path = asset.files[0].path
                return Hint(
                    help: "did you mean \(path)? " + rename("it", path, to: attempt.name),
                    files: [path]
                )
            }
            if let asset = unusedByStem[attempt.name] {
                let path = asset.files[0].path
                return MisspelledDensity(asset.name).map {
                    Hint(help: $0.help(for: path, path), files: [path])
                }
            }
            if let path = foreignPictures[attempt.name],
                attempt.template.placeholders.contains("species") || !isDrawnForSpecies(item)
            {
                // What is read, and yet no asset, is ignored.
                return Hint(
                    help: FileName(path: path) != nil
                        ? "\(path) is there, but \"ignore\" leaves it out"
                        : "\(path) is there, but pictures of its kind are not read: export it as "
                            + "\(attempt.name).png",
                    files: [path]
                )
            }
        }
        return nil
    }

    /// Whether a species has art of an item of its own, so that shared art is not what is missing.
    private func isDrawnForSpecies(_ item: Item?) -> Bool {
        guard let item else { return false }
        let resolver = NameResolver(catalog: catalog, index: index)
        return catalog.species.contains { species in
            item.fits(species.id)
                && resolver.resolve(.item(item, wornBy: species)).winning?.template.placeholders
                    .contains("species") == true
        }
    }

    /// Alternatives for `part` in names, with their files.
    private func names(
        like part: String,
        _ resolution: Resolution,
        among assets: [Asset]
    ) -> [String: [String]] {
        var known: [String: [String]] = [:]
        for attempt in resolution.attempts {
            guard let range = attempt.name.range(ofLast: part) else { continue }
            let (head, tail) = (
                attempt.name[..<range.lowerBound], attempt.name[range.upperBound...]
            )
            for asset in assets
            where asset.name.utf8.count > head.utf8.count + tail.utf8.count
                && asset.name.hasPrefix(head) && asset.name.hasSuffix(tail)
            {
                let own = String(asset.name.dropFirst(head.count).dropLast(tail.count))
                known[own, default: []].append(asset.files[0].path)
            }
        }
        return known
    }
}

extension Resolution {
    /// A file whose name differs in case only.
    func caseHint(_ unused: [Asset]) -> MissingArtHints.Hint? {
        for attempt in attempts {
            guard case .differsInCase(let asset) = attempt.outcome else { continue }
            let path = asset.files[0].path
            return MissingArtHints.Hint(
                help: "names are case-sensitive: " + rename(path, path, to: attempt.name),
                files: [path],
                fix: renaming(asset, to: attempt.name, unused)
            )
        }
        return nil
    }

    /// An unused file is most likely misspelled.
    func nearFile(_ unused: [Asset], _ index: AssetIndex) -> MissingArtHints.Hint? {
        guard let pair = nearestPair(of: names, and: unused.lazy.map(\.name)),
            let asset = index[pair.candidate]
        else { return nil }
        let path = asset.files[0].path
        return MissingArtHints.Hint(
            help: "did you mean \"\(asset.name)\" (\(path))? " + rename("it", path, to: pair.word),
            files: [path]
        )
    }
}

/// A name with an invalid density suffix: `hat-2x`, `hat_2x`, `hat@2`, `hat@10x`, `hat@1.5x`.
struct MisspelledDensity {
    /// The name without it.
    let stem: String
    private let density: Double

    init?(_ name: String) {
        let isMarked = name.last == "x" || name.last == "X"
        let body = isMarked ? name.dropLast() : name[...]
        let digits = body.reversed().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.count
        guard (1...4).contains(digits), let density = Double(body.suffix(digits)), density < 100
        else { return nil }
        let head = body.dropLast(digits)
        guard let mark = head.last, mark == "@" || isMarked && "-_ ".contains(mark) else {
            return nil
        }
        let stem = head.dropLast()
        guard !stem.isEmpty else { return nil }
        self.stem = String(stem)
        self.density = density
    }

    /// How to rename the file, as one clause.
    func help(for path: String, _ subject: String) -> String {
        guard let density = Int(exactly: density), FileName.densities.contains(density),
            let ending = path.lastComponent.split(separator: ".").last
        else {
            let (least, most) = (FileName.densities.lowerBound, FileName.densities.upperBound)
            return "densities are whole numbers from @\(least)x to @\(most)x: rename \(subject)"
        }
        return "a density is written @2x: rename \(subject) to \(stem)@\(density)x.\(ending)"
    }
}

/// How to rename an asset's file, keeping its density and extension, as one clause.
///
/// An image set is named by its folder.
func rename(_ subject: String, _ path: String, to asset: String) -> String {
    if let folder = path.imageSetFolder { return "rename \(folder) to \(asset).imageset" }
    guard let own = FileName(path: path) else { return "rename \(subject) to \(asset)" }
    return "rename \(subject) to \(asset)\(path.lastComponent.dropFirst(own.stem.count))"
}

/// Renames all files of an asset, if nothing uses it under its current name.
func renaming(_ asset: Asset, to name: String, _ unused: [Asset]) -> Fix? {
    unused.contains(asset) ? renamedFiles(of: asset, to: name).map { .rename($0) } : nil
}

/// New names for all files of an asset; nil if its name is not the beginning of theirs.
func renamedFiles(of asset: Asset, to name: String) -> [Fix.Move]? {
    let (old, new) = (asset.name.lastComponent, name.lastComponent)
    guard asset.name.dropLast(old.count) == name.dropLast(new.count) else { return nil }
    var moves: [Fix.Move] = []
    for path in asset.paths {
        let file = path.lastComponent
        guard file.hasPrefix(old), !path.contains(".imageset/"), asset.files[0].part == nil
        else { return nil }
        let moved = path.dropLast(file.count) + new + file.dropFirst(old.count)
        moves.append(Fix.Move(from: path, to: String(moved)))
    }
    return moves
}

/// The words of a name, independent of order, case and separators.
private func words(of name: String) -> String {
    var words: [String] = []
    var word = ""
    var isLower = false
    for letter in name {
        let isWordLetter = letter.isLetter || letter.isNumber
        // "overlayHat" are two words.
        if !isWordLetter || (letter.isUppercase && isLower) {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        if isWordLetter { word += letter.lowercased() }
        isLower = letter.isLowercase
    }
    if !word.isEmpty { words.append(word) }
    return words.sorted().joined(separator: " ")
}

/// The help for an id that is misspelled where it is defined.
func meantID(_ id: String, _ files: [String]) -> String {
    "did you mean the id \"\(id)\"? the catalog refers to it, and there is " + shortList(files)
}

extension Catalog {
    /// The ids of items or images that the catalog refers to and does not define.
    func unknownIDs(_ kind: Retired.Kind) -> Set<String> {
        // An app icon's id may be that of an image or a look.
        let known = kind == .items ? items.map(\.id) : images.map(\.id) + looks.map(\.id)
        return Set(mentions.lazy.filter { $0.kind == kind }.map(\.id)).subtracting(known)
    }
}

private func shortList(_ files: [String]) -> String {
    files[0] + (files.count > 1 ? " and \(counted(files.count - 1, "other"))" : "")
}

extension String {
    func range(ofLast text: String) -> Range<Index>? {
        guard !text.isEmpty, text.count <= count else { return nil }
        var start = index(endIndex, offsetBy: -text.count)
        while true {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            guard start > startIndex else { return nil }
            formIndex(before: &start)
        }
    }
}
