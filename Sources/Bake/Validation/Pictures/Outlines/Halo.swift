import Catalog
import ChromaKey
package import Diagnostics
import Raster

extension Check {
    package static let fringe = Check("fringe", .warning)
    static let alphaHaze = Check("alpha-haze", .warning)
    static let leakyAlpha = Check("leaky-alpha", .warning)
    static let matteRim = Check("matte-rim", .warning)
}

/// Outlines with a halo: the color of a removed background, by any tool.
///
/// The screen may be unknown, so each hue of screens is tried. Half-clear pixels of the silhouette
/// are compared with the first solid one further inside: a drawn outline has one hue in both, a
/// residue of the background only in the outer one.
func halo(_ picture: CheckedPicture) -> Diagnostic? {
    let image = picture.image
    let hue = picture.screen.map(ScreenHue.init(of:))
    let hues = hue.map { [$0] } ?? ScreenHue.allCases
    let step = max(1, picture.measures.reduce(0) { $0 + ($1.alpha?.softCount ?? 0) } / 192)
    // At least 48 edges count, of which a quarter must lean. Nearly always there are too few by
    // their color alone, or by the art behind them.
    var suspects = 0
    visitSoftPixels(picture, every: step) { _, _, _, pixel in
        let (r, g, b) = (Int(pixel.r), Int(pixel.g), Int(pixel.b))
        // The hues' excesses, any of which counts without a screen.
        let lean = hue?.excess(pixel) ?? max(g - max(r, b), min(r, b) - g, b - max(r, g))
        suspects &+= lean > leastLean ? 1 : 0
    }
    guard suspects * step > 12 else { return nil }
    var samples: [SoftSample] = []
    samples.reserveCapacity(2 * 192)
    visitSoftPixels(picture, every: step) { number, x, y, pixel in
        let frame = picture.frames[number]
        samples.append(SoftSample(number: number, frame: frame, x: x, y: y, pixel: pixel))
    }
    let leaningSamples = samples.count { sample in
        hues.contains { $0.excess(sample.pixel) > leastLean } && sample.touchesClear(picture)
            && solidNeighbor(image, sample).map { inner in
                hues.contains { $0.isMixedIn(sample.pixel, inner) }
            } ?? false
    }
    guard leaningSamples * step > 12 else { return nil }
    var edge = 0
    var leaning = [[StraightPixel]](repeating: [], count: hues.count)
    let layers = flatLayers(image, samples)
    for sample in samples {
        let pixel = sample.pixel
        guard sample.touchesClear(picture), !layers.contains(where: pixel.isNear),
            let inner = solidNeighbor(image, sample)
        else { continue }
        edge += 1
        for index in hues.indices where hues[index].isMixedIn(pixel, inner) {
            leaning[index].append(pixel)
        }
    }
    guard edge * step >= 48,
        let (found, mixed) = zip(hues, leaning).max(by: { $0.1.count < $1.1.count }),
        mixed.count * 4 > edge
    else { return nil }
    // Ink is inside of the art too; a screen of an unknown color is not.
    if hue == nil, solidPixels(alike: mixed, picture) * 10 >= mixed.count * step { return nil }
    let fringe = picture.fringe ?? Fringe(of: image, lean: found.excess).share
    // Invisible fringe needs no fix.
    guard fringe >= leastFringe else { return nil }
    return picture.report(
        .fringe,
        "the outline is tinted \(found.rawValue), found a fringe of \(Fringe.percent(fringe))",
        help: picture.isKeyedByFormula
            ? "the formula leaves the screen's color in edges: set \"mode\": \"best\""
            : "a removed background shines through: key the original with kiln, or clean the edge"
    )
}

/// The number of solid pixels, with others around them, in the middle one of some colors.
private func solidPixels(alike colors: [StraightPixel], _ picture: CheckedPicture) -> Int {
    let color = colors.middleColor
    let image = picture.image
    var count = 0
    for frame in picture.frames where min(frame.width, frame.height) > 4 {
        for y in frame.y + 2..<frame.maxY - 2 {
            for x in frame.x + 2..<frame.maxX - 2 {
                let pixel = image[x, y]
                guard pixel.a == 255, color.distance(to: pixel) <= 40,
                    min(image[x - 2, y].a, image[x + 2, y].a) == 255,
                    min(image[x, y - 2].a, image[x, y + 2].a) == 255
                else { continue }
                count += 1
            }
        }
    }
    return count
}

/// A smaller share of the outline is ignored.
private let leastFringe = 0.01

/// The minimum lean of a soft pixel, in code values.
private let leastLean = 24

/// A half-clear pixel.
private struct SoftSample {
    /// Its frame, and that frame's cell.
    let number: Int
    let frame: PixelRect
    let x: Int
    let y: Int
    let pixel: StraightPixel

    /// Whether one of the eight neighbors is clear: lenses and glows are half clear everywhere.
    func touchesClear(_ picture: CheckedPicture) -> Bool {
        guard let touched = picture.measures[number].alpha?.touched else { return false }
        let (x, y) = (self.x - frame.x, self.y - frame.y)
        let columns = max(0, x - 1)...min(frame.width - 1, x + 1)
        let all: UInt64 = 1 << UInt64(columns.count) - 1
        for row in max(0, y - 1)...min(frame.height - 1, y + 1)
        where touched.bits(of: columns, row: row) != all { return true }
        return false
    }
}

