import Raster

/// Finds the offset between two images of a figure.
///
/// Whole pixels come from the silhouettes: where each image differs from its screen. Fractions are
/// those at which one color and alpha fit both images best, as in `BackingEquations`.
struct Registration {
    private let first: BackedPicture
    private let second: BackedPicture
    private let width: Int
    private let height: Int

    init(_ first: BackedPicture, _ second: BackedPicture) {
        self.first = first
        self.second = second
        (width, height) = (first.image.width, first.image.height)
    }

    /// To the right and down, in pixels; an axis close to a whole pixel is rounded.
    func shift() -> SIMD2<Double> {
        let places = samples()
        guard !places.isEmpty else { return .zero }
        let here = misfit(.zero, places)
        // The fit is already within rounding and noise of softened pixels.
        let noise = Double(max(first.noise, second.noise))
        if here < noise * noise / 2 { return .zero }
        var best = (shift: SIMD2<Double>.zero, misfit: here)
        // Glows have silhouettes of other sizes over other screens; outlines fit only in place.
        let some = Swift.stride(from: 0, to: places.count, by: 1 + places.count / 1024)
            .map { places[$0] }
        let outline = silhouetteShift()
        // A matching outline is in place, whatever is inside. Not measured: a thirtieth, noise and
        // lines.
        if outline.mismatch == 0 { return outline.shift }
        let starts =
            outline.mismatch < 1.0 / 30
            ? [outline.shift] : [.zero, outline.shift] + latticeShifts(some)
        if starts.count == 1 { best = (outline.shift, misfit(outline.shift, places)) }
        for start in starts {
            var found = (shift: start, misfit: misfit(start, some))
            for step in starts.count == 1 ? [0.5] : [2, 1, 0.5] {
                descend(&found, by: step, some)
            }
            found.misfit = misfit(found.shift, places)
            if found.misfit < best.misfit { best = found }
        }
        for step in [0.5, 0.25, 0.125, 1.0 / 16, 1.0 / 32] { descend(&best, by: step, places) }
        // Compression moves lines by about as much.
        let limit = first.isCompressed || second.isCompressed ? 0.15 : 1.0 / 16
        for axis in 0..<2 {
            let nearest = best.shift[axis].rounded()
            if abs(best.shift[axis] - nearest) < limit { best.shift[axis] = nearest }
        }
        return best.shift
    }

    private func descend(
        _ best: inout (shift: SIMD2<Double>, misfit: Double),
        by step: Double,
        _ places: [Sample]
    ) {
        for _ in 0..<8 {
            let center = best.shift
            for dy in [0, -step, step] {
                for dx in [0, -step, step] where dx != 0 || dy != 0 {
                    let tried = center + SIMD2(dx, dy)
                    let result = misfit(tried, places)
                    if result < best.misfit { best = (tried, result) }
                }
            }
            if best.shift == center { return }
        }
    }

    /// The best of some thousand offsets.
    ///
    /// Not measured: eight, because repeated patterns fit at several.
    private func latticeShifts(_ places: [Sample]) -> [SIMD2<Double>] {
        let reach = max(width, height) / 4
        let step = max(4, reach / 16)
        var tried: [(shift: SIMD2<Double>, misfit: Double)] = []
        for dy in Swift.stride(from: -reach / step * step, through: reach, by: step) {
            for dx in Swift.stride(from: -reach / step * step, through: reach, by: step) {
                let shift = SIMD2(Double(dx), Double(dy))
                tried.append((shift, misfit(shift, places)))
            }
        }
        // Ties keep the order of the lattice.
        let order = tried.indices.sorted { (tried[$0].misfit, $0) < (tried[$1].misfit, $1) }
        return order.prefix(8).map { tried[$0].shift }
    }

    // MARK: - Parts of a pixel

    private struct Sample {
        var x: Int
        var y: Int
        /// The first image's color, slightly softened: interpolation softens the second, and its
        /// lower noise would look like a better fit.
        var color: SIMD4<Float>
        var backing: SIMD4<Float>
    }

    /// Some thousand places where the first image changes: trades time against certainty, not
    /// measured.
    private func samples() -> [Sample] {
        let image = first.image
        let limit = 24 + Int(3 * first.noise)
        var places: [(Int, Int)] = []
        for y in 2..<max(height - 2, 2) {
            for x in 2..<max(width - 2, 2) {
                let pixel = image[x, y]
                if pixel == image[x + 1, y], pixel == image[x, y + 1] { continue }
                let change = max(
                    image[x - 1, y].colorDistance(to: image[x + 1, y]),
                    image[x, y - 1].colorDistance(to: image[x, y + 1])
                )
                if change > limit { places.append((x, y)) }
            }
        }
        let step = 1 + places.count / 12_288
        return Swift.stride(from: 0, to: places.count, by: step).map { index in
            let (x, y) = places[index]
            return Sample(
                x: x,
                y: y,
                color: softened(image, x, y, SoftTaps(0), SoftTaps(0)),
                backing: first.backing(x, y)
            )
        }
    }

