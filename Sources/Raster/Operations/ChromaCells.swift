internal import RasterKernels
internal import RasterKernelsWide

/// Pictures as files with subsampled chroma see them: one value for each cell of pixels.
package struct ChromaCells: Sendable {
    /// Pixels of a cell.
    package let cellWidth: Int
    package let cellHeight: Int
    /// Cells of a picture.
    package let columns: Int
    package let rows: Int
    /// Luma, blue and red difference (ITU-R BT.601, full range), row-major: a cell's mean at first.
    package private(set) var luma: [Float]
    package private(set) var blue: [Float]
    package private(set) var red: [Float]

    /// The means of each cell's pixels.
    package init(of image: StraightImage, cellWidth: Int, cellHeight: Int) {
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        let columns = (image.width + cellWidth - 1) / cellWidth
        let rows = (image.height + cellHeight - 1) / cellHeight
        self.columns = columns
        self.rows = rows
        luma = [Float](repeating: 0, count: columns * rows)
        blue = luma
        red = luma
        let means =
            if KernelChoice.usesWideVectors {
                unsafe RasterKernelsWide.ChromaCells.meansVector
            } else {
                unsafe RasterKernels.ChromaCells.meansVector
            }
        unsafe image.withPixels { pixels in
            unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
                for y in 0..<rows {
                    let first = y * cellHeight
                    let from = unsafe words.start + first * image.width
                    unsafe luma.withUnsafeMutableBufferPointer { luma in
                        unsafe blue.withUnsafeMutableBufferPointer { blue in
                            unsafe red.withUnsafeMutableBufferPointer { red in
                                unsafe means(
                                    from,
                                    image.width,
                                    min(cellHeight, image.height - first),
                                    cellWidth,
                                    0..<columns,
                                    luma.start + y * columns,
                                    blue.start + y * columns,
                                    red.start + y * columns
                                )
                            }
                        }
                    }
                }
            }
        }
    }

    /// Makes chroma what it was before the decoder's triangle filter, as far as `rounds` of repeated
    /// correction go.
    package mutating func recoverChroma(rounds: Int) {
        blue = recovered(blue, rounds)
        red = recovered(red, rounds)
    }

    private func recovered(_ means: [Float], _ rounds: Int) -> [Float] {
        let recover =
            if KernelChoice.usesWideVectors {
                unsafe RasterKernelsWide.ChromaCells.recover
            } else {
                unsafe RasterKernels.ChromaCells.recover
            }
        var cells = means
        var scratch = [Float](repeating: 0, count: 3 * columns * rounds)
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            unsafe means.withUnsafeBufferPointer { means in
                unsafe scratch.withUnsafeMutableBufferPointer { scratch in
                    unsafe recover(
                        cells.start,
                        means.start,
                        columns,
                        rows,
                        cellWidth > 1,
                        cellHeight > 1,
                        rounds,
                        scratch.start
                    )
                }
            }
        }
        return cells
    }

    /// The change of chroma per unit of luma around each cell, in place of chroma; luma stays.
    package func slopes() -> ChromaCells {
        var result = self
        unsafe withPlanes { luma, blue, red in
            unsafe result.blue.withUnsafeMutableBufferPointer { newBlue in
                unsafe result.red.withUnsafeMutableBufferPointer { newRed in
                    for y in 0..<rows {
                        let (toBlue, toRed) = unsafe (
                            newBlue.start + y * columns, newRed.start + y * columns
                        )
                        if KernelChoice.usesWideVectors {
                            unsafe RasterKernelsWide.ChromaCells.slopesVector(
                                .init(luma: luma, blue: blue, red: red),
                                y,
                                columns: columns,
                                rows: rows,
                                blue: toBlue,
                                red: toRed
                            )
                        } else {
                            unsafe RasterKernels.ChromaCells.slopesVector(
                                .init(luma: luma, blue: blue, red: red),
                                y,
                                columns: columns,
                                rows: rows,
                                blue: toBlue,
                                red: toRed
                            )
                        }
                    }
                }
            }
        }
        return result
    }

    /// A picture in which every pixel has the chroma that its luma asks for, these being slopes.
    package func refine(_ image: StraightImage) -> StraightImage {
        unsafe withPlanes { luma, blue, red in
            unsafe image.withPixels { source in
                unsafe StraightImage(size: image.size) { target in
                    for y in 0..<image.height {
                        // Bilinear between the cells' centers, as decoders do.
                        let v = (Float(y) + 0.5) / Float(cellHeight) - 0.5
                        let top = Int(v + 1) - 1
                        let upper = max(top, 0) * columns
                        let lower = min(top + 1, rows - 1) * columns
                        let own = y / cellHeight * columns
                        let from = unsafe UnsafeRawPointer(source.start + y * image.width)
                            .assumingMemoryBound(to: UInt32.self)
                        let to = unsafe UnsafeMutableRawPointer(target.start + y * image.width)
                            .assumingMemoryBound(to: UInt32.self)
                        if KernelChoice.usesWideVectors {
                            unsafe RasterKernelsWide.ChromaCells.refineVector(
                                from,
                                to,
                                .init(
                                    upper: .init(
                                        luma: luma + upper,
                                        blue: blue + upper,
                                        red: red + upper
                                    ),
                                    lower: .init(
                                        luma: luma + lower,
                                        blue: blue + lower,
                                        red: red + lower
                                    ),
                                    down: v - Float(top),
                                    own: .init(luma: luma + own, blue: blue + own, red: red + own)
                                ),
                                cellWidth: cellWidth,
                                columns: columns,
                                width: image.width
                            )
                        } else {
                            unsafe RasterKernels.ChromaCells.refineVector(
                                from,
                                to,
                                .init(
                                    upper: .init(
                                        luma: luma + upper,
                                        blue: blue + upper,
                                        red: red + upper
                                    ),
                                    lower: .init(
                                        luma: luma + lower,
                                        blue: blue + lower,
                                        red: red + lower
                                    ),
                                    down: v - Float(top),
                                    own: .init(luma: luma + own, blue: blue + own, red: red + own)
                                ),
                                cellWidth: cellWidth,
                                columns: columns,
                                width: image.width
                            )
                        }
                    }
                }
            }
        }
    }

    private func withPlanes<Result>(
        _ body: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>) -> Result
    ) -> Result {
        unsafe luma.withUnsafeBufferPointer { luma in
            unsafe blue.withUnsafeBufferPointer { blue in
                unsafe red.withUnsafeBufferPointer { red in
                    unsafe body(luma.start, blue.start, red.start)
                }
            }
        }
    }
}
