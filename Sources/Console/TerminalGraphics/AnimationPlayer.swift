import Diagnostics
package import ImageCodec
package import Raster

/// An animation in a terminal, drawn over itself: what to send before, for each frame, and after.
package struct AnimationPlayer: Sendable {
    package let sequence: PictureSequence
    package let canvas: TerminalCanvas
    /// A line of facts under the picture; control characters in it are written out.
    package let caption: String
    private let rows: Int
    /// Kitty pictures are named by two numbers in turn.
    private let firstID: Int

    /// `sequence` is fitted already, to all but two rows of the window.
    ///
    /// See `TerminalCanvas.room(rows:)`. `firstID` names pictures for terminals that need it,
    /// 1...4,294,967,294.
    package init(
        _ sequence: PictureSequence,
        on canvas: TerminalCanvas,
        caption: String = "",
        firstID: Int = 7_301
    ) {
        self.sequence = sequence
        self.canvas = canvas
        self.caption = String(printable(caption).prefix(canvas.size.columns))
        self.firstID = firstID
        rows = canvas.extent(of: sequence.size).rows
    }

    /// Makes room by scrolling, remembers where the picture goes, and hides the cursor.
    package func opening() -> [UInt8] {
        let lines = String(repeating: "\n", count: rows + 1)
        return Array(
            (Escape.hideCursor + "\r" + lines + Escape.up(rows + 1) + Escape.saveCursor).utf8
        )
    }

    /// Draws a frame in place of the one before.
    package func frame(_ index: Int) throws(ImageEncodingError) -> [UInt8] {
        let picture = sequence.frames[index % sequence.frames.count]
        let id = firstID + index % 2
        var bytes = Array((Escape.beginUpdate + Escape.restoreCursor).utf8)
        // Sixel leaves see-through pixels as they are.
        if canvas.imageProtocol == .sixel { bytes += erasure() }
        bytes += try canvas.drawing(picture, kittyID: id)
        if canvas.imageProtocol == .kitty, index > 0 {
            bytes += kittyDeletion(id: firstID + (index + 1) % 2)
        }
        if !caption.isEmpty {
            let place = Escape.restoreCursor + Escape.down(rows)
            bytes += Array((place + caption + Escape.eraseToRight).utf8)
        }
        return bytes + Array(Escape.endUpdate.utf8)
    }

    /// Leaves the last picture, puts the cursor on a row of its own under it, and shows it.
    package func closing() -> [UInt8] {
        let text = Escape.restoreCursor + Escape.down(rowsTaken) + "\r" + Escape.plain
        return Array((text + Escape.showCursor).utf8)
    }

    /// The rows of the picture and its caption.
    package var rowsTaken: Int { caption.isEmpty ? rows : rows + 1 }

    /// Seconds from the start to the moment at which frame `index` is due.
    package func time(ofFrame index: Int) -> Double { sequence.start(ofFrame: index) }

    /// How many frames there are to play; nil for a loop.
    package var frameCount: Int? { sequence.loops ? nil : sequence.frames.count }

    private func erasure() -> [UInt8] {
        let row = Escape.eraseToRight + Escape.down(1)
        return Array((String(repeating: row, count: rows) + Escape.restoreCursor).utf8)
    }
}
