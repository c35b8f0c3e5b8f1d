import KernelTypes
import Raster

/// Key-hued areas that are art, distinguished from glass, glows and shadows by how they were
/// painted.
///
/// Score and shape of an area (`HueComponents`) cannot distinguish hair in dark greens from a glow:
/// both are on one line from the screen's color. Paint can. A fill is one recurring color whose
/// neighbors are equal or clearly different; in a fade they differ slightly. A fill that ends hard
/// against the screen is art; light and shadow fade, and glass has a frame. A framed fill is art if
/// it has several tones, is deep in a figure, as eyes do, or has a color impossible for glass
/// over this screen.
///
/// One dark even color is left alone: it may be a hard shadow.
struct GreenArt {
    private(set) var pixels: BitMask

    let scene: Scene
    var picture: StraightImage { scene.picture }
    /// Where the art ends: background, and edges next to it.
    let open: BitMask
    /// Certainly opaque pixels.
    let solid: BitMask

    // Set on Benchmarks/Keying/greens.py and the glasses, glows and bubbles of the bench.

    /// A smaller step, in the channel that changes most, belongs to a fade.
    private static let softStep: Int32 = 8
    /// The maximum share of soft steps in a fill: bands of a fade are less than 10 pixels wide.
    private static let mostSoft = 0.05
    /// In fewer pixels, edges between two colors look like many tones.
    private static let leastForTones = 100
    /// Greatest minus least channel: tinted grays have less; not measured.
    private static let leastChroma: UInt8 = 24
    /// The minimum number of pixels of a fill's color.
    private static let leastCount = 8

    /// `doubtful` has whole areas of key-hued pixels, some of them possibly translucent.
    init(
        among doubtful: BitMask,
        of scene: Scene,
        open: BitMask,
        solid: BitMask
    ) {
        pixels = scene.none
        var gray = pixels
        if !scene.isPixelArt, !scene.order.isInverted {
            // A light tinted gray can frame glass like any other color. Dark grays may be shades of
            // green paint.
            gray = doubtful.pixels { x, y in
                let pixel = scene.picture[x, y]
                let least = min(pixel.r, pixel.g, pixel.b)
                let chroma = max(pixel.r, pixel.g, pixel.b) - least
                return pixel.g >= 128 && chroma < Self.leastChroma
            }
        }
        self.scene = scene
        self.open = open
        self.solid = solid | gray
        let colored = doubtful.subtracting(gray)
        judgeFills(colored)
        // The rest between art, or between art and solid pixels, consists of edges of fills.
        if !pixels.isEmpty {
            pixels |= colored.subtracting(pixels).areas(amid: pixels, or: self.solid)
        }
        if !gray.isEmpty { judgeFills(gray) }
    }

    private mutating func judgeFills(_ doubtful: BitMask) {
        let fills = self.fills(doubtful)
        if fills.isEmpty { return }
        // Edges between two fills are thin.
        let others = doubtful.subtracting(fills)
        let thin = others.subtracting(others.eroded(1).dilated(1))
        let regions = fills | (thin & fills.dilated(2))
        var inside = scene.none
        regions.visitAreas(from: fills) { judge($0, &inside) }
    }

    func color(_ x: Int, _ y: Int) -> UInt32 {
        picture[x, y].colorWord
    }

    /// The pixels with recurring colors and hard steps.
    private func fills(_ doubtful: BitMask) -> BitMask {
        var colors = NumberTable()
        var paints: [Paint] = []
        let width = picture.width
        // Color indexes of the doubtful pixels in this row and the one above; -1 for others.
        var here = [Int32](repeating: -1, count: width)
        var above = here
        unsafe picture.withWords { words in
            for y in 0..<picture.height {
                swap(&here, &above)
                for x in 0..<width { here[x] = -1 }
                doubtful.visit(y..<y + 1) { x, _ in
                    let own = unsafe words[y &* width &+ x] & 0xFF_FFFF
                    let place = colors.insert(UInt64(own))
                    if place == paints.count { paints.append(Paint(color: own)) }
                    paints[place].count += 1
                    here[x] = Int32(truncatingIfNeeded: place)
                    if x > 0 { GreenArt.step(place, Int(here[x &- 1]), &paints) }
                    GreenArt.step(place, Int(above[x]), &paints)
                }
            }
        }
        let isFill = paints.map { paint in
            paint.count >= GreenArt.leastCount
                && Double(paint.soft) <= GreenArt.mostSoft * Double(paint.steps)
        }
        if !isFill.contains(true) { return scene.none }
        return unsafe picture.withWords { words in
            doubtful.pixels { x, y in
                let own = unsafe words[y &* width &+ x] & 0xFF_FFFF
                return colors.place(of: UInt64(own)).map { isFill[$0] } ?? false
            }
        }
    }

