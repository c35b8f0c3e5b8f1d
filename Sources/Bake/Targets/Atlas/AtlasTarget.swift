import AtlasBuilding
import AtlasPack
import Catalog
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// Pages with frames of species, items and images.
enum AtlasTarget: TargetBaking {
    static func bake(_ job: TargetJob) async throws -> BakedTarget {
        let art = job.art
        let names = art.frameNames(for: job.target.settings.images)
        return try await job.bakePages(showing: names.compactMap { art.frames[$0] })
    }

    static func unfitSettings(of target: Target) -> [Diagnostic] {
        ["looks", "items", "species", "sizes"].filter(target.place.has).map { member in
            target.fault(
                member,
                "pages of an atlas have no \"\(member)\"",
                member == "looks"
                    ? "draw whole looks with a target of kind composites"
                    : "draw pictures of their own with a target of kind images"
            )
        }
    }
}

/// Pages with whole looks.
enum CompositesTarget: TargetBaking {
    static func bake(_ job: TargetJob) async throws -> BakedTarget {
        let frames = try await job.art.composites(of: job.target, in: job.context)
        return try await job.bakePages(showing: frames)
    }

    static func unfitSettings(of target: Target) -> [Diagnostic] {
        ["images", "items", "species", "sizes", "bundles"].filter(target.place.has).map { member in
            target.fault(
                member,
                "composites are looks alone and take no \"\(member)\"",
                "give them a target of kind atlas" + (member == "bundles" ? "" : " or images")
            )
        }
    }
}

extension TargetJob {
    /// Packs, draws and encodes frames.
    fileprivate func bakePages(showing frames: [RenderedFrame]) async throws -> BakedTarget {
        if target.settings.hasLooseSpritesOnly { return try await bakedSpriteAtlas(frames) }
        let settings = AtlasSettings(target.settings)
        let isAtlas = target.kind == .atlas
        let bundles = target.settings.bundles.map { ($0.id, art.frameNames(in: $0)) }
        let traits = isAtlas ? art.traits(target.settings.groups, bundles) : [:]
        let animations = isAtlas ? art.exportedAnimations(with: target.settings.images) : []
        let frames = frames.map {
            $0.fitted(
                scales: target.settings.scales,
                trims: target.settings.trim != .none && traits[$0.name]?.nineSlice == nil,
                threshold: UInt8(clamping: target.settings.trimThreshold)
            )
        }
        let sides = try sideSheets(of: frames)
        let list = PackingList(
            frames,
            settings: settings,
            traits: traits,
            sides: sides,
            animations: animations.map(\.frames)
                + (isAtlas ? art.sheets(with: target.settings.images) : []),
            placesClear: target.settings.formats.contains { $0 != .kiln }
                || !target.settings.templates.isEmpty,
            outlines: try await target.settings.outlines(of: frames, traits, in: context)
        )
        let (layout, pages, names) = try await list.bakedPages(
            of: target.id,
            named: PageNames(
                "\(target.id)/\(target.id)",
                marksScaleOne: true,
                pixels: settings.pixels,
                encoders: target.settings.encoders
            ),
            hashed: target.settings.names == .hashed,
            keeping: try keptLayout(),
            in: context
        )
        let encoded = target.settings.described(layout, as: target.id, animations, names) { atlas in
            if isAtlas { atlas.species = art.manifest.exportedSpecies(in: atlas) }
        }
        let described = try await target.settings.descriptors(
            of: encoded,
            frames,
            effort: settings.effort,
            jobs: context.jobs
        )
        return BakedTarget(
            manifest: Manifest.Target(
                id: target.id,
                kind: target.kind.rawValue,
                scales: settings.scales,
                pages: layout.pages.enumerated().map { page, size in
                    let images = settings.scales.map { scale in
                        Manifest.PageImage(page, scale, settings, sides, names)
                    }
                    return Manifest.Page(width: size.width, height: size.height, images: images)
                },
                frames: frames.indices.reduce(into: [:]) { result, index in
                    let frame = frames[index]
                    result[frame.name] = layout.manifestFrame(index, trim: frame.trim)
                },
                bundles: bundles.isEmpty
                    ? nil
                    : bundles.map { id, names in
                        let own = frames.indices.filter { names.contains(frames[$0].name) }
                        let pages = Set(own.compactMap { layout.sprite(of: $0)?.page }).sorted()
                        return Manifest.Bundle(id: id, pages: pages)
                    }
            ),
            files: described.map { OutputFile(path: "\(target.id)/\($0.path)", bytes: $0.bytes) },
            pages: pages,
            summary: BakeSummary.Target(
                id: target.id,
                frames: frames.indices.count { layout.sprite(of: $0) != nil },
                pages: layout.pages.count,
                occupancy: layout.occupancy,
                outlines: layout.outlineSummary,
                encodings: names.encoders == [.png]
                    ? nil
                    : pages.map { page in
                        let psnr = page.peakRatio.map { Double($0) / 100 }
                        return .init(path: page.path, bytes: page.byteCount, psnr: psnr)
                    }
            ),
            layout: layout.change
        )
    }

