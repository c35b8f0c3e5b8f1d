package import Raster

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
