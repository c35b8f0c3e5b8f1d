import Catalog
import Raster
package import SheetSlicing

/// How an asset's sheet becomes frames.
package struct FrameCutting: Hashable, Sendable {
    /// Lengths count at `density`.
    package var cut: SheetCut
    /// How frames are brought onto one cell; nil leaves them where they were cut.
    package var registration: RegisterSettings?
    /// Whether subjects are made equally high over all sheets of a species.
    package var isEvenOverSpecies = false
    /// How high they are made then, in points; nil until the sheets were measured.
    package var height: Double?
    /// How blocks become pixels; nil leaves them.
    package var pixelation: Pixelation?
    /// Pixels per point.
    package var density: Int

    /// The grid, where that is how it is cut.
    var grid: GridLayout? {
        if case .grid(let grid) = cut { grid } else { nil }
    }

    /// Whether only the picture shows how many frames there are.
    var isCountOpen: Bool { cut.frameCount == nil }

    /// Whether it is a grid that covers the whole sheet.
    var leavesNothingOut: Bool {
        grid.map { $0.margin == 0 && $0.spacing == 0 && $0.inset == 0 } ?? false
    }

    /// Whether frames become a second picture next to the one they were cut from.
    var copiesFrames: Bool { registration != nil || pixelation != nil || cut.followsFigures }

    /// The same for a file of another density.
    func scaled(to density: Int) -> FrameCutting {
        var result = self
        result.density = density
        result.cut = cut.scaled(by: density, over: max(1, self.density))
        if let size = pixelation?.size {
            result.pixelation?.size = size * Double(density) / Double(max(1, self.density))
        }
        if let limit = registration?.limits.maxDrift {
            result.registration?.limits.maxDrift =
                limit * Double(density) / Double(max(1, self.density))
        }
        if let height {
            result.registration?.height = .pixels(
                max(1, Int((height * Double(density)).rounded()))
            )
        }
        return result
    }
}

extension SheetCut {
    fileprivate func scaled(by density: Int, over base: Int) -> SheetCut {
        guard density != base else { return self }
        func scaled(_ length: Int) -> Int { length * density / base }
        func area(_ pixels: Int?) -> Int? { pixels.map { $0 * density * density / (base * base) } }
        func scaled(_ grid: GridLayout) -> GridLayout {
            var grid = grid
            grid.margin = scaled(grid.margin)
            grid.spacing = scaled(grid.spacing)
            grid.inset = scaled(grid.inset)
            grid.cellWidth = grid.cellWidth.map(scaled)
            grid.cellHeight = grid.cellHeight.map(scaled)
            return grid
        }
        switch self {
        case .grid(let grid): return .grid(scaled(grid))
        case .cell(let grid): return .cell(scaled(grid))
        case .rects(let rects):
            return .rects(
                rects.map { rect in
                    PixelRect(
                        x: scaled(rect.x),
                        y: scaled(rect.y),
                        width: max(1, scaled(rect.width)),
                        height: max(1, scaled(rect.height))
                    ) ?? rect
                }
            )
        case .islands(var islands):
            islands.smallest = area(islands.smallest)
            return .islands(islands)
        case .auto(var settings):
            settings.smallest = area(settings.smallest)
            return .auto(settings)
        }
    }
}

// The catalog's ways of cutting as SheetSlicing takes them.

extension FrameCutting {
    /// Nil when the asset is one picture.
    init?(_ sheet: SheetSettings, density: Int) {
        let cut: SheetCut
        switch sheet.cutting {
        case .cut(let way): cut = way
        // Their places are known once the file is decoded.
        case .ownFrames: cut = .rects([])
        case nil:
            guard sheet.pixelation != nil else { return nil }
            cut = .grid(GridLayout(columns: 1, rows: 1))
        }
        self.init(cut: cut, density: density)
        pixelation = sheet.pixelation
        guard let registration = sheet.registration else { return }
        self.registration = RegisterSettings(registration, sheet.filter)
        isEvenOverSpecies = registration.height == .species
    }
}

extension RegisterSettings {
    fileprivate init(_ registration: SheetRegistration, _ filter: ResamplingFilter) {
        self.init(
            anchor: registration.anchor,
            // That of a species is put in its place once its sheets were measured.
            height: registration.height == .none ? .asDrawn : .even,
            resampling: filter.resampling,
            // So that soft edges do not end at the frame's.
            padding: 1,
            limits: registration.limits
        )
    }
}
