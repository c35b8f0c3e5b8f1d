package import ImageCodec
package import Raster

/// How pictures are drawn on one terminal.
package struct TerminalCanvas: Hashable, Sendable {
    package var imageProtocol: TerminalImageProtocol
    package var colors: TerminalColors
    package var size: TerminalSize

    package init(
        _ imageProtocol: TerminalImageProtocol,
        colors: TerminalColors = .direct,
        size: TerminalSize = TerminalSize()
    ) {
        self.imageProtocol = imageProtocol
        self.colors = colors
        self.size = size
    }

    /// An ordinary font at 1x is assumed of a terminal that does not tell.
    private var cell: PixelSize { size.cell ?? PixelSize(width: 8, height: 16) ?? .onePixel }

    /// How large a picture may be so that it does not pass the right border, and `rows` rows.
    package func room(rows: Int? = nil) -> PixelRoom {
        switch imageProtocol {
        case .blocks: PixelRoom(width: size.columns, height: rows.map { 2 * max(1, $0) })
        case .kitty, .iterm, .sixel, .none:
            PixelRoom(
                width: size.columns * cell.width,
                height: rows.map { max(1, $0) * cell.height }
            )
        }
    }

    package func extent(of picture: PixelSize) -> (columns: Int, rows: Int) {
        func parts(_ length: Int, _ part: Int) -> Int { (length + part - 1) / part }
        switch imageProtocol {
        case .none: return (0, 0)
        case .blocks: return (picture.width, parts(picture.height, 2))
        case .sixel:
            // Terminals draw whole bands of six rows.
            let bands = parts(picture.height, 6) * 6
            return (parts(picture.width, cell.width), parts(bands, cell.height))
        case .kitty, .iterm:
            return (parts(picture.width, cell.width), parts(picture.height, cell.height))
        }
    }

    /// What to send to show a picture at the cursor, which ends up at the start of a row below it.
    ///
    /// See-through parts show the terminal's own background. The picture is neither enlarged nor
    /// shrunk: see `StraightImage.fitted(into:)`.
    package func still(_ picture: StraightImage) throws(ImageEncodingError) -> [UInt8] {
        switch imageProtocol {
        // Block rows end in a line feed of their own.
        case .none, .blocks: return try drawing(picture)
        case .kitty, .iterm, .sixel: return try drawing(picture) + [UInt8(ascii: "\n")]
        }
    }

    /// The drawing alone; where the cursor ends up is the terminal's business.
    func drawing(
        _ picture: StraightImage,
        kittyID: Int? = nil
    ) throws(ImageEncodingError) -> [UInt8] {
        // Without a known cell size the terminal is given the extent, so that it is what `extent` says.
        let forced = size.cell == nil ? extent(of: picture.size) : nil
        switch imageProtocol {
        case .none: return []
        case .blocks: return halfBlocks(picture, colors: colors)
        case .sixel: return sixel(picture)
        case .kitty:
            return kittyGraphics(
                png: try encodePNG(picture, effort: .fast),
                extent: forced,
                id: kittyID
            )
        case .iterm:
            return iTermImage(
                png: try encodePNG(picture, effort: .fast),
                size: picture.size,
                extent: forced
            )
        }
    }
}
