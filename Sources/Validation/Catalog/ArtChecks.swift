public import Catalog
public import Diagnostics
public import KilnManifest

extension Check {
    package static let unusedSheetRule = Check(
        "unused-sheet-rule",
        .warning,
        "no asset fits a sheet rule"
    )
    package static let frameOutOfRange = Check(
        "frame-out-of-range",
        "an animation names a frame that is not there",
        isFixed: true
    )
    package static let frameCount = Check("frame-count", "an overlay cannot advance with its base")
    package static let anchorFrameCount = Check(
        "anchor-frame-count",
        "an anchor has not one point for each frame"
    )
    package static let missingAnimation = Check(
        "missing-animation",
        .warning,
        "an outfit lacks an animation of the pet"
    )
}

/// The asset that a species, undressed or wearing an item, resolved to.
public struct ArtUse: Sendable {
    /// Nil is the undressed pet.
    public var item: Item?
    public var species: Species
    /// Which of several layers, from 0.
    public var part: Int
    /// What `<animation>` stood for.
    public var sheet: String?
    /// The axis values that it is for; axes that are not named do not matter.
    public var axes: [String: String]
    /// Which template found it; of several that fit, the lowest is drawn.
    public var level: Int?
    public var asset: String

    public init(
        item: Item? = nil,
        species: Species,
        part: Int = 0,
        sheet: String? = nil,
        axes: [String: String] = [:],
        level: Int? = nil,
        asset: String
    ) {
        self.item = item
        self.species = species
        self.part = part
        self.sheet = sheet
        self.axes = axes
        self.level = level
        self.asset = asset
    }

    var isBase: Bool { item.map { $0.equipStyle == .replaceSprite } ?? true }
}

extension ArtUse: AxisArt {}

/// What is wrong with sheets, animations, anchors and keying settings, now that it is known which
/// asset is whose.
///
/// - Parameters:
///   - catalog: what was authored.
///   - axes: those of the catalog, as a manifest has them.
///   - uses: one entry for each cell of the coverage that found an asset, those of one species one
///     after another.
///   - assets: the names of all assets.
/// - Returns: diagnostics, in no order that is promised.
public func checkArt(
    _ catalog: Catalog,
    axes: [Manifest.Axis] = [],
    uses: some Sequence<ArtUse>,
    assets: [String]
) -> [Diagnostic] {
    var checks = ArtChecks(catalog: catalog, axes: axes)
    let names = Set(assets)
    checks.run(uses, images: catalog.images.filter { names.contains($0.asset) })
    return checks.found.diagnostics + checks.ranges.found.diagnostics
        + unusedRules(catalog, assets)
}

/// Rules for sheets that there are none of.
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
                help: rule.pattern.hasWildcards
                    ? nil
                    : nearestMatch(to: rule.pattern.text, in: assets).map {
                        "did you mean \"\($0)\"?"
                    }
            )
        }
    }
    return found.diagnostics
}

private struct ArtChecks {
    let catalog: Catalog
    let axes: [Manifest.Axis]
    var found = DiagnosticList()
    private(set) var ranges: KeyingRanges
    /// What was said already of the species at hand: axes may give several arts.
    private var told: Set<String> = []
    /// Arts that do not go together: several species may share them.
    private var toldOfArt: Set<[String]> = []
    /// Settings by asset, looked up once.
    private var sheets: [String: Resolved<SheetSettings>] = [:]

    init(catalog: Catalog, axes: [Manifest.Axis]) {
        self.catalog = catalog
        self.axes = axes
        ranges = KeyingRanges(catalog)
    }

    mutating func run(_ uses: some Sequence<ArtUse>, images: [NamedImage]) {
        var ofOne: [ArtUse] = []
        for use in uses {
            if let first = ofOne.first, first.species.id != use.species.id {
                checkFrames(ofOne, of: first.species)
                ofOne = []
            }
            ofOne.append(use)
            ranges.check(use)
        }
        if let first = ofOne.first { checkFrames(ofOne, of: first.species) }
        for image in images {
            _ = sheet(image.asset)
            ranges.check(image)
        }
        for asset in sheets.keys.sorted() { checkAnimations(of: asset) }
    }