/// Calls `body` with a sample of an image's half-clear pixels, and their frames.
@inline(__always)
private func visitSoftPixels(
    _ picture: CheckedPicture,
    every step: Int,
    _ body: (_ number: Int, _ x: Int, _ y: Int, _ pixel: StraightPixel) -> Void
) {
    // The number of pixels to skip, across frames.
    var wait = 0
    unsafe picture.image.withPixels { pixels in
        for (number, measure) in picture.measures.enumerated() {
            let corner = picture.frames[number].origin
            measure.alpha?.soft.visit { x, y in
                if wait == 0 {
                    let (x, y) = (corner.x &+ x, corner.y &+ y)
                    body(number, x, y, unsafe pixels[y &* picture.image.width &+ x])
                    wait = step
                }
                wait &-= 1
            }
        }
    }
}

enum ScreenHue: String, CaseIterable {
    case green
    case magenta
    case blue

    /// The hue to which a screen leans most.
    init(of screen: HexColor) {
        let pixel = StraightPixel(r: screen.r, g: screen.g, b: screen.b)
        self = ScreenHue.allCases.max { $0.excess(pixel) < $1.excess(pixel) } ?? .green
    }

    /// Whether the color may be the other one's mixture with a screen of this hue.
    ///
    /// Screens are bright, so that a mixture is hardly darker than the art in the screen's own
    /// channels; shadows are. 140 is below the green of the darkest screens that image models
    /// paint.
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

    /// How far the color leans to the hue, in code values; at most 0 for grays.
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

/// The colors of uniform translucent areas, such as shadows and panes: across an edge, alpha
/// changes from pixel to pixel.
private func flatLayers(_ image: StraightImage, _ samples: [SoftSample]) -> [StraightPixel] {
    var layers: [StraightPixel] = []
    for sample in samples {
        if layers.count < 16, isFlat(image, sample),
            !layers.contains(where: sample.pixel.isNear)
        {
            layers.append(sample.pixel)
        }
    }
    return layers
}

/// Whether the pixel is in a square of four similar ones.
private func isFlat(_ image: StraightImage, _ sample: SoftSample) -> Bool {
    let (frame, x, y, pixel) = (sample.frame, sample.x, sample.y, sample.pixel)
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
    /// Gradients and rounding within a layer change channels by at most this much.
    fileprivate func isNear(_ other: StraightPixel) -> Bool {
        colorDistance(to: other) <= 4 && abs(Int(a) - Int(other.a)) <= 4
    }
}

/// The nearest solid pixel within three steps in one of eight directions.
private func solidNeighbor(_ image: StraightImage, _ sample: SoftSample) -> StraightPixel? {
    let (frame, x, y, own) = (sample.frame, sample.x, sample.y, sample.pixel)
    for step in 1...3 {
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (nx, ny) = (x + dx * step, y + dy * step)
            guard nx >= frame.x, nx < frame.maxX, ny >= frame.y, ny < frame.maxY else { continue }
            let pixel = image[nx, ny]
            guard pixel.a >= 250 else { continue }
            // Across an edge alpha rises; a pane or a glow in between is not part of it.
            let isEdge = step == 1 || image[x + dx, y + dy].a > own.a
            return isEdge ? pixel : nil
        }
    }
    return nil
}

/// What is wrong with outlines: art that was cut out badly, and halos of a screen.
///
/// What `"matte": "auto"` would repair tells the most; the others see residues of a known screen, and
/// colors that cannot be unmixed.
func outlines(_ picture: CheckedPicture) -> [Diagnostic] {
    let mattes = mattes(picture)
    guard mattes.isEmpty else { return mattes }
    return [halo(picture), rim(picture)].compactMap(\.self)
}

/// Reports what repairing the art's matte would change, if it is more than a few pixels.
private func mattes(_ picture: CheckedPicture) -> [Diagnostic] {
    guard picture.screen == nil, picture.isCutOut else { return [] }
    var image = picture.image
    guard let report = repairMatte(of: &image, .auto) else { return [] }
    let help = "set \"chroma\": {\"matte\": \"auto\"}, or export it again with straight alpha"
    func finding(_ check: Check, _ count: Int, _ message: String) -> Diagnostic? {
        guard count >= 16, count * 100 >= report.visible else { return nil }
        return picture.report(
            check,
            "\(message), found \(percentage(report.share(count))) of what is visible",
            help: help
        )
    }
    let color = report.background
    return [
        finding(.alphaHaze, report.haze, "faint pixels of a \(color) background are left"),
        finding(.leakyAlpha, report.leaks, "the art lets what is behind it shimmer through"),
        finding(.matteRim, report.rim, "the outline shows \(color), which the art was cut from"),
    ].compactMap(\.self)
}

/// Outlines of art that was already cut out: residue of the background along hard edges, and
/// premultiplied colors.
///
/// The silhouette is crossed along rows and columns. Where a crossing goes from clear to solid, its
/// first solid pixel is compared with the art three pixels farther in. Residue of the background is
/// a mixture of both; a drawn line has one color.
private func rim(_ picture: CheckedPicture) -> Diagnostic? {
    guard picture.screen == nil, picture.isCutOut else { return nil }
    let crossings = Crossings(picture)
    if let ground = crossings.ground {
        return picture.report(
            .fringe,
            "a rim of the background is left, found \(ground.name) in "
                + "\(Int(ground.share * 100)) % of the outline",
            help: "key the original with kiln, or take the outermost pixels off"
        )
    }
    if crossings.isPremultiplied {
        return picture.report(
            .fringe,
            "soft pixels are darkened by their own alpha, found colors multiplied with it",
            help: "save the picture with straight alpha, not premultiplied"
        )
    }
    return nil
}
