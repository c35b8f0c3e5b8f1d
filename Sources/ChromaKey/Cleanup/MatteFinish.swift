import Raster

// Cleanup: removes specks from the finished matte, and applies what artists ask for.
//
// In: a keyed image, straight RGBA, and the mask of its clear pixels. Out: the same with equal or
// less alpha: despeckling by growth from everything else, erosion (minimum filter), feathering (mean
// filter); and color under clear pixels (`Bitmap.bleed`).

extension StraightImage {
    /// Applies spill, erosion, feathering, and color under clear pixels.
    ///
    /// `clear` has a bit for each pixel of alpha 0, and is kept up to date.
    mutating func finish(_ clear: inout BitMask, over screen: Screen, settings: KeySettings) {
        if settings.spill > 0 { despill(clear, over: screen, by: Float(settings.spill)) }
        if settings.erode > 0 { erode(&clear, by: settings.erode) }
        if settings.feather > 0 { feather(&clear, by: settings.feather) }
        bleed(clear, reach: settings.edge)
    }

    /// Every alpha becomes the minimum within `radius` columns and rows; outside counts as solid.
    private mutating func erode(_ clear: inout BitMask, by radius: Int) {
        unsafe changeAlphas(&clear, radius, outOf: UInt8.self) { alphas, least in
            unsafe least.start.update(from: alphas, count: least.count)
            for offset in 1...2 * radius {
                for x in 0..<least.count {
                    unsafe least[x] = Swift.min(least[x], alphas[x &+ offset])
                }
            }
        } down: { rows, result in
            unsafe result.start.update(from: rows[0], count: result.count)
            for index in 1..<(unsafe rows.count) {
                let row = unsafe rows[index]
                for x in 0..<result.count { unsafe result[x] = Swift.min(result[x], row[x]) }
            }
        }
    }

    /// Softens the silhouette inward: alpha rises from 0 to full over `radius` pixels.
    private mutating func feather(_ clear: inout BitMask, by radius: Int) {
        let count = Float(2 * radius + 1)
        var sums = [Float](repeating: 0, count: width)
        unsafe changeAlphas(&clear, radius, outOf: Float.self) { alphas, means in
            // Whole numbers have exact sums in any order.
            for x in 0..<means.count { unsafe means[x] = Float(alphas[x]) }
            for offset in 1...2 * radius {
                for x in 0..<means.count { unsafe means[x] += Float(alphas[x &+ offset]) }
            }
            for x in 0..<means.count { unsafe means[x] /= count }
        } down: { rows, result in
            unsafe sums.withUnsafeMutableBufferPointer { sums in
                unsafe sums.update(repeating: 0)
                for index in unsafe rows.indices {
                    let row = unsafe rows[index]
                    for x in 0..<sums.count { unsafe sums[x] += row[x] }
                }
                for x in 0..<sums.count { unsafe result[x] = byte(2 * (sums[x] / count) - 255) }
            }
        }
    }

    /// Lowers alphas by a separable filter that keeps only some rows in memory.
    ///
    /// `clear` gets a bit for each pixel of alpha 0, which loses its color. `radius` is above 0;
    /// outside counts as the nearest pixel inside. `across` reads a row's alphas, padded by
    /// `radius` at each end; `down` turns the filtered rows around into alphas.
    private mutating func changeAlphas<Value: AdditiveArithmetic>(
        _ clear: inout BitMask,
        _ radius: Int,
        outOf type: Value.Type,
        across: (_ alphas: UnsafePointer<UInt8>, UnsafeMutableBufferPointer<Value>) -> Void,
        down: (_ rows: [UnsafePointer<Value>], UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        let (width, height, kept) = (width, height, 2 * radius + 1)
        var alphas = [UInt8](repeating: 0, count: width + 2 * radius)
        var lines = [Value](repeating: .zero, count: kept * width)
        var result = [UInt8](repeating: 0, count: width)
        unsafe withMutablePixels { pixels in
            unsafe alphas.withUnsafeMutableBufferPointer { alphas in
                unsafe lines.withUnsafeMutableBufferPointer { lines in
                    unsafe result.withUnsafeMutableBufferPointer { result in
                        /// The buffer of a filtered row.
                        func line(_ y: Int) -> UnsafeMutablePointer<Value> {
                            unsafe lines.start + (y % kept) * width
                        }
                        var known = 0
                        for y in 0..<height {
                            // Rows below still have their alphas, as only those above have changed.
                            while known < Swift.min(height, y + radius + 1) {
                                let row = unsafe pixels.start + known * width
                                unsafe pad(row, width, radius, to: alphas.start)
                                unsafe across(
                                    alphas.start,
                                    UnsafeMutableBufferPointer(start: line(known), count: width)
                                )
                                known += 1
                            }
                            let rows = unsafe (y - radius...y + radius).map { near in
                                let inside = Swift.min(Swift.max(near, 0), height - 1)
                                return unsafe UnsafePointer(line(inside))
                            }
                            unsafe down(rows, result)
                            let row = unsafe pixels.start + y * width
                            for x in 0..<width {
                                unsafe row[x].a = Swift.min(row[x].a, result[x])
                                guard unsafe row[x].a == 0 else { continue }
                                unsafe row[x] = .clear
                                clear[x, y] = true
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The alphas of a row, padded by repeating the first and last `radius` times.
private func pad(
    _ row: UnsafePointer<StraightPixel>,
    _ width: Int,
    _ radius: Int,
    to alphas: UnsafeMutablePointer<UInt8>
) {
    let inside = unsafe alphas + radius
    for x in 0..<width { unsafe inside[x] = row[x].a }
    unsafe alphas.update(repeating: inside[0], count: radius)
    unsafe (inside + width).update(repeating: inside[width - 1], count: radius)
}

extension StraightImage {
    /// Clears faint specks left by an uneven screen, and returns the number of cleared pixels.
    ///
    /// They are invisible, but keep a sprite from being trimmed: all faint, and away from everything
    /// else. Pixels that touch translucent ones stay. `clear` has a bit for each pixel of alpha 0,
    /// and grows.
    @discardableResult
    mutating func despeckle(
        _ trimap: Trimap,
        over screen: Screen,
        _ clear: inout BitMask
    ) -> Int {
        guard trimap.isSubsampled || !screen.isFlat || screen.noise > TrimapDraft.paintedNoise
        else { return 0 }
        let visible = clear.inverted()
        let translucent = trimap.translucency.translucent
        let asked = (trimap.unknown | trimap.secondRing) & visible.subtracting(translucent)
        let faint = asked.pixels { x, y in self[x, y].a < faintAlpha }
        if faint.isEmpty { return 0 }
        let others = visible.subtracting(faint) | translucent
        let specks = faint.subtracting((others.dilated(1) & faint).grown(within: faint, reach: 1))
        specks.visit { x, y in self[x, y] = .clear }
        clear |= specks
        return specks.count
    }
}

/// Ripples of generated and compressed screens, and haze, stay below it, measured; drawn glows do
/// not.
let faintAlpha: UInt8 = 32
