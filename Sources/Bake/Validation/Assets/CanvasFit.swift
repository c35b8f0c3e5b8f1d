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

/// The most likely reason why images do not have the canvas' size.
struct CanvasCause {
    private let catalog: Catalog
    /// The common ratio of full canvases to the canvas; nil if they fit, or vary.
    private let common: Double?
    /// A fitting pet or outfit, for comparison.
    private let fitting: CanvasFacts?
    /// The pixels per point that all pets and outfits imply; nil if they differ, or if an image
    /// fits the canvas.
    private let densityOfFigures: Int?

    init(_ uses: [CanvasFacts], in catalog: Catalog) {
        self.catalog = catalog
        let full = Dictionary(uses.filter { !$0.isPlaced }.map { ($0.asset, $0) }) { one, _ in one }
        let bases = full.values.filter(\.isBase).sorted { $0.asset < $1.asset }
        fitting = bases.first { $0.fits(catalog.canvas) }
        var counts: [Double: Int] = [:]
        for use in full.values {
            guard let factor = use.factor(of: catalog.canvas) else { continue }
            counts[factor, default: 0] += 1
        }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        common = most.flatMap { factor, count in
            count * 3 >= full.count * 2 && factor != 1 ? factor : nil
        }
        let silent = full.values.filter {
            !$0.saysDensity && $0.density == catalog.sourceDensity
        }
        let densities = Set(
            silent.filter(\.isBase).map { ($0.figures ?? $0.sheet)?.density(on: catalog.canvas) }
        )
        let fits = silent.contains { $0.figures == nil && $0.fits(catalog.canvas) }
        densityOfFigures = densities.count == 1 && !fits ? densities.first ?? nil : nil
    }

    /// Whether one change fixes all images: the density or the canvas is wrong.
    func isOfAll(_ use: CanvasFacts) -> Bool { helpForAll(like: use) != nil }

    func help(for use: CanvasFacts) -> String {
        let factor = use.factor(of: catalog.canvas)
        if let help = helpToCut(use) ?? helpForAll(like: use) { return help }
        if let grid = use.gridOfCanvas(catalog.canvas) {
            if let sheet = use.sheet, grid.count < sheet.count {
                let (width, height) = use.canvasInPixels(catalog.canvas)
                return "it shows \(counted(grid.count, "frame")), and its rule of \"sheets\" cuts "
                    + "\(sheet.count): export all frames at "
                    + "\(width * sheet.columns)x\(height * sheet.rows) pixels, or give it a \"grid\" and "
                    + "animations of its own"
            }
            return "cut it so that each cell is the canvas: \(grid.member)"
        }
        if let factor, factor >= 2, factor <= 8, factor == factor.rounded() {
            let pixels = Int(factor) * use.density
            if pixels == densityOfFigures, !use.saysDensity, use.density == catalog.sourceDensity {
                return "\(pixels) pixels make a point: set \"sourceDensity\": \(pixels)"
            }
            return
                "it has \(pixels) pixels for each point: call it \(use.bareAsset)@\(pixels)x, or say "
                + "\"density\": \(pixels) in a rule of \"sheets\""
        }
        let (width, height) = use.canvasInPixels(catalog.canvas)
        let box = "\"placement\": {\"size\": [\(catalog.canvas.width), \(catalog.canvas.height)]}"
        let anchored = (use.isBase ? nil : anchorOfAll).map {
            "say in its item where it belongs: \"placement\": { \"anchor\": \"\($0)\" }"
        }
        if use.isBase, let fitting, fitting.density == use.density {
            return "export its frames at \(width)x\(height) pixels, as those of "
                + "\"\(fitting.asset)\" are, or say how large it is seen: \(box)"
        }
        if let factor, factor < 1, let part = factorInWords(factor) {
            let export = "it is \(part) of the canvas: export it at \(width)x\(height) pixels"
            return export
                + (anchored.map { " if it is drawn in its place, or else \($0)" }
                    ?? ", or say how large it is seen: \(box)")
        }
        if let anchored { return anchored }
        return "say in its \(use.isBase ? "species" : "item") how large it is seen: "
            + "\"placement\": { \"size\": \(sizeSeen(of: use)) }"
    }

    /// The image's size if it is no larger than the canvas, else the canvas, as JSON.
    ///
    /// It follows the density if all pets agree on one.
    private func sizeSeen(of use: CanvasFacts) -> String {
        let isOpen = !use.saysDensity && use.density == catalog.sourceDensity
        let factor = isOpen ? Double(densityOfFigures ?? use.density) / Double(use.density) : 1
        let canvas = catalog.canvas
        var (width, height) = (use.width / factor, use.height / factor)
        if width > Double(canvas.width) || height > Double(canvas.height) {
            (width, height) = (Double(canvas.width), Double(canvas.height))
        }
        return "[\(max(1, Int(width.rounded()))), \(max(1, Int(height.rounded())))]"
    }

    private var anchorOfAll: String? {
        catalog.species.first?.anchors.lazy.map(\.name).first { name in
            catalog.species.allSatisfy { $0.anchor(name) != nil }
        }
    }