    /// Counts a step between neighbors, for both colors; -1 is no color.
    @inline(__always)
    private static func step(_ place: Int, _ other: Int, _ paints: inout [Paint]) {
        if other < 0 { return }
        paints[place].steps += 1
        paints[other].steps += 1
        guard other != place else { return }
        guard step(paints[place].color, paints[other].color) <= softStep else { return }
        paints[place].soft += 1
        paints[other].soft += 1
    }

    private struct Paint {
        let color: UInt32
        var count = 0
        var steps = 0
        var soft = 0
    }

    /// The greatest difference of a channel.
    static func step(_ a: UInt32, _ b: UInt32) -> Int32 {
        @inline(__always)
        func difference(_ shift: UInt32) -> Int32 {
            abs(Int32(a &>> shift & 255) &- Int32(b &>> shift & 255))
        }
        return max(difference(0), difference(8), difference(16))
    }
}

extension GreenArt {
    private mutating func judge(_ region: [SIMD2<Int32>], _ inside: inout BitMask) {
        let (count, isPixelArt) = (region.count, scene.isPixelArt)
        if Double(count) < HueComponents.leastPixels { return }
        inside.insert(region)
        let found = study(region, inside)
        inside.remove(region)
        // Edges have no inside. A region closer to the screen, on average, is the end of a fade, or
        // a reflection.
        if found.even * 10 < count * (isPixelArt ? 2 : 3) { return }
        if found.distance < count * (isPixelArt ? 60 : 30) { return }
        // The rest are edges and single pixels.
        let tones = GreenArt.tones(found.tallies).filter { $0.count * 25 >= count }
        guard let top = tones.first, !isBanded(found, tones) else { return }
        let shades = tones.filter { couldBeShadow($0.color) }
        let isOpenToScreen = found.open * 4 >= found.beside
        let isFramed = found.solid * 10 >= found.beside * 6
        if couldBeShadow(top.color), top.count * 5 >= count * 4 {
            // Pixel art fills outlines with one color.
            if isPixelArt, found.open * 20 <= found.beside, isFramed { take(region) }
            return
        }
        if isPixelArt {
            if isOpenToScreen || isFramed { take(region) }
        } else if isOpenToScreen {
            // A fade ends faint: at less than half of its mean distance from the screen.
            if found.rimDistance * 2 * count < found.distance * found.rim { return }
            takeButShadows(region, tones, shades)
        } else if isFramed {
            let isHalfDark = shades.reduce(0) { $0 + $1.count } * 2 >= count
            let isCut = tones.count >= 4 && count >= GreenArt.leastForTones && !isHalfDark
            // Typical hues of glass are those of channels as in the file.
            let isColored =
                !couldBeShadow(top.color)
                && (isDeep(found) || scene.order == .identity && isNoGlass(top.color, in: found))
            if isCut || isColored { take(region) }
        }
    }

    /// Takes a region except for possible hard shadows: dark tones that touch the screen.
    ///
    /// Three of them are shades of the art.
    private mutating func takeButShadows(
        _ region: [SIMD2<Int32>],
        _ tones: [(color: UInt32, count: Int)],
        _ shades: [(color: UInt32, count: Int)]
    ) {
        // A soft shadow consists of shades of one tone.
        if shades.count == tones.count { return }
        if shades.count >= 3 { return take(region) }
        let left = shades.filter { $0.count * 7 >= region.count && isOpen($0.color, in: region) }
        take(
            region.filter { pixel in
                let own = color(Int(pixel.x), Int(pixel.y))
                return !left.contains { GreenArt.step(own, $0.color) <= sameColor }
            }
        )
    }

    /// Whether a sixth of a tone's rim borders the screen.
    private func isOpen(_ tone: UInt32, in region: [SIMD2<Int32>]) -> Bool {
        var (beside, open) = (0, 0)
        let (width, height) = (picture.width, picture.height)
        for pixel in region {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            if GreenArt.step(color(x, y), tone) > sameColor { continue }
            for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            where 0..<width ~= nx && 0..<height ~= ny
                && GreenArt.step(color(nx, ny), tone) > sameColor
            {
                beside += 1
                if self.open[nx, ny] { open += 1 }
            }
        }
        return open * 6 > beside
    }

    private mutating func take(_ region: [SIMD2<Int32>]) { pixels.insert(region) }
}
