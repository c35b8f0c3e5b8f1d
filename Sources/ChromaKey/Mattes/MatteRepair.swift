import Raster

/// Takes a background out of art that was cut from it badly.
///
/// What shows the background alone becomes clear, what shows the art alone solid, and pixels of the
/// outline in between are unmixed: of the colors of art nearby, one and its share explain the pixel
/// best. What is translucent inside of the art stays so, as glass and glows are, unless its alpha
/// follows from its color.
struct MatteRepair {
    private(set) var result: StraightImage
    private(set) var report: MatteReport

    private let background: MatteBackground
    private let source: StraightImage
    /// Pixels that show the background alone, or nothing.
    private let outside: BitMask
    /// The others within `reach` of those.
    private let edge: BitMask
    /// Pixels that show the art alone.
    private var art: BitMask

    /// How far from the outline a badly cut one shows the background, in pixels.
    private static let reach = 6
    /// What is nearer to the background shows nothing else, in code values.
    private static let likeness: Float = 14
    /// Neighbors that differ less belong to one area, in code values.
    private static let evenness: Float = 8
    /// Lower alpha inside of art may be meant.
    private static let leastOfBody: Float = 200

    init(_ image: StraightImage, _ background: MatteBackground) {
        self.background = background
        (source, result) = (image, image)
        var empty = BitMask(width: image.width, height: image.height)
        var visible = empty
        // What has the background's color.
        var like = empty
        for y in 0..<image.height {
            for x in 0..<image.width {
                let color = Self.color(image[x, y])
                if color.w > 0 { visible[x, y] = true }
                if color.w < 8 {
                    empty[x, y] = true
                    continue
                }
                // Under a low alpha, colors are rounded more.
                let likeness = Self.likeness + 255 / (color.w + 1)
                guard Self.distance(color, background.color) <= likeness else { continue }
                if color.w < OutlineProfiles.leastAlpha {
                    empty[x, y] = true
                } else {
                    like[x, y] = true
                }
            }
        }
        // Areas of that color that are wider than a rim are art.
        like = like.subtracting(like.eroded(3).grown(within: like, reach: 1))
        outside = empty.grown(within: like | empty, reach: 1)
        let inside = visible.subtracting(outside)
        edge = inside & outside.dilated(Self.reach)
        art = inside.subtracting(edge)
        report = MatteReport(
            background: RGB(background.color),
            visible: visible.count,
            haze: 0,
            leaks: 0,
            rim: 0
        )
        findArt()
    }

