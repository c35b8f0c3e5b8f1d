import AtlasBuilding
import Catalog
package import Diagnostics
import FileStore
import KilnManifest
import Raster

/// The pictures of one image set or app icon set, and its `Contents.json`.
struct AssetSet: Sendable {
    var pictures: [Picture]
    var contents: ExportedFile
    /// The group that it is in; nil outside of groups.
    var group: String?
    /// The folders between the group and the set, which are part of the set's name.
    var folders: [String] = []
}

/// An asset catalog: image sets for looks, items and images, and app icons.
enum AssetCatalogTarget: TargetBaking {
    static func bake(_ job: TargetJob) async throws -> BakedTarget {
        let (target, art) = (job.target, job.art)
        let sets = try art.imageSets(of: target)
        let (icons, problems) = try await art.appIconSets(of: target)
        let all = sets + icons
        let pictures = all.flatMap(\.pictures)
        let settings = target.settings.assetCatalog
        let contents =
            [assetCatalogContents(of: target.assetCatalogFolder)]
            + target.contents(
                ofFolders: all.compactMap(\.group),
                providesNamespace: settings.providesNamespace
            )
            + target.contents(ofFolders: all.flatMap(\.folders), providesNamespace: true)
            + all.map(\.contents) + target.assetCatalogColors
        return BakedTarget(
            target,
            pictures: pictures.map(\.manifest),
            files: contents,
            pages: try await job.files(of: pictures),
            findings: problems + target.widgetFindings(of: pictures)
        )
    }

    static func pictureWishes(of target: Target) -> [PictureWish] {
        let settings = target.settings
        var wishes: [PictureWish] = []
        if !settings.pixelSizes.isEmpty {
            var wish = PictureWish(settings, sizes: settings.pixelSizes)
            if let suffix = settings.assetCatalog.dark?.imageSuffix, !suffix.isEmpty {
                // The dark picture of an image is as large as the image.
                wish.images = { [images = wish.images] id in
                    images(id)
                        || id.hasSuffix(suffix) && images(String(id.dropLast(suffix.count)))
                }
            }
            wishes.append(wish)
        }
        func shown(_ isLook: Bool) -> Set<String> {
            Set(
                settings.assetCatalog.appIcons.filter { $0.isLook == isLook }
                    .flatMap { [$0.shown, $0.dark, $0.tinted].compactMap(\.self) }
            )
        }
        let (looks, images) = (shown(true), shown(false))
        guard !looks.isEmpty || !images.isEmpty else { return wishes }
        let side = AppIcon.largestSide
        wishes.append(
            PictureWish(
                sizes: [PixelSize(width: side, height: side)].compactMap(\.self),
                looks: looks.contains,
                images: images.contains
            )
        )
        return wishes
    }

    static func unfitSettings(of target: Target) -> [Diagnostic] {
        let settings = target.settings
        var found = unfitSettings(ofPictures: target)
        func add(_ member: String, _ message: String, _ help: String) {
            found.append(target.fault(member, message, help))
        }
        if let scale = settings.scales.first(where: { $0 > 3 }) {
            add(
                "scales",
                "asset catalogs have the scales 1, 2 and 3, found \(scale)",
                "remove it"
            )
        }
        let colors = settings.assetCatalog.colors.names
        let once = colors.uniqued { $0.lowercased() }
        let unfit = colors.first { $0.contains("/") || !once.contains($0) }
        if let unfit {
            add(
                "assetCatalog",
                unfit.contains("/")
                    ? "the color \"\(unfit)\" has a / in its name, which Xcode takes for a folder"
                    : "two colors differ only in upper and lower case, found \"\(unfit)\"",
                "rename it in the catalog's \"colors\""
            )
        }
        for idiom in settings.assetCatalog.idioms
        where !idiom.scales.contains(where: settings.scales.contains) {
            let scales = idiom.scales.map { "\($0)x" }.joined(separator: ", ")
            add(
                "scales",
                "pictures for \(idiom.rawValue) are taken at \(scales), "
                    + "found scales \(settings.scales.map(String.init).joined(separator: ", "))",
                "add a scale, or remove the idiom"
            )
        }
        return found
    }
}

extension RenderedCatalog {
    /// An image set for each thing that the target shows, in each of its sizes.
    fileprivate func imageSets(of target: Target) throws -> [AssetSet] {
        let dark = try darkPictures(of: target)
        let sizes = target.settings.sizes.map { $0.map(Optional.some) } ?? [nil]
        return try shown(by: target).flatMap { light -> [AssetSet] in
            let key = light.key
            guard !dark.taken.contains(key) else { return [] }
            return sizes.compactMap { size in
                target.imageSet(of: light, dark: dark.things[key], size: size)
            }
        }
    }

    /// What the things of a target show on a dark screen.
    private func darkPictures(of target: Target) throws -> DarkPictures {
        var result = DarkPictures()
        guard let dark = target.settings.assetCatalog.dark else { return result }
        if let axis = dark.axis, let value = dark.value {
            let own = [axis: value]
            let things =
                try looks(of: target.settings, axes: own) + items(of: target.settings, axes: own)
            for thing in things { result.things[thing.key] = thing }
            let (pictures, taken) = images(of: target.settings, in: axis, value)
            for (name, picture) in pictures {
                result.things[ThingKey(subject: .image, name: name)] = picture
            }
            result.taken.formUnion(taken.map { ThingKey(subject: .image, name: $0) })
        }
        guard let suffix = dark.imageSuffix else { return result }
        let ids = Set(images.map(\.id))
        for image in images(where: { $0.hasSuffix(suffix) }) {
            let light = String(image.id.dropLast(suffix.count))
            guard ids.contains(light) else { continue }
            result.things[ThingKey(subject: .image, name: light + image.folders)] = image
            result.taken.insert(image.key)
        }
        return result
    }
}

