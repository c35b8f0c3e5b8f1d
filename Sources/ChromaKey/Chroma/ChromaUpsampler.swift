package import Raster

/// Restores chroma edges in images stored with subsampled chroma.
///
/// JPEG keeps luma at full resolution and one chroma value per cell of pixels, which the decoder
/// interpolates. First the cells' values are recovered. Then, in each neighborhood of 3 x 3 cells,
/// chroma is fitted as a linear function of luma, which is exact where two colors meet, and every
/// pixel gets the chroma that its luma implies. A cell's mean does not change.
package struct ChromaUpsampler {
    private let image: StraightImage
    private let sampling: ChromaSubsampling
    /// The rounds of repeated correction that invert the decoder's interpolation.
    ///
    /// Its mean over a cell is the cell filtered by 1/8, 3/4, 1/8 along each subsampled direction.
    /// Half of the finest detail passes; six rounds restore all but (1/2)^7 of it, in one
    /// direction.
    private static let rounds = 6

    package init(image: StraightImage, sampling: ChromaSubsampling) {
        self.image = image
        self.sampling = sampling
    }

    package func restored() -> StraightImage { restored(from: cells()) }

    func restored(from cells: ChromaCells) -> StraightImage { cells.slopes().refine(image) }

    func cells() -> ChromaCells {
        var cells = ChromaCells(
            of: image,
            cellWidth: min(max(sampling.horizontal, 1), 4),
            cellHeight: min(max(sampling.vertical, 1), 4)
        )
        // Luma was never subsampled.
        cells.recoverChroma(rounds: ChromaUpsampler.rounds)
        return cells
    }
}
