import KernelTypes
import Raster

/// Key-hued areas that are art, distinguished from glass, glows and shadows by how they were
/// painted.
///
/// Score and shape of an area (`HueComponents`) cannot distinguish hair in dark greens from a glow:
/// both are on one line from the screen's color. Paint can. A fill is one recurring color whose
/// neighbors are equal or clearly different; in a fade they differ slightly. A fill that ends hard
/// against the screen is art; light and shadow fade, and glass has a frame. A framed fill is art if
/// it has several tones, or is deep in a figure, as eyes are.
///
/// One dark even color is left alone: it may be a hard shadow.
struct GreenArt {
    private(set) var pixels: BitMask

    private let scene: Scene
    /// Whether noise or JPEG gives fills so many colors that they are searched in few colors.
    private let isReduced: Bool
    /// In few colors if `isReduced`.
    private let picture: StraightImage
    /// The doubtful pixels whose surroundings are doubtful as well (`isSloped`); none without
    /// subsampled chroma.
    private let cores: BitMask
    /// Where the art ends: background, and edges next to it.
    private let open: BitMask
    /// Certainly opaque pixels.
    private let solid: BitMask

    // Set on Benchmarks/Keying/greens.py and the glasses, glows and bubbles of the bench.

    /// A smaller step, in the channel that changes most, belongs to a fade.
    private let softStep: Int32
    /// The maximum share of soft steps in a fill: bands of a fade are less than 10 pixels wide.
    private static let mostSoft = 0.05
    /// In fewer pixels, edges between two colors look like many tones.
    private static let leastForTones = 100
    /// Greatest minus least channel: tinted grays have less; not measured, and more in JPEG files.
    private static let leastChroma: (drawn: UInt8, subsampled: UInt8) = (24, 32)
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
            let leastChroma =
                scene.isSubsampled ? Self.leastChroma.subsampled : Self.leastChroma.drawn
            gray = doubtful.pixels { x, y in
                let pixel = scene.picture[x, y]
                let least = min(pixel.r, pixel.g, pixel.b)
                let chroma = max(pixel.r, pixel.g, pixel.b) - least
                return pixel.g >= 128 && chroma < leastChroma
            }
        }
        self.scene = scene
        let noise = scene.screen.noise
        isReduced = scene.isSubsampled || noise > TrimapDraft.paintedNoise
        // Noise is twice a standard deviation; what is 4 farther away is another color, or 12 in the
        // ripples of JPEG files.
        let radius = (scene.isSubsampled ? 12 : 4) + Int(noise)
        picture =
            isReduced ? scene.picture.withFewColors(at: doubtful, within: radius) : scene.picture
        // Fades in JPEG files have slopes instead.
        softStep = scene.isSubsampled ? 0 : isReduced ? Int32(2 * radius) : 8
        let reach = Self.slopeReach
        cores =
            scene.isSubsampled
            ? doubtful.eroded(reach).pixels { x, y in
                min(x, doubtful.width - 1 - x) >= reach && min(y, doubtful.height - 1 - y) >= reach
            } : scene.none
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
                    if x > 0 { step(place, Int(here[x &- 1]), &paints) }
                    step(place, Int(above[x]), &paints)
                }
            }
        }
        let isFill = paints.map { paint in
            paint.count >= GreenArt.leastCount
                // In few colors, those of edges recur as well.
                && (!isReduced || paint.same * 2 >= paint.steps)
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
    private func step(_ place: Int, _ other: Int, _ paints: inout [Paint]) {
        if other < 0 { return }
        paints[place].steps += 1
        paints[other].steps += 1
        guard other != place else {
            paints[place].same += 2
            return
        }
        guard Self.step(paints[place].color, paints[other].color) <= softStep else { return }
        paints[place].soft += 1
        paints[other].soft += 1
    }

    private struct Paint {
        let color: UInt32
        var count = 0
        var steps = 0
        var same = 0
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
        let leastDistance = scene.isSubsampled ? 40 : isPixelArt ? 60 : 30
        if found.distance < count * leastDistance || mayFade(region, found) { return }
        // The rest are edges and single pixels.
        let tones = GreenArt.tones(found.tallies).filter { $0.count * 25 >= count }
        guard let top = tones.first else { return }
        let shades = tones.filter { couldBeShadow($0.color) }
        let shaded = shades.reduce(0) { $0 + $1.count }
        let isOpenToScreen = found.open * 4 >= found.neighbors
        let isFramed = found.solid * 10 >= found.neighbors * 6
        if couldBeShadow(top.color), top.count * 5 >= count * 4 {
            // Pixel art fills outlines with one color.
            if isPixelArt, found.open * 20 <= found.neighbors, isFramed { take(region) }
            return
        }
        if isPixelArt {
            if isOpenToScreen || isFramed { take(region) }
        } else if isOpenToScreen {
            // JPEG blurs every rim, and mixes other tones into a soft shadow's.
            if scene.isSubsampled {
                if shaded * 5 < count * 4 { take(region) }
                return
            }
            // A fade ends faint: at less than half of its mean distance from the screen.
            if found.rimDistance * 2 * count < found.distance * found.rim { return }
            // A soft shadow consists of shades of one tone.
            if shades.count < tones.count { take(region) }
        } else if isFramed {
            let isCut = tones.count >= 4 && count >= GreenArt.leastForTones && shaded * 2 < count
            let isColored = !couldBeShadow(top.color) && isDeep(found)
            if isCut || isColored { take(region) }
        }
    }

    private mutating func take(_ region: [SIMD2<Int32>]) { pixels.insert(region) }
}

