import AtlasBuilding
public import Catalog
import ChromaKey
public import Diagnostics
import FileStore
import KilnManifest

extension Check {
    static let unusedSheetRule = Check("unused-sheet-rule", .warning)
    static let frameOutOfRange = Check("frame-out-of-range", isFixed: true)
    package static let frameCount = Check("frame-count")
    static let anchorFrameCount = Check("anchor-frame-count")
    static let missingAnimation = Check("missing-animation", .warning)
    static let animationTiming = Check("animation-timing", .warning)
}

extension Coverage.Cell {
    /// The name of what it shows; cells that a coverage keeps show something.
    var asset: String { winner?.name ?? "" }

    var isBase: Bool { item.map { $0.equipStyle == .replaceSprite } ?? true }
}

/// Checks sheets, animations, anchors and keying settings, now that assets are assigned; in no
/// particular order.
///
/// `assets` lists all names.
public func checkArt(
    _ catalog: Catalog,
    _ coverage: Coverage,
    assets: [String]
) -> [Diagnostic] {
    var checks = ArtChecks(catalog: catalog, axes: coverage.axes)
    checks.run(coverage)
    return checks.found.diagnostics + checks.ranges.found.diagnostics
        + unusedRules(catalog, assets) + idlePlacements(catalog, coverage)
}

/// Checks animations, anchors and overlays with the frame counts of images; returns only findings
/// that depend on them.
///
/// `counts` has the frames of assets whose number the catalog does not state, by name.
func checkFrameCounts(
    _ catalog: Catalog,
    _ coverage: Coverage,
    counts: [String: Int]
) -> [Diagnostic] {
    var checks = ArtChecks(catalog: catalog, axes: coverage.axes, counts: counts)
    checks.run(coverage)
    return checks.found.diagnostics
}

/// Placements of rules whose assets are all images.
private func idlePlacements(_ catalog: Catalog, _ coverage: Coverage) -> [Diagnostic] {
    let rules = catalog.sheets.filter { $0.place.has("placement") }
    guard !rules.isEmpty, !coverage.images.isEmpty else { return [] }
    let worn = Set(coverage.cells.lazy.map(\.asset))
    let shown = Set(coverage.images.map(\.asset.name)).subtracting(worn)
    return rules.filter { rule in
        shown.contains(where: rule.pattern.matches) && !worn.contains(where: rule.pattern.matches)
    }
    .map { rule in
        Diagnostic(
            .noEffect,
            at: rule.place["placement"].location,
            message: "\"placement\" has no effect on images, found only images that fit "
                + "\"\(rule.pattern.text)\"",
            help: "set the image's \"size\", or remove it"
        )
        .following([.sources, .naming, .things])
    }
}

/// Rules for sheets that do not exist.
private func unusedRules(_ catalog: Catalog, _ assets: [String]) -> [Diagnostic] {
    let names = Set(assets)
    var found = DiagnosticList()
    for rule in catalog.sheets {
        let isUsed =
            rule.pattern.hasWildcards
            ? assets.contains(where: rule.pattern.matches) : names.contains(rule.pattern.text)
        if isUsed { continue }
        found.append(.unusedSheetRule) {
            Diagnostic(
                .unusedSheetRule,
                at: rule.place.nameLocation,
                message: "no asset fits \"\(rule.pattern.text)\"",
                help: plainPattern(rule.pattern.text, in: assets).map { "write \"\($0)\"" }
                    ?? (rule.pattern.hasWildcards
                        ? nil
                        : nearestMatch(to: rule.pattern.text, in: assets).map {
                            "did you mean \"\($0)\"?"
                        })
            )
            .following([.sources, .id("asset", rule.pattern.text)])
        }
    }
    return found.diagnostics
}

/// A pattern without folders, ending and upper case, where only these keep it from fitting.
private func plainPattern(_ text: String, in assets: [String]) -> String? {
    let stem = isPictureName(text) ? withoutExtension(text) : text
    let folderless = lastPart(of: stem)
    return [stem, folderless, stem.lowercased(), folderless.lowercased()].uniqued.first { text in
        assets.contains(where: Glob(text).matches)
    }
}

