package import Raster

/// Whether chroma is blurred along the silhouette, as in an image that once was a 4:2:0 JPEG.
///
/// Decoders interpolate chroma by 3 : 1, which makes the third difference of four pixels in line 0
/// when they start in the middle of a cell, but not when they start between two: over all edges the
/// one is 0.05 to 0.6 of the other, against 0.7 and more for full chroma.
///
/// In images scaled since, the second differences of chroma are compared with large first ones:
/// full chroma gives 0.24 and more, subsampled chroma 0.21 and less, measured on sprite art. Art
/// that is soft in luma as well was enlarged, and does not count.
package func hasBlurredChroma(_ image: StraightImage, beside screen: BitMask) -> Bool {
    let edge = screen.dilated(3) & screen.inverted().dilated(3)
    // A few thousand places suffice: trades time against certainty; not measured.
    let step = max(1, edge.count / 16_384)
    var seen = 0
    var estimate = BlurEvidence()
    let (width, height) = (image.width, image.height)
    unsafe image.withPixels { pixels in
        edge.visit { x, y in
            seen &+= 1
            if seen < step { return }
            seen = 0
            guard x > 0, y > 0, x < width &- 1, y < height &- 1 else { return }
            let here = unsafe pixels.start + (y &* width &+ x)
            unsafe estimate.add(here[-1], here[0], here[1])
            unsafe estimate.add(here[-width], here[0], here[width])
            guard x < width &- 2, y < height &- 2 else { return }
            unsafe estimate.addChange(here[-1], here[0], here[1], here[2], isOdd: x & 1 != 0)
            unsafe estimate.addChange(
                here[-width],
                here[0],
                here[width],
                here[2 &* width],
                isOdd: y & 1 != 0
            )
        }
    }
    return estimate.isOfSubsampledChroma
}

/// Whether nearly all of the screen next to the art has exactly one color.
package func isDrawn(_ screen: BitMask, of image: StraightImage, in color: StraightPixel) -> Bool {
    isDrawn(screen, of: image) { pixel, _, _ in pixel == color }
}

/// Whether nearly all of the screen next to the art equals a plate, but for rounding.
func isDrawn(_ screen: BitMask, of image: StraightImage, over plate: ScreenPlate) -> Bool {
    isDrawn(screen, of: image) { pixel, x, y in
        (TwoColorUnmixing.color(pixel) - plate(x, y)).greatestMagnitude <= 1
    }
}

private func isDrawn(
    _ screen: BitMask,
    of image: StraightImage,
    _ isExact: (_ pixel: StraightPixel, _ x: Int, _ y: Int) -> Bool
) -> Bool {
    let beside = screen & screen.inverted().dilated(3)
    // A sample of a large image's rows suffices: all rows of a megapixel; not measured.
    let rows = 1 + image.size.area / 1_048_576
    var (all, others) = (0, 0)
    unsafe image.withPixels { pixels in
        beside.visit(everyRow: rows) { x, y in
            all &+= 1
            if !isExact(unsafe pixels[y &* image.width &+ x], x, y) { others &+= 1 }
        }
    }
    // Not measured: JPEG changes far more, and the few other pixels of a drawn screen are art.
    return others * 10 < all
}

/// Sums of differences along a silhouette.
///
/// The slope of 40 in chroma and the bend of 0.225 of it are the reference's, measured on sprite
/// art (see above). Of the others only 0.62 is in a measured gap, 0.6 to 0.7. Not measured: 28,
/// which only saves time; slopes of 30 in luma; the minimum of 60 edges and 256 changes; 0.35, 0.8,
/// 0.2 and 1.25, which trade missed JPEGs for blurred drawn art.
private struct BlurEvidence {
    private var chromaBends: Float = 0
    private var chromaSlopes: Float = 0
    private var lumaBends: Float = 0
    private var lumaSlopes: Float = 0
    /// Third differences that start at even and at odd places: of luma, and of chroma.
    private var evenChanges = SIMD2<Float>()
    private var oddChanges = SIMD2<Float>()
    private var changes = 0

    mutating func add(_ before: StraightPixel, _ here: StraightPixel, _ after: StraightPixel) {
        // Most places: no channel differs enough for what follows.
        let (r, g, b) = (
            Int(before.r) &- Int(after.r), Int(before.g) &- Int(after.g),
            Int(before.b) &- Int(after.b)
        )
        if max(abs(r), abs(g), abs(b)) <= 28 { return }
        func luma(_ pixel: StraightPixel) -> SIMD4<Float> {
            YCbCr.of(TwoColorUnmixing.color(pixel))
        }
        let slope = luma(after) - luma(before)
        let bend = luma(here) - (luma(before) + luma(after)) / 2
        if abs(slope.x) > 30 {
            lumaSlopes += abs(slope.x)
            lumaBends += abs(bend.x)
        }
        let length = (slope.y * slope.y + slope.z * slope.z).squareRoot()
        if length > 40 {
            chromaSlopes += length
            chromaBends += (bend.y * bend.y + bend.z * bend.z).squareRoot()
        }
    }

    /// Adds four pixels in line, the second at an even or odd place.
    mutating func addChange(
        _ before: StraightPixel,
        _ here: StraightPixel,
        _ next: StraightPixel,
        _ after: StraightPixel,
        isOdd: Bool
    ) {
        let red = Int(before.r) &- 3 &* (Int(here.r) &- Int(next.r)) &- Int(after.r)
        let green = Int(before.g) &- 3 &* (Int(here.g) &- Int(next.g)) &- Int(after.g)
        let blue = Int(before.b) &- 3 &* (Int(here.b) &- Int(next.b)) &- Int(after.b)
        if red | green | blue == 0 { return }
        let change = YCbCr.of(SIMD4(Float(red), Float(green), Float(blue), 0))
        let sums = SIMD2(abs(change.x), abs(change.y) + abs(change.z))
        if isOdd { oddChanges += sums } else { evenChanges += sums }
        changes &+= 1
    }

    var isOfSubsampledChroma: Bool {
        guard chromaSlopes > 40 * 60 else { return false }
        let fewer = pointwiseMin(evenChanges, oddChanges)
        let more = pointwiseMax(evenChanges, oddChanges)
        // Hard edges bend as much as they slope; luma that prefers one parity as well was enlarged;
        // and a few places can give any ratio.
        if changes >= 256, chromaBends < 0.35 * chromaSlopes, fewer.y < 0.62 * more.y,
            fewer.y * more.x < 0.8 * fewer.x * more.y
        {
            return true
        }
        guard chromaBends < 0.225 * chromaSlopes else { return false }
        // With too little luma contrast, only the blurred chroma counts.
        if lumaSlopes < 30 * 60 { return chromaBends < 0.2 * chromaSlopes }
        return lumaBends * chromaSlopes > 1.25 * chromaBends * lumaSlopes
    }
}
