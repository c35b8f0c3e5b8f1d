internal import Diagnostics
internal import Raster

/// Outlines that have the color of a removed background.
///
/// Each half-clear pixel of the silhouette is compared with the first solid one further inside:
/// an outline that was drawn has one hue in both, a rest of the background only in the outer one.
func fringes(_ picture: CheckedPicture) -> [Diagnostic] {
    let image = picture.image
    var edge = 0
    var leaning = [Int](repeating: 0, count: ScreenHue.allCases.count)
    for frame in picture.frames {
        for y in frame.y..<frame.maxY {
            for x in frame.x..<frame.maxX {
                let pixel = image[x, y]
                guard (24...232).contains(pixel.a), let inner = solidNeighbor(image, frame, x, y)
                else { continue }
                edge += 1
                for (index, hue) in ScreenHue.allCases.enumerated() {
                    let lean = hue.excess(pixel)
                    if lean > 24, lean - hue.excess(inner) > 32 { leaning[index] += 1 }
                }
            }
        }
    }
    guard edge >= 48, let most = leaning.max(), let index = leaning.firstIndex(of: most) else {
        return []
    }
    let share = Double(most) / Double(edge)
    guard share > 0.25 else { return [] }
    let hue = ScreenHue.allCases[index]
    return [
        picture.report(
            "fringe",
            .warning,
            "the outline leans to \(hue.rawValue), found at \(Int(share * 100)) % of its soft pixels",
            help:
                "a removed background shines through: key the original with kiln, or clean the edge"
        )
    ]
}

/// Colors that screens have.
enum ScreenHue: String, CaseIterable {
    case green
    case magenta
    case blue

    /// How far the color leans to the hue, in code values; at most 0 for greys.
    func excess(_ pixel: StraightPixel) -> Int {
        let (r, g, b) = (Int(pixel.r), Int(pixel.g), Int(pixel.b))
        return switch self {
        case .green: g - max(r, b)
        case .magenta: min(r, b) - g
        case .blue: b - max(r, g)
        }
    }
}

/// The nearest solid pixel within three steps in one of eight directions.
private func solidNeighbor(
    _ image: StraightImage,
    _ frame: PixelRect,
    _ x: Int,
    _ y: Int
) -> StraightPixel? {
    for step in 1...3 {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (nx, ny) = (x + dx * step, y + dy * step)
            guard nx >= frame.x, nx < frame.maxX, ny >= frame.y, ny < frame.maxY else { continue }
            let pixel = image[nx, ny]
            if pixel.a >= 250 { return pixel }
        }
    }
    return nil
}