struct ArtChecks {
    let catalog: Catalog
    let axes: [Manifest.Axis]
    var found = DiagnosticList()
    private(set) var ranges: KeyingRanges
    /// The current species' reported problems: axes may give several arts.
    private var reported: Set<String> = []
    /// Reported combinations of arts: several species may share them.
    var reportedOfArt: Set<[String]> = []
    private var sheets: [String: Resolved<SheetSettings>] = [:]
    /// By asset with separate files for frames.
    private var frameFiles: [String: Int] = [:]
    /// The frame counts of images, by asset; nil before any was opened.
    private let counts: [String: Int]?

    init(catalog: Catalog, axes: [Manifest.Axis], counts: [String: Int]? = nil) {
        self.catalog = catalog
        self.axes = axes
        self.counts = counts
        ranges = KeyingRanges(catalog)
    }

    mutating func run(_ coverage: Coverage) {
        var ofOne: [Coverage.Cell] = []
        for use in coverage.cells {
            if let first = ofOne.first, first.species.id != use.species.id {
                checkFrames(ofOne, of: first.species)
                ofOne = []
            }
            ofOne.append(use)
            if isFirstLook { ranges.check(use.subject, asset: use.asset) }
        }
        if let first = ofOne.first { checkFrames(ofOne, of: first.species) }
        for use in coverage.images {
            let asset = use.asset
            if asset.frameFiles > 1 { frameFiles[asset.name] = asset.frameFiles }
            _ = sheet(asset.name)
            if isFirstLook { ranges.check(.image(use.image), asset: asset.name) }
        }
        for asset in sheets.keys.sorted() { checkAnimations(of: asset) }
    }

    mutating func report(_ diagnostic: Diagnostic) {
        let place = diagnostic.location?.position.map(\.description) ?? ""
        if reported.insert("\(place) \(diagnostic.message)").inserted { found.append(diagnostic) }
    }

    private mutating func sheet(_ asset: String) -> Resolved<SheetSettings> {
        if let known = sheets[asset] { return known }
        let sheet = catalog.sheet(for: asset)
        sheets[asset] = sheet
        return sheet
    }

    /// Whether only the catalog is known; its own findings are reported then, and not again.
    var isFirstLook: Bool { counts == nil }

    /// Nil until the image was opened.
    mutating func frameCount(_ asset: String) -> Int? {
        if let files = frameFiles[asset] { return files }
        guard let cutting = sheet(asset).value.cutting else { return 1 }
        return cutting.frameCount ?? counts?[asset]
    }

    /// The frame counts of two assets that must match; nil if one is unknown, or both were already
    /// compared.
    mutating func frameCounts(_ one: String, _ other: String) -> (one: Int, other: Int)? {
        guard isFirstLook || counts?[one] != nil || counts?[other] != nil,
            let first = frameCount(one), let second = frameCount(other)
        else { return nil }
        return (first, second)
    }

    private mutating func checkAnimations(of asset: String) {
        guard isFirstLook || counts?[asset] != nil, let count = frameCount(asset) else { return }
        for animation in sheet(asset).value.animations {
            if let durations = animation.durations, animation.frames == nil,
                durations.count != count
            {
                report(
                    .durationCount(
                        "\"\(animation.name)\" of asset \"\(asset)\"",
                        durations.count,
                        frames: count,
                        at: animation.place["durations"].location
                    )
                    .reportedOnce(at: animation.place["durations"].location)
                    .following([.sheets, .grid(of: asset)])
                )
            }
            guard let frame = (animation.frames ?? []).first(where: { $0 >= count }) else {
                continue
            }
            report(
                Diagnostic(
                    .frameOutOfRange,
                    at: animation.place["frames"].location,
                    message:
                        "animation \"\(animation.name)\" of asset \"\(asset)\" has no frame \(frame), "
                        + "found \(count == 1 ? "one frame" : "frames 0 to \(count - 1)")",
                    help: sheet(asset).value.cutting == nil && count == 1
                        ? "cut the sheet with \"grid\"" : "frames are counted from 0"
                )
                .reportedOnce(at: animation.place["frames"].location)
                .following([.sheets, .grid(of: asset)])
            )
        }
    }

