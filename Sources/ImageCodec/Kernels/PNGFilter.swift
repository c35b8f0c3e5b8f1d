/// The five row filters of PNG (specification, section 9).
package enum PNGFilter: UInt8, CaseIterable {
    case none
    case sub
    case up
    case average
    case paeth
}

/// What filters need to know of a row.
package struct PNGRowShape {
    /// Bytes of a row, without the filter's own.
    package let rowBytes: Int
    /// Distance to the byte of the same kind in the pixel before, at least 1.
    package let distance: Int

    package init(rowBytes: Int, distance: Int) {
        self.rowBytes = rowBytes
        self.distance = distance
    }
}

/// Paeth's predictor: the neighbor that is nearest to left + up - corner, in this order of choice.
@inline(__always)
package func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let guess = Int(left) + Int(up) - Int(corner)
    let fromLeft = abs(guess - Int(left))
    let fromUp = abs(guess - Int(up))
    let fromCorner = abs(guess - Int(corner))
    if fromLeft <= fromUp, fromLeft <= fromCorner { return left }
    return fromUp <= fromCorner ? up : corner
}
