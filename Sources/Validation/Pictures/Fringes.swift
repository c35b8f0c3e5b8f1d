internal import Catalog
internal import Diagnostics
internal import Raster

/// Outlines that have the color of a removed background.
///
/// Each half-clear pixel of the silhouette is compared with the first solid one further inside:
/// an outline that was drawn has one hue in both, a rest of the background only in the outer one.
func fringes(_ picture: CheckedPicture) -> [Diagnostic] {
    let image = picture.image
    let hues = picture.screen.map { [ScreenHue(of: $0)] } ?? ScreenHue.allCases
    var edge = 0
    var leaning = [Int](repeating: 0, count: hues.count)
    for frame in picture.frames {
        for y in frame.y..<frame.maxY {
            for x in frame.x..<frame.maxX {
                let pixel = image[x, y]
                guard (24...232).contains(pixel.a), touchesClear(image, frame, x, y),
                    let inner = solidNeighbor(image, frame, x, y)
                else { continue }
                edge += 1
                for (index, hue) in hues.enumerated() {
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
    let hue = hues[index]
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

/// Screen color that keying left inside.
func residue(_ picture: CheckedPicture) -> [Diagnostic] {
    guard let screen = picture.screen else { return [] }
    var visible = 0
    var left = 0
    for pixel in picture.image.pixels where pixel.a >= 128 {
        visible += 1
        if screen.distance(to: pixel) <= 32 { left += 1 }
    }
    let share = Double(left) / Double(max(1, visible))
    guard left >= 16, share > 0.01 else { return [] }
    return [
        picture.report(
            "key-left-inside",
            .warning,
            "screen color is left in the picture, found at \(percentage(share)) of what is visible",
            help: "raise \"threshold\", or draw on a screen of another color if it belongs there"
        )
    ]
}

/// Colors that screens have.
enum ScreenHue: String, CaseIterable {
    case green
    case magenta
    case blue

    /// The hue that a screen leans to most.
    init(of screen: HexColor) {
        let pixel = StraightPixel(r: screen.r, g: screen.g, b: screen.b)
        var best = ScreenHue.green
        for hue in ScreenHue.allCases where hue.excess(pixel) > best.excess(pixel) { best = hue }
        self = best
    }

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

/// Whether one of the eight neighbors is clear: lenses and glows are half clear everywhere.
private func touchesClear(_ image: StraightImage, _ frame: PixelRect, _ x: Int, _ y: Int) -> Bool {
    for ny in max(frame.y, y - 1)...min(frame.maxY - 1, y + 1) {
        for nx in max(frame.x, x - 1)...min(frame.maxX - 1, x + 1) where image[nx, ny].a < 8 {
            return true
        }
    }
    return false
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
