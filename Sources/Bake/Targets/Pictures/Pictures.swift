import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import ImageCodec
import KernelTypes
import KilnManifest
import Raster

/// Looks, items and images as files of their own.
enum ImagesTarget: TargetBaking {
    static func bake(_ job: TargetJob) async throws -> BakedTarget {
        let target = job.target
        let settings = target.settings
        let pictures = try job.art.shown(by: target).flatMap { one in
            (settings.sizes.map { $0.map(Optional.some) } ?? [nil]).flatMap { size in
                settings.scales.compactMap { scale in
                    let name = one.name + settings.sizeLabel(size)
                    let path = "\(target.id)/\(one.subject.folder)/\(name)@\(scale)x.png"
                    return one.picture(size, scale: scale, path: path)
                }
            }
        }
        return BakedTarget(
            target,
            pictures: pictures.map(\.manifest),
            files: [],
            pages: try await job.files(of: pictures)
        )
    }

    static func pictureWishes(of target: Target) -> [PictureWish] {
        let sizes = target.settings.pixelSizes
        return sizes.isEmpty ? [] : [PictureWish(target.settings, sizes: sizes)]
    }

    static func unfitSettings(of target: Target) -> [Diagnostic] {
        unfitSettings(ofPictures: target)
    }
}

extension TargetBaking {
    /// The members that speak of pages.
    private static var ofPages: [String] {
        [
            "formats", "groups", "bundles", "maxPageSize", "padding", "border", "extrude", "trim",
            "trimThreshold", "polygonTolerance", "polygonShape", "rotate", "powerOfTwo", "square",
            "multipleOf", "align", "aspectLimit", "duplicates", "layout", "repackAbove", "pixels",
            "sideSheets", "alpha", "hiddenColor", "textureFilter",
        ] + TargetSettings.membersOfFiles
    }

    /// Settings that mean nothing for any target whose pictures are files of their own.
    static func unfitSettings(ofPictures target: Target) -> [Diagnostic] {
        let settings = target.settings
        var found = ofPages.filter(target.place.has).map { member in
            target.fault(
                member,
                "images are files of their own and have no \"\(member)\"",
                "remove it, or use a target of kind atlas"
            )
        }
        func add(_ member: String, _ message: String, _ help: String) {
            found.append(target.fault(member, message, help))
        }
        if settings.budget.pages != nil {
            found.append(
                target.fault(
                    at: settings.budget.place["pages"],
                    "images are files of their own, so \"pages\" limits nothing",
                    "limit \"imagePixels\" or \"bytes\", or use a target of kind atlas"
                )
            )
        }
        if settings.looks == nil, settings.items == nil, settings.images == nil,
            settings.assetCatalog.appIcons.isEmpty,
            !settings.assetCatalog.place.has("colors")
        {
            add(
                "id",
                "it names no looks, items or images",
                "say which under \"looks\", \"items\" or \"images\"; \"*\" stands for all"
            )
        }
        if target.place.has("species"), settings.items == nil {
            add("species", "\"species\" is of \"items\", and there are none", "remove it")
        }
        let scale = settings.scales.max() ?? 1
        if let large = (settings.sizes ?? []).first(where: { !$0.isDrawable(atScale: scale) }) {
            add(
                "sizes",
                "pictures of \(large) are too large at scale \(scale), expected sides of at most "
                    + "\(TargetSettings.largestPage) and \(LayerPicture.largestArea) pixels",
                "make it smaller, or leave out the scale"
            )
        }
        return found
    }
}

extension RenderedCatalog {
    /// Everything that a target of pictures shows.
    func shown(by target: Target) throws -> [Shown] {
        let settings = target.settings
        // A profile may ask for scales that no one checked the sizes for.
        let scale = settings.scales.max() ?? 1
        if let size = settings.sizes?.first(where: { !$0.isDrawable(atScale: scale) }) {
            throw TargetFailure.pictureSize(size, scale: scale)
        }
        return try looks(of: settings) + items(of: settings)
            + images { settings.images?.contains($0) ?? false }
    }
}

extension TargetJob {
    /// Draws pictures, or takes them from the cache.
    func files(of pictures: [Picture]) async throws -> [BakedPage] {
        let effort = target.settings.effort
        if let cache = context.cache, cache.remote != nil {
            cache.ask(for: pictures.map { $0.key(effort) })
        }
        return try await context.each(.pages, named: pictures.map(\.path)) { [context] index in
            let picture = pictures[index]
            return try await BakedPage.baked(
                .picture,
                as: picture.path,
                under: picture.key(effort),
                in: context
            ) { () async throws(DiskError) in
                EncodedPage(bytes: try await picture.encoded(effort))
            }
        }
    }
}

extension TargetSettings {
    /// What parts pictures of one thing in several sizes; empty where there is one.
    func sizeLabel(_ size: PixelSize?) -> String {
        (sizes?.count ?? 0) > 1 ? size.map { "-\($0)" } ?? "" : ""
    }
}

extension BakedTarget {
    /// A target whose pictures are files of their own.
    init(
        _ target: Target,
        pictures: [Manifest.Picture],
        files: [OutputFile],
        pages: [BakedPage],
        findings: [Diagnostic] = []
    ) {
        self.init(
            manifest: Manifest.Target(
                id: target.id,
                kind: target.kind.rawValue,
                scales: target.settings.scales,
                pages: [],
                frames: [:],
                pictures: pictures
            ),
            files: files,
            pages: pages,
            summary: BakeSummary.Target(
                id: target.id,
                frames: 0,
                pages: 0,
                occupancy: 0,
                pictures: pictures.count
            ),
            findings: findings
        )
    }
}