    /// A rule places images of several species; each needs the anchor.
    private mutating func checkSheetAnchor(_ use: Coverage.Cell) {
        guard
            let placement = catalog.placement(
                for: use.subject,
                part: use.part,
                asset: use.asset
            ), let name = placement.value.anchor, use.species.anchor(name) == nil,
            case .sheet = placement.origin(of: "anchor")
        else { return }
        report(unknownAnchor(name, on: use.species, of: catalog, at: placement.place(of: "anchor")))
    }

    /// Everything that a species shows together must advance together.
    private mutating func checkFrames(_ uses: [Coverage.Cell], of species: Species) {
        reported = []
        for use in uses {
            _ = sheet(use.asset)
            if let files = use.winner?.frameFiles, files > 1 { frameFiles[use.asset] = files }
            if isFirstLook { checkSheetAnchor(use) }
        }
        let things = Dictionary(grouping: uses) { "\($0.item?.id ?? "") \($0.part)" }
            .values.sorted {
                ($0[0].item?.id ?? "", $0[0].part) < ($1[0].item?.id ?? "", $1[0].part)
            }
        let bases = leads(among: things.filter { $0[0].isBase })
        guard let bare = bases.first(where: { $0[0].item == nil }) else { return }
        checkAnchors(of: species, bare)
        for base in bases where isFirstLook && base[0].item != nil {
            checkAnimations(of: base, like: bare, among: bases)
        }
        for layer in things where !standsStill(layer) {
            for base in bases {
                let isOwn = layer[0].item?.id == base[0].item?.id
                if layer[0].isBase, !isOwn || layer[0].part == base[0].part { continue }
                checkAdvance(of: layer, with: base)
            }
        }
    }

    /// The leading part of each base, which the others follow: the first that is animated, or its
    /// first.
    private mutating func leads(among parts: [[Coverage.Cell]]) -> [[Coverage.Cell]] {
        var leads: [[Coverage.Cell]] = []
        for part in parts {
            guard let last = leads.last, last[0].item?.id == part[0].item?.id else {
                leads.append(part)
                continue
            }
            if standsStill(last), !standsStill(part) { leads[leads.count - 1] = part }
        }
        return leads
    }

    /// Whether it is compatible with everything.
    private mutating func standsStill(_ layer: [Coverage.Cell]) -> Bool {
        layer.allSatisfy { $0.animation == nil && frameCount($0.asset) == 1 }
    }

    private mutating func checkAnchors(of species: Species, _ bare: [Coverage.Cell]) {
        for anchor in species.anchors where anchor.points.count > 1 {
            for use in bare {
                guard isFirstLook || counts?[use.asset] != nil, let count = frameCount(use.asset),
                    anchor.points.count != count
                else { continue }
                report(
                    Diagnostic(
                        .anchorFrameCount,
                        at: anchor.place.location,
                        message:
                            "anchor \"\(anchor.name)\" of species \"\(species.id)\" does not fit its "
                            + "frames, found \(counted(anchor.points.count, "point")), expected "
                            + (count == 1 ? "1" : "1 or \(count)"),
                        help: "give one point for each frame of \"\(use.asset)\", or correct "
                            + "its \"grid\""
                    )
                    .following([.sheets, .species(species.id), .grid(of: use.asset)])
                )
                break
            }
        }
    }

