package import Raster

/// Whether chroma is blurred along the silhouette, as in an image that once was a 4:2:0 JPEG.
///
/// In a mixture of art and screen, luma and chroma change together, however soft the edge is: each
/// bends by the same part of its slope. Chroma that was stored at half the resolution bends less.
/// Measured on 27 emoji and figures over three screens: luma bends at most 1.08 times as much (99 %
/// of 874) in drawn, enlarged and blurred art and in JPEG files with full chroma, and at least 1.2
/// times as much (90 % of 712) in JPEG files of 50 to 95 with subsampled chroma, scaled or not.
/// Hard outlines mix three colors: there chroma bends by up to 0.37 of its slope; 0.2 excludes them,
/// and subsampled chroma bends less (90 % by at most 0.17).
///
/// `noise` is the screen's, in levels; smaller slopes do not count.
package func hasBlurredChroma(
    _ image: StraightImage,
    beside screen: BitMask,
    noise: Float
) -> Bool {
    let edge = screen.dilated(3) & screen.inverted().dilated(3)
    // A few thousand places suffice: trades time against certainty; not measured.
    let step = max(1, edge.count / 16_384)
    var seen = 0
    var bends = EdgeBends(leastSlope: 10 + 2 * noise)
    let (width, height) = (image.width, image.height)
    unsafe image.withPixels { pixels in
        edge.visit { x, y in
            seen &+= 1
            if seen < step { return }
            seen = 0
            guard x > 0, y > 0, x < width &- 1, y < height &- 1 else { return }
            let here = unsafe pixels.start + (y &* width &+ x)
            unsafe bends.add(here[-1], here[0], here[1])
            unsafe bends.add(here[-width], here[0], here[width])
        }
    }
    // Fewer places can give any ratio; 60 is not measured.
    return bends.places >= 60 && bends.luma > 1.23 * bends.chroma
        && bends.chroma < 0.2 * Float(bends.places)
}

/// How much luma and chroma bend along a silhouette, as sums of parts of their slopes.
private struct EdgeBends {
    /// The least slope over two pixels that counts, in levels of luma; of chroma 1.6 times as much.
    let leastSlope: Float
    private(set) var luma: Float = 0
    private(set) var chroma: Float = 0
    private(set) var places = 0

    init(leastSlope: Float) { self.leastSlope = leastSlope }

    mutating func add(_ before: StraightPixel, _ here: StraightPixel, _ after: StraightPixel) {
        func converted(_ pixel: StraightPixel) -> SIMD4<Float> {
            YCbCr.of(TwoColorUnmixing.color(pixel))
        }
        func length(_ difference: SIMD4<Float>) -> Float {
            (difference.y * difference.y + difference.z * difference.z).squareRoot()
        }
        let (first, last) = (converted(before), converted(after))
        let slope = last - first
        guard abs(slope.x) > leastSlope, length(slope) > 1.6 * leastSlope else { return }
        let bend = converted(here) - (first + last) / 2
        // Rounding bends straight edges by up to half a level.
        luma += max(abs(bend.x) - 0.5, 0) / abs(slope.x)
        chroma += max(length(bend) - 0.5, 0) / length(slope)
        places += 1
    }
}
