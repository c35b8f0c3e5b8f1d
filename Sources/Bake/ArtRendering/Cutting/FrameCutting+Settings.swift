import Catalog
import SheetSlicing

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
        self.init(cut, density: density)
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