    /// An outfit should have the pet's animations.
    private mutating func checkAnimations(
        of base: [Coverage.Cell],
        like bare: [Coverage.Cell],
        among bases: [[Coverage.Cell]]
    ) {
        guard let item = base[0].item else { return }
        typealias Played = (name: String, asset: String, place: CatalogPlace?)
        func animations(_ uses: [Coverage.Cell]) -> [Played] {
            uses.flatMap { use -> [Played] in
                let own = sheet(use.asset).value.animations
                return own.isEmpty
                    ? [use.animation].compactMap { $0.map { ($0, use.asset, nil) } }
                    : own.map { ($0.name, use.asset, $0.place) }
            }
        }
        checkTiming(of: base, like: bare)
        let played = animations(base)
        let ofPet = animations(bare)
        let own = Set(played.map(\.name))
        let foreign = own.subtracting(ofPet.map(\.name)).sorted()
        for (name, asset, place) in ofPet where !own.contains(name) {
            if let near = nearestMatch(to: name, in: foreign) {
                let others = bases.filter { $0[0].item != nil && $0[0].item?.id != item.id }
                // Where no outfit has the pet's, the pet's is the misspelled one.
                let isOfPet =
                    !others.isEmpty
                    && !others.contains { animations($0).contains { $0.name == name } }
                let ownPlace = played.first { $0.name == near }?.place
                if let location = (isOfPet ? place : ownPlace)?.nameLocation {
                    let (wrong, right) = isOfPet ? (name, near) : (near, name)
                    report(
                        Diagnostic(
                            .missingAnimation,
                            at: location,
                            message: "\"\(asset)\" has the animation \"\(name)\" and item "
                                + "\"\(item.id)\" has \"\(near)\", so \"\(wrong)\" is misspelled",
                            help: "did you mean \"\(right)\"?"
                        )
                        .reportedOnce(at: location)
                        .following([.sheets])
                    )
                    continue
                }
            }
            let fix =
                base[0].animation == nil ? "to the sheet rule of \"\(base[0].asset)\"" : "as a file"
            report(
                Diagnostic(
                    .missingAnimation,
                    at: item.place["id"].location,
                    message:
                        "item \"\(item.id)\" lacks the animation \"\(name)\" for species "
                        + "\"\(base[0].species.id)\", which \"\(asset)\" has",
                    help: "add it \(fix)"
                )
                .reportedOnce(for: [.id("animation of \(item.id)", name)])
                .following([.sheets, .grid(of: base[0].asset)])
            )
        }
    }

    /// Animations of one name with as many frames should last as long.
    private mutating func checkTiming(of base: [Coverage.Cell], like bare: [Coverage.Cell]) {
        guard let item = base[0].item, base[0].asset != bare[0].asset else { return }
        let pet = sheet(bare[0].asset).value.animations
        for own in sheet(base[0].asset).value.animations {
            guard let other = pet.first(where: { $0.name == own.name }),
                own.durations == nil, other.durations == nil,
                own.framesPerSecond != other.framesPerSecond,
                let count = own.frames?.count ?? frameCount(base[0].asset),
                count == other.frames?.count ?? frameCount(bare[0].asset)
            else { continue }
            report(
                Diagnostic(
                    .animationTiming,
                    at: (own.place.has("fps") ? own.place["fps"] : own.place).location,
                    message:
                        "animation \"\(own.name)\" of item \"\(item.id)\" is "
                        + (own.framesPerSecond > other.framesPerSecond ? "faster" : "slower")
                        + " than that of species \"\(base[0].species.id)\", found "
                        + "\(plain(own.framesPerSecond)) frames a second, expected "
                        + "\(plain(other.framesPerSecond))",
                    help: "give both the same \"fps\""
                )
                .following([.sheets, .grid(of: base[0].asset)])
                .reportedOnce(at: own.place.location)
            )
        }
    }
}

// Parts that are drawn together must advance together.
extension ArtChecks {
    /// A layer has one frame, or as many as the base, if they are drawn together.
    mutating func checkAdvance(of layer: [Coverage.Cell], with base: [Coverage.Cell]) {
        let sheets = Set(base.map(\.animation))
        for sheet in base.map(\.animation) where sheets.contains(sheet) {
            let bases = base.filter { $0.animation == sheet }
            let layers = layer.filter { $0.animation == nil || $0.animation == sheet }
            guard !layers.isEmpty else {
                reportMissing(sheet, of: layer[0], like: bases[0])
                continue
            }
            for (own, due) in drawnTogether(layers, bases) {
                guard let (count, expected) = frameCounts(own.asset, due.asset), count != 1,
                    count != expected, expected != 1,
                    reportedOfArt.insert([own.item?.id ?? "", own.asset, due.asset]).inserted
                else { continue }
                let what = own.isBase ? "part" : "overlay"
                report(
                    Diagnostic(
                        .frameCount,
                        at: (own.item?.place ?? own.species.place)["id"].location,
                        message:
                            "\(what) \"\(own.asset)\" cannot advance with \"\(due.asset)\", "
                            + "found \(counted(count, "frame")), expected 1 or \(expected)",
                        help: "draw one frame for each of the pet's, or a single one"
                    )
                    .following([.sheets, .grid(of: own.asset), .grid(of: due.asset)])
                )
            }
        }
    }

