import Raster

/// What is certain about key-hued pixels before their areas are judged.
struct KnownPixels {
    enum Kind {
        case unknown
        /// Green art, detected by its paint (`GreenArt`).
        case art
        /// Translucent: a shadow (`ShadowAreas`).
        case sheer
    }

    var art: BitMask?
    let sheer: BitMask

    var isEmpty: Bool { sheer.isEmpty && art?.isEmpty != false }

    subscript(x: Int, y: Int) -> Kind {
        if sheer[x, y] { return .sheer }
        return art?[x, y] == true ? .art : .unknown
    }

    /// The first part of some columns of a row that has one kind.
    func first(_ columns: Range<Int>, row y: Int) -> (columns: Range<Int>, kind: Kind) {
        // Nothing is known about most pixels.
        if sheer.count(in: columns, row: y) == 0, art?.count(in: columns, row: y) ?? 0 == 0 {
            return (columns, .unknown)
        }
        let kind = self[columns.lowerBound, y]
        let end = columns.dropFirst().first { self[$0, y] != kind } ?? columns.upperBound
        return (columns.lowerBound..<end, kind)
    }
}
