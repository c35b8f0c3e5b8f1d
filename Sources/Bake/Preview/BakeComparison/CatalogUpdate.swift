import Catalog
package import KilnManifest

/// A thing that a game's stored catalog has to learn of between two bakes.
package struct CatalogChange: Hashable, Sendable, Encodable {
    package enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
        case added
        case changed
        /// It is gone; saved games may hold its id for ever.
        case retired
    }

    /// The sections of a stored catalog, in their order.
    static let sections: [ManifestChange.Section] = [
        .catalog, .axes, .slots, .species, .items, .images, .looks, .animations,
    ]

    package var section: ManifestChange.Section
    package var kind: Kind
    package var id: String
    /// Whether the later catalog says that what is gone is retired; nil where nothing is.
    package var isAcknowledged: Bool?
    /// What is different, a few words each; of what came or went nothing.
    package var details: [String]
    /// What it was; nil when it is new.
    package var old: CatalogEntry?
    /// What it is; nil when it is gone.
    package var new: CatalogEntry?
}

/// What a game has to change in the catalog that it stores, from one bake to a later one.
///
/// `redrawn` are names of frames that look different, as comparing pictures found them.
///
/// - Returns: by section; within one what is new or changed in the order of the new manifest, then
///   what is gone in the order of the old one.
package func catalogUpdate(
    from old: Manifest,
    to new: Manifest,
    redrawn: Set<String> = []
) -> [CatalogChange] {
    let update = CatalogUpdate(
        named: Dictionary(grouping: compareManifests(old, new), by: \.section),
        redrawn: redrawn,
        retired: Retired(new)
    )
    func frames(_ species: Manifest.Species) -> [String] { species.art.flatMap(\.frames) }
    func frames(_ item: Manifest.Item) -> [String] { item.art.flatMap(\.frames) }
    return update.whole(old, new)
        + update.changes(.axes, old.axes, new.axes, \.name, CatalogEntry.init)
        + update.changes(.slots, old.slots, new.slots, \.id, CatalogEntry.init)
        + update.changes(.species, old.species, new.species, \.id, CatalogEntry.init, frames)
        + update.changes(.items, old.items, new.items, \.id, CatalogEntry.init, frames)
        + update.changes(.images, old.images, new.images, \.id, CatalogEntry.init, \.frames)
        + update.changes(.looks, old.looks, new.looks, \.id, CatalogEntry.init)
        + update.animations(old, new)
}

private struct CatalogUpdate {
    var named: [ManifestChange.Section: [ManifestChange]]
    var redrawn: Set<String>
    var retired: Retired

    func whole(_ old: Manifest, _ new: Manifest) -> [CatalogChange] {
        (named[.catalog] ?? []).map { change in
            CatalogChange(
                section: .catalog,
                kind: .changed,
                id: new.name,
                details: change.details,
                old: CatalogEntry(old),
                new: CatalogEntry(new)
            )
        }
    }

    func changes<Value>(
        _ section: ManifestChange.Section,
        _ old: [Value]?,
        _ new: [Value]?,
        _ id: (Value) -> String,
        _ entry: (Value) -> CatalogEntry,
        _ frames: (Value) -> [String] = { _ in [] }
    ) -> [CatalogChange] {
        let pairs = (named[section] ?? []).map { ($0.id, $0.details) }
        let details = Dictionary(pairs) { first, _ in first }
        // Both call sections by one name.
        let kind = Retired.Kind(rawValue: section.rawValue)
        return paired(old ?? [], new ?? [], by: id).compactMap { id, old, new in
            var facts: [String] = []
            if old != nil, let new {
                facts = details[id] ?? []
                if frames(new).contains(where: redrawn.contains) { facts.append("drawn otherwise") }
                if facts.isEmpty { return nil }
            }
            let (was, now) = (old.map(entry), new.map(entry))
            var change = CatalogChange(
                section: section,
                kind: was == nil ? .added : now == nil ? .retired : .changed,
                id: id,
                details: facts,
                old: was,
                new: now
            )
            if change.kind == .retired {
                change.isAcknowledged = kind.map { retired.holds($0, id) }
            } else if let was, was.equipStyle != now?.equipStyle {
                change.isAcknowledged = retired.holds(.styles, "\(id)/\(was.equipStyle ?? "")")
            }
            return change
        }
    }

    /// Of things that are in both manifests; those of others come and go with them.
    func animations(_ old: Manifest, _ new: Manifest) -> [CatalogChange] {
        let (before, after) = (old.allAnimations, new.allAnimations)
        let known = Set(old.ownersOfArt).intersection(new.ownersOfArt)
        let earlier = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let changed = after.compactMap { now -> CatalogChange? in
            guard let was = earlier[now.id], was.arts != now.arts else { return nil }
            return CatalogChange(
                section: .animations,
                kind: .changed,
                id: now.id,
                details: was.differences(from: now),
                old: CatalogEntry(was.animation),
                new: CatalogEntry(now.animation)
            )
        }
        return changed
            + changes(
                .animations,
                before.filter { known.contains($0.owner) },
                after.filter { known.contains($0.owner) },
                \.id,
                { CatalogEntry($0.animation) }
            )
    }
}

