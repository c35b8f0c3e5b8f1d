import AtlasBuilding
package import Catalog
import KilnManifest
import Raster

/// Draws placeholders, like what they stand for as far as other art and the catalog tell.
struct PlaceholderArt {
    typealias Arts = [RenderPlan.Art.Subject: [Manifest.Art]]

    private let catalog: Catalog
    private let scales: [Int]
    /// Of art that is there.
    private let sizes: [String: PixelSize]
    /// Of placeholders, by what they show and by name.
    private var drawn: [PlaceholderPicture: [RenderedFrame]] = [:]
    private var names: [String: PlaceholderPicture] = [:]

    /// How something is played: so many frames, and these animations.
    private struct Play {
        var count = 1
        var animations: [String: Manifest.Animation] = [:]
    }

    /// A frame of more pixels shows no number, so that it is drawn once.
    private static let largestNumberedArea = 1 << 22

    /// `frames` are those of the art that is there, by name.
    init(_ catalog: Catalog, _ missing: MissingArt, _ frames: [String: RenderedFrame]) {
        self.catalog = catalog
        scales = missing.scales.sorted()
        sizes = frames.mapValues(\.sourceSize)
    }

    /// Art of a cell that has none.
    ///
    /// `arts` are those that there are, placeholders that were drawn before among them. Nil when
    /// the frames are larger than a raster can be.
    mutating func art(
        for missing: Coverage.Missing<Coverage.Cell>,
        among arts: Arts
    ) -> (art: Manifest.Art, frames: [RenderedFrame])? {
        let cell = missing.thing
        let (subject, parts) = (cell.subject, cell.subject.parts)
        let asset = cell.resolution.attempts.first?.name
        let isBase = cell.item?.equipStyle != .overlay
        let id = cell.item?.id ?? cell.species.id
        let own = cell.item.flatMap { arts[.item($0.id)] }?.first { $0.placeholder != true }
        let play = isBase ? play(of: cell, asset, arts) : Play(count: own?.frames.count ?? 1)
        let placement = catalog.placement(for: subject, part: cell.part, asset: asset)?.value
        let size = isBase ? baseSize(of: parts.count) : overlaySize(placement, own)
        let isWhole = size.height == catalog.canvas.height
        let picture = PlaceholderPicture(
            id: id,
            width: size.width,
            height: size.height,
            frameCount: play.count
        )
        let name = "placeholder~\(id)"
        guard let frames = frames(of: picture, [name, "\(name)~\(cell.species.id)"]) else {
            return nil
        }
        let art = Manifest.Art(
            species: cell.species.id,
            axes: missing.axes,
            level: missing.level,
            part: parts.isEmpty ? nil : cell.part,
            asset: asset ?? name,
            frames: (0..<play.count).map { frames[$0 % frames.count].name },
            origins: isBase
                ? [.init(x: 0, y: Double(isWhole ? 0 : cell.part * size.height))]
                : origins(placement, on: cell.species, size),
            z: catalog.z(of: subject, part: cell.part),
            animations: isBase ? play.animations : [:],
            placeholder: true
        )
        return (art, frames)
    }

    /// Frames of an image that has no picture; nil when they are larger than a raster can be.
    mutating func image(
        _ missing: Coverage.Missing<NamedImage>
    ) -> (image: RenderedCatalog.ImageFrames, frames: [RenderedFrame])? {
        let image = missing.thing
        let sheet = catalog.sheet(for: image.asset).value
        let count = min(max(1, sheet.cutting?.frameCount ?? 1), 4096)
        let canvas = catalog.canvas
        let picture = PlaceholderPicture(
            id: image.id,
            width: image.size.map { Int($0.width.rounded()) } ?? canvas.width,
            height: image.size.map { Int($0.height.rounded()) } ?? canvas.height,
            frameCount: count
        )
        let name = "placeholder~\(image.id)"
        guard let frames = frames(of: picture, [name, "\(name)~image"]) else { return nil }
        let animations = sheet.animations.played(of: count)
        let shown = RenderedCatalog.ImageFrames(
            id: image.id,
            rendition: names.first { $0.value == picture }?.key ?? name,
            art: Manifest.ImageArt(
                axes: missing.axes,
                level: missing.level,
                asset: image.asset,
                frames: (0..<count).map { frames[$0 % frames.count].name },
                width: picture.width,
                height: picture.height,
                animations: animations.isEmpty ? nil : animations,
                placeholder: true
            )
        )
        return (shown, frames)
    }

    /// What fills the canvas and its bleed for an image that has no picture.
    mutating func background(_ image: NamedImage) -> RenderedFrame? {
        let area = catalog.canvas.area
        let picture = PlaceholderPicture(
            id: image.id,
            width: Int(area.width),
            height: Int(area.height)
        )
        let name = "placeholder~\(image.id)~background"
        return frames(of: picture, [name])?.first
    }

    // MARK: - Pictures