    private mutating func tell(_ diagnostic: Diagnostic) {
        let place = diagnostic.location?.position.map { "\($0.line):\($0.column)" } ?? ""
        if told.insert("\(place) \(diagnostic.message)").inserted { found.append(diagnostic) }
    }

    private mutating func sheet(_ asset: String) -> Resolved<SheetSettings> {
        if let known = sheets[asset] { return known }
        let sheet = catalog.sheet(for: asset)
        sheets[asset] = sheet
        return sheet
    }

    private mutating func frameCount(_ asset: String) -> Int {
        sheet(asset).value.grid?.frameCount ?? 1
    }

    private mutating func checkAnimations(of asset: String) {
        let count = frameCount(asset)
        for animation in sheet(asset).value.animations {
            if let durations = animation.durations, animation.frames == nil,
                durations.count != count
            {
                tell(
                    .durationCount(
                        "\"\(animation.name)\" of asset \"\(asset)\"",
                        durations.count,
                        frames: count,
                        at: animation.place["durations"].location
                    )
                )
            }
            guard let frame = (animation.frames ?? []).first(where: { $0 >= count }) else {
                continue
            }
            tell(
                Diagnostic(
                    .frameOutOfRange,
                    at: animation.place["frames"].location,
                    message:
                        "animation \"\(animation.name)\" of asset \"\(asset)\" has no frame \(frame), "
                        + "found \(count == 1 ? "one frame" : "frames 0 to \(count - 1)")",
                    help: sheet(asset).value.grid == nil
                        ? "cut the sheet with \"grid\"" : "frames are counted from 0"
                )
            )
        }
    }

    /// A rule places pictures of several species; each needs the anchor.
    private mutating func checkSheetAnchor(_ use: ArtUse) {
        guard
            let placement = catalog.placement(
                for: ArtSubject(use.item, on: use.species),
                part: use.part,
                asset: use.asset
            ), let name = placement.value.anchor, use.species.anchor(name) == nil,
            case .sheet = placement.origin(of: "anchor")
        else { return }
        tell(unknownAnchor(name, on: use.species, at: placement.place(of: "anchor")))
    }

    /// Whatever a species shows at once has to advance together.
    private mutating func checkFrames(_ uses: [ArtUse], of species: Species) {
        told = []
        for use in uses {
            _ = sheet(use.asset)
            checkSheetAnchor(use)
        }
        let things = Dictionary(grouping: uses) { "\($0.item?.id ?? "") \($0.part)" }
            .values.sorted {
                ($0[0].item?.id ?? "", $0[0].part) < ($1[0].item?.id ?? "", $1[0].part)
            }
        // The first part of a base is what everything else advances with.
        let bases = things.filter { $0[0].isBase && $0[0].part == 0 }
        guard let bare = bases.first(where: { $0[0].item == nil }) else { return }
        checkAnchors(of: species, bare)
        for base in bases where base[0].item != nil { checkAnimations(of: base, like: bare) }
        for layer in things {
            // What stands still goes with everything.
            if layer.allSatisfy({ $0.sheet == nil && frameCount($0.asset) == 1 }) { continue }
            for base in bases {
                let isOwn = layer[0].item?.id == base[0].item?.id
                guard layer[0].isBase ? isOwn && layer[0].part > 0 : true else { continue }
                checkAdvance(of: layer, with: base)
            }
        }
    }

    private mutating func checkAnchors(of species: Species, _ bare: [ArtUse]) {
        for anchor in species.anchors where anchor.points.count > 1 {
            for use in bare {
                let count = frameCount(use.asset)
                guard anchor.points.count != count else { continue }
                tell(
                    Diagnostic(
                        .anchorFrameCount,
                        at: anchor.place.location,
                        message:
                            "anchor \"\(anchor.name)\" of species \"\(species.id)\" does not fit its "
                            + "frames, found \(anchor.points.count) points, expected 1 or \(count)",
                        help: "give one point for each frame of \"\(use.asset)\""
                    )
                )
                break
            }
        }
    }

