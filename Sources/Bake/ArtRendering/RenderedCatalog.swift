package import AtlasBuilding
package import Catalog
package import Diagnostics
import FileStore
package import KilnManifest
package import Raster

extension Check {
    package static let undrawableLook = Check("undrawable-look", isFixed: true)
}

/// All art of a catalog, rendered: what looks are composed from and atlases are packed from.
package struct RenderedCatalog: Sendable {
    /// Species, items and looks; targets and files are still empty.
    package let manifest: Manifest
    /// By name.
    package let frames: [String: RenderedFrame]
    /// By frame name, in points.
    package let nineSlices: [String: NineSlice]
    /// By suffix, then by the name of the frame that the picture is next to.
    package let sides: [String: [String: RenderedFrame]]
    /// Names in the order in which species and items use them.
    package let frameNames: [String]
    /// What the catalog's images show, in its order; the arts of one image one after the other.
    package let images: [ImageFrames]

    /// The first frames of images, filling the canvas and its bleed, by the image's id.
    private let backgrounds: [String: [AxisChoice<RenderedFrame>]]

    /// The frames of an image for some axis values.
    package struct ImageFrames: AxisArt, Sendable {
        package var id: String
        /// What the names of its frames begin with.
        package var rendition: String
        /// What the asset's image set says.
        package var rendering: RenderingIntent?
        /// Its level is nil where that decides nothing.
        package var art: Manifest.ImageArt

        package var axes: [String: String] { art.axes }
        package var level: Int? { art.level }
        package var frames: [String] { art.frames }
    }

    package init(_ plan: RenderPlan, _ assets: [RenderedAsset], _ catalog: Catalog) {
        var rendered: [String: [RenderedFrame]] = [:]
        for rendition in assets.flatMap(\.renditions) where !rendition.frames.isEmpty {
            rendered[rendition.name] = rendition.frames
        }
        var table = FrameTable()
        var names: [String] = []
        var arts: [RenderPlan.Art.Subject: [Manifest.Art]] = [:]
        for art in plan.arts {
            guard let frames = rendered[art.rendition] else { continue }
            names += table.add(frames, art.nineSlice, art.isPivotGiven, art.colors)
            arts[art.subject, default: []].append(Manifest.Art(art, frames))
        }
        var placeholders = PlaceholderArt(catalog, plan.missing, table.frames)
        for missing in plan.missing.cells {
            guard let (art, frames) = placeholders.art(for: missing, among: arts) else { continue }
            names += table.add(frames)
            arts[RenderPlan.Art.Subject(of: missing.thing), default: []].append(art)
        }
        frameNames = names
        var artsByImage: [String: [ImageFrames]] = [:]
        for art in plan.images {
            guard let frames = rendered[art.rendition], let image = ImageFrames(art, frames) else {
                continue
            }
            table.add(frames, art.nineSlice, art.isPivotGiven, art.colors)
            artsByImage[image.id, default: []].append(image)
        }
        for missing in plan.missing.images {
            guard let (image, frames) = placeholders.image(missing) else { continue }
            table.add(frames)
            artsByImage[image.id, default: []].append(image)
        }
        let axes = catalog.axes.map { Manifest.Axis($0) }
        var images: [ImageFrames] = []
        var manifestImages: [Manifest.Image] = []
        for image in catalog.images {
            guard let arts = artsByImage.removeValue(forKey: image.id)?.withoutIdleLevels,
                let own = Manifest.Image(image, arts.map(\.art), axes)
            else { continue }
            images += arts
            manifestImages.append(own)
        }
        self.images = images
        var backgrounds = plan.backgrounds.mapValues { arts in
            arts.compactMap { art in
                rendered[art.value]?.first.map {
                    AxisChoice(axes: art.axes, level: art.level, value: $0)
                }
            }
        }
        for missing in plan.missing.images
        where plan.missing.backgrounds.contains(missing.thing.id) {
            guard let frame = placeholders.background(missing.thing) else { continue }
            backgrounds[missing.thing.id, default: []].append(
                AxisChoice(axes: missing.axes, level: missing.level, value: frame)
            )
        }
        self.backgrounds = backgrounds
        var sides: [String: [String: RenderedFrame]] = [:]
        for side in plan.sides {
            let pictures = rendered[side.rendition] ?? []
            for (frame, picture) in zip(rendered[side.base] ?? [], pictures) {
                sides[side.suffix, default: [:]][frame.name] = picture
            }
        }
        self.sides = sides
        frames = table.frames
        nineSlices = table.nineSlices
        var manifest = Manifest(catalog, art: arts.mapValues(\.withoutIdleLevels))
        if !manifestImages.isEmpty { manifest.images = manifestImages }
        manifest.retired = catalog.retired.listed
        if !catalog.palettes.isEmpty {
            manifest.palettes = catalog.palettes.map { palette in
                let colors = palette.colors.map(\.description)
                return Manifest.Palette(name: palette.name, colors: colors, roles: palette.roles)
            }
        }
        self.manifest = manifest
    }

    /// A picture of a look, still packed.
    package struct Layer: Sendable {
        package var picture: PackedPicture
        /// Of its upper left corner, in pixels.
        package var position: PixelPoint
    }

    /// A frame that shows something, and where its untrimmed picture is.
    package struct Piece: Sendable {
        /// Of the upper left corner, in points.
        var origin: Manifest.Point
        var frame: RenderedFrame

        /// Pixels per point for which there are pictures, ascending.
        package var scales: [Int] { frame.pictures.scales }

        /// Whether any of what it shows is in an area of the canvas, in points.
        package func overlaps(_ area: DrawStep.PixelArea) -> Bool {
            guard let trim = frame.trim else { return false }
            let (left, top) = (origin.x + Double(trim.x), origin.y + Double(trim.y))
            return left < Double(area.x + area.width) && left + Double(trim.width) > Double(area.x)
                && top < Double(area.y + area.height) && top + Double(trim.height) > Double(area.y)
        }

        package func layer(scale: Int) -> Layer? {
            guard let trim = frame.trim, let picture = frame.pictures[scale] else {
                return nil
            }
            return Layer(
                picture: picture,
                position: PixelPoint(
                    x: origin.x.pixel(atScale: scale) + trim.x * scale,
                    y: origin.y.pixel(atScale: scale) + trim.y * scale
                )
            )
        }
    }

    /// What a look is composed of, from the back.
    ///
    /// `background` is the id of an image that was planned so. With `item` nothing else is shown.
    package func pieces(
        of look: KilnManifest.Look,
        in pose: Manifest.Pose,
        over background: String? = nil,
        only item: String? = nil
    ) throws(ManifestError) -> [Piece] {
        let cell = pose.cell
        var pieces: [Piece] = []
        let behind = background.flatMap { backgrounds[$0] }
        if let frame = behind?.best(for: look.axes, manifest.axes)?.value {
            let area = manifest.canvas.area(atScale: 1)
            let corner = Manifest.Point(x: Double(area.x), y: Double(area.y))
            pieces.append(Piece(origin: corner, frame: frame))
        }
        for layer in try manifest.layers(of: look, sheet: pose.sheet)
        where item == nil || layer.item == item {
            let art = layer.art
            guard let frame = frames[art.frames[cell % art.frames.count]] else { continue }
            let origin = art.origins[cell % art.origins.count]
            pieces.append(Piece(origin: origin, frame: frame))
        }
        return pieces.filter { $0.frame.trim != nil }
    }

    /// A frame of an image, from its own upper left corner; empty when it shows nothing.
    package func pieces(of image: ImageFrames, cell: Int = 0) -> [Piece] {
        let name = image.frames.indices.contains(cell) ? image.frames[cell] : nil
        guard let frame = name.flatMap({ frames[$0] }), frame.trim != nil else { return [] }
        return [Piece(origin: Manifest.Point(x: 0, y: 0), frame: frame)]
    }

    /// Draws the pieces of a look on the canvas with its bleed, at a scale that was rendered; nil when
    /// it would be larger than a raster can be.
    package func draw(_ pieces: [Piece], scale: Int) -> PremultipliedImage? {
        let area = manifest.canvas.area(atScale: scale)
        guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
        return pieces.compactMap { $0.layer(scale: scale) }
            .composed(from: PixelPoint(x: area.x, y: area.y), size)
    }
}

