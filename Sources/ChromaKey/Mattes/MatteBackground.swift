import Raster

/// The background that art was cut from, and how it shows.
///
/// A pixel with the share s of the background B over art of the color D has the color D + s (B - D).
/// Art that was cut out well shows no such mixtures, or those of a drawn line, which has one color.
struct MatteBackground {
    /// In code values; the fourth is 0.
    let color: SIMD4<Float>
    let evidence: MatteEvidence

    /// A background that is known; nil if the outline shows none of it.
    init?(color: SIMD4<Float>, of image: StraightImage) {
        var evidence = MatteEvidence(of: color, in: OutlineProfiles(of: image))
        if let haze = Self.haze(of: image).map({ $0 - color }) {
            evidence.isHazy = (haze * haze).sum() < 24 * 24
        }
        guard evidence.isPlausible else { return nil }
        (self.color, self.evidence) = (color, evidence)
    }

    /// The background that the outline of an image shows; nil without one.
    init?(of image: StraightImage) {
        let haze = Self.haze(of: image)
        // Most art was cut out well, which a few lines tell.
        guard haze != nil || Self.mayBeSeen(in: OutlineProfiles(of: image, limit: 16)),
            let (color, evidence) = Self.likeliest(in: OutlineProfiles(of: image), haze: haze),
            evidence.isConvincing
        else { return nil }
        (self.color, self.evidence) = (color, evidence)
    }
}

extension MatteBackground {
    /// Backgrounds that art is often cut from.
    private static let usual: [SIMD4<Float>] = [
        SIMD4(255, 255, 255, 0), SIMD4(0, 0, 0, 0), SIMD4(128, 128, 128, 0), SIMD4(0, 255, 0, 0),
        SIMD4(0, 177, 64, 0), SIMD4(255, 0, 255, 0), SIMD4(0, 0, 255, 0), SIMD4(255, 0, 0, 0),
    ]

    /// Whether few profiles may show a background: false for most art that was cut out well.
    private static func mayBeSeen(in outline: OutlineProfiles) -> Bool {
        let uneven = outline.profiles.count { $0.isUneven }
        guard uneven > outline.profiles.count / 16 else { return outline.profiles.count < 12 }
        func mayBe(_ color: SIMD4<Float>) -> Bool { fit(of: color, to: outline).score > 0.25 }
        return usual.contains(where: mayBe)
            || commonOutermost(in: outline).map(mayBe) == true
            || usual.prefix(2).contains { crossing(of: outline, from: $0).map(mayBe) == true }
    }

    /// The likeliest background, by the outermost pixels alone, and what speaks for it.
    private static func likeliest(
        in outline: OutlineProfiles,
        haze: SIMD4<Float>?
    ) -> (color: SIMD4<Float>, evidence: MatteEvidence)? {
        // Mixtures are not even with the art behind.
        let uneven = outline.profiles.count { $0.isUneven }
        guard uneven >= max(12, outline.profiles.count / 12) || haze != nil && uneven >= 12 else {
            return nil
        }
        var best = SIMD4<Float>()
        var (most, mixed) = (Float(0), 0)
        func consider(_ color: SIMD4<Float>, weight: Float = 1) {
            let (score, count) = fit(of: color, to: outline)
            if score * weight > most { (best, most, mixed) = (color, score * weight, count) }
        }
        for color in usual { consider(color) }
        if let haze { consider(haze, weight: 1.5) }
        if let outermost = commonOutermost(in: outline) { consider(outermost) }
        // Where the lines from the art through its edge meet.
        for start in usual.prefix(3) + [haze].compactMap({ $0 }) {
            if let crossing = crossing(of: outline, from: start) { consider(crossing) }
        }
        guard mixed >= 12 else { return nil }
        if let crossing = crossing(of: outline, from: best) { consider(crossing) }
        var evidence = MatteEvidence(of: best, in: outline)
        evidence.isHazy = best == haze
        return (best, evidence)
    }

    /// How well a background explains the outermost pixels, and how many it does.
    private static func fit(
        of background: SIMD4<Float>,
        to outline: OutlineProfiles
    ) -> (score: Float, mixed: Int) {
        var (asked, mixed, tightness) = (0, 0, Float(0))
        for profile in outline.profiles {
            let line = ColorLine(from: profile.art, to: background)
            guard line.square >= MatteEvidence.leastContrast * MatteEvidence.leastContrast else {
                continue
            }
            asked += 1
            let mixture = line.mixture(outline.colors[profile.pixels.lowerBound])
            guard mixture.share >= MatteEvidence.leastShare, mixture.share <= 1.1 else { continue }
            let most = MatteEvidence.greatestRest(line.square.squareRoot())
            let off = mixture.off
            guard off <= most * most else { continue }
            mixed += 1
            tightness += 1 - 0.5 * off.squareRoot() / most
        }
        guard asked >= 12 else { return (0, 0) }
        // Few of many profiles tell less than their share.
        let weight = Float(asked) / Float(outline.profiles.count)
        return (tightness / Float(asked) * weight.squareRoot(), mixed)
    }

