package import Raster

package enum PageFormat: String, CaseIterable, Sendable {
    case rgba8888
    /// PNG in at most 256 colors.
    case palette
    case rgba4444
    case rgb565

    package var words: WordFormat? {
        switch self {
        case .rgba8888, .palette: nil
        case .rgba4444: .rgba4444
        case .rgb565: .rgb565
        }
    }

    package var fileExtension: String { words?.rawValue ?? "png" }

    package var described: AtlasDescription.PixelFormat {
        switch self {
        case .rgba8888, .palette: .rgba8888
        case .rgba4444: .rgba4444
        case .rgb565: .rgb565
        }
    }
}
