package import Catalog
package import Raster

extension PagePixels {
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