    /// The most frequent color of outermost pixels, if they share one.
    private static func commonOutermost(in outline: OutlineProfiles) -> SIMD4<Float>? {
        var counts = ColorCounts()
        for profile in outline.profiles {
            counts.add(outline.colors[profile.pixels.lowerBound], weight: 1)
        }
        guard let most = counts.most, most.share >= 0.125 else { return nil }
        return most.color
    }

    /// The color of pixels that are nearly clear, and their share of visible ones, if they share one.
    static func haze(of image: StraightImage) -> SIMD4<Float>? {
        // A sample suffices.
        let step = max(1, image.size.area / 1024)
        let haze = UInt32(1) &<< 24..<UInt32(OutlineProfiles.leastAlpha) &<< 24
        let (words, visible) = unsafe image.withWords { words in
            var (found, visible) = ([UInt32](), 0)
            for index in stride(from: 0, to: words.count, by: step) {
                let word = unsafe words[index]
                if haze.contains(word) { found.append(word) }
                visible &+= word &>> 24 == 0 ? 0 : 1
            }
            return (found, visible)
        }
        guard words.count * 10 >= visible else { return nil }
        var counts = ColorCounts()
        // Lower alphas leave less of the color.
        for word in words { counts.add(OutlineProfiles.color(word), weight: Float(word &>> 24)) }
        guard let most = counts.most, most.share >= 0.5, most.count * 10 >= visible,
            most.deviation < 0.45
        else {
            return nil
        }
        return most.color
    }

    /// The color that lines from the art through its outermost pixels meet in, by weighted least
    /// squares from a first guess on; nil if they have no such color.
    private static func crossing(
        of outline: OutlineProfiles,
        from start: SIMD4<Float>
    ) -> SIMD4<Float>? {
        var color = start
        for _ in 0..<5 {
            // The normal equations of points at the least distance from all lines.
            var (xx, yy, zz) = (Float(0), Float(0), Float(0))
            var (xy, xz, yz) = (Float(0), Float(0), Float(0))
            var right = SIMD4<Float>()
            for profile in outline.profiles {
                var line = profile.step
                let length = (line * line).sum().squareRoot()
                guard length >= 24 else { continue }
                line /= length
                var art = profile.art
                art.w = 0
                let along = ((color - art) * line).sum()
                let away = color - art - line * along
                // What is on the other side of the art is no background of it.
                guard along > 0 else { continue }
                let weight = length / (64 + (away * away).sum())
                xx += weight * (1 - line.x * line.x)
                yy += weight * (1 - line.y * line.y)
                zz += weight * (1 - line.z * line.z)
                xy -= weight * line.x * line.y
                xz -= weight * line.x * line.z
                yz -= weight * line.y * line.z
                right += (art - line * (art * line).sum()) * weight
            }
            // A pull to where it is decides where lines do not.
            let pull = 0.002 * (xx + yy + zz) + 1e-6
            xx += pull
            yy += pull
            zz += pull
            right += color * pull
            let minors = SIMD4(yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy, 0)
            let determinant = xx * minors.x + xy * minors.y + xz * minors.z
            guard determinant > 1e-9 else { return nil }
            let x = (right * minors).sum()
            let y =
                right.x * minors.y + right.y * (xx * zz - xz * xz) + right.z * (xy * xz - xx * yz)
            let z =
                right.x * minors.z + right.y * (xy * xz - xx * yz) + right.z * (xx * yy - xy * xy)
            color = SIMD4(x, y, z, 0) / determinant
            color.clamp(lowerBound: SIMD4(0, 0, 0, 0), upperBound: SIMD4(255, 255, 255, 0))
        }
        color.round(.toNearestOrEven)
        return color
    }
}

/// Counts colors in cells of 16 code values.
private struct ColorCounts {
    private var cells: [UInt32: (count: Int, weight: Float, sum: SIMD4<Float>, squares: Float)] =
        [:]
    private var total: Float = 0

    mutating func add(_ color: SIMD4<Float>, weight: Float) {
        let number = (UInt32(color.x) & 0xF0) << 4 | UInt32(color.y) & 0xF0 | UInt32(color.z) >> 4
        let before = cells[number] ?? (0, 0, .zero, 0)
        cells[number] = (
            before.count + 1, before.weight + weight, before.sum + color * weight,
            before.squares + weight * weight
        )
        total += weight
    }

    /// The mean of the fullest cell, and its share of the weight.
    var most: (color: SIMD4<Float>, count: Int, share: Float, deviation: Float)? {
        let fullest = cells.max { ($0.value.weight, $1.key) < ($1.value.weight, $0.key) }
        guard let cell = fullest?.value else { return nil }
        var color = cell.sum / cell.weight
        color.w = 0
        let mean = cell.weight / Float(cell.count)
        let variance = max(0, cell.squares / Float(cell.count) - mean * mean)
        return (color, cell.count, cell.weight / total, variance.squareRoot() / mean)
    }
}
