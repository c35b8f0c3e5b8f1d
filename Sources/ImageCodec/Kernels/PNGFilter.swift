/// The row filters of PNG (specification, section 9).
package enum PNGFilter: UInt8, CaseIterable {
    case none
    case sub
    case up
    case average
    case paeth

    /// What a byte is predicted to be by those left of it, above it, and left of that one.
    @inline(__always)
    func prediction(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
        switch self {
        case .none: 0
        case .sub: left
        case .up: up
        case .average: UInt8((Int(left) + Int(up)) / 2)
        case .paeth: ImageCodec.paeth(left, up, corner)
        }
    }
}

package struct PNGRowShape {
    /// Without the filter byte.
    package let rowBytes: Int
    /// The distance in bytes to the corresponding byte of the previous pixel, at least 1.
    package let distance: Int

    package init(rowBytes: Int, distance: Int) {
        self.rowBytes = rowBytes
        self.distance = distance
    }

    init(width: Int, bitsPerPixel: Int) {
        rowBytes = (width * bitsPerPixel + 7) / 8
        distance = max(1, bitsPerPixel / 8)
    }
}

/// Paeth's predictor: the neighbor nearest to left + up - corner; ties in this order.
@inline(__always)
package func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let guess = Int(left) + Int(up) - Int(corner)
    let fromLeft = abs(guess - Int(left))
    let fromUp = abs(guess - Int(up))
    let fromCorner = abs(guess - Int(corner))
    if fromLeft <= fromUp, fromLeft <= fromCorner { return left }
    return fromUp <= fromCorner ? up : corner
}
