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

    /// Whether nothing is known of any pixel.
    var isEmpty: Bool { sheer.isEmpty && art?.isEmpty != false }

    subscript(x: Int, y: Int) -> Kind {
        if sheer[x, y] { return .sheer }
        return art?[x, y] == true ? .art : .unknown
    }

    /// The first of some columns of a row that are of one kind.
    func first(_ columns: Range<Int>, row y: Int) -> (columns: Range<Int>, kind: Kind) {
        // Of most nothing is known.
        if sheer.count(in: columns, row: y) == 0, art?.count(in: columns, row: y) ?? 0 == 0 {
            return (columns, .unknown)
        }
        let kind = self[columns.lowerBound, y]
        let end = columns.dropFirst().first { self[$0, y] != kind } ?? columns.upperBound
        return (columns.lowerBound..<end, kind)
    }
}
