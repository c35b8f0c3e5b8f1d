internal import AssetNaming
internal import Catalog
public import Diagnostics
public import ImageCodec
public import KilnManifest
public import Raster

/// How looks are drawn.
public struct DrawOptions: Sendable {
    public enum Frames: Hashable, Sendable {
        /// Counted around the animation's end.
        case one(Int)
        case all
    }

    /// Of the base; nil stands for all frames of its sheet in order.
    public var animation: String?
    public var frames = Frames.one(0)
    /// Pixels per point.
    public var scale = 1
    public var jobs: Int
    public var limits = DecodeLimits()

    public init(jobs: Int) { self.jobs = jobs }
}

/// A drawn look.
public struct DrawnLook: Sendable {
    /// What one layer was made from.
    public struct Layer: Hashable, Sendable {
        /// Nil for the pet itself.
        public var item: String?
        public var asset: String
        /// The asset's files, by density.
        public var files: [String]
        /// Which naming template won, from 1, and how many there are.
        public var level: Int
        public var levels: Int
        /// Whether and how the background was removed, in words.
        public var keying: String
    }

    /// In the order of play; premultiplied alpha, the canvas at the scale asked for.
    public var images: [PremultipliedImage]
    /// Frames a second.
    public var fps: Double
    public var loops: Bool
    /// Back to front.
    public var layers: [Layer]
}

/// Draws looks from the sources, opening no more files than they need.
///
/// The pixels are those that a game gets which draws the baked atlas as the manifest says.
///
/// - Parameters:
///   - loaded: the catalog and what its sources hold.
///   - looks: what to draw.
///   - options: which frames, and how large.
///   - disk: where everything is.
/// - Returns: for each look its pictures, nil when it cannot be drawn; and what is wrong.
/// - Throws: `CancellationError`.
public func drawLooks(
    _ loaded: LoadedCatalog,
    _ looks: [KilnManifest.Look],
    _ options: DrawOptions,
    disk: any Disk
) async throws -> (drawn: [DrawnLook?], diagnostics: [Diagnostic]) {
    let none = [DrawnLook?](repeating: nil, count: looks.count)
    let problems = looks.flatMap { loaded.problems(with: $0) }
    guard problems.isEmpty else { return (none, problems) }
    let cells = loaded.coverage.cells.filter { cell in
        looks.contains { $0.needs(cell) }
    }
    let (wardrobe, findings) = try await loaded.render(
        cells,
        scales: [options.scale],
        jobs: options.jobs,
        limits: options.limits,
        disk: disk
    )
    guard let wardrobe, !findings.hasErrors else { return (none, findings) }
    var diagnostics = findings
    let drawn = looks.map { look -> DrawnLook? in
        do throws(ManifestError) {
            return try wardrobe.drawn(look, options, in: loaded)
        } catch {
            diagnostics.append(Diagnostic(id: "undrawable-look", message: error.message))
            return nil
        }
    }
    return (drawn, diagnostics)
}

extension KilnManifest.Look {
    fileprivate func needs(_ cell: Coverage.Cell) -> Bool {
        guard cell.species.id == species else { return false }
        guard let item = cell.item?.id else { return base == nil }
        return item == base || overlays.contains(item)
    }
}

extension Wardrobe {
    fileprivate func drawn(
        _ look: KilnManifest.Look,
        _ options: DrawOptions,
        in loaded: LoadedCatalog
    ) throws(ManifestError) -> DrawnLook? {
        let layers = try manifest.layers(of: look)
        guard let base = layers.first(where: \.isBase)?.art else { return nil }
        let animation = options.animation.flatMap { base.animations[$0] }
        let count = animation?.frames.count ?? base.frames.count
        let wanted =
            switch options.frames {
            case .one(let frame): frame..<(frame + 1)
            case .all: 0..<count
            }
        var images: [PremultipliedImage] = []
        for frame in wanted {
            let cell = try base.cell(animation: options.animation, frame: frame)
            guard let image = try draw(look, cell: cell, scale: options.scale) else { return nil }
            images.append(image)
        }
        return DrawnLook(
            images: images,
            fps: animation?.fps ?? 8,
            loops: animation?.loop ?? true,
            layers: layers.compactMap { loaded.facts(of: $0, on: look) }
        )
    }
}

extension LoadedCatalog {
    fileprivate func facts(
        of layer: Manifest.Layer,
        on look: KilnManifest.Look
    ) -> DrawnLook.Layer? {
        let cell = coverage.cells.first { cell in
            cell.species.id == look.species && cell.item?.id == layer.item
                && cell.resolution.winner?.name == layer.art.asset
        }
        guard let cell, let winner = cell.resolution.winner else { return nil }
        let subject: ArtSubject =
            cell.item.map { .item($0, wornBy: cell.species) } ?? .species(cell.species)
        let chroma = catalog.chroma(for: subject, asset: winner.name).value
        let settings = "\(chroma.key) \(chroma.mode.rawValue), threshold \(chroma.threshold)"
        let keying =
            switch catalog.keyWish(for: subject, asset: winner.name).wish {
            case .never: "not keyed"
            case .whenOpaque: "keyed if opaque: \(settings)"
            case .always: "keyed: \(settings)"
            }
        return DrawnLook.Layer(
            item: layer.item,
            asset: winner.name,
            files: winner.files.map(\.path),
            level: (cell.resolution.level ?? 0) + 1,
            levels: cell.resolution.attempts.count,
            keying: keying
        )
    }

    /// Ids that the catalog does not have, and items worn the wrong way.
    fileprivate func problems(with look: KilnManifest.Look) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        func require(_ id: String, among known: [String], _ what: String) {
            guard !known.contains(id) else { return }
            problems.append(
                Diagnostic(
                    id: "unknown-reference",
                    at: SourceLocation(path: path),
                    message: "there is no \(what) \"\(id)\"",
                    help: nearestMatch(to: id, in: known).map { "did you mean \"\($0)\"?" }
                        ?? "there are \(known.joined(separator: ", "))"
                )
            )
        }
        require(look.species, among: catalog.species.map(\.id), "species")
        let outfits = catalog.items.filter { $0.equipStyle == .replaceSprite }.map(\.id)
        let overlays = catalog.items.filter { $0.equipStyle == .overlay }.map(\.id)
        if let base = look.base { require(base, among: outfits, "outfit") }
        for overlay in look.overlays { require(overlay, among: overlays, "overlay") }
        return problems
    }

    /// Files whose change may change a picture: the catalog and its source folders.
    public var watchedPaths: [String] {
        [path] + catalog.sources.map { joinPath(folder, $0) }
    }

    /// Ids in the order of the catalog.
    public var speciesIDs: [String] { catalog.species.map(\.id) }

    /// The items that a species can wear, in the order of the catalog.
    public func items(for species: String) -> [(id: String, isOverlay: Bool)] {
        catalog.items.filter { $0.fits(species) }.map { ($0.id, $0.equipStyle == .overlay) }
    }
}
