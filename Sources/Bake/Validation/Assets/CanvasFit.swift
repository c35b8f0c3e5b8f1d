import Catalog
import Diagnostics
import KilnManifest

extension Check {
    static let baseSize = Check("base-size", .warning)
    static let fullCanvasSize = Check("full-canvas-size", .warning)
    static let hidesPet = Check("hides-pet", .warning)
    static let overlayClipped = Check("overlay-clipped", .warning)
}

struct CanvasFacts: Sendable {
    var asset: String
    var path: String
    /// Its owner: `species "dog"`, `item "hat" on species "dog"`.
    var subject: String
    /// A species or an outfit.
    var isBase: Bool
    /// Whether it has a placement; otherwise the image is a full canvas.
    var isPlaced: Bool
    var location: SourceLocation?
    /// The untrimmed image as drawn, in points.
    var width: Double
    var height: Double
    /// Pixels per point of the file.
    var density: Int
    /// The grid of the file, or a single cell; nil for other cuts.
    var sheet: SheetGridFacts?
    /// The grid of its figures, detected in the pixels; nil for a single figure.
    var figures: SheetGridFacts?
    /// Whether it is opaque from edge to edge, and drawn over the pet.
    var hidesPet: Bool
    /// The pet that a full canvas hides most of: its species and the hidden share, 0...1; nil if
    /// small, or intended.
    var hidden: (species: String, share: Double)?
    /// In the worst frame.
    var loss: CheckedAsset.Loss

    var lost: Double { loss.share }
}

/// A sheet's sides in pixels, and its contiguous cells.
struct SheetGridFacts: Hashable, Sendable {
    var width: Int
    var height: Int
    var columns: Int
    var rows: Int

    /// The member of a sheet's rule that cuts it so.
    var member: String { "\"grid\": {\"columns\": \(columns), \"rows\": \(rows)}" }
}

enum CanvasSide: String, Hashable, Sendable, CaseIterable {
    case top
    case right
    case bottom
    case left
}

/// Finds images that do not fit their canvas; each once, in the order of the uses.
func checkCanvas(_ uses: [CanvasFacts], in catalog: Catalog) -> [Diagnostic] {
    let cause = CanvasCause(uses, in: catalog)
    var found = DiagnosticList()
    var reported: Set<String> = []
    for use in uses {
        var own = [use.finding(catalog.canvas, cause), use.box(catalog.canvas)].compactMap(\.self)
        if own.isEmpty { own = [use.cover(catalog)].compactMap(\.self) }
        for diagnostic in own
        where reported.insert(diagnostic.message).inserted { found.append(diagnostic) }
    }
    return found.diagnostics
}

extension [Diagnostic] {
    /// Adds the density of cells to findings about grids that cut figures; all uses together
    /// determine whether one density fits.
    func completed(by uses: [CanvasFacts], in catalog: Catalog) -> [Diagnostic] {
        guard contains(where: { $0.check == .gridCutsFigures }) else { return self }
        let cause = CanvasCause(uses, in: catalog)
        let denser = uses.filter {
            !$0.isPlaced && $0.figures?.density(on: catalog.canvas) != $0.density
        }
        let helps = Dictionary(denser.map { ($0.path, cause.helpToCut($0)) }) { first, _ in first }
        return map { finding in
            guard finding.check == .gridCutsFigures,
                let help = finding.related.lazy.compactMap({ helps[$0.path] ?? nil }).first
            else { return finding }
            var finding = finding
            finding.help = help
            return finding
        }
    }
}

/// A full canvas must be less than this outside of the canvas.
private let mostLost = 0.25

/// A smaller loss does not count: the soft rim of a shape that ends at the edge.
private let littleLost = 0.01