/// An animation of a thing, as each of its arts has it.
private struct OwnedAnimation {
    struct Owner: Hashable {
        var section: ManifestChange.Section
        var id: String
    }

    var owner: Owner
    var name: String
    var id: String { "\(owner.id)/\(name)" }
    /// By what the art is for; images have one.
    var arts: [String: Manifest.Animation]
    /// Of the first art that has it.
    var animation: Manifest.Animation

    func differences(from new: Self) -> [String] {
        let pairs = arts.sorted { $0.key < $1.key }.compactMap { use, was in
            new.arts[use].map { (was, $0) }
        }
        guard let (was, now) = pairs.first(where: !=) else { return ["other pets have it"] }
        return was.changes(to: now)
    }
}

extension Manifest {
    fileprivate var ownersOfArt: [OwnedAnimation.Owner] {
        species.map { .init(section: .species, id: $0.id) }
            + items.map { .init(section: .items, id: $0.id) }
            + (images ?? []).map { .init(section: .images, id: $0.id) }
    }

    fileprivate var allAnimations: [OwnedAnimation] {
        species.flatMap { owned(.species, $0.id, $0.art.map { ($0.key, $0.animations) }) }
            + items.flatMap { owned(.items, $0.id, $0.art.map { ($0.key, $0.animations) }) }
            + (images ?? []).flatMap { owned(.images, $0.id, [("", $0.animations ?? [:])]) }
    }

    private func owned(
        _ section: ManifestChange.Section,
        _ id: String,
        _ arts: [(use: String, animations: [String: Animation])]
    ) -> [OwnedAnimation] {
        Set(arts.flatMap { $0.animations.keys }).sorted().compactMap { name in
            let having = arts.compactMap { art in art.animations[name].map { (art.use, $0) } }
            guard let first = having.first?.1 else { return nil }
            return OwnedAnimation(
                owner: .init(section: section, id: id),
                name: name,
                arts: Dictionary(having) { first, _ in first },
                animation: first
            )
        }
    }
}

/// What a game's stored catalog may hold of a thing; a section's things have some of the members.
package struct CatalogEntry: Hashable, Sendable, Encodable {
    /// For people.
    package var name: String?
    /// Of items.
    package var equipStyle: String?
    /// Of items: the id of the slot that it takes.
    package var slot: String?
    /// Of species and items: names of assets by species, each once, in the order of the manifest.
    package var assets: [String: [String]]?
    /// Of species: names, sorted.
    package var anchors: [String]?
    /// Of species, outfits and images: names, sorted.
    package var animations: [String]?
    /// Of looks.
    package var look: Look?
    package var background: String?
    /// Of images, in points.
    package var width: Int?
    package var height: Int?
    /// Of images and animations: how many.
    package var frames: Int?
    /// Of slots: how many items at once.
    package var max: Int?
    /// Of axes.
    package var values: [String]?
    package var raw: [String: Manifest.RawValue]?
    package var standard: String?
    /// Of animations.
    package var fps: Double?
    package var loop: Bool?
    package var durations: [Int]?
    package var extras: [String: ManifestValue]?

    private enum CodingKeys: String, CodingKey {
        case name, equipStyle, slot, assets, anchors, animations, look, background, width, height
        case frames, max, values, raw, fps, loop, durations, extras
        case standard = "default"
    }
}

extension CatalogEntry {
    init(_ manifest: Manifest) {
        name = manifest.name
        width = manifest.canvas.width
        height = manifest.canvas.height
        extras = manifest.extras
    }

    init(_ axis: Manifest.Axis) {
        values = axis.values
        standard = axis.standard
        raw = axis.details?.compactMapValues(\.raw)
        if raw?.isEmpty == true { raw = nil }
        extras = axis.extras
    }

    init(_ species: Manifest.Species) {
        name = species.name
        assets = assetNames(species.art)
        anchors = species.anchors.keys.sorted()
        animations = animationNames(species.art)
        extras = species.extras
    }

    init(_ item: Manifest.Item) {
        name = item.name
        equipStyle = item.equipStyle.rawValue
        slot = item.slot
        assets = assetNames(item.art)
        if item.equipStyle == .replaceSprite { animations = animationNames(item.art) }
        extras = item.extras
    }

    init(_ named: Manifest.NamedLook) {
        look = named.look
        background = named.background
        extras = named.extras
    }

    init(_ slot: Manifest.Slot) {
        name = slot.name
        max = slot.max
        extras = slot.extras
    }

    init(_ image: Manifest.Image) {
        name = image.name
        width = image.width
        height = image.height
        frames = image.frames.count
        animations = (image.animations ?? [:]).keys.sorted()
        extras = image.extras
    }

    init(_ animation: Manifest.Animation) {
        frames = animation.frames.count
        fps = animation.fps
        loop = animation.loop
        durations = animation.durations
    }
}

private func assetNames(_ arts: [Manifest.Art]) -> [String: [String]] {
    arts.reduce(into: [:]) { names, art in
        if names[art.species]?.contains(art.asset) != true {
            names[art.species, default: []].append(art.asset)
        }
    }
}

private func animationNames(_ arts: [Manifest.Art]) -> [String] {
    Set(arts.flatMap(\.animations.keys)).sorted()
}