/// Which look, item or image.
private struct ThingKey: Hashable {
    var subject: Picture.Subject
    var name: String
}

extension Shown {
    fileprivate var key: ThingKey { ThingKey(subject: subject, name: name) }
}

private struct DarkPictures {
    /// By what they stand for.
    var things: [ThingKey: Shown] = [:]
    /// Images that are dark pictures of others, and so have no set of their own.
    var taken: Set<ThingKey> = []
}

extension Target {
    /// Of the asset catalog, from the output folder.
    var assetCatalogFolder: String { "\(id)/\(settings.assetCatalog.name ?? id).xcassets" }

    /// The `Contents.json` of folders in the asset catalog, each once.
    fileprivate func contents(ofFolders names: [String], providesNamespace: Bool) -> [ExportedFile]
    {
        Set(names).sorted().map {
            assetCatalogContents(
                of: "\(assetCatalogFolder)/\($0)",
                providesNamespace: providesNamespace
            )
        }
    }

    /// The `Contents.json` of color sets and of their group.
    fileprivate var assetCatalogColors: [ExportedFile] {
        let (own, sets) = (settings.assetCatalog, settings.assetCatalog.colorSets)
        guard !sets.isEmpty else { return [] }
        let group = "\(assetCatalogFolder)/colors"
        return [assetCatalogContents(of: group, providesNamespace: own.providesNamespace)]
            + sets.map { name, color, dark in
                colorSetContents(of: "\(group)/\(name).colorset", color, dark: dark)
            }
    }

    /// Nil when there is nothing to show.
    fileprivate func imageSet(
        of light: Shown,
        dark: Shown?,
        size: PixelSize?
    ) -> AssetSet? {
        let own = settings.assetCatalog
        let name = light.name + settings.sizeLabel(size)
        let group = light.subject.folder
        let path = "\(assetCatalogFolder)/\(group)/\(name).imageset"
        let rendering = own.rendering(of: light.id) ?? light.rendering
        let asset = own.providesNamespace ? "\(group)/\(name)" : name
        func picture(
            _ shown: Shown,
            besides other: Shown?,
            scale: Int,
            appearance: String? = nil
        ) -> Picture? {
            var shown = shown
            // Of both the same part, so that nothing moves when the screen becomes dark.
            shown.beside = other?.pieces ?? []
            if size == nil { shown = shown.inWholePoints(at: settings.scales) }
            let file = [lastPart(of: name), appearance].compactMap(\.self).joined(separator: "-")
            let density = scale == 1 ? "" : "@\(scale)x"
            var picture = shown.picture(size, scale: scale, path: "\(path)/\(file)\(density).png")
            picture?.id = light.id
            picture?.asset = asset
            picture?.appearance = appearance
            picture?.rendering = rendering
            if rendering == .template { picture?.finish = .template }
            return picture
        }
        var pictures: [Picture] = []
        for scale in own.scales(of: settings.scales) {
            guard let plain = picture(light, besides: dark, scale: scale) else { continue }
            pictures.append(plain)
            // What looks the same needs no picture of its own.
            guard let dark,
                let other = picture(dark, besides: light, scale: scale, appearance: "dark"),
                other.key(settings.effort) != plain.key(settings.effort)
            else { continue }
            pictures.append(other)
        }
        guard !pictures.isEmpty else { return nil }
        let parts = "\(group)/\(name)".split(separator: "/")
        return AssetSet(
            pictures: pictures,
            contents: assetCatalogContents(
                of: path,
                images: own.idioms.flatMap { slots(of: $0, pictures) },
                rendering: rendering?.rawValue
            ),
            group: group,
            folders: (2..<max(2, parts.count)).map { parts.prefix($0).joined(separator: "/") }
        )
    }

    /// The places that Xcode shows for an idiom, filled where there is a picture.
    private func slots(of idiom: DeviceIdiom, _ pictures: [Picture]) -> [AssetCatalogImage] {
        let appearances: [String?] =
            pictures.contains { $0.appearance != nil } ? [nil, "dark"] : [nil]
        return idiom.scales.flatMap { scale in
            appearances.map { appearance in
                let picture = pictures.first {
                    $0.scale == scale && $0.appearance == appearance
                }
                return AssetCatalogImage(
                    file: picture.map { lastPart(of: $0.path) },
                    idiom: idiom.rawValue,
                    scale: scale,
                    appearance: appearance
                )
            }
        }
    }
}

extension Check {
    package static let widgetImage = Check("widget-image", .warning)
}

extension Target {
    /// No device is known whose widgets take more: one refused 1,048,576 pixels and named 718,080 as its
    /// limit.
    static let mostWidgetPixels = 700_000

    /// Pictures that widgets refuse; each once, at its largest scale.
    func widgetFindings(of pictures: [Picture]) -> [Diagnostic] {
        guard settings.assetCatalog.isForWidgets else { return [] }
        var largest: [String: Picture] = [:]
        for picture in pictures where picture.subject != .appIcon {
            guard picture.size.area > Self.mostWidgetPixels else { continue }
            let name = picture.asset ?? picture.id
            if picture.size.area > largest[name]?.size.area ?? 0 { largest[name] = picture }
        }
        return largest.sorted { $0.key < $1.key }.map { name, picture in
            Diagnostic(
                .widgetImage,
                at: place["assetCatalog"]["widgets"].location,
                message: "target \"\(id)\": picture \"\(name)\" is too large for widgets at scale "
                    + "\(picture.scale), found \(picture.size) (\(picture.size.area) pixels), expected "
                    + "at most \(Self.mostWidgetPixels)",
                help: "give the target smaller \"sizes\", or leave out the scale"
            )
        }
    }
}
