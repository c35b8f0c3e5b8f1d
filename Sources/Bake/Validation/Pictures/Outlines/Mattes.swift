import Catalog
import ChromaKey
import Diagnostics
import Raster

extension Check {
    static let alphaHaze = Check("alpha-haze", .warning)
    static let leakyAlpha = Check("leaky-alpha", .warning)
    static let matteRim = Check("matte-rim", .warning)
}

/// What is wrong with outlines: art that was cut out badly, and halos of a screen.
///
/// What `"matte": "auto"` would repair tells the most; the others see residues of a known screen, and
/// colors that cannot be unmixed.
func outlines(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    let mattes = mattes(picture)
    guard mattes.isEmpty else { return mattes }
    return [halo(picture, measures), rim(picture, measures)].compactMap(\.self)
}

/// Reports what repairing the art's matte would change, if it is more than a few pixels.
private func mattes(_ picture: CheckedPicture) -> [Diagnostic] {
    guard picture.screen == nil, picture.isCutOut else { return [] }
    var image = picture.image
    guard let report = repairMatte(of: &image, .auto) else { return [] }
    let help = "set \"chroma\": {\"matte\": \"auto\"}, or export it again with straight alpha"
    func finding(_ check: Check, _ count: Int, _ message: String) -> Diagnostic? {
        guard count >= 16, count * 100 >= report.visible else { return nil }
        return picture.report(
            check,
            "\(message), found \(percentage(report.share(count))) of what is visible",
            help: help
        )
    }
    let color = report.background
    return [
        finding(.alphaHaze, report.haze, "faint pixels of a \(color) background are left"),
        finding(.leakyAlpha, report.leaks, "the art lets what is behind it shimmer through"),
        finding(.matteRim, report.rim, "the outline shows \(color), which the art was cut from"),
    ].compactMap(\.self)
}

/// Outlines of art that was already cut out: residue of the background along hard edges, and
/// premultiplied colors.
///
/// The silhouette is crossed along rows and columns. Where a crossing goes from clear to solid, its
/// first solid pixel is compared with the art three pixels farther in. Residue of the background is
/// a mixture of both; a drawn line has one color.
private func rim(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    guard picture.screen == nil, picture.isCutOut else { return nil }
    let crossings = Crossings(picture, measures)
    if let ground = crossings.ground {
        return picture.report(
            .fringe,
            "a rim of the background is left, found \(ground.name) in "
                + "\(Int(ground.share * 100)) % of the outline",
            help: "key the original with kiln, or take the outermost pixels off"
        )
    }
    if crossings.isPremultiplied {
        return picture.report(
            .fringe,
            "soft pixels are darkened by their own alpha, found colors multiplied with it",
            help: "save the picture with straight alpha, not premultiplied"
        )
    }
    return nil
}
