import Raster

/// What is certain of key-hued pixels before their areas are judged.
struct KnownPixels {
    enum Kind {
        case unknown
        /// Green art, told by its paint (`GreenArt`).
        case art
        /// See-through: a shadow (`ShadowAreas`).
        case sheer
    }

    /// Nil where nobody looked.
    var art: BitMask?
    let sheer: BitMask

    subscript(x: Int, y: Int) -> Kind {
        if sheer[x, y] { return .sheer }
        return art?[x, y] == true ? .art : .unknown
    }
}