// Fades in JPEG files, whose steps are those of blocks and ripples.

extension GreenArt {
    /// Slopes are measured in squares of 9 x 9 pixels: ripples cancel out in a block.
    private static let slopeReach = 4

    /// Whether a region of a picture with subsampled chroma may be a fade: three tenths of its
    /// smooth parts are sloped, or none is flat, or it is too thin to say and open to the screen.
    private func mayFade(_ region: [SIMD2<Int32>], _ found: Region) -> Bool {
        if !scene.isSubsampled { return false }
        var (squares, smooth, sloped) = (0, 0, 0)
        // About a thousand squares are enough.
        let step = Int32(max(2, Float(region.count).squareRoot() / 32))
        for pixel in region where pixel.x % step == 0 && pixel.y % step == 0 {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            guard cores[x, y] else { continue }
            squares += 1
            guard let isSloped = isSloped(x, y) else { continue }
            smooth += 1
            if isSloped { sloped += 1 }
        }
        if squares < 5 { return found.open * 10 >= found.neighbors }
        return sloped * 10 > smooth * 3 || sloped == smooth
    }

    /// Whether colors around a core change by at least 1 code value in 4 pixels; nil where no plane
    /// describes them, as at edges.
    private func isSloped(_ x: Int, _ y: Int) -> Bool? {
        let reach = Self.slopeReach
        var (sum, squares, across, down) = (
            SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>()
        )
        for dy in -reach...reach {
            for dx in -reach...reach {
                let pixel = scene.picture[x + dx, y + dy]
                let value = SIMD4(Int32(pixel.r), Int32(pixel.g), Int32(pixel.b), 0)
                sum &+= value
                squares &+= value &* value
                across &+= value &* Int32(dx)
                down &+= value &* Int32(dy)
            }
        }
        // Of 81 pixels, whose columns and rows have a mean square of 20 / 3.
        let count: Float = 81
        let slopes = (SIMD4<Float>(across), SIMD4<Float>(down))
        let slope = (slopes.0 * slopes.0 + slopes.1 * slopes.1) / (540 * 540)
        let mean = SIMD4<Float>(sum) / count
        let rest = SIMD4<Float>(squares) / count - mean * mean - slope * (20 / 3)
        // The deviation from a plane is that of ripples, or a sixth of its change in 8 pixels: less
        // than at a step.
        let change = slope.max() * 64
        return rest.max() <= max(1, change / 36) ? change >= 4 : nil
    }
}

// Facts about a region of fills: how it was painted, and what surrounds it.

extension GreenArt {
    private struct Region {
        /// Its colors, with the number of pixels of each.
        var tallies: [(color: UInt32, count: Int)] = []
        /// Pixels with the color of a horizontal and of a vertical neighbor: a fade along a
        /// straight edge has none.
        var even = 0
        /// Neighboring pixels outside, and how many of them are open, and solid.
        var neighbors = 0
        var open = 0
        var solid = 0
        /// Sums of the distance from the screen, of all pixels and of those next to an open one;
        /// whole numbers, so that order does not matter.
        var distance = 0
        var rimDistance = 0
        var rim = 0
        var box = PixelRect(.onePixel)
    }

