package import Diagnostics

extension Check {
    package static let unresolvedSpecies = Check("unresolved-species")
    package static let unresolvedItem = Check("unresolved-item")
    package static let wrongCase = Check("wrong-case", .warning)
    package static let lastFallback = Check("last-fallback", .note)
    package static let outfitUndressed = Check("outfit-undressed", .warning)
    package static let axisWithoutArt = Check("axis-without-art", .warning)
    package static let unusedAsset = Check("unused-asset", .warning)

    package static let placeholder = Check("placeholder", .warning)
}

/// Finds problems of a coverage matrix, while its cells are processed.
struct CoverageChecks {
    let catalog: Catalog
    let index: AssetIndex
    private(set) var unused: [Asset] = []
    /// Whether there are no problems; placeholders are determined anyway.
    private let isSound: Bool

    /// Things with a file per animation, by name: those with one, and those without.
    private var animated: Set<String> = []
    private var withoutAnimations: [String: (cell: Coverage.Cell, resolution: Resolution)] = [:]
    private var withoutAnimationsOrder: [String] = []
    /// The texts of templates that found art.
    private(set) var winningTemplates: Set<String> = []
    private var undressed = DiagnosticList()
    private var lastUndressed = ""
    /// The reported ones without art: one for each species and for each part of an item, regardless
    /// of axis values or wearers.
    var missing: [Missing] = []
    /// The total number.
    var missingSpecies = 0
    var missingItems = 0
    /// Items without art on species without art.
    var itemsOfMissingSpecies: [String: Int] = [:]
    /// An item's index in `missing`; -1 if it is only counted.
    private var missingPlaces: [String: Int] = [:]
    /// The last one without art, or with axis values without art.
    private var lastMissing = ""
    var wrongCase = DiagnosticList()
    private var namesInWrongCase: Set<String> = []
    /// Expected names of files in the wrong case, by path.
    private var meantNames: [String: (asset: Asset, name: String)] = [:]
    /// The reported images without art for some values, and the total number.
    var missingImages: [MissingImageArt] = []
    var missingImageCount = 0
    var gaps: CoverageGaps
    var required: RequiredArt
    var idleVariants: IdleVariants
    /// Axis values with separate art.
    var drawn: Set<[String]> = []
    /// The art that precedes an otherwise unused asset, by asset.
    var shadows: [String: String] = [:]
    /// Names that would take precedence over used art.
    var wanted: [String] = []
    private var wantedSeen: Set<String> = []
    /// For each item, the first species with separate art.
    var owners: [String: String] = [:]
    /// For each item, the reported species that share art.
    var sharers: [String: [Coverage.Cell]] = [:]
    var othersSharing: [String: Int] = [:]
    private var lastSharer = ""

    static let longestComparison = 200_000

    /// Files of unsupported kinds, by stem.
    let foreignPictures: [String: String]

    struct Missing {
        var cell: Coverage.Cell
        var resolution: Resolution
        /// The species without it, in order, up to a limit.
        var species: [String]
        var speciesCount = 1
    }

