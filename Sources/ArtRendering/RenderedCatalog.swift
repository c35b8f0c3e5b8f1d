internal import AssetNaming
package import AtlasBuilding
package import Catalog
internal import Compose
package import Diagnostics
internal import FileStore
package import KilnManifest
package import Raster

extension Check {
    package static let undrawableLook = Check(
        "undrawable-look",
        "a look cannot be drawn",
        isFixed: true
    )
}

/// All art of a catalog, rendered: what looks are composed from and atlases are packed from.
package struct RenderedCatalog: Sendable {
    /// Species, items and looks; targets and files are still empty.
    package let manifest: Manifest
    /// By name.
    package let frames: [String: RenderedFrame]
    /// By frame name, in points.
    package let nineSlices: [String: Manifest.NineSlice]
    /// By suffix, then by the name of the frame that the picture lies beside.
    package let sides: [String: [String: RenderedFrame]]
    /// Names in the order in which species and items use them.
    package let frameNames: [String]
    /// What the catalog's images show, in its order; the arts of one image one after the other.
    package let images: [ImageFrames]

    /// The first frames of images, filling the canvas and its bleed, by the image's id.
    private let backgrounds: [String: [Background]]

    private struct Background: AxisArt {
        var axes: [String: String]
        var level: Int?
        var frame: RenderedFrame
    }

    /// The frames of an image for some axis values.
    package struct ImageFrames: AxisArt, Sendable {
        package var id: String
        /// The values that it is for; axes that are not named do not matter.
        package var axes: [String: String]
        /// Which naming template found it; nil where that decides nothing.
        package var level: Int?
        /// What the names of its frames begin with.
        package var rendition: String
        /// Their names, in the order of the sheet's cells.
        package var frames: [String]
        /// Of the untrimmed picture, in points.
        package var width: Int
        package var height: Int
        /// By name.
        package var animations: [String: Manifest.Animation]
        /// What the asset's image set says.
        package var rendering: RenderingIntent?
        /// Whether it stands in for a picture that is missing.
        package var isPlaceholder = false
    }

    /// - Parameters:
    ///   - plan: what was rendered.
    ///   - rendered: what became of its jobs.
    ///   - catalog: ids and names.
    package init(_ plan: RenderPlan, _ rendered: [RenderedAsset], _ catalog: Catalog) {
        var framesByRendition: [String: [RenderedFrame]] = [:]
        for asset in rendered {
            for rendition in asset.renditions {
                framesByRendition[rendition.name] = rendition.frames
            }
        }
        var frames: [String: RenderedFrame] = [:]
        var names: [String] = []
        var nineSlices: [String: Manifest.NineSlice] = [:]
        var artBySubject: [RenderPlan.Art.Subject: [Manifest.Art]] = [:]
        for art in plan.arts {
            guard let cells = framesByRendition[art.rendition], !cells.isEmpty else { continue }
            for frame in cells {
                if frames[frame.name] == nil {
                    frames[frame.name] = frame
                    names.append(frame.name)
                    nineSlices[frame.name] = art.nineSlice
                }
                if art.isPivotGiven { frames[frame.name]?.isPivotGiven = true }
                if art.colors.isTemplate { frames[frame.name]?.isTemplate = true }
            }
            artBySubject[art.subject, default: []].append(Manifest.Art(art, cells))
        }
        var placeholders = PlaceholderArt(catalog, plan.missing, frames)
        for missing in plan.missing.cells {
            guard let (art, cells) = placeholders.art(for: missing, among: artBySubject) else {
                continue
            }
            for frame in cells where frames[frame.name] == nil {
                frames[frame.name] = frame
                names.append(frame.name)
            }
            let subject = RenderPlan.Art.Subject(missing.cell)
            artBySubject[subject, default: []].append(art)
        }
        frameNames = names
        var artsByImage: [String: [(frames: ImageFrames, asset: String)]] = [:]
        for art in plan.images {
            guard let cells = framesByRendition[art.rendition],
                let image = ImageFrames(art, cells)
            else { continue }
            for frame in cells {
                if frames[frame.name] == nil {
                    frames[frame.name] = frame
                    nineSlices[frame.name] = art.nineSlice
                }
                if art.isPivotGiven { frames[frame.name]?.isPivotGiven = true }
                if art.colors.isTemplate { frames[frame.name]?.isTemplate = true }
            }
            artsByImage[image.id, default: []].append((image, art.asset))
        }
        for missing in plan.missing.images {
            guard let (image, cells) = placeholders.image(missing) else { continue }
            for frame in cells where frames[frame.name] == nil { frames[frame.name] = frame }
            artsByImage[image.id, default: []].append((image, missing.image.asset))
        }
        let axes = catalog.axes.map { Manifest.Axis($0) }
        var images: [ImageFrames] = []
        var manifestImages: [Manifest.Image] = []
        for image in catalog.images {
            guard let arts = artsByImage.removeValue(forKey: image.id)?.withoutIdleLevels,
                let own = Manifest.Image(image, arts, axes)
            else { continue }
            images += arts.map(\.frames)
            manifestImages.append(own)
        }
        self.images = images
        var backgrounds = plan.backgrounds.mapValues { arts in
            arts.compactMap { art in
                framesByRendition[art.rendition]?.first.map {
                    Background(axes: art.axes, level: art.level, frame: $0)
                }
            }
        }
        for missing in plan.missing.images
        where plan.missing.backgrounds.contains(missing.image.id) {
            guard let frame = placeholders.background(missing.image) else { continue }
            backgrounds[missing.image.id, default: []].append(
                Background(axes: missing.axes, level: missing.level, frame: frame)
            )
        }
        self.backgrounds = backgrounds
        var sides: [String: [String: RenderedFrame]] = [:]
        for side in plan.sides {
            let pictures = framesByRendition[side.rendition] ?? []
            for (frame, picture) in zip(framesByRendition[side.base] ?? [], pictures) {
                sides[side.suffix, default: [:]][frame.name] = picture
            }
        }
        self.sides = sides
        self.frames = frames
        self.nineSlices = nineSlices
        var manifest = Manifest(catalog, art: artBySubject.mapValues(\.withoutIdleLevels))
        if !manifestImages.isEmpty { manifest.images = manifestImages }
        manifest.retired = catalog.retired.listed
        if !catalog.palettes.isEmpty { manifest.palettes = catalog.palettes.map { .init($0) } }
        self.manifest = manifest
    }

    /// A picture of a look, still packed.
    package struct Layer: Sendable {
        package var picture: PackedPicture
        /// Of its upper left corner, in pixels.
        package var position: PixelPoint
    }

    /// A frame that shows something, and where its untrimmed picture lies.
    package struct Piece: Sendable {
        /// Of the upper left corner, in points.
        var origin: Manifest.Point
        var frame: RenderedFrame

        /// Pixels per point for which there are pictures, ascending.
        package var scales: [Int] { frame.pictures.scales }

        /// Nil at other scales.
        package func layer(scale: Int) -> Layer? {
            guard let trim = frame.trim, let picture = frame.pictures.packed(atScale: scale) else {
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
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - pose: the moment that is shown.
    ///   - background: the id of an image that lies behind; one of those that were planned so.
    ///   - item: the only thing to show; nil shows all.
    /// - Returns: what shows something.
    /// - Throws: `ManifestError` when the look names what is not there.
    package func pieces(
        of look: KilnManifest.Look,
        in pose: Manifest.Pose,
        over background: String? = nil,
        only item: String? = nil
    ) throws(ManifestError) -> [Piece] {
        let cell = pose.cell
        var pieces: [Piece] = []
        let behind = background.flatMap { backgrounds[$0] }
        if let frame = behind?.best(for: look.axes, manifest.axes)?.frame {
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

    /// What a look is composed of at one scale.
    ///
    /// - Parameters: as of `pieces(of:in:over:only:)`; `scale` is one of those that were rendered.
    /// - Returns: what shows something, from the back.
    /// - Throws: `ManifestError` when the look names what is not there.
    package func layers(
        of look: KilnManifest.Look,
        in pose: Manifest.Pose,
        over background: String? = nil,
        scale: Int
    ) throws(ManifestError) -> [Layer] {
        try pieces(of: look, in: pose, over: background).compactMap { $0.layer(scale: scale) }
    }

    /// Draws a look.
    ///
    /// - Parameters: as of `layers(of:in:over:scale:)`.
    /// - Returns: the canvas with its bleed; nil when it would be larger than a raster can be.
    /// - Throws: `ManifestError` when the look names what is not there.
    package func draw(
        _ look: KilnManifest.Look,
        in pose: Manifest.Pose,
        over background: String? = nil,
        scale: Int
    ) throws(ManifestError) -> PremultipliedImage? {
        let area = manifest.canvas.area(atScale: scale)
        guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
        return try layers(of: look, in: pose, over: background, scale: scale)
            .composed(from: PixelPoint(x: area.x, y: area.y), size)
    }
}

extension [RenderedCatalog.Layer] {
    /// Draws the layers, back to front.
    ///
    /// - Parameters:
    ///   - corner: what becomes the upper left corner of the picture.
    ///   - size: of the picture.
    /// - Returns: what of them falls into it.
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

extension Manifest {
    /// Species, items and looks; targets and files are still empty.
    fileprivate init(_ catalog: Catalog, art: [RenderPlan.Art.Subject: [Manifest.Art]]) {
        self.init(
            generator: .init(name: FileStore.Generator.name, version: FileStore.Generator.version),
            name: catalog.name,
            canvas: .init(catalog.canvas),
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
                    equipStyle: item.equipStyle == .overlay ? .overlay : .replaceSprite,
                    art: art[.item(item.id)] ?? [],
                    slot: item.slot,
                    extras: item.extras
                )
            },
            looks: catalog.looks.map { look in
                Manifest.NamedLook(
                    id: look.id,
                    look: KilnManifest.Look(
                        species: look.species,
                        base: look.base,
                        overlays: look.overlays,
                        axes: look.axes
                    ),
                    extras: look.extras,
                    background: look.background
                )
            },
            slots: catalog.slots.isEmpty ? nil : catalog.slots.map(Manifest.Slot.init),
            extras: catalog.extras
        )
    }
}

extension Manifest.Palette {
    fileprivate init(_ palette: Palette) {
        self.init(
            name: palette.name,
            colors: palette.colors.map(\.description),
            roles: palette.roles
        )
    }
}

extension Manifest.Slot {
    fileprivate init(_ slot: Slot) {
        self.init(id: slot.id, name: slot.name, max: slot.limit, extras: slot.extras)
    }
}

extension Manifest.Canvas {
    fileprivate init(_ canvas: Canvas) {
        let bleed = canvas.bleed
        self.init(
            width: canvas.width,
            height: canvas.height,
            bleed: [bleed.top, bleed.right, bleed.bottom, bleed.left].allSatisfy { $0 == 0 }
                ? nil
                : .init(
                    top: bleed.top,
                    right: bleed.right,
                    bottom: bleed.bottom,
                    left: bleed.left
                )
        )
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
    fileprivate var withoutIdleLevels: [Manifest.Art] {
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
    fileprivate init(_ art: RenderPlan.Art, _ cells: [RenderedFrame]) {
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
    fileprivate init?(_ art: RenderPlan.ImageArt, _ cells: [RenderedFrame]) {
        guard let size = cells.first?.sourceSize else { return nil }
        self.init(
            id: art.image.id,
            axes: art.axes,
            level: art.level,
            rendition: art.rendition,
            frames: cells.map(\.name),
            width: size.width,
            height: size.height,
            animations: art.animations.played(of: cells.count),
            rendering: art.rendering
        )
    }
}

extension [(frames: RenderedCatalog.ImageFrames, asset: String)] {
    /// Levels stay only where they decide.
    fileprivate var withoutIdleLevels: Self {
        let areIdle = Set(map(\.frames.level)).count == 1
        return map { art in
            var art = art
            if areIdle || art.frames.level == 0 { art.frames.level = nil }
            return art
        }
    }
}

extension Manifest.Image {
    /// Nil without art; what the axes' default values show stands in the image itself.
    fileprivate init?(
        _ image: NamedImage,
        _ arts: [(frames: RenderedCatalog.ImageFrames, asset: String)],
        _ axes: [Manifest.Axis]
    ) {
        guard let own = arts.map(\.frames).best(for: [:], axes) ?? arts.first?.frames else {
            return nil
        }
        // Without axes there is nothing to choose from.
        let isPlain = arts.count == 1 && own.axes.isEmpty
        self.init(
            id: image.id,
            name: image.name,
            frames: own.frames,
            width: own.width,
            height: own.height,
            animations: own.animations.isEmpty ? nil : own.animations,
            extras: image.extras,
            placeholder: own.isPlaceholder ? true : nil,
            art: isPlain ? nil : arts.map { Manifest.ImageArt($0.frames, asset: $0.asset) }
        )
    }
}

extension Manifest.ImageArt {
    fileprivate init(_ frames: RenderedCatalog.ImageFrames, asset: String) {
        self.init(
            axes: frames.axes,
            level: frames.level,
            asset: asset,
            frames: frames.frames,
            width: frames.width,
            height: frames.height,
            animations: frames.animations.isEmpty ? nil : frames.animations,
            placeholder: frames.isPlaceholder ? true : nil
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
