import Raster

extension StraightImage {
    /// Gives clear pixels within `reach` of a visible one that one's color, and the others none.
    ///
    /// An engine that filters straight-alpha textures mixes colors of clear pixels into edges.
    package mutating func bleed(reach: Int) {
        var visible = BitPlane(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                if self[x, y].a != 0 { visible[x, y] = true } else { self[x, y] = .clear }
            }
        }
        guard reach > 0, !visible.isEmpty else { return }
        var offsets: [(dx: Int, dy: Int)] = []
        for dy in -reach...reach {
            for dx in -reach...reach where dx * dx + dy * dy <= reach * reach {
                offsets.append((dx, dy))
            }
        }
        offsets = offsets.enumerated().sorted {
            let (a, b) = ($0.element, $1.element)
            return (a.dx * a.dx + a.dy * a.dy, $0.offset) < (b.dx * b.dx + b.dy * b.dy, $1.offset)
        }.map(\.element)
        let source = self
        let rim = visible.dilated(reach).subtracting(visible)
        rim.visit { x, y in
            for (dx, dy) in offsets where visible[x + dx, y + dy] {
                var pixel = source[x + dx, y + dy]
                pixel.a = 0
                self[x, y] = pixel
                break
            }
        }
    }
}
