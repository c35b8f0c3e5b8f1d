internal import AssetNaming
internal import Catalog
public import Diagnostics
public import ImageCodec
public import KilnManifest
public import Raster

/// Which dressed pet to draw.
public struct PreviewRequest: Sendable {
    public var look: KilnManifest.Look
    /// Nil shows all frames of the sheet in order.
    public var animation: String?
    /// Of the animation; counted around its end.
    public var frame = 0
    /// Pixels per point.
    public var scale = 1
    public var jobs: Int
    public var limits = DecodeLimits()

    public init(look: KilnManifest.Look, jobs: Int) {
        self.look = look
        self.jobs = jobs
    }
}

/// A drawn look.
public struct DrawnLook: Sendable {
    /// Premultiplied alpha; the canvas at the scale asked for.
    public var image: PremultipliedImage
    /// Which file each layer came from, back to front.
    public var layers: [(item: String?, asset: String)]
}

/// Draws one look from the sources, opening no more files than it needs.
///
/// The pixels are those that a game gets which draws the baked atlas as the manifest says.
///
/// - Parameters:
///   - loaded: the catalog and what its sources hold.
///   - request: what to draw.
///   - disk: where everything is.
/// - Returns: the picture, nil when there is an error, and what is wrong with the art concerned.
/// - Throws: `CancellationError`.
public func drawLook(
    _ loaded: LoadedCatalog,
    _ request: PreviewRequest,
    disk: any Disk
) async throws -> (drawn: DrawnLook?, diagnostics: [Diagnostic]) {
    let look = request.look
    let worn = Set(look.overlays + (look.base.map { [$0] } ?? []))
    let problems = loaded.problems(with: look)
    guard problems.isEmpty else { return (nil, problems) }
    let cells = loaded.coverage.cells.filter { cell in
        cell.species.id == look.species
            && (cell.item.map { worn.contains($0.id) } ?? (look.base == nil))
    }
    let (wardrobe, findings) = try await loaded.render(
        cells,
        scales: [request.scale],
        jobs: request.jobs,
        limits: request.limits,
        disk: disk
    )
    guard let wardrobe, !findings.hasErrors else { return (nil, findings) }
    do throws(ManifestError) {
        let layers = try wardrobe.manifest.layers(of: look)
        let base = layers.first { $0.isBase }?.art
        let cell = try base?.cell(animation: request.animation, frame: request.frame) ?? 0
        guard let image = try wardrobe.draw(look, cell: cell, scale: request.scale) else {
            return (nil, findings)
        }
        let facts = layers.map { (item: $0.item, asset: $0.art.asset) }
        return (DrawnLook(image: image, layers: facts), findings)
    } catch {
        return (nil, findings + [.undrawable(error)])
    }
}

extension LoadedCatalog {
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
}

extension Diagnostic {
    fileprivate static func undrawable(_ error: ManifestError) -> Diagnostic {
        Diagnostic(id: "undrawable-look", message: error.message)
    }
}