    init(catalog: Catalog, index: AssetIndex, foreignPictures: [String], isSound: Bool) {
        self.catalog = catalog
        self.index = index
        gaps = CoverageGaps(catalog)
        self.isSound = isSound && !gaps.areFilled
        idleVariants = IdleVariants(catalog)
        required = RequiredArt(catalog, keepsAll: gaps.areFilled)
        self.foreignPictures = Dictionary(
            foreignPictures.map { path in
                let name = path.lastComponent
                return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name, path)
            }
        ) { first, second in first.hasSuffix(".svg") ? second : first }
    }

    mutating func note(_ cell: Coverage.Cell, _ resolution: Resolution) {
        if isSound { return }
        noteNames(resolution)
        if !required.isEmpty { required.note(cell, resolution) }
        guard let won = resolution.won else {
            if cell.animation == nil {
                noteMissing(cell, resolution)
            } else if !animated.contains(cell.name), withoutAnimations[cell.name] == nil {
                // Things with a file per animation need at least one.
                withoutAnimations[cell.name] = (cell, resolution)
                withoutAnimationsOrder.append(cell.name)
            }
            return
        }
        if cell.animation != nil {
            // It has art; the sheet checks compare its animations with the pet's.
            withoutAnimations[cell.name] = nil
            animated.insert(cell.name)
        }
        noteWin(resolution, won)
        for (axis, value) in cell.axes { drawn.insert([axis, value]) }
        idleVariants.note(cell)
        noteFallback(cell, resolution)
    }

    /// Processes the next image with axes, for the next values.
    mutating func note(_ image: NamedImage, _ step: ArtWalk.Step) {
        let (split, resolution) = (step.split, step.resolution)
        noteNames(resolution)
        if !required.isEmpty { required.note(image, step) }
        if let won = resolution.won {
            noteWin(resolution, won)
            idleVariants.note(image, colored: split.colored)
        }
        for axis in split.colored.keys {
            if let value = split.combination[axis] { drawn.insert([axis, value]) }
        }
    }

    private mutating func noteNames(_ resolution: Resolution) {
        noteWanted(resolution)
        for asset in resolution.shadowed where shadows[asset.name] == nil {
            shadows[asset.name] = resolution.winner?.name
        }
    }

    private mutating func noteWin(_ resolution: Resolution, _ won: Int) {
        for attempt in resolution.attempts[..<won] {
            if case .differsInCase(let asset) = attempt.outcome, asset != resolution.winner {
                noteCase(asset, attempt)
            }
        }
        let winning = resolution.attempts[won]
        winningTemplates.insert(winning.template.text)
        for (axis, value) in winning.axes { drawn.insert([axis, value]) }
    }

    /// Called after the last cell.
    mutating func finishCells() {
        for name in withoutAnimationsOrder {
            if let (cell, resolution) = withoutAnimations[name] { noteMissing(cell, resolution) }
        }
    }

    /// All findings, in no particular order.
    mutating func run(unused: [Asset], isWhole: Bool, hasAllImages: Bool) -> [Diagnostic] {
        if isSound { return [] }
        self.unused = unused
        required.finish()
        gaps.note(required.gaps)
        let names =
            gaps.reported(unresolved() + unresolvedImages())
            + wrongCase.diagnostics.map { finding in
                let meant = finding.location.flatMap { meantNames[$0.path] }
                return finding.mended(by: meant.flatMap { renaming($0.asset, to: $0.name, unused) })
            }
        // A misspelled file is reported once, with its correct name.
        let axes = axesWithoutArt()
        let explained = Set(
            (names + axes).flatMap { $0.related.map(\.path) + [$0.location?.path ?? ""] }
        )
        let left = unusedAssets().filter { !explained.contains($0.location?.path ?? "") }
        var cut: [Diagnostic] = []
        if !isWhole {
            cut.append(
                tooMany(
                    "species",
                    "species, items and axis values",
                    "say under \"species\" who can wear an item, or use fewer axes in naming"
                )
            )
        }
        if !hasAllImages {
            let help = "use fewer axes in the naming of images"
            cut.append(tooMany("images", "images and axis values", help))
        }
        let all =
            cut + names + fallbacks() + undressed.diagnostics + axes
            + gaps.reported(requiredWithoutArt()) + idleVariants.diagnostics + left
        return misspelledTemplates() + all.map { $0.following([.sources, .naming, .things]) }
    }

    private mutating func noteWanted(_ resolution: Resolution) {
        guard wanted.count <= Self.longestComparison else { return }
        for attempt in resolution.attempts.prefix(resolution.won ?? .max)
        where attempt.outcome == .missing {
            if wantedSeen.insert(attempt.name).inserted { wanted.append(attempt.name) }
        }
    }

    private mutating func noteMissing(_ cell: Coverage.Cell, _ resolution: Resolution) {
        gaps.note(cell)
        guard cell.name != lastMissing else { return }
        lastMissing = cell.name
        let species = cell.species.id
        guard let item = cell.item else {
            missingSpecies += 1
            itemsOfMissingSpecies[species] = 0
            guard missingSpecies <= DiagnosticList.limitOfKind else { return }
            missing.append(Missing(cell: cell, resolution: resolution, species: [species]))
            return
        }
        if itemsOfMissingSpecies[species] != nil {
            itemsOfMissingSpecies[species, default: 0] += 1
            return
        }
        let thing = "\(item.id) \(cell.part)"
        if let place = missingPlaces[thing] {
            guard place >= 0 else { return }
            missing[place].speciesCount += 1
            if missing[place].species.count < 4 { missing[place].species.append(species) }
            return
        }
        missingItems += 1
        let isReported = missingItems <= DiagnosticList.limitOfKind
        missingPlaces[thing] = isReported ? missing.count : -1
        if isReported {
            missing.append(Missing(cell: cell, resolution: resolution, species: [species]))
        }
    }

    /// A name with higher precedence exists in another case.
    private mutating func noteCase(_ asset: Asset, _ attempt: Resolution.Attempt) {
        guard namesInWrongCase.insert(asset.name).inserted else { return }
        meantNames[asset.files[0].path] = (asset, attempt.name)
        wrongCase.append(
            .wrongCase,
            at: SourceLocation(path: asset.files[0].path),
            message: "a file differs only in case from a name that is looked for, "
                + "found \"\(asset.name)\", expected \"\(attempt.name)\"",
            help: "names are case-sensitive: " + rename("it", asset.files[0].path, to: attempt.name)
        )
    }

    /// Species that share art while others have separate art.
    private mutating func noteFallback(_ cell: Coverage.Cell, _ resolution: Resolution) {
        guard let item = cell.item, let winning = resolution.winning else { return }
        let species = cell.species.id
        if !winning.template.placeholders.contains("asset") {
            // An outfit that resolved to a name without `<asset>`: the pet itself.
            guard cell.name != lastUndressed else { return }
            lastUndressed = cell.name
            let file = newFile(resolution.attempts.first?.name ?? "")
            undressed.append(
                .outfitUndressed,
                at: item.place["id"].location,
                message: "item \"\(item.id)\" has no art for species \"\(species)\" and shows "
                    + "the undressed pet, found \"\(winning.name)\"",
                help: "add \(file), or list under \"species\" who can wear it"
            )
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
}

extension Coverage.Cell {
    /// Identifies it in findings, ignoring parts and axis values.
    fileprivate var name: String {
        let part = subject.parts.isEmpty ? "" : " \(part)"
        return "\(species.id) \(item?.id ?? "")\(part)"
    }
}

extension Coverage {
    /// Missing art of an image, or of a cell, that one placeholder replaces.
    package struct Missing<Thing: Sendable>: Sendable {
        /// Of cells the first without art.
        package let thing: Thing
        /// The values without art; empty if all lack it.
        package let axes: [String: String]
        /// Above that of all templates, unless it has required values.
        package let level: Int
    }
}

/// Collects missing art for placeholders, while cells are processed.
struct CoverageGaps {
    private(set) var cells: [Coverage.Missing<Coverage.Cell>] = []
    private(set) var images: [Coverage.Missing<NamedImage>] = []
    /// Whether placeholders replace missing art.
    let areFilled: Bool

    private struct Thing: Hashable {
        var species: String
        var item: String?
        var part: Int
    }

    private var seen: Set<Thing> = []
    /// Lower precedence than all templates.
    private let last: Int

    init(_ catalog: Catalog) {
        areFilled = catalog.profile?.placeholders == .missing
        let naming = catalog.naming
        last = naming.base.count + naming.overlay.count + naming.species.count + naming.image.count
    }

    /// Records a cell without art, once per thing.
    mutating func note(_ cell: Coverage.Cell) {
        guard areFilled else { return }
        let thing = Thing(species: cell.species.id, item: cell.item?.id, part: cell.part)
        guard seen.insert(thing).inserted else { return }
        cells.append(Coverage.Missing(thing: cell, axes: [:], level: last))
    }

    /// Records an image without art, or without art for some values.
    mutating func note(_ image: NamedImage) {
        guard areFilled else { return }
        images.append(Coverage.Missing(thing: image, axes: [:], level: last))
    }

    /// Records required values without separate art, with precedence over art for any value.
    mutating func note(_ gaps: [RequiredArt.Gap]) {
        guard areFilled else { return }
        for gap in gaps {
            let axes = [gap.axis: gap.value]
            if let cell = gap.thing.cell {
                cells.append(Coverage.Missing(thing: cell, axes: axes, level: 0))
            } else if let image = gap.thing.image {
                images.append(Coverage.Missing(thing: image, axes: axes, level: 0))
            }
        }
    }

    /// Findings about missing art: as an error, or as replaced by a placeholder.
    func reported(_ findings: [Diagnostic]) -> [Diagnostic] {
        guard areFilled else { return findings }
        return findings.map { finding in
            var reported = finding
            (reported.check, reported.severity) = (.placeholder, Check.placeholder.severity)
            if finding.others == 0 {
                let message = finding.message + "; a placeholder stands in for it"
                reported.message = shortened(message, to: Diagnostic.textLimit)
            }
            return reported
        }
    }
}
