internal import Catalog
package import Diagnostics
internal import Raster

extension Check {
    package static let fringe = Check("fringe", .warning, "the outline leans to the screen's color")
}

/// Outlines with a halo: the color of a removed background, whoever removed it.
///
/// The screen need not be known, so each hue that screens have is tried. Each half-clear pixel of the silhouette is compared with the first solid one further inside:
/// an outline that was drawn has one hue in both, a rest of the background only in the outer one.
func halo(_ picture: CheckedPicture) -> [Diagnostic] {
    let image = picture.image
    let hues = picture.screen.map { [ScreenHue(of: $0)] } ?? ScreenHue.allCases
    let (samples, step) = softSamples(picture)
    // Of edges that count there are at least 48, of which a quarter would have to lean.
    let suspects = samples.count { sample in
        let pixel = image[sample.x, sample.y]
        return hues.contains { $0.excess(pixel) > leastLean }
    }
    guard suspects * step > 12 else { return [] }
    var edge = 0
    var leaning = [Int](repeating: 0, count: hues.count)
    for sample in samples {
        let (frame, x, y) = (picture.frames[sample.frame], sample.x, sample.y)
        guard touchesClear(image, frame, x, y), let inner = solidNeighbor(image, frame, x, y)
        else { continue }
        edge += 1
        let pixel = image[x, y]
        for index in hues.indices {
            let lean = hues[index].excess(pixel)
            if lean > leastLean, lean - hues[index].excess(inner) > 32 { leaning[index] += 1 }
        }
    }
    guard edge * step >= 48, let most = leaning.max(), let index = leaning.firstIndex(of: most)
    else {
        return []
    }
    let share = Double(most) / Double(edge)
    guard share > 0.25 else { return [] }
    let hue = hues[index]
    return [
        picture.report(
            .fringe,
            "the outline leans to \(hue.rawValue), found at \(Int(share * 100)) % of its soft pixels",
            help: picture.isKeyedByFormula
                ? "the formula leaves the screen's color in edges: set \"mode\": \"best\""
                : "a removed background shines through: key the original with kiln, or clean the edge"
        )
    ]
}

/// How much a soft pixel leans at least, in code values.
private let leastLean = 24

/// Every so many of the half-clear pixels of a picture, so that there are hardly more than 200.
private func softSamples(
    _ picture: CheckedPicture
) -> (samples: [(frame: Int, x: Int, y: Int)], step: Int) {
    let image = picture.image
    let byFrame = picture.frames.map { softPixels(of: image, in: $0) }
    let step = max(1, byFrame.reduce(0) { $0 + $1.count } / 192)
    var samples: [(frame: Int, x: Int, y: Int)] = []
    samples.reserveCapacity(256)
    var skipped = 0
    for (frame, indexes) in byFrame.enumerated() {
        for place in stride(from: skipped, to: indexes.count, by: step) {
            let index = Int(indexes[place])
            samples.append((frame, index % image.width, index / image.width))
        }
        // The next one is as far behind the last of this frame as any other.
        let rest = (indexes.count - skipped) % step
        skipped = indexes.count <= skipped ? skipped - indexes.count : rest == 0 ? 0 : step - rest
    }
    return (samples, step)
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
    @inline(__always)
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
