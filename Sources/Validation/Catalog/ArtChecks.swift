public import Catalog
public import Diagnostics

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
    public var asset: String

    public init(item: Item? = nil, species: Species, asset: String) {
        self.item = item
        self.species = species
        self.asset = asset
    }
}

/// What is wrong with sheets, animations, anchors and keying settings, now that it is known which
/// asset is whose.
///
/// - Parameters:
///   - catalog: what was authored.
///   - uses: one entry for each cell of the coverage that found an asset, those of one species one
///     after another.
///   - assets: the names of all assets.
/// - Returns: diagnostics, in no order that is promised.
public func checkArt(
    _ catalog: Catalog,
    uses: some Sequence<ArtUse>,
    assets: [String]
) -> [Diagnostic] {
    var checks = ArtChecks(catalog: catalog)
    checks.run(uses)
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
    var found = DiagnosticList()
    private(set) var ranges: KeyingRanges
    /// What was said already of the species at hand: axes may give several arts.
    private var told: Set<String> = []
    /// Arts that do not go together: several species may share them.
    private var toldOfArt: Set<[String]> = []
    /// Settings by asset, looked up once.
    private var sheets: [String: Resolved<SheetSettings>] = [:]

    init(catalog: Catalog) {
        self.catalog = catalog
        ranges = KeyingRanges(catalog)
    }

    mutating func run(_ uses: some Sequence<ArtUse>) {
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

    /// Whatever a species shows at once has to advance together.
    private mutating func checkFrames(_ uses: [ArtUse], of species: Species) {
        told = []
        for use in uses { _ = sheet(use.asset) }
        let bases = uses.filter { $0.item.map { $0.equipStyle == .replaceSprite } ?? true }
        guard let bare = bases.first(where: { $0.item == nil }) else { return }
        let count = frameCount(bare.asset)
        for anchor in species.anchors where anchor.points.count > 1 && anchor.points.count != count
        {
            tell(
                Diagnostic(
                    .anchorFrameCount,
                    at: anchor.place.location,
                    message:
                        "anchor \"\(anchor.name)\" of species \"\(species.id)\" does not fit its frames, "
                        + "found \(anchor.points.count) points, expected 1 or \(count)",
                    help: "give one point for each frame of \"\(bare.asset)\""
                )
            )
        }
        let animations = sheet(bare.asset).value.animations.map(\.name)
        for base in bases {
            guard let item = base.item else { continue }
            let own = Set(sheet(base.asset).value.animations.map(\.name))
            for missing in animations where !own.contains(missing) {
                tell(
                    Diagnostic(
                        .missingAnimation,
                        at: item.place["id"].location,
                        message:
                            "item \"\(item.id)\" lacks the animation \"\(missing)\" for species "
                            + "\"\(species.id)\", which \"\(bare.asset)\" has",
                        help: "add it to the sheet rule of \"\(base.asset)\""
                    )
                )
            }
        }
        for overlay in uses {
            guard let item = overlay.item, item.equipStyle == .overlay else { continue }
            let own = frameCount(overlay.asset)
            for base in bases where own != 1 {
                let due = frameCount(base.asset)
                guard own != due, due != 1,
                    toldOfArt.insert([item.id, overlay.asset, base.asset]).inserted
                else { continue }
                tell(
                    Diagnostic(
                        .frameCount,
                        at: item.place["id"].location,
                        message:
                            "overlay \"\(overlay.asset)\" cannot advance with \"\(base.asset)\", "
                            + "found \(own) frames, expected 1 or \(due)",
                        help: "draw one frame for each of the pet's, or a single one"
                    )
                )
            }
        }
    }
}