/// Frames by name; the first of a name stays.
private struct FrameTable {
    private(set) var frames: [String: RenderedFrame] = [:]
    private(set) var nineSlices: [String: NineSlice] = [:]

    /// Returns the names of those that are new, in their order.
    @discardableResult
    mutating func add(
        _ added: [RenderedFrame],
        _ nineSlice: NineSlice? = nil,
        _ isPivotGiven: Bool = false,
        _ colors: PlannedColors = PlannedColors()
    ) -> [String] {
        var new: [String] = []
        for frame in added {
            if frames[frame.name] == nil {
                frames[frame.name] = frame
                nineSlices[frame.name] = nineSlice
                new.append(frame.name)
            }
            if isPivotGiven { frames[frame.name]?.isPivotGiven = true }
            if colors.isTemplate { frames[frame.name]?.isTemplate = true }
        }
        return new
    }
}

extension [RenderedCatalog.Layer] {
    /// Draws the layers, back to front.
    ///
    /// `corner` becomes the upper left corner of the picture; what is outside is cut off.
    package func composed(from corner: PixelPoint, _ size: PixelSize) -> PremultipliedImage {
        let placed = compactMap { layer in
            layer.picture.unpacked().map { picture in
                PlacedLayer(
                    image: picture,
                    position: PixelPoint(
                        x: layer.position.x - corner.x,
                        y: layer.position.y - corner.y
                    )
                )
            }
        }
        return compose(placed, on: size)
    }
}

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

extension [Manifest.Art] {
    /// Levels stay only where they decide.
    var withoutIdleLevels: [Manifest.Art] {
        func choice(_ art: Manifest.Art) -> [String?] {
            [art.species, art.part.map(String.init), art.sheet]
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
