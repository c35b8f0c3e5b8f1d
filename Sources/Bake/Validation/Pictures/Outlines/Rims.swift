import Catalog
import Diagnostics
import Raster

/// Outlines of art that was already cut out: residue of the background along hard edges, and
/// premultiplied colors.
///
/// The silhouette is crossed along rows and columns. Where a crossing goes from clear to solid, its
/// first solid pixel is compared with the art three pixels farther in. Residue of the background is
/// a mixture of both; a drawn line has one color.
func rims(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    guard picture.screen == nil, !picture.isScene else { return [] }
    let crossings = Crossings(picture, measures)
    if let ground = crossings.ground {
        return [
            picture.report(
                .fringe,
                "a rim of the background is left, found \(ground.name) in "
                    + "\(Int(ground.share * 100)) % of the outline",
                help: "key the original with kiln, or take the outermost pixels off"
            )
        ]
    }
    if crossings.isPremultiplied {
        return [
            picture.report(
                .fringe,
                "soft pixels are darkened by their own alpha, found colors multiplied with it",
                help: "save the picture with straight alpha, not premultiplied"
            )
        ]
    }
    return []
}