    /// The layout that a target keeps to; nil when it packs anew each time.
    private func keptLayout() throws -> KeptLayout? {
        guard target.settings.layout == .stable else { return nil }
        var repack = RepackRule.never
        if let percent = target.settings.repackAbove { repack = .aboveWaste(percent / 100) }
        if layouts.repacks { repack = .always }
        let path = layouts.path(of: target.id)
        var kept = try KeptLayout(at: path, repack: repack, disk: context.disk)
        kept.keepsTogether = target.settings.formats
            .contains(where: \.capabilities.wantsAnimationsWhole)
        if layouts.repacks {
            context.log.note(changedLayout: "the wish to repack")
        } else if let known = layouts.known, known[lastPart(of: path)] != kept.digest {
            context.log.note(changedLayout: lastPart(of: path))
        }
        return kept
    }

    /// The side pictures of the frames that a target packs.
    private func sideSheets(of frames: [RenderedFrame]) throws -> [SideSheet] {
        guard target.kind == .atlas else { return [] }
        let frames = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
        return try target.settings.sideSheets.map { suffix in
            let pictures = art.sides[suffix] ?? [:]
            for (name, side) in pictures.sorted(by: { $0.key < $1.key }) {
                guard let frame = frames[name], frame.sourceSize != side.sourceSize else {
                    continue
                }
                throw TargetFailure.side(
                    frame: name,
                    suffix: suffix,
                    found: side.sourceSize,
                    expected: frame.sourceSize
                )
            }
            return SideSheet(suffix: suffix, pictures: pictures)
        }
    }
}

extension Manifest.PageImage {
    fileprivate init(
        _ page: Int,
        _ scale: Int,
        _ settings: AtlasSettings,
        _ sides: [SideSheet],
        _ names: PageNames
    ) {
        self.init(
            scale: scale,
            path: names.path(page, scale: scale),
            premultiplied: settings.isPremultiplied,
            pixels: settings.pixels.words?.rawValue,
            encodings: names.encoders == [.png]
                ? nil
                : names.encoders.map {
                    Manifest.PageEncoding(
                        path: names.path(page, scale: scale, as: $0),
                        type: $0.encoding.mediaType
                    )
                },
            sides: sides.isEmpty
                ? nil
                : sides.reduce(into: [:]) {
                    $0[$1.suffix] = names.path(page, scale: scale, side: $1)
                }
        )
    }
}

/// Who uses which frames.
private struct FrameUsers {
    private var users: [String: Set<String>] = [:]

    mutating func add(_ frames: some Sequence<String>, _ user: String) {
        for frame in frames { users[frame, default: []].insert(user) }
    }

    func has(_ frame: String) -> Bool { users[frame] != nil }

    /// The only user of a frame; nil when there are several.
    func only(of frame: String) -> String? {
        guard let all = users[frame], all.count == 1 else { return nil }
        return all.first
    }
}

