public import Catalog
public import Diagnostics

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

/// What is wrong with sheets, animations and anchors, now that it is known which asset is whose.
///
/// - Parameters:
///   - catalog: what was authored.
///   - uses: one entry for each cell of the coverage that found an asset.
///   - assets: the names of all assets.
/// - Returns: diagnostics in report order.
public func checkArt(_ catalog: Catalog, uses: [ArtUse], assets: [String]) -> [Diagnostic] {
    var checks = ArtChecks(catalog: catalog, uses: uses)
    checks.run()
    return (checks.found + unusedRules(catalog, assets)).inReportOrder()
}

/// Rules for sheets that there are none of.
private func unusedRules(_ catalog: Catalog, _ assets: [String]) -> [Diagnostic] {
    catalog.sheets.compactMap { rule in
        guard !assets.contains(where: rule.pattern.matches) else { return nil }
        return Diagnostic(
            id: "unused-sheet-rule",
            severity: .warning,
            at: rule.place.nameLocation,
            message: "no asset fits \"\(rule.pattern.text)\"",
            help: rule.pattern.hasWildcards
                ? nil
                : nearestMatch(to: rule.pattern.text, in: assets).map { "did you mean \"\($0)\"?" }
        )
    }
}

private struct ArtChecks {
    let catalog: Catalog
    let uses: [ArtUse]
    var found: [Diagnostic] = []
    /// Settings by asset, looked up once.
    private var sheets: [String: Resolved<SheetSettings>] = [:]

    init(catalog: Catalog, uses: [ArtUse]) {
        self.catalog = catalog
        self.uses = uses
    }

    mutating func run() {
        for asset in Set(uses.map(\.asset)).sorted() { checkAnimations(of: asset) }
        let bySpecies = Dictionary(grouping: uses, by: \.species.id)
        for species in catalog.species { checkFrames(bySpecies[species.id] ?? [], of: species) }
        found = Array(Set(found))
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
            found.append(
                Diagnostic(
                    id: "frame-out-of-range",
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
        let bases = uses.filter { $0.item.map { $0.equipStyle == .replaceSprite } ?? true }
        guard let bare = bases.first(where: { $0.item == nil }) else { return }
        let count = frameCount(bare.asset)
        for anchor in species.anchors where anchor.points.count > 1 && anchor.points.count != count
        {
            found.append(
                Diagnostic(
                    id: "anchor-frame-count",
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
                found.append(
                    Diagnostic(
                        id: "missing-animation",
                        severity: .warning,
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
                guard own != due, due != 1 else { continue }
                found.append(
                    Diagnostic(
                        id: "frame-count",
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
