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

    /// Of the file that a page becomes; raw words have no other form.
    package func fileExtension(_ encoding: PageEncoding) -> String {
        words?.rawValue ?? encoding.rawValue
    }
}