    /// Distinct colors, and how many pixels resemble each; most first.
    private static func tones(
        _ tallies: [(color: UInt32, count: Int)]
    ) -> [(color: UInt32, count: Int)] {
        var result: [(color: UInt32, count: Int)] = []
        for (color, count) in tallies.sorted(by: { ($0.count, $1.color) > ($1.count, $0.color) }) {
            if let like = result.firstIndex(where: { step($0.color, color) <= sameColor }) {
                result[like].count += count
            } else {
                result.append((color, count))
            }
        }
        return result.sorted { ($0.count, $1.color) > ($1.count, $0.color) }
    }

    /// Counts colors and neighbors of a region, which `inside` has the pixels of.
    private func study(_ region: [SIMD2<Int32>], _ inside: BitMask) -> Region {
        var found = Region()
        let (width, height) = (picture.width, picture.height)
        var colors = NumberTable()
        for pixel in region {
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            let here = picture[x, y]
            let own = here.colorWord
            let tally = colors.insert(UInt64(own))
            if tally == found.tallies.count { found.tallies.append((own, 0)) }
            found.tallies[tally].count += 1
            let off = TwoColorUnmixing.color(own) - scene.screen(x, y)
            let distance = Int(off.squaredLength.squareRoot())
            found.distance += distance
            func isLike(_ x: Int, _ y: Int) -> Bool {
                0..<width ~= x && 0..<height ~= y && picture[x, y] == here
            }
            if isLike(x - 1, y) || isLike(x + 1, y), isLike(x, y - 1) || isLike(x, y + 1) {
                found.even += 1
            }
            var isRim = false
            func look(_ x: Int, _ y: Int) {
                guard 0..<width ~= x, 0..<height ~= y, !inside[x, y] else { return }
                found.neighbors += 1
                if solid[x, y] { found.solid += 1 }
                if open[x, y] {
                    found.open += 1
                    isRim = true
                }
            }
            look(x - 1, y)
            look(x + 1, y)
            look(x, y - 1)
            look(x, y + 1)
            if isRim {
                found.rim += 1
                found.rimDistance += distance
            }
        }
        if let box = region.bounds { found.box = box }
        return found
    }

    /// Whether a color may be the screen under a hard shadow: mixed with something dark.
    ///
    /// Shadows are drawn in colors of up to 64 code values a channel, and cover up to seven tenths;
    /// outlines cover more.
    private func couldBeShadow(_ color: UInt32) -> Bool {
        let (own, behind) = (TwoColorUnmixing.color(color), scene.screen.color)
        // An uneven screen has other colors elsewhere.
        let slack: Float = scene.screen.isFlat ? 1 : 6
        // The range of coverage for which the dark color exists.
        var (least, most): (Float, Float) = (0, 0.7)
        for channel in 0..<3 {
            let (own, behind) = (own[channel], behind[channel])
            // own = behind (1 - a) + dark a, dark 0...64
            if behind > 64 {
                least = max(least, (behind - own - slack) / behind)
                most = min(most, (behind - own + slack) / (behind - 64))
            } else {
                if own > behind { least = max(least, (own - behind - slack) / max(64 - behind, 1)) }
                if own < behind { least = max(least, (behind - own - slack) / behind) }
            }
        }
        return least <= most
    }

    /// Whether a region is so deep in a figure that the screen cannot show through.
    private func isDeep(_ found: Region) -> Bool {
        let (box, area) = (found.box, found.box.size.area)
        let reach = max(3, Int(Float(area).squareRoot() / 2))
        let columns = max(0, box.x - reach)..<min(picture.width, box.maxX + reach)
        let rows = max(0, box.y - reach)..<min(picture.height, box.maxY + reach)
        var (seen, around) = (0, 0)
        for y in rows {
            for x in columns {
                if open[x, y] { seen += 1 }
                if solid[x, y] { around += 1 }
            }
        }
        let total = columns.count * rows.count
        return seen * 20 < total && around * 2 > total - area
    }
}
