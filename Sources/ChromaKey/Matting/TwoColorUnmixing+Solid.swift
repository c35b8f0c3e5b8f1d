import KernelTypes
import Raster

// Pixels next to the screen that are pure art.

extension TwoColorUnmixing {
    /// Whether two solid colors nearby explain a pixel that touches the screen better than one and
    /// the screen do.
    ///
    /// Over a screen darker than pure green, grays and most other mixtures of the art's colors are
    /// key-hued, such as those between a thin outline and its fill. Only pixels without the
    /// screen's light are tested: a mixture with it has more green than red and blue, unless its
    /// color has less.
    ///
    /// `cost` is that of the mixture with the screen.
    func isSolid(_ x: Int, _ y: Int, over screen: SIMD4<Float>, cost: Float) -> Bool {
        let own = color(x, y)
        guard cost > 1, own.y <= max(own.x, own.z) + min(noise, 2),
            screen.y - max(screen.x, screen.z) > 40
        else { return false }
        let tolerance = ColorLine.tolerance(noise: noise)
        let around = solidColors(around: x, y)
        for (index, first) in around.enumerated() {
            for second in around[..<index] {
                let mixture = ColorLine(from: first.color, to: second.color).mixture(own)
                guard mixture.share > 0, mixture.share < 1, mixture.off <= tolerance * tolerance
                else { continue }
                // The farther one counts.
                let distance = max(second.squared, first.squared)
                if distance * limits.distanceCost + 0.5 < cost { return true }
            }
        }
        return false
    }

    /// At most eight distinct colors of solid pixels, the nearest first.
    private func solidColors(
        around x: Int,
        _ y: Int
    ) -> [(color: SIMD4<Float>, squared: Float)] {
        var result: [(color: SIMD4<Float>, squared: Float)] = []
        for offset in offsets {
            let (sx, sy) = (x &+ offset.dx, y &+ offset.dy)
            guard trimap.foreground[sx, sy] else { continue }
            let own = color(sx, sy)
            let isNew = !result.contains {
                ColorLine(from: $0.color, to: own).square < ColorLine.leastSquare
            }
            if isNew { result.append((own, offset.squared)) }
            if result.count == 8 { break }
        }
        return result
    }
}