/// What a target draws as a file of its own: a look, an item, an image, an icon or a frame in one size.
struct Picture: Sendable {
    enum Subject: String {
        case look
        case item
        case image
        case appIcon
        case frame

        /// The folder of all of the kind.
        var folder: String { "\(rawValue)s" }
    }

    /// What becomes of the pixels at the end.
    enum Finish: Hashable, Sendable {
        case none
        /// Only alpha stays; all color is black.
        case template
        /// Put over a color, so that nothing is clear.
        case opaque(RGB)
    }

    var subject: Subject
    var id: String
    var scale: Int
    /// In pixels.
    var size: PixelSize
    /// Relative to the output folder.
    var path: String
    var drawing: Drawing
    var finish = Finish.none
    /// Of asset catalogs: what an app asks for, when it is shown, and how it is taken.
    var asset: String?
    var appearance: String?
    var rendering: RenderingIntent?
    /// Of images that follow axes: the values that it is for.
    var axes: [String: String]?

    var manifest: Manifest.Picture {
        Manifest.Picture(
            id: id,
            of: subject.rawValue,
            width: size.width,
            height: size.height,
            scale: scale,
            path: path,
            asset: asset,
            appearance: appearance,
            rendering: rendering?.rawValue,
            axes: axes
        )
    }
}

/// What a picture shows, at the scale that it is drawn from.
struct Drawing: Sendable {
    var layers: [RenderedCatalog.Layer]
    /// The part of it that the picture shows, in pixels of that scale.
    var content: PixelRect
    /// Pixels per point.
    var scale: Int

    var image: PremultipliedImage { layers.composed(from: content.origin, content.size) }
}

extension Picture {
    /// The digest of everything that the file's bytes follow from, but for its path.
    func key(_ effort: Effort) -> Digest {
        var out = ByteWriter()
        out.put("exact picture \(BakeCache.version) \(deflateVersion) \(effort.rawValue)")
        out.put(drawing.content, size)
        out.put(drawing.layers)
        // Looks are composed where others are copied.
        out.put(subject == .look)
        if finish != .none { out.put(String(reflecting: finish)) }
        return Digest(of: out.bytes)
    }

    /// The content, as large as it can be inside of the picture, in its middle.
    func drawn() -> StraightImage {
        switch finish {
        case .none: return untouched ?? fitted().straight()
        case .template:
            return (untouched ?? fitted().straight())
                .mapPixels { StraightPixel(r: 0, g: 0, b: 0, a: $0.a) }
        case .opaque(let color):
            let ground = PremultipliedPixel(r: color.r, g: color.g, b: color.b, a: 255)
            var canvas = PremultipliedImage(size: size, filledWith: ground)
            canvas.draw(fitted(), at: .zero)
            return canvas.straight()
        }
    }

    /// One picture in its own size, pixel for pixel; nil when it has to be composed.
    ///
    /// Looks always are: previews show what composing makes of them.
    private var untouched: StraightImage? {
        let content = drawing.content
        guard subject != .look, content.size == size, drawing.layers.count == 1 else { return nil }
        let place = drawing.layers[0].position
        let at = PixelPoint(x: place.x - content.x, y: place.y - content.y)
        guard let picture = drawing.layers[0].picture.unpacked(), at.x >= 0, at.y >= 0,
            at.x + picture.width <= size.width, at.y + picture.height <= size.height
        else { return nil }
        var canvas = StraightImage(size: size)
        canvas.copy(from: picture, at: at)
        return canvas
    }

    private func fitted() -> PremultipliedImage {
        let content = drawing.content
        let whole = drawing.image
        if content.size == size { return whole }
        let (width, height) = content.size.contained(in: size)
        let inner = PixelSize(width: width, height: height)
        var canvas = PremultipliedImage(size: size)
        if let inner {
            // Enlarged pixel art keeps its pixels.
            let isEnlarged = inner.width > content.width
            let method: Resampling = isEnlarged && whole.straight().isHardEdged ? .box : .area
            canvas.copy(
                from: whole.resampled(to: inner, using: method),
                at: PixelPoint(
                    x: (size.width - inner.width) / 2,
                    y: (size.height - inner.height) / 2
                )
            )
        }
        return canvas
    }

    /// The file, made while holding the memory that this needs.
    func encoded(_ effort: Effort) async throws(DiskError) -> [UInt8] {
        let need = [size, drawing.content.size].map { PictureNeed.page.bytes(for: $0) }
        let name = lastPart(of: path)
        return try await MemoryBudget.current.encoding(name, need[0] + need[1]) {
            () throws(DiskError) in try encode(drawn(), for: name, effort: effort)
        }
    }
}

extension PixelSize {
    /// The largest sides in a box with this aspect ratio.
    func contained(in box: PixelSize) -> (width: Int, height: Int) {
        let sides = LayerSize.fitted(width: Double(box.width), height: Double(box.height), .contain)
            .points(width: width, height: height, density: 1)
        return (max(1, Int(sides.width.rounded())), max(1, Int(sides.height.rounded())))
    }
}

extension StraightImage {
    func mapPixels(_ change: (StraightPixel) -> StraightPixel) -> StraightImage {
        StraightImage(size: size, pixels: pixels.map(change)) ?? self
    }
}
