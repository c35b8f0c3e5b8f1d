package import Raster

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A way to show pictures in a terminal.
package enum TerminalImageProtocol: String, CaseIterable, Hashable, Sendable {
    /// Kitty's graphics protocol: a PNG, base64 in APC sequences. Also Ghostty's and Konsole's.
    case kitty
    /// iTerm2's inline images: a PNG, base64 in an OSC sequence. Also WezTerm's and mintty's.
    case iterm
    /// DEC's sixel graphics: six rows at a time from a palette. xterm, foot, mlterm and others.
    case sixel
    /// Half blocks, two pixels a character, in whatever colors the terminal has.
    case blocks
    case none
}

/// How many colors text may have.
package enum TerminalColors: Hashable, Sendable {
    /// 8 bits a channel: `38;2;r;g;b`.
    case direct
    /// xterm's 256 colors: `38;5;n`.
    case indexed
}

package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// The size of one character in pixels; nil when the terminal does not tell.
    package var cell: PixelSize?

    /// The size of one character in pixels; nil when a side is outside 1...1000.
    static func cell(width: Int, height: Int) -> PixelSize? {
        max(width, height) > 1000 ? nil : PixelSize(width: width, height: height)
    }

    /// Sides below 1 become 1.
    package init(columns: Int = 80, rows: Int = 24, cell: PixelSize? = nil) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.cell = cell
    }
}

/// Terminal control sequences (ECMA-48, and xterm's private modes).
enum Escape {
    /// Control sequence introducer.
    static let csi = "\u{1B}["
    static let hideCursor = csi + "?25l"
    static let showCursor = csi + "?25h"
    /// DECSC: remembers the cursor's place on the screen.
    static let saveCursor = "\u{1B}7"
    /// DECRC.
    static let restoreCursor = "\u{1B}8"
    /// Synchronized output: the terminal shows what comes between only when all is there.
    static let beginUpdate = csi + "?2026h"
    static let endUpdate = csi + "?2026l"
    static let plain = csi + "0m"
    static let eraseToRight = csi + "K"
    static let eraseBelow = csi + "J"

    static func up(_ rows: Int) -> String { rows > 0 ? csi + "\(rows)A" : "" }
    static func down(_ rows: Int) -> String { rows > 0 ? csi + "\(rows)B" : "" }
}

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
