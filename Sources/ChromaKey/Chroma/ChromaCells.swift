import KernelTypes
package import Raster

// Chroma: restores the edges of chroma that was stored at half resolution, before anything else.
//
// In: an image as decoders interpolate it, and its sampling factors, from the file or detected.
// Out: the image with chroma that follows luma's edges. Luma-guided upsampling, as by the guided
// filter (He, Sun and Tang, ECCV 2010) or joint bilateral upsampling (Kopf et al., SIGGRAPH 2007).

/// An image as stored with subsampled chroma, from which chroma edges are restored.
///
/// JPEG keeps luma at full resolution and one chroma value per cell of pixels, which the decoder
/// interpolates. First the cells' values are recovered. Then, in each neighborhood of 3 x 3 cells,
/// chroma is fitted as a linear function of luma, which is exact where two colors meet, and every
/// pixel gets the chroma that its luma implies. A cell's mean does not change.
package struct ChromaCells: Sendable {
    let cellWidth: Int
    let cellHeight: Int
    let columns: Int
    let rows: Int
    /// Luma, blue and red difference (ITU-R BT.601, full range), row-major; initially a cell's
    /// mean.
    private(set) var luma: [Float]
    private(set) var blue: [Float]
    private(set) var red: [Float]

    /// The rounds of repeated correction that invert the decoder's interpolation.
    ///
    /// Its mean over a cell is the cell filtered by 1/8, 3/4, 1/8 along each subsampled direction.
    /// Half of the finest detail passes; six rounds restore all but (1/2)^7 of it, in one
    /// direction.
    private static let rounds = 6

    /// The recovered cells of a decoded image.
    package init(of image: StraightImage, _ sampling: ChromaSubsampling) {
        let cellWidth = min(max(sampling.horizontal, 1), 4)
        let cellHeight = min(max(sampling.vertical, 1), 4)
        (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
        let columns = (image.width + cellWidth - 1) / cellWidth
        let rows = (image.height + cellHeight - 1) / cellHeight
        self.columns = columns
        self.rows = rows
        let cells = [Float](repeating: 0, count: columns * rows)
        (luma, blue, red) = (cells, cells, cells)
        let means = unsafe chosenKernels.means
        func fill(
            _ luma: UnsafeMutablePointer<Float>,
            _ blue: UnsafeMutablePointer<Float>,
            _ red: UnsafeMutablePointer<Float>
        ) {
            unsafe image.withWords { words in
                _ = inRowBands(rows, width: image.width * cellHeight) { band in
                    for y in band {
                        let (first, cell) = (y * cellHeight, y * columns)
                        let pixels = unsafe CellPixels(
                            pixels: words.start + first * image.width,
                            width: image.width,
                            height: min(cellHeight, image.height - first),
                            cellWidth: cellWidth
                        )
                        unsafe means(pixels, 0..<columns, luma + cell, blue + cell, red + cell)
                    }
                }
            }
        }
        unsafe fill(&luma, &blue, &red)
        // Luma was never subsampled.
        recoverChroma()
    }

    /// The decoded image with restored chroma.
    package func restored(_ image: StraightImage) -> StraightImage { slopes().refine(image) }

    private var grid: CellGrid {
        CellGrid(columns: columns, rows: rows, isAcross: cellWidth > 1, isDown: cellHeight > 1)
    }

    /// Inverts the decoder's triangle filter.
    private mutating func recoverChroma() {
        let planes = [blue, red]
        // A plane cannot be split: rounds proceed over it row by row.
        let recovered = inParts(2, pixels: columns * rows) { self.recovered(planes[$0]) }
        (blue, red) = (recovered[0], recovered[1])
    }

    private func recovered(_ means: [Float]) -> [Float] {
        let (recover, rounds) = unsafe (chosenKernels.recover, Self.rounds)
        var cells = means
        var scratch = [Float](repeating: 0, count: 3 * columns * rounds)
        unsafe recover(&cells, means, grid, rounds, &scratch)
        return cells
    }

    /// The change of chroma per unit of luma around each cell, in place of chroma; luma stays.
    private func slopes() -> ChromaCells {
        var result = self
        let slopes = unsafe chosenKernels.slopes
        func fill(_ blue: UnsafeMutablePointer<Float>, _ red: UnsafeMutablePointer<Float>) {
            withPlanes { planes in
                _ = inRowBands(rows, width: columns * cellWidth * cellHeight) { band in
                    for y in band {
                        let row = y * columns
                        unsafe slopes(planes, y, grid, blue + row, red + row)
                    }
                }
            }
        }
        unsafe fill(&result.blue, &result.red)
        return result
    }

    /// The image with the chroma that each pixel's luma implies; these cells hold slopes.
    private func refine(_ image: StraightImage) -> StraightImage {
        let refine = unsafe chosenKernels.refine
        return withPlanes { planes in
            unsafe image.withPixels { source in
                unsafe StraightImage(size: image.size) { target in
                    _ = inRowBands(image.height, width: image.width) { rows in
                        for y in rows {
                            let from = unsafe UnsafeRawPointer(source.start + y * image.width)
                            let to = unsafe UnsafeMutableRawPointer(target.start + y * image.width)
                            unsafe refine(
                                from.assumingMemoryBound(to: UInt32.self),
                                to.assumingMemoryBound(to: UInt32.self),
                                cells(around: y, of: planes),
                                cellWidth,
                                columns,
                                image.width
                            )
                        }
                    }
                }
            }
        }
    }

    /// The rows of cells for a row of pixels: bilinear between cell centers, as in decoders.
    private func cells(around y: Int, of planes: CellPlanes) -> CellRows {
        let v = (Float(y) + 0.5) / Float(cellHeight) - 0.5
        let top = Int(v + 1) - 1
        return CellRows(
            upper: planes.advanced(by: max(top, 0) * columns),
            lower: planes.advanced(by: min(top + 1, rows - 1) * columns),
            down: v - Float(top),
            own: planes.advanced(by: y / cellHeight * columns)
        )
    }

    private func withPlanes<Result>(_ body: (CellPlanes) -> Result) -> Result {
        func call(
            _ luma: UnsafePointer<Float>,
            _ blue: UnsafePointer<Float>,
            _ red: UnsafePointer<Float>
        ) -> Result {
            body(unsafe CellPlanes(luma: luma, blue: blue, red: red))
        }
        return unsafe call(luma, blue, red)
    }
}