extension RenderedCatalog {
    /// What the packer has to know of each frame: its nine-slice, its group and its species.
    ///
    /// A frame that several groups use belongs to none, so that it is placed once. Bundles, as
    /// names with their frames, go before groups; what several use has pages of its own.
    fileprivate func traits(
        _ grouping: PageGrouping,
        _ bundles: [(id: String, frames: Set<String>)]
    ) -> [String: FrameTraits] {
        let arts = manifest.species.flatMap(\.art) + manifest.items.flatMap(\.art)
        var species = FrameUsers()
        for art in arts { species.add(art.frames, art.species) }
        var groups = FrameUsers()
        switch grouping {
        case .none: break
        case .species: groups = species
        case .item:
            let owners =
                manifest.species.map { ($0.id, $0.art) } + manifest.items.map { ($0.id, $0.art) }
            for (id, arts) in owners {
                for art in arts { groups.add(art.frames, id) }
            }
            for image in images { groups.add(image.frames, image.id) }
        }
        var bundled = FrameUsers()
        for bundle in bundles { bundled.add(bundle.frames, "bundle \(bundle.id)") }
        let named = Set(frameNames + images.flatMap(\.frames))
        return named.reduce(into: [:]) { traits, name in
            traits[name] = FrameTraits(
                group: bundled.has(name)
                    ? bundled.only(of: name) ?? "several bundles" : groups.only(of: name),
                nineSlice: nineSlices[name],
                species: species.only(of: name)
            )
        }
    }

    /// The frames of what a bundle names.
    fileprivate func frameNames(in bundle: PageBundle) -> Set<String> {
        func isChosen(_ species: String) -> Bool { bundle.species?.contains(species) ?? false }
        var names = Set<String>()
        for species in manifest.species where isChosen(species.id) {
            names.formUnion(species.art.flatMap(\.frames))
        }
        for item in manifest.items {
            let isWhole = bundle.items?.contains(item.id) ?? false
            for art in item.art where isWhole || isChosen(art.species) {
                names.formUnion(art.frames)
            }
        }
        for named in manifest.looks where bundle.looks?.contains(named.id) ?? false {
            // A look without art is reported as such.
            names.formUnion((try? manifest.frames(of: named.look)) ?? [])
            for image in images where image.id == named.background {
                names.formUnion(image.frames)
            }
        }
        for image in images where bundle.images?.contains(image.id) ?? false {
            names.formUnion(image.frames)
        }
        return names
    }

    /// The frames of species and items, then those of the images that a target takes, each once.
    fileprivate func frameNames(for selection: Selection?) -> [String] {
        let wanted = images.filter { selection?.contains($0.id) ?? true }.flatMap(\.frames)
        return wanted.isEmpty ? frameNames : (frameNames + wanted).uniqued
    }

    /// The frames of sheets without animations of their own, which advance with their base.
    fileprivate func sheets(with selection: Selection?) -> [[String]] {
        let arts = manifest.species.flatMap(\.art) + manifest.items.flatMap(\.art)
        let shown = images.filter { selection?.contains($0.id) ?? true }
        return arts.filter(\.animations.isEmpty).map(\.frames)
            + shown.filter { $0.art.animations == nil }.map(\.frames)
    }
}

extension TargetJob {
    /// Writes every frame as a picture of a `.spriteatlas`, which Xcode packs; there are no pages.
    func bakedSpriteAtlas(_ frames: [RenderedFrame]) async throws -> BakedTarget {
        let namespace = target.settings.assetCatalog.providesNamespace
        let atlases = target.settings.scales.map { scale in
            looseSprites(frames, name: "\(target.id)@\(scale)x", scale: scale)
        }
        let described = try exportSpriteAtlas(atlases, providesNamespace: namespace)
        let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
        let pictures = spriteAtlasImages(atlases).compactMap { image -> Picture? in
            guard let frame = byName[image.frame],
                let size = frame.sourceSize.scaled(by: image.scale)
            else { return nil }
            let piece = RenderedCatalog.Piece(origin: .init(x: 0, y: 0), frame: frame)
            let layers = [piece.layer(scale: image.scale)].compactMap(\.self)
            let asset = imageSetName(image.frame)
            return Picture(
                subject: .frame,
                id: frame.name,
                scale: image.scale,
                size: size,
                path: "\(target.id)/\(image.path)",
                drawing: Drawing(layers: layers, content: PixelRect(size), scale: image.scale),
                asset: namespace ? "\(target.id)/\(asset)" : asset
            )
        }
        var baked = BakedTarget(
            target,
            pictures: pictures.map(\.manifest),
            files: described.map {
                OutputFile(path: "\(target.id)/\($0.path)", bytes: $0.bytes)
            },
            pages: try await files(of: pictures)
        )
        baked.summary.frames = frames.count
        return baked
    }
}
