import Catalog
import ChromaKey
import Raster
import SheetSlicing

// The catalog's ways of cutting as SheetSlicing takes them.

extension FrameCutting {
    /// Nil when the asset is one picture.
    init?(_ sheet: SheetSettings, density: Int) {
        let whole = SheetCut.grid(GridLayout(columns: 1, rows: 1))
        guard sheet.cutting != nil || sheet.pixelation != nil else { return nil }
        self.init(sheet.cutting.map { SheetCut($0) } ?? whole, density: density)
        pixelation = sheet.pixelation.map {
            Pixelation(size: $0.size.map(Double.init), colors: $0.colors)
        }
        guard let registration = sheet.registration else { return }
        self.registration = RegisterSettings(registration, sheet.filter)
        isEvenOverSpecies = registration.height == .species
    }
}

extension SheetCut {
    fileprivate init(_ cutting: SheetCutting) {
        self =
            switch cutting {
            case .grid(let grid): .grid(GridLayout(grid))
            case .cell(let cell): .cell(CellLayout(cell))
            case .rects(let rects): .rects(rects.compactMap(PixelRect.init))
            // Where they lie, the file tells once it is decoded.
            case .ownFrames: .rects([])
            case .islands(let islands): .islands(IslandSettings(islands))
            case .automatic(let islands): .auto(AutoSettings(islands))
            }
    }
}

extension GridLayout {
    fileprivate init(_ grid: SheetGrid) {
        self.init(
            columns: grid.columns,
            rows: grid.rows,
            margin: grid.margin,
            spacing: grid.spacing,
            cellWidth: grid.cellWidth,
            cellHeight: grid.cellHeight,
            count: grid.count,
            inset: grid.inset,
            order: ReadingOrder(grid.order)
        )
    }
}

extension CellLayout {
    fileprivate init(_ cell: SheetCell) {
        self.init(
            width: cell.width,
            height: cell.height,
            margin: cell.margin,
            spacing: cell.spacing,
            inset: cell.inset,
            count: cell.count,
            order: ReadingOrder(cell.order)
        )
    }
}

extension ReadingOrder {
    fileprivate init(_ order: CellOrder) {
        self =
            switch order {
            case .rows: .rows
            case .columns: .columns
            }
    }
}

extension PixelRect {
    init?(_ rect: SheetRect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}

extension IslandSettings {
    fileprivate init(_ islands: SheetIslands) {
        self.init(
            count: islands.count,
            rows: islands.rows,
            columns: islands.columns,
            smallest: islands.smallest
        )
    }
}

extension AutoSettings {
    fileprivate init(_ islands: SheetIslands) {
        self.init(count: islands.count, rows: islands.rows)
    }
}

extension RegisterSettings {
    fileprivate init(_ registration: SheetRegistration, _ filter: ResamplingFilter) {
        let anchor: RegisterAnchor =
            switch registration.anchor {
            case .feet: .feet
            case .mass: .mass
            case .none: .none
            case .color(let color): .color(color)
            }
        var resampling: Resampling?
        if case .fixed(let method) = RenderJob.Filter(filter) { resampling = method }
        self.init(
            anchor: anchor,
            // That of a species is put in its place once its sheets were measured.
            height: registration.height == .none ? .asDrawn : .even,
            resampling: resampling,
            // So that soft edges do not end at the frame's.
            padding: 1,
            limits: RegisterLimits(
                maxDrift: registration.maxDrift,
                maxBreathing: registration.maxBreathing,
                maxTilt: registration.maxTilt
            )
        )
    }
}