    /// Finds the art in the edge.
    private mutating func findArt() {
        if background.evidence.isInSoftPixelsOnly {
            art |= edge.pixels { x, y in observed(x, y).w >= MatteEvidence.leastSolid }
        }
        // Even squares of four pixels, ...
        edge.visit { x, y in
            guard edge[x + 1, y], edge[x, y + 1], edge[x + 1, y + 1] else { return }
            let color = observed(x, y)
            for (dx, dy) in [(1, 0), (0, 1), (1, 1)]
            where Self.distance(color, observed(x + dx, y + dy)) > Self.evenness { return }
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] { art[x + dx, y + dy] = true }
        }
        // what continues art outward, a pixel with each pass, ...
        for _ in 0..<Self.reach {
            let grown = edge.subtracting(art).pixels { x, y in
                hasNeighbor(x, y, in: art) { Self.distance($0, $1) <= Self.evenness }
            }
            if grown.isEmpty { break }
            art |= grown
        }
        // and in thin lines, what differs most from the background.
        let alone = edge.subtracting(art).subtracting(art.dilated(3))
        art |= alone.pixels { x, y in
            let color = observed(x, y)
            let ground = background.color
            return Self.distance(color, ground) >= MatteEvidence.leastContrast
                && !hasNeighbor(x, y, in: edge) {
                    Self.distance($1, ground) > Self.distance($0, ground)
                }
        }
        // Mixtures that only art surrounds are art.
        let rest = edge.subtracting(art)
        art |= rest.subtracting(outside.grown(within: rest | outside, reach: 1))
    }

    /// Whether one of the eight neighbors in a mask passes a test with the pixel's own color.
    private func hasNeighbor(
        _ x: Int,
        _ y: Int,
        in mask: BitMask,
        _ isTaken: (_ own: SIMD4<Float>, _ other: SIMD4<Float>) -> Bool
    ) -> Bool {
        let own = observed(x, y)
        for dy in -1...1 {
            for dx in -1...1 where (dx != 0 || dy != 0) && mask[x + dx, y + dy] {
                if isTaken(own, observed(x + dx, y + dy)) { return true }
            }
        }
        return false
    }

    /// The image's color at a place: straight code values as r, g, b, and the alpha, all 0...255.
    @inline(__always)
    private func observed(_ x: Int, _ y: Int) -> SIMD4<Float> { Self.color(source[x, y]) }

    @inline(__always)
    private static func color(_ pixel: StraightPixel) -> SIMD4<Float> {
        SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), Float(pixel.a))
    }

    /// The greatest difference of a color channel.
    @inline(__always)
    private static func distance(_ one: SIMD4<Float>, _ two: SIMD4<Float>) -> Float {
        let difference = one - two
        return max(abs(difference.x), abs(difference.y), abs(difference.z))
    }

    /// Repairs all pixels.
    mutating func run() {
        if background.evidence.isMatted { restoreColors() } else { unmix() }
    }

    /// Takes the background's share of 1 - alpha out of colors.
    private mutating func restoreColors() {
        for y in 0..<source.height {
            for x in 0..<source.width {
                let color = observed(x, y)
                guard color.w > 0, color.w < 255 else { continue }
                let own = background.color + (color - background.color) / (color.w / 255)
                take(StraightPixel(own, a: byte(color.w)), x, y)
            }
        }
    }

    /// Replaces a pixel of the outline.
    private mutating func take(_ pixel: StraightPixel, _ x: Int, _ y: Int) {
        if pixel != result[x, y] { report.rim += 1 }
        result[x, y] = pixel
    }

    /// Clears the background, makes art solid, and unmixes what is left.
    private mutating func unmix() {
        let glass = glass()
        // Soft pixels at the very outline are no leaks of the body.
        let body = art.subtracting(outside.dilated(2))
        for y in 0..<source.height {
            for x in 0..<source.width {
                let color = observed(x, y)
                if color.w == 0 { continue }
                if outside[x, y] {
                    result[x, y] = .clear
                    if color.w < OutlineProfiles.leastAlpha {
                        report.haze += 1
                    } else {
                        report.rim += 1
                    }
                } else if art[x, y] {
                    guard color.w < 255, !glass[x, y] else { continue }
                    result[x, y].a = 255
                    if color.w >= MatteEvidence.leastSolid { continue }
                    if body[x, y] { report.leaks += 1 } else { report.rim += 1 }
                } else {
                    take(unmixed(x, y), x, y)
                }
            }
        }
    }

    /// What is translucent inside of the art, and what continues it in the edge.
    private func glass() -> BitMask {
        let clearer = art.pixels { x, y in observed(x, y).w < Self.leastOfBody }
        let inside = clearer.subtracting(edge)
        if inside.isEmpty || alphaFollowsColor {
            return BitMask(width: source.width, height: source.height)
        }
        return inside.grown(within: clearer, reach: 1)
    }

    /// Whether the alpha of art depends on how different from the background its color is: then a
    /// formula made it, and no artist.
    private var alphaFollowsColor: Bool {
        // Formulas measure that as a length, or by the channel that differs most.
        var (lengths, channels) = (Correlation(), Correlation())
        art.visit { x, y in
            let color = observed(x, y)
            guard color.w < MatteEvidence.leastSolid else { return }
            var difference = color - background.color
            difference.w = 0
            lengths.add(color.w, (difference * difference).sum().squareRoot())
            channels.add(color.w, Self.distance(color, background.color))
        }
        return lengths.count >= 32 && max(lengths.value, channels.value) > 0.6
    }

    /// A pixel as a mixture of art nearby and the background: the art's color and its share.
    private func unmixed(_ x: Int, _ y: Int) -> StraightPixel {
        let own = observed(x, y)
        var best = (cost: Float.infinity, share: Float(1), color: own)
        for offset in SearchOffset.all(within: 7) {
            // By score: farther samples must explain the pixel better.
            let extra = offset.squared * 2
            if extra >= best.cost { break }
            let (sampleX, sampleY) = (x + offset.dx, y + offset.dy)
            guard art[sampleX, sampleY] else { continue }
            let sample = observed(sampleX, sampleY)
            let line = ColorLine(from: background.color, to: sample)
            guard line.square >= ColorLine.leastSquare else { continue }
            let mixture = line.mixtureBetween(own)
            let cost = mixture.off + extra
            if cost < best.cost { best = (cost, mixture.share, sample) }
        }
        if background.evidence.hasHardEdges {
            return best.share < 0.5 ? .clear : StraightPixel(own)
        }
        return best.share < 1.5 / 255
            ? .clear : StraightPixel(best.color, a: byte(best.share * 255))
    }
}
