package import KilnManifest

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
