import AtlasBuilding
import AtlasPack
import Catalog
import ImageCodec
import Raster

extension AtlasSettings {
    /// The target's, with the page limit brought to points: the largest scale must fit.
    init(_ settings: TargetSettings) {
        let side = max(1, settings.maxPageSize / (settings.scales.max() ?? 1))
        let effort: PackEffort =
            switch settings.effort {
            case .fast: .fast
            case .balanced: .balanced
            case .best: .best
            }
        self.init(
            scales: settings.scales,
            packing: PackOptions(
                maximumSize: PixelSize(width: side, height: side) ?? .onePixel,
                powerOfTwo: settings.powerOfTwo,
                square: settings.square,
                multipleOf: settings.multipleOf,
                padding: settings.padding,
                border: settings.border,
                extrude: settings.extrude,
                allowsRotation: settings.rotate && settings.sharedRotation != .none,
                aspectLimit: settings.aspectLimit,
                effort: effort
            ),
            duplicates: {
                switch settings.duplicates {
                case .none: .none
                case .equal: .equal
                case .turned: .turned
                }
            }(),
            rotation: settings.sharedRotation,
            isPremultiplied: settings.alpha == .premultiplied,
            // Two pixels: what bilinear filtering and one mipmap level reach.
            bleed: settings.hiddenColor == .bleed ? 2 : 0,
            effort: {
                switch settings.effort {
                case .fast: .fast
                case .balanced: .balanced
                case .best: .best
                }
            }(),
            pixels: {
                switch settings.pixels {
                case .rgba8888: .rgba8888
                case .palette: .palette
                case .rgba4444: .rgba4444
                case .rgb565: .rgb565
                }
            }()
        )
    }
}
