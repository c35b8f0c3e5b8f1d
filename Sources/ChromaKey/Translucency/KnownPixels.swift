import Raster

/// What is certain of key-hued pixels before their areas are judged.
struct KnownPixels {
    enum Kind {
        case unknown
        /// Green art, told by its paint.
        case art
        /// Among art, but dark and even, and open to the screen: art or a hard shadow.
        case dark
        /// See-through: a shadow.
        case sheer
    }

    /// What was found of green art; nil where nobody looked.
    var art: GreenArt?
    let sheer: BitMask

    subscript(x: Int, y: Int) -> Kind { sheer[x, y] ? .sheer : art?[x, y] ?? .unknown }
}