    private mutating func reportMissing(
        _ sheet: String?,
        of layer: Coverage.Cell,
        like base: Coverage.Cell
    ) {
        guard isFirstLook, let sheet,
            reportedOfArt.insert([layer.item?.id ?? "", "\(layer.part)", sheet]).inserted
        else { return }
        let who = layer.item.map { "item \"\($0.id)\"" } ?? "species \"\(layer.species.id)\""
        let part = layer.part > 0 ? ", part \(layer.part + 1)," : ""
        report(
            Diagnostic(
                .missingAnimation,
                at: (layer.item?.place ?? layer.species.place)["id"].location,
                message:
                    "\(who)\(part) has no file for the animation \"\(sheet)\" on species "
                    + "\"\(layer.species.id)\", which \"\(base.asset)\" shows",
                help: "draw it, or it is left out there"
            )
        )
    }

    /// Pairs of arts that some axis values show together.
    private func drawnTogether(
        _ layers: [Coverage.Cell],
        _ bases: [Coverage.Cell]
    ) -> [(layer: Coverage.Cell, base: Coverage.Cell)] {
        if layers.count == 1, bases.count == 1 { return [(layers[0], bases[0])] }
        let named = Set((layers + bases).flatMap(\.axes.keys))
        let values = axes.filter { named.contains($0.name) }.map { ($0.name, $0.values) }
        var seen: Set<[String]> = []
        return products(of: values, limit: 4096).prefix(4096).compactMap { values in
            guard let layer = layers.best(for: values, axes),
                let base = bases.best(for: values, axes),
                seen.insert([layer.asset, base.asset]).inserted
            else { return nil }
            return (layer, base)
        }
    }
}

/// Finds thresholds and smoothings out of the range of their mode.
///
/// The schema allows the largest range of all modes, because the mode is known only after merging
/// settings.
struct KeyingRanges {
    private let catalog: Catalog
    /// Whether any value is large enough to depend on the mode.
    private let matters: Bool
    private(set) var found = DiagnosticList()
    /// Locations already reported.
    private var reported: Set<String> = []

    private static let members: [(name: String, value: @Sendable (KeySettings) -> Double)] = [
        ("threshold", \.threshold), ("smoothing", \.smoothing),
    ]

    /// Checks each settings object that has a mode, and the catalog's own.
    init(_ catalog: Catalog) {
        self.catalog = catalog
        let great = catalog.authoredKeying.filter { settings in
            let value = settings.applied(to: KeySettings())
            return Self.members.contains { $0.value(value) > 1 }
        }
        matters = !great.isEmpty
        check(catalog.chroma)
        for settings in great where settings.members.contains("mode") { check(settings) }
    }

    private mutating func check(_ settings: Overrides<KeySettings>) {
        let value = settings.applied(to: KeySettings())
        for member in Self.members where settings.members.contains(member.name) {
            check(
                member.name,
                member.value(value),
                value.mode,
                settings.place[member.name].location
            )
        }
    }

    /// Checks the merged settings of keyed art.
    mutating func check(_ subject: ArtSubject, asset: String) {
        guard matters, catalog.keyWish(for: subject, asset: asset).wish != .never else { return }
        let settings = catalog.chroma(for: subject, asset: asset)
        for member in Self.members {
            check(
                member.name,
                member.value(settings.value),
                settings.value.mode,
                settings.location(of: member.name),
                as: " (\(settings.origin(of: "mode"))) for asset \"\(asset)\""
            )
        }
    }

    private mutating func check(
        _ name: String,
        _ value: Double,
        _ mode: KeyMode,
        _ place: SourceLocation?,
        as origin: String = ""
    ) {
        let spot = place?.position.map(\.description) ?? ""
        guard value > mode.greatest, reported.insert("\(spot) \(name)").inserted else { return }
        found.append(
            .valueOutOfRange,
            at: place,
            message: "\"\(name)\" is out of range, found \(value), "
                + "expected 0 to \(Int(mode.greatest)) in mode \(mode.rawValue)\(origin)",
            help: "only \"mode\": \"distance\" goes to \(Int(KeyMode.distance.greatest))"
        )
    }
}