extension CanvasFacts {
    fileprivate func finding(_ canvas: Canvas, _ cause: CanvasCause) -> Diagnostic? {
        if isPlaced { return lost > littleLost ? clipped(canvas) : nil }
        if fits(canvas) { return nil }
        let what = isBase ? "the pet's picture" : "the overlay"
        let help = cause.help(for: self)
        // Problems with the same fix are reported once.
        let remedy = Matter.id("remedy", help)
        return Diagnostic(
            isBase ? .baseSize : .fullCanvasSize,
            severity: lost > mostLost ? .error : nil,
            at: SourceLocation(path: path),
            message: "\(what) \"\(asset)\" has another size than the canvas, found "
                + "\(shown(width))x\(shown(height)) points, expected \(canvas.width)x\(canvas.height)"
                + (lost > littleLost ? "; \(percent(lost)) of it falls outside" : ""),
            help: help
        )
        .reportedOnce(for: cause.isOfAll(self) ? [remedy, .canvas] : [remedy])
        .reportedOnce(for: [.grid(of: asset)])
        .spoiling([.size(of: path)])
        .following([.canvas, .sheets])
    }

    /// An overlay that hides the pet behind a rectangle; a small one may be a framed image.
    fileprivate func box(_ canvas: Canvas) -> Diagnostic? {
        let share = width * height / Double(canvas.width * canvas.height)
        guard hidesPet, !isBase, share >= 0.6 else { return nil }
        return Diagnostic(
            .bakedBackground,
            at: SourceLocation(path: path),
            message: "the overlay \"\(asset)\" hides the pet, found no clear pixel in it, and "
                + "\(percent(min(1, share))) of the canvas covered",
            help: "export it with transparency; what lies behind the pet wants a \"z\" below 0"
        )
    }

    /// An overlay of the canvas' size that fills it, such as a crown drawn alone.
    fileprivate func cover(_ catalog: Catalog) -> Diagnostic? {
        guard let hidden else { return nil }
        // A third of the canvas suits most items, and fits at most anchors.
        let size = "[\(max(1, catalog.canvas.width / 3)), \(max(1, catalog.canvas.height / 3))]"
        let anchors = catalog.species(hidden.species)?.anchors.map(\.name) ?? []
        let anchor = anchors.contains("head") ? "head" : anchors.first
        let placement = "\"placement\": {\"anchor\": \"\(anchor ?? "head")\", \"size\": \(size)}"
        return Diagnostic(
            .hidesPet,
            at: SourceLocation(path: path),
            message: "the overlay \"\(asset)\" hides the pet, found \(percent(hidden.share)) of "
                + "species \"\(hidden.species)\" behind it, and no placement",
            help: (anchor == nil
                ? "give species \"\(hidden.species)\" an anchor, \"anchors\": {\"head\": [x, y]}, and "
                    + "say where the overlay belongs and how large it is seen: "
                : "say where it belongs and how large it is seen: ") + placement
        )
        .reportedOnce(for: [.id("cover", asset)])
        .following([.canvas, .sheets, .grid(of: asset)])
    }

    private func clipped(_ canvas: Canvas) -> Diagnostic {
        let sides = CanvasSide.allCases.filter { (loss.outside[$0] ?? 0) > 0 }
            .sorted { (loss.outside[$0] ?? 0) > (loss.outside[$1] ?? 0) }
        let sideWords = sides.map(\.rawValue).joined(separator: " and ")
        return Diagnostic(
            .overlayClipped,
            at: location ?? SourceLocation(path: path),
            message:
                "\(subject) reaches out of the canvas at the \(sideWords), found \(percent(lost)) of "
                + "\"\(asset)\" outside",
            help: "move it with \"offset\", make it smaller with \"size\", or give the canvas a "
                + "\"bleed\" at the \(sides.first?.rawValue ?? "side")"
        )
        // For all wearers.
        .reportedOnce(at: location)
        .following([.canvas, .id("place", subject), .pixels(of: path)])
    }
}

private func shown(_ points: Double) -> String {
    points == points.rounded() ? "\(Int(points))" : "\((points * 10).rounded() / 10)"
}
