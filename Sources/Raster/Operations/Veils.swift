internal import RasterKernels
internal import RasterKernelsWide

/// Tells which greens are see-through, and takes the screen out of them, row by row.
///
/// How, and what the numbers mean, says `Greens` in ChromaKey, which does the same for one pixel.
package struct Veils {
    private let baseline: RasterKernels.Veils.Limits
    private let wide: RasterKernelsWide.Veils.Limits

    /// What is beside a row's pixels: up to a multiple of 64 numbers.
    package struct Surroundings {
        /// The screen behind each pixel, code values.
        package var red: [Float]
        package var green: [Float]
        package var blue: [Float]
        /// The score of the area that each pixel belongs to.
        package var area: [Float]

        /// For rows of `width` pixels over a screen of one color.
        package init(width: Int, over screen: SIMD4<Float>) {
            let count = (width + 63) / 64 * 64
            red = [Float](repeating: screen.x, count: count)
            green = [Float](repeating: screen.y, count: count)
            blue = [Float](repeating: screen.z, count: count)
            area = [Float](repeating: 0, count: count)
        }
    }

    /// - Parameters:
    ///   - low: the score at which greens begin to be solid.
    ///   - width: over how much more they become it; more than 0.
    ///   - threshold: scores within 0.05 of it are counted.
    ///   - ownShare: how much a pixel's own look counts.
    ///   - areaShare: how much its area's score counts.
    package init(low: Float, width: Float, threshold: Float, ownShare: Float, areaShare: Float) {
        baseline = .init(
            low: low,
            width: width,
            threshold: threshold,
            ownShare: ownShare,
            areaShare: areaShare
        )
        wide = .init(
            low: low,
            width: width,
            threshold: threshold,
            ownShare: ownShare,
            areaShare: areaShare
        )
    }

    /// Says of the pixels of a row that have a bit in `greens` whether they are rather solid, whether
    /// they are not wholly solid, and whether they are rather not and quite see-through.
    ///
    /// - Parameters:
    ///   - row: the row's first pixel, RGBA8.
    ///   - available: how many pixels may be read there.
    ///   - surroundings: what is beside the pixels.
    ///   - count: words a row, 64 pixels each.
    ///   - greens: a bit for each pixel asked, lowest first.
    ///   - solid: gets the answers; as do `veils` and `thin`.
    ///   - veils: see `solid`.
    ///   - thin: see `solid`.
    /// - Returns: how many of them are near the threshold.
    package func decide(
        _ row: UnsafePointer<UInt32>,
        available: Int,
        _ surroundings: Surroundings,
        count: Int,
        greens: UnsafePointer<UInt64>,
        solid: UnsafeMutablePointer<UInt64>,
        veils: UnsafeMutablePointer<UInt64>,
        thin: UnsafeMutablePointer<UInt64>
    ) -> Int {
        unsafe surroundings.withPointers { red, green, blue, area in
            KernelChoice.usesWideVectors
                ? unsafe RasterKernelsWide.Veils.decide(
                    .init(
                        pixels: row,
                        available: available,
                        red: red,
                        green: green,
                        blue: blue,
                        area: area
                    ),
                    wide,
                    count: count,
                    greens: greens,
                    solid: solid,
                    veils: veils,
                    thin: thin
                )
                : unsafe RasterKernels.Veils.decide(
                    .init(
                        pixels: row,
                        available: available,
                        red: red,
                        green: green,
                        blue: blue,
                        area: area
                    ),
                    baseline,
                    count: count,
                    greens: greens,
                    solid: solid,
                    veils: veils,
                    thin: thin
                )
        }
    }

    /// Takes the screen out of the pixels of a row that have a bit in `veils`.
    ///
    /// - Parameters:
    ///   - row: the row's first pixel, RGBA8.
    ///   - available: how many pixels may be read there, and at `target`.
    ///   - surroundings: what is beside the pixels.
    ///   - target: where the same row is written; may be `row`.
    ///   - count: words a row, 64 pixels each.
    ///   - veils: a bit for each pixel asked, lowest first.
    ///   - clear: gets a bit for each of them that has alpha 0 then.
    ///   - partial: gets a bit for each of them whose alpha is neither that nor 255.
    package func takeScreen(
        from row: UnsafePointer<UInt32>,
        available: Int,
        _ surroundings: Surroundings,
        to target: UnsafeMutablePointer<UInt32>,
        count: Int,
        veils: UnsafePointer<UInt64>,
        clear: UnsafeMutablePointer<UInt64>,
        partial: UnsafeMutablePointer<UInt64>
    ) {
        unsafe surroundings.withPointers { red, green, blue, area in
            if KernelChoice.usesWideVectors {
                unsafe RasterKernelsWide.Veils.takeScreen(
                    from: .init(
                        pixels: row,
                        available: available,
                        red: red,
                        green: green,
                        blue: blue,
                        area: area
                    ),
                    to: target,
                    wide,
                    count: count,
                    veils: veils,
                    clear: clear,
                    partial: partial
                )
            } else {
                unsafe RasterKernels.Veils.takeScreen(
                    from: .init(
                        pixels: row,
                        available: available,
                        red: red,
                        green: green,
                        blue: blue,
                        area: area
                    ),
                    to: target,
                    baseline,
                    count: count,
                    veils: veils,
                    clear: clear,
                    partial: partial
                )
            }
        }
    }
}

extension Veils.Surroundings {
    fileprivate func withPointers<Result>(
        _ body: (
            UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>
        ) -> Result
    ) -> Result {
        unsafe red.withUnsafeBufferPointer { red in
            unsafe green.withUnsafeBufferPointer { green in
                unsafe blue.withUnsafeBufferPointer { blue in
                    unsafe area.withUnsafeBufferPointer { area in
                        unsafe body(red.start, green.start, blue.start, area.start)
                    }
                }
            }
        }
    }
}