    /// An outfit should move as the pet does.
    private mutating func checkAnimations(of base: [ArtUse], like bare: [ArtUse]) {
        guard let item = base[0].item else { return }
        func animations(_ uses: [ArtUse]) -> [(name: String, asset: String)] {
            uses.flatMap { use in
                let own = sheet(use.asset).value.animations.map(\.name)
                let names = own.isEmpty ? [use.sheet].compactMap(\.self) : own
                return names.map { ($0, use.asset) }
            }
        }
        let own = Set(animations(base).map(\.name))
        for (name, asset) in animations(bare) where !own.contains(name) {
            let fix =
                base[0].sheet == nil ? "to the sheet rule of \"\(base[0].asset)\"" : "as a file"
            tell(
                Diagnostic(
                    .missingAnimation,
                    at: item.place["id"].location,
                    message:
                        "item \"\(item.id)\" lacks the animation \"\(name)\" for species "
                        + "\"\(base[0].species.id)\", which \"\(asset)\" has",
                    help: "add it \(fix)"
                )
            )
        }
    }

    /// A layer has one frame, or one for each of the base's; in what is drawn together alone.
    private mutating func checkAdvance(of layer: [ArtUse], with base: [ArtUse]) {
        let sheets = Set(base.map(\.sheet))
        for sheet in base.map(\.sheet) where sheets.contains(sheet) {
            let bases = base.filter { $0.sheet == sheet }
            let layers = layer.filter { $0.sheet == nil || $0.sheet == sheet }
            guard !layers.isEmpty else {
                tellMissing(sheet, of: layer[0], like: bases[0])
                continue
            }
            for (own, due) in drawnTogether(layers, bases) {
                let (count, expected) = (frameCount(own.asset), frameCount(due.asset))
                guard count != 1, count != expected, expected != 1,
                    toldOfArt.insert([own.item?.id ?? "", own.asset, due.asset]).inserted
                else { continue }
                let what = own.isBase ? "part" : "overlay"
                tell(
                    Diagnostic(
                        .frameCount,
                        at: (own.item?.place ?? own.species.place)["id"].location,
                        message:
                            "\(what) \"\(own.asset)\" cannot advance with \"\(due.asset)\", "
                            + "found \(count) frames, expected 1 or \(expected)",
                        help: "draw one frame for each of the pet's, or a single one"
                    )
                )
            }
        }
    }

    private mutating func tellMissing(_ sheet: String?, of layer: ArtUse, like base: ArtUse) {
        guard let sheet, toldOfArt.insert([layer.item?.id ?? "", "\(layer.part)", sheet]).inserted
        else { return }
        let who = layer.item.map { "item \"\($0.id)\"" } ?? "species \"\(layer.species.id)\""
        let part = layer.part > 0 ? ", part \(layer.part + 1)," : ""
        tell(
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

    /// Pairs of arts that some axis values show at once.
    private func drawnTogether(
        _ layers: [ArtUse],
        _ bases: [ArtUse]
    ) -> [(layer: ArtUse, base: ArtUse)] {
        if layers.count == 1, bases.count == 1 { return [(layers[0], bases[0])] }
        let named = Set((layers + bases).flatMap(\.axes.keys))
        var combinations: [[String: String]] = [[:]]
        for axis in axes where named.contains(axis.name) {
            combinations = Array(
                combinations.lazy.flatMap { known in
                    axis.values.map { known.merging([axis.name: $0]) { _, new in new } }
                }
                .prefix(4096)
            )
        }
        var seen: Set<[String]> = []
        return combinations.compactMap { values in
            guard let layer = layers.best(for: values, axes),
                let base = bases.best(for: values, axes),
                seen.insert([layer.asset, base.asset]).inserted
            else { return nil }
            return (layer, base)
        }
    }
}
