import Raster

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A PNG as an iTerm2 inline image.
///
/// https://iterm2.com/documentation-images.html
/// `extent` is what it is stretched to, in cells; nil shows it pixel by pixel.
func iTermImage(png: [UInt8], size: PixelSize, extent: (columns: Int, rows: Int)?) -> [UInt8] {
    let sides =
        if let extent {
            "width=\(extent.columns);height=\(extent.rows)"
        } else {
            "width=\(size.width)px;height=\(size.height)px"
        }
    let head = "\u{1B}]1337;File=inline=1;size=\(png.count);\(sides);preserveAspectRatio=1:"
    return Array(head.utf8) + Data(png).base64EncodedData() + [0x07]
}
