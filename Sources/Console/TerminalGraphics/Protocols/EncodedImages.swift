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

/// A PNG as kitty graphics.
///
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/
/// Payloads are at most 4096 letters; answers are suppressed.
///
/// `extent` is what it is stretched to, in cells; nil shows it pixel by pixel. A picture with an `id`
/// can be deleted, and leaves the cursor where it was.
func kittyGraphics(png: [UInt8], extent: (columns: Int, rows: Int)?, id: Int?) -> [UInt8] {
    var keys = "a=T,f=100,q=2"
    if let extent { keys += ",c=\(extent.columns),r=\(extent.rows)" }
    if let id { keys += ",i=\(id),C=1" }
    let payload = Data(png).base64EncodedData()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: payload.count, by: 4096) {
        let end = min(start + 4096, payload.count)
        let more = end < payload.count ? 1 : 0
        bytes += Array("\u{1B}_G\(start == 0 ? keys : "q=2"),m=\(more);".utf8)
        bytes += payload[start..<end]
        bytes += Array("\u{1B}\\".utf8)
    }
    return bytes
}

/// Deletes a picture and frees its data.
func kittyDeletion(id: Int) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\".utf8)
}
