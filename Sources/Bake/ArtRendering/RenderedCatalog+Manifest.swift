import AtlasBuilding
package import Catalog
import FileStore
package import KilnManifest
import Raster

// What a manifest says of art, before it is packed.

extension Manifest {
    /// Species, items and looks; targets and files are still empty.
    init(_ catalog: Catalog, art: [RenderPlan.Art.Subject: [Manifest.Art]]) {
        self.init(
            generator: .init(name: FileStore.Generator.name, version: FileStore.Generator.version),
            name: catalog.name,
            canvas: catalog.canvas,
            axes: catalog.axes.map { Manifest.Axis($0) },
            species: catalog.species.map { species in
                Manifest.Species(
                    id: species.id,
                    name: species.name,
                    anchors: species.anchors.reduce(into: [:]) { anchors, anchor in
                        anchors[anchor.name] = anchor.points.map { .init(x: $0.x, y: $0.y) }
                    },
                    art: art[.species(species.id)] ?? [],
                    extras: species.extras
                )
            },
            items: catalog.items.map { item in
                Manifest.Item(
                    id: item.id,
                    name: item.name,
                    equipStyle: item.equipStyle,
                    art: art[.item(item.id)] ?? [],
                    slot: item.slot,
                    extras: item.extras
                )
            },
            looks: catalog.looks.map { look in
                Manifest.NamedLook(
                    id: look.id,
                    look: look.look,
                    extras: look.extras,
                    background: look.background
                )
            },
            slots: catalog.slots.isEmpty
                ? nil
                : catalog.slots.map { slot in
                    Manifest.Slot(
                        id: slot.id,
                        name: slot.name,
                        max: slot.limit,
                        extras: slot.extras
                    )
                },
            extras: catalog.extras
        )
    }
}

extension NamedLook {
    package var look: KilnManifest.Look {
        KilnManifest.Look(species: species, base: base, overlays: overlays, axes: axes)
    }
}

/// What one of several arts is drawn for.
private struct Choice: Hashable {
    var species: String
    var part: Int?
    var sheet: String?
}

extension [Manifest.Art] {
    /// Levels stay only where they decide.
    var withoutIdleLevels: [Manifest.Art] {
        func choice(_ art: Manifest.Art) -> Choice {
            Choice(species: art.species, part: art.part, sheet: art.sheet)
        }
        let levels = Dictionary(grouping: self, by: choice).mapValues { Set($0.map(\.level)) }
        return map { art in
            var art = art
            if art.level == 0 || levels[choice(art)]?.count == 1 { art.level = nil }
            return art
        }
    }
}

extension Manifest.Art {
    /// Art whose frames were rendered; all of them have the same size and pivot.
    init(_ art: RenderPlan.Art, _ cells: [RenderedFrame]) {
        var origins = [Manifest.Point(x: 0, y: 0)]
        if let places = art.places, let frame = cells.first {
            origins = places.map {
                Manifest.Point(x: $0.x - frame.pivotX, y: $0.y - frame.pivotY)
            }
        }
        // One for all frames when they agree.
        if Set(origins).count == 1 { origins = [origins[0]] }
        self.init(
            species: art.species,
            axes: art.axes,
            level: art.level,
            part: art.part,
            sheet: art.sheet,
            asset: art.asset,
            frames: cells.map(\.name),
            origins: origins,
            z: art.z,
            animations: art.animations.played(of: cells.count)
        )
    }
}

extension RenderedCatalog.ImageFrames {
    /// Nil without frames; all of them have the same size.
    init?(_ art: RenderPlan.ImageArt, _ cells: [RenderedFrame]) {
        guard let size = cells.first?.sourceSize else { return nil }
        let animations = art.animations.played(of: cells.count)
        self.init(
            id: art.image.id,
            rendition: art.rendition,
            rendering: art.rendering,
            art: Manifest.ImageArt(
                axes: art.axes,
                level: art.level,
                asset: art.asset,
                frames: cells.map(\.name),
                width: size.width,
                height: size.height,
                animations: animations.isEmpty ? nil : animations
            )
        )
    }
}

extension [RenderedCatalog.ImageFrames] {
    /// Levels stay only where they decide.
    var withoutIdleLevels: Self {
        let areIdle = Set(map(\.level)).count == 1
        return map { image in
            var image = image
            if areIdle || image.level == 0 { image.art.level = nil }
            return image
        }
    }
}

extension Manifest.Image {
    /// Nil without art; what the axes' default values show is in the image itself.
    init?(
        _ image: NamedImage,
        _ arts: [Manifest.ImageArt],
        _ axes: [Manifest.Axis]
    ) {
        guard let own = arts.best(for: [:], axes) ?? arts.first else { return nil }
        // Without axes there is nothing to choose from.
        let isPlain = arts.count == 1 && own.axes.isEmpty
        self.init(
            id: image.id,
            name: image.name,
            frames: own.frames,
            width: own.width,
            height: own.height,
            animations: own.animations,
            extras: image.extras,
            placeholder: own.placeholder,
            art: isPlain ? nil : arts
        )
    }
}

extension [SheetAnimation] {
    /// By name, for a sheet with so many frames.
    func played(of count: Int) -> [String: Manifest.Animation] {
        reduce(into: [:]) { animations, animation in
            animations[animation.name] = Manifest.Animation(
                frames: animation.playedFrames(of: count),
                fps: animation.meanFramesPerSecond,
                loop: animation.loops,
                durations: animation.playedDurations
            )
        }
    }
}
