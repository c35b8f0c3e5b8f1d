import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
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
            found.append(
                target.fault(
                    "id",
                    "it names no looks, items or images",
                    "say which under \"looks\", \"items\" or \"images\"; \"*\" stands for all"
                )
            )
        }
        if target.place.has("species"), settings.items == nil {
            found.append(
                target.fault(
                    "species",
                    "\"species\" is of \"items\", and there are none",
                    "remove it"
                )
            )
        }
        let scale = settings.scales.max() ?? 1
        if let large = (settings.sizes ?? []).first(where: { !$0.isDrawable(atScale: scale) }) {
            found.append(
                target.fault(
                    "sizes",
                    "pictures of \(large) are too large at scale \(scale), expected sides of at most "
                        + "\(TargetSettings.largestPage) and \(LayerPicture.largestArea) pixels",
                    "make it smaller, or leave out the scale"
                )
            )
        }
        return found
    }
}

extension RenderedCatalog {
    /// Everything that a target of pictures shows.
    ///
    /// - Throws: `ManifestError` when a look names what is not there, `TargetFailure` when a size is
    ///   too large.
    func shown(by target: Target) throws -> [Shown] {
        let settings = target.settings
        // A profile may ask for scales that no one checked the sizes for.
        let scale = settings.scales.max() ?? 1
        if let size = settings.sizes?.first(where: { !$0.isDrawable(atScale: scale) }) {
            throw TargetFailure.pictureSize(size, scale: scale)
        }
        return try looks(of: settings) + items(of: settings) + images(of: settings)
    }
}

extension TargetJob {
    /// Draws pictures, or takes them from the cache.
    ///
    /// - Throws: `DiskError` when the cache does not take a picture; `CancellationError`.
    func files(of pictures: [some PictureFile]) async throws -> [BakedPage] {
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
