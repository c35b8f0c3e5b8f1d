package import Raster

/// Gives pictures that were stored with subsampled chroma their chroma edges back.
///
/// JPEG keeps luma at full resolution and one chroma value for a cell of pixels, which the decoder
/// interpolates. First the cells' values are recovered from the interpolated ones. Then, in each
/// neighborhood of 3 x 3 cells, chroma is fitted as a linear function of luma, which is exact where
/// two colors meet, and every pixel gets the chroma that its own luma asks for. A cell's mean does
/// not change.
package struct ChromaUpsampler {
    private let image: StraightImage
    private let sampling: ChromaSubsampling
    /// The mean over a cell of what a decoder interpolates is the cell filtered by 1/8, 3/4, 1/8 along
    /// each subsampled direction; this many rounds of repeated correction invert that: of the finest detail,
    /// of which half passes, all but (1/2)^7 in one direction.
    private static let rounds = 6

    package init(image: StraightImage, sampling: ChromaSubsampling) {
        self.image = image
        self.sampling = sampling
    }

    package func restored() -> StraightImage { restored(from: cells()) }

    /// The picture with the chroma that its recovered cells give.
    func restored(from cells: ChromaCells) -> StraightImage { cells.slopes().refine(image) }

    /// The values of the picture's cells, recovered.
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