    /// The mean square of the unexplained difference, plus a little for each partial pixel.
    ///
    /// Shifted edges make many partial pixels: on white and black that is the only evidence for
    /// gray art. A pixel counts at most 48 code values, so that moved parts do not decide. The
    /// weight of coverage is as small as rounding.
    private func misfit(_ shift: SIMD2<Double>, _ places: [Sample]) -> Double {
        let columns = SoftTaps(shift.x)
        let rows = SoftTaps(shift.y)
        var sum = 0.0
        for place in places {
            let color = softened(second.image, place.x, place.y, columns, rows)
            let backing = second.backing(
                min(max(place.x + columns.whole, 0), width - 1),
                min(max(place.y + rows.whole, 0), height - 1)
            )
            let d = place.color - color
            let k = place.backing - backing
            let square = (k * k).sum()
            let seen = min(max((d * k).sum() / square, 0), 1)
            let rest = d - k * seen
            let cover = min(seen, 1 - seen)
            sum += Double(min((rest * rest).sum(), 48 * 48) + 2e-5 * cover * cover * square)
        }
        return sum / Double(places.count)
    }

    private func softened(
        _ image: StraightImage,
        _ x: Int,
        _ y: Int,
        _ columns: SoftTaps,
        _ rows: SoftTaps
    ) -> SIMD4<Float> {
        unsafe image.withPixels { pixels in
            var sum = SIMD4<Float>()
            for row in 0..<4 where rows.shares[row] != 0 {
                let py = min(max(y + rows.whole + row - 1, 0), height - 1)
                var line = SIMD4<Float>()
                for column in 0..<4 where columns.shares[column] != 0 {
                    let px = min(max(x + columns.whole + column - 1, 0), width - 1)
                    line +=
                        TwoColorUnmixing.color(unsafe pixels[py &* width &+ px])
                        * columns.shares[column]
                }
                sum += line * rows.shares[row]
            }
            return sum
        }
    }

    // MARK: - Whole pixels

    /// The offset at which the silhouettes overlap best, from coarse to fine, and the share outside
    /// of the overlap.
    private func silhouetteShift() -> (shift: SIMD2<Double>, mismatch: Double) {
        var factor = 1
        while max(width, height) / factor > 96 { factor *= 2 }
        let masks = [first, second].map { silhouette(of: $0) }
        var (shiftX, shiftY) = (0, 0)
        var isCoarsest = true
        var mismatch = 0
        while factor >= 1 {
            let (a, b) = (BlockCounts(masks[0], side: factor), BlockCounts(masks[1], side: factor))
            let reach = isCoarsest ? max(a.columns, a.rows) / 4 : 2
            var best = (cost: Int.max, far: 0, x: 0, y: 0)
            for dy in shiftY - reach...shiftY + reach {
                for dx in shiftX - reach...shiftX + reach {
                    let far = abs(dx) + abs(dy)
                    let cost = a.difference(to: b, dx, dy, below: best.cost)
                    // Ties go to the nearest.
                    if cost < best.cost || (cost == best.cost && far < best.far) {
                        best = (cost, far, dx, dy)
                    }
                }
            }
            (shiftX, shiftY) = (best.x, best.y)
            mismatch = best.cost
            isCoarsest = false
            factor /= 2
            if factor >= 1 { (shiftX, shiftY) = (shiftX * 2, shiftY * 2) }
        }
        let share = Double(mismatch) / Double(max(masks[0].count, 1))
        return (SIMD2(Double(shiftX), Double(shiftY)), share)
    }
}

/// Where an image differs from its screen.
private func silhouette(of picture: BackedPicture) -> BitMask {
    // Above the screen's noise; low, because soft rims differ more from one screen than from
    // another.
    let limit = 4 + 3 * picture.noise
    return picture.image.mask { x, y in
        let own = TwoColorUnmixing.color(picture.image[x, y])
        return (own - picture.backing(x, y)).squaredLength > limit * limit
    }
}

/// The number of set pixels in each block of a mask.
private struct BlockCounts {
    let columns: Int
    let rows: Int
    private var values: [Int32]

    init(_ mask: BitMask, side: Int) {
        let columns = (mask.width + side - 1) / side
        self.columns = columns
        rows = (mask.height + side - 1) / side
        var values = [Int32](repeating: 0, count: columns * rows)
        mask.visit { x, y in values[y / side * columns + x / side] += 1 }
        self.values = values
    }

    /// The difference to the other, shifted counts; outside is empty.
    ///
    /// Stops once it exceeds `most`.
    func difference(to other: BlockCounts, _ dx: Int, _ dy: Int, below most: Int) -> Int {
        var sum = 0
        for y in 0..<rows {
            let row = y + dy
            let isInside = row >= 0 && row < rows
            for x in 0..<columns {
                let column = x + dx
                let there =
                    isInside && column >= 0 && column < columns
                    ? other.values[row * columns + column] : 0
                sum += abs(Int(values[y * columns + x] - there))
            }
            if sum > most { return sum }
        }
        return sum
    }
}

/// The source pixels of an interpolated one along an axis: linear, after 1/4, 1/2, 1/4.
private struct SoftTaps {
    let whole: Int
    /// Of the pixel before the whole one, of that, and of the two after.
    let shares: SIMD4<Float>

    init(_ shift: Double) {
        whole = Int(shift.rounded(.down))
        let t = Float(shift - Double(whole))
        shares = SIMD4(1, 2, 1, 0) * ((1 - t) / 4) + SIMD4(0, 1, 2, 1) * (t / 4)
    }
}
