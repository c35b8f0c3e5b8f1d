import AtlasBuilding
import AtlasPack
import Catalog
import ImageCodec
import Raster

extension AtlasSettings {
    /// The target's, with the page limit brought to points: the largest scale must fit.
    init(_ settings: TargetSettings) {
        let largest = min(settings.maxPageSize, settings.encoders.largestSide)
        let side = max(1, largest / (settings.scales.max() ?? 1))
        self.init(
            scales: settings.scales,
            packing: PackOptions(
                maximumSize: PixelSize(width: side, height: side) ?? .onePixel,
                powerOfTwo: settings.powerOfTwo,
                square: settings.square,
                multipleOf: settings.multipleOf,
                alignment: PackOptions.alignment(
                    of: [settings.align] + settings.encoders.map(\.block.side),
                    atScales: settings.scales
                ),
                padding: settings.padding,
                border: settings.border,
                extrude: settings.extrude,
                allowsRotation: settings.rotate && settings.sharedRotation != .none,
                aspectLimit: settings.aspectLimit,
                effort: settings.effort
            )
        )
        duplicates = settings.duplicates
        rotation = settings.sharedRotation
        isPremultiplied = settings.alpha == .premultiplied
        // Two pixels: what bilinear filtering and one mipmap level reach.
        bleed = settings.hiddenColor == .bleed ? 2 : 0
        effort = settings.effort
        pixels = settings.pixels
    }
}