    /// The frames of a picture under the first name that shows no other one.
    private mutating func frames(
        of picture: PlaceholderPicture,
        _ wanted: [String]
    ) -> [RenderedFrame]? {
        if let known = drawn[picture] { return known }
        let last = wanted[wanted.count - 1]
        let numbered = (2...).lazy.map { "\(last)~\($0)" }
        func isFree(_ name: String) -> Bool { names[name] == nil }
        let name = wanted.first(where: isFree) ?? numbered.first(where: isFree) ?? last
        names[name] = picture
        let scale = scales.last ?? 1
        let isLarge = picture.width * picture.height * scale * scale > Self.largestNumberedArea
        var shown = picture
        if isLarge { shown.frameCount = 1 }
        let frames = (0..<shown.frameCount).compactMap { number in
            RenderedFrame(
                name: shown.frameCount == 1 ? name : "\(name)/\(number)",
                canvases: scales.reduce(into: [:]) {
                    $0[$1] = shown.frame(number, scale: $1)
                }
            )
        }
        guard frames.count == shown.frameCount, frames.allSatisfy({ $0.trim != nil }) else {
            return nil
        }
        drawn[picture] = frames
        return frames
    }

    // MARK: - Sizes and places

    /// The whole canvas; of several parts each a strip of it, so that none hides another.
    private func baseSize(of count: Int) -> (width: Int, height: Int) {
        let canvas = catalog.canvas
        return (canvas.width, count > 1 ? max(1, canvas.height / count) : canvas.height)
    }

    /// The placement's box, the size of the art that other species wear, or a part of the canvas.
    private func overlaySize(
        _ placement: Placement?,
        _ own: Manifest.Art?
    ) -> (width: Int, height: Int) {
        if let box = placement?.size {
            return (max(1, Int(box.width.rounded())), max(1, Int(box.height.rounded())))
        }
        if let size = own?.frames.first.flatMap({ sizes[$0] }) { return (size.width, size.height) }
        let canvas = catalog.canvas
        return (max(1, canvas.width * 3 / 8), max(1, canvas.height / 4))
    }

    /// Where the placement puts it; the canvas's middle where none says.
    private func origins(
        _ placement: Placement?,
        on species: Species,
        _ size: (width: Int, height: Int)
    ) -> [Manifest.Point] {
        var placement = placement ?? Placement()
        // Its size says from where an offset counts.
        if placement.anchor == nil, placement.size == nil { placement.offset = .zero }
        placement.size = PointSize(width: Double(size.width), height: Double(size.height))
        let pivot = placement.pivot ?? CanvasPoint(x: 0.5, y: 0.5)
        let origins = placement.places(on: species, catalog.canvas).map { place in
            Manifest.Point(
                x: place.x - pivot.x * Double(size.width),
                y: place.y - pivot.y * Double(size.height)
            )
        }
        return Set(origins).count == 1 ? [origins[0]] : origins
    }

    // MARK: - Animations

    /// As the rule of the sheet says that is missing; else like what is next to it.
    private func play(of cell: Coverage.Cell, _ asset: String?, _ arts: Arts) -> Play {
        let sheet = asset.map { catalog.sheet(for: $0).value } ?? SheetSettings()
        let named = sheet.animations.flatMap { $0.frames ?? [] }.max().map { $0 + 1 }
        let count = sheet.cutting?.frameCount ?? named
        if let count, count > 0, !sheet.animations.isEmpty {
            return Play(count: count, animations: sheet.animations.played(of: count))
        }
        let own = cell.item.flatMap { arts[.item($0.id)] } ?? []
        let others = [cell.species] + catalog.species
        let models = [own] + others.map { arts[.species($0.id)] ?? [] }
        for arts in models {
            if let play = play(like: arts), !play.animations.isEmpty { return play }
        }
        if !catalog.animations.isEmpty {
            let frames = Array(0..<4)
            let all = catalog.animations.map { name in
                (name, Manifest.Animation(frames: frames, fps: 8, loop: true))
            }
            return Play(count: 4, animations: Dictionary(all) { first, _ in first })
        }
        return models.lazy.compactMap(play(like:)).first ?? Play(count: max(1, count ?? 1))
    }

    /// The animations of one species' art; those of files of their own one after the other.
    private func play(like arts: [Manifest.Art]) -> Play? {
        guard let first = arts.first(where: { $0.placeholder != true }) ?? arts.first else {
            return nil
        }
        var play = Play(count: 0)
        var sheets: Set<String?> = []
        for art in arts
        where art.species == first.species && art.part ?? 0 == first.part ?? 0
            && art.placeholder == first.placeholder && sheets.insert(art.sheet).inserted
        {
            for (name, animation) in art.animations where play.animations[name] == nil {
                var moved = animation
                moved.frames = animation.frames.map { $0 + play.count }
                play.animations[name] = moved
            }
            play.count += art.frames.count
        }
        return play.count > 0 ? play : nil
    }
}

/// What has no art and is drawn all the same.
package struct MissingArt: Sendable {
    /// One for each species, item on a species, and part.
    package var cells: [Coverage.Missing<Coverage.Cell>] = []
    package var images: [Coverage.Missing<NamedImage>] = []
    /// Those of the images that are behind looks.
    package var backgrounds: Set<String> = []
    /// Pixels per point.
    package var scales: Set<Int> = []

    package init() {}

    /// `backgrounds` are ids of images that are behind looks; `scales` are pixels per point.
    package init(_ coverage: Coverage, backgrounds: Set<String>, scales: [Int]) {
        cells = coverage.missing
        images = coverage.missingImages
        self.backgrounds = backgrounds
        self.scales = Set(scales)
    }

    var isEmpty: Bool { cells.isEmpty && images.isEmpty }
}
