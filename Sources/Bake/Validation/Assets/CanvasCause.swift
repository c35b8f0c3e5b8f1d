import Catalog
import Diagnostics
import KilnManifest

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
