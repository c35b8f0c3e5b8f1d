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
func halo(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    let image = picture.image
    let hues = picture.screen.map { [ScreenHue(of: $0)] } ?? ScreenHue.allCases
    let (samples, step) = softSamples(picture, measures)
    // Of edges that count there are at least 48, of which a quarter would have to lean.
    let suspects = samples.count { sample in
        let pixel = image[sample.x, sample.y]
        return hues.contains { $0.excess(pixel) > leastLean }
    }
    guard suspects * step > 12 else { return [] }
    var edge = 0
    var leaning = [Int](repeating: 0, count: hues.count)
    let layers = flatLayers(picture, samples)
    for sample in samples {
        let (frame, x, y) = (picture.frames[sample.frame], sample.x, sample.y)
        let pixel = image[x, y]
        guard touchesClear(image, frame, x, y), !layers.contains(where: pixel.isNear),
            let inner = solidNeighbor(image, frame, x, y)
        else { continue }
        edge += 1
        for index in hues.indices where hues[index].isMixedIn(pixel, inner) { leaning[index] += 1 }
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
    _ picture: CheckedPicture,
    _ measures: [FrameMeasure]
) -> (samples: [(frame: Int, x: Int, y: Int)], step: Int) {
    let image = picture.image
    // What is soft is visible.
    let byFrame = measures.map { $0.bounds.map { softPixels(of: image, in: $0) } ?? [] }
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

    /// Whether the color may be the other one's mixture with a screen of this hue.
    ///
    /// Screens are bright, so that a mixture is hardly darker than the art in the screen's own
    /// channels: shadows are, whatever they lean to. 140 is under the green of the darkest screens that
    /// image models paint.
    func isMixedIn(_ pixel: StraightPixel, _ inner: StraightPixel) -> Bool {
        let lean = excess(pixel)
        return lean > leastLean && lean - excess(inner) > 32
            && own(pixel) + 8 >= min(own(inner), 140)
    }

    /// The lesser of the channels that a screen of this hue has.
    private func own(_ pixel: StraightPixel) -> Int {
        switch self {
        case .green: Int(pixel.g)
        case .magenta: Int(min(pixel.r, pixel.b))
        case .blue: Int(pixel.b)
        }
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

/// What areas of one color at one alpha have, such as shadows and panes: no edge is one, for across
/// it alpha changes from pixel to pixel.
private func flatLayers(
    _ picture: CheckedPicture,
    _ samples: [(frame: Int, x: Int, y: Int)]
) -> [StraightPixel] {
    var layers: [StraightPixel] = []
    for sample in samples {
        let (frame, x, y) = (picture.frames[sample.frame], sample.x, sample.y)
        let pixel = picture.image[x, y]
        if layers.count < 16, isFlat(picture.image, frame, x, y),
            !layers.contains(where: pixel.isNear)
        {
            layers.append(pixel)
        }
    }
    return layers
}

/// Whether the pixel is one of a square of four that are alike.
private func isFlat(_ image: StraightImage, _ frame: PixelRect, _ x: Int, _ y: Int) -> Bool {
    let pixel = image[x, y]
    func isAlike(_ nx: Int, _ ny: Int) -> Bool {
        guard nx >= frame.x, nx < frame.maxX, ny >= frame.y, ny < frame.maxY else { return false }
        return image[nx, ny].isNear(pixel)
    }
    let (left, right) = (isAlike(x - 1, y), isAlike(x + 1, y))
    guard left || right else { return false }
    return [y - 1, y + 1].contains { row in
        isAlike(x, row) && (left && isAlike(x - 1, row) || right && isAlike(x + 1, row))
    }
}

extension StraightPixel {
    /// Gradients and rounding within a layer change no channel by more.
    fileprivate func isNear(_ other: StraightPixel) -> Bool {
        max(
            abs(Int(r) - Int(other.r)),
            abs(Int(g) - Int(other.g)),
            abs(Int(b) - Int(other.b)),
            abs(Int(a) - Int(other.a))
        ) <= 4
    }
}

/// The nearest solid pixel within three steps in one of eight directions.
private func solidNeighbor(
    _ image: StraightImage,
    _ frame: PixelRect,
    _ x: Int,
    _ y: Int
) -> StraightPixel? {
    let own = image[x, y]
    for step in 1...3 {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (nx, ny) = (x + dx * step, y + dy * step)
            guard nx >= frame.x, nx < frame.maxX, ny >= frame.y, ny < frame.maxY else { continue }
            let pixel = image[nx, ny]
            guard pixel.a >= 250 else { continue }
            // Across an edge alpha rises; a pane or a glow between is no part of it.
            let isEdge = step == 1 || image[x + dx, y + dy].a > own.a
            return isEdge ? pixel : nil
        }
    }
    return nil
}