    /// How to cut a sheet of several figures, and their density then; nil if it is cut like that.
    func helpToCut(_ use: CanvasFacts) -> String? {
        guard let figures = use.figures else { return nil }
        let grid = figures.member
        let count = figures.columns * figures.rows
        let cells =
            "it is a sheet of \(count) cells of \(figures.cellWidth)x\(figures.cellHeight) pixels: "
        guard let density = figures.density(on: catalog.canvas) else {
            let (width, height) = (catalog.canvas.width, catalog.canvas.height)
            return cells + "set \(grid) and \"placement\": {\"size\": [\(width), \(height)]} "
                + "in its rule of \"sheets\""
        }
        if density == use.density {
            return "cut it so that each cell is the canvas: \(grid)"
        }
        if use.saysDensity {
            return cells + "set \(grid), and call it \(use.bareAsset)@\(density)x"
        }
        return cells
            + (density == densityOfFigures
                ? "set \"sourceDensity\": \(density), and \(grid) in its rule of \"sheets\""
                : "set \(grid) and \"density\": \(density) in its rule of \"sheets\"")
    }

    /// The change that fixes all images of one factor: their density, or the canvas; nil if they
    /// vary.
    private func helpForAll(like use: CanvasFacts) -> String? {
        guard let factor = use.factor(of: catalog.canvas), factor == common else { return nil }
        let canvas = catalog.canvas
        let density = Double(catalog.sourceDensity) * factor
        var densityHelp: String?
        if use.density == catalog.sourceDensity, !use.saysDensity,
            abs(density - density.rounded()) < 0.01, (1...8).contains(Int(density.rounded()))
        {
            let pixels = Int(density.rounded())
            densityHelp =
                "\(pixels) pixel\(pixels == 1 ? " makes" : "s make") a point: set "
                + "\"sourceDensity\": \(pixels)"
        }
        let (width, height) = (use.width.rounded(), use.height.rounded())
        let isWhole = abs(width - use.width) < 0.01 && abs(height - use.height) < 0.01
        let canvasHelp =
            isWhole
            ? "set \"canvas\": {\"width\": \(Int(width)), \"height\": \(Int(height))}" : nil
        // Anchors suggest the intended canvas.
        let points = catalog.species.flatMap { $0.anchors.flatMap(\.points) }
        let reach = points.map { max($0.x / Double(canvas.width), $0.y / Double(canvas.height)) }
        if let reach = reach.max() {
            let isCanvas = factor < 1 ? reach <= factor : reach > 1
            return isCanvas ? canvasHelp ?? densityHelp : densityHelp ?? canvasHelp
        }
        let both = [densityHelp, canvasHelp].compactMap(\.self)
        return both.isEmpty ? nil : both.joined(separator: ", or ")
    }
}

extension CanvasFacts {
    /// Whether the image has the canvas' size, within a point: odd pixels of a dense image.
    func fits(_ canvas: Canvas) -> Bool {
        abs(width - Double(canvas.width)) < 1 && abs(height - Double(canvas.height)) < 1
    }

    /// The ratio to the canvas; nil for another aspect ratio.
    func factor(of canvas: Canvas) -> Double? {
        let across = width / Double(canvas.width)
        let down = height / Double(canvas.height)
        guard abs(across - down) * Double(max(canvas.width, canvas.height)) < 1 else { return nil }
        return (across * 1000).rounded() / 1000
    }

    fileprivate func canvasInPixels(_ canvas: Canvas) -> (width: Int, height: Int) {
        (canvas.width * density, canvas.height * density)
    }

    /// A different grid that cuts the sheet into cells of the canvas' size.
    fileprivate func gridOfCanvas(_ canvas: Canvas) -> SheetGridFacts? {
        guard let sheet else { return nil }
        let (width, height) = canvasInPixels(canvas)
        guard sheet.width % width == 0, sheet.height % height == 0 else { return nil }
        let (columns, rows) = (sheet.width / width, sheet.height / height)
        guard (columns, rows) != (sheet.columns, sheet.rows),
            factor(of: canvas) == nil || columns * rows == sheet.columns * sheet.rows
        else { return nil }
        var grid = sheet
        (grid.columns, grid.rows) = (columns, rows)
        return grid
    }

    /// Whether the file name has a density suffix.
    fileprivate var saysDensity: Bool { path.contains("@") }

    fileprivate var bareAsset: String { asset.split(separator: "/").last.map(String.init) ?? asset }
}

extension SheetGridFacts {
    var count: Int { columns * rows }
    var cellWidth: Int { width / columns }
    var cellHeight: Int { height / rows }

    /// The pixels per point if a cell covers the canvas; nil for an invalid density.
    func density(on canvas: Canvas) -> Int? {
        let density = cellWidth / max(1, canvas.width)
        return (1...8).contains(density) && cellWidth == density * canvas.width
            && cellHeight == density * canvas.height ? density : nil
    }
}

private func factorInWords(_ factor: Double) -> String? {
    let parts = (1 / factor).rounded()
    guard abs(1 / factor - parts) < 0.01 else { return nil }
    switch Int(parts) {
    case 2: return "half"
    case 3: return "a third"
    case 4: return "a quarter"
    default: return nil
    }
}
