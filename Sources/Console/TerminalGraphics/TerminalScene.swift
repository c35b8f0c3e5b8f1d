import Diagnostics
package import ImageCodec
package import Raster

/// A place in a terminal whose content is replaced again and again: what `--watch` shows.
///
/// The cursor rests at the start of the row below. Nothing is remembered in absolute rows, so the
/// place survives scrolling.
package struct TerminalScene: Sendable {
    /// How to draw from now on; the window may be resized between two drawings.
    package var canvas: TerminalCanvas
    /// How many rows above the cursor belong to the scene.
    private var rows = 0
    /// Names pictures for terminals that need it.
    private let kittyID = 7_311

    package init(on canvas: TerminalCanvas) { self.canvas = canvas }

    /// How large a picture may be so that it fits the window with `lines` of text under it.
    package func room(lines: Int) -> PixelRoom {
        canvas.room(rows: max(1, canvas.size.rows - lines - 1))
    }

    /// Puts a picture with lines of text under it in place of what is there.
    ///
    /// The picture is fitted already, see `room(lines:)`; nil shows the text alone. Lines are shortened
    /// to the window's width; control characters are written out.
    package mutating func show(
        _ picture: StraightImage?,
        lines: [String] = []
    ) throws(ImageEncodingError) -> [UInt8] {
        var bytes = Array(Escape.beginUpdate.utf8) + clearing()
        if let picture {
            let height = canvas.extent(of: picture.size).rows
            let down = String(repeating: "\n", count: height)
            bytes += Array((down + Escape.up(height) + Escape.saveCursor).utf8)
            bytes += try canvas.drawing(picture, kittyID: kittyID)
            bytes += Array((Escape.restoreCursor + Escape.down(height) + "\r").utf8)
            rows = height
        }
        for line in lines {
            let text = printable(line).prefix(canvas.size.columns - 1)
            bytes += Array((text + "\n").utf8)
            rows += 1
        }
        return bytes + Array(Escape.endUpdate.utf8)
    }

    /// Plays an animation in place of what is there: see `AnimationPlayer.play(to:until:)`.
    ///
    /// The sequence is fitted already: see `room(lines:)`, with one line for the caption.
    package mutating func play(
        _ sequence: PictureSequence,
        caption: String = "",
        to file: Int32 = 1,
        until shouldStop: () -> Bool
    ) throws(ImageEncodingError) -> AnimationPlayer.Ending {
        let player = AnimationPlayer(sequence, on: canvas, caption: caption, firstID: kittyID)
        writeAll(clearing(), to: file)
        rows = player.rowsTaken
        return try player.play(to: file, until: shouldStop)
    }

    /// Erases what is there and puts the cursor at its start.
    private mutating func clearing() -> [UInt8] {
        defer { rows = 0 }
        var bytes = Array(("\r" + Escape.up(rows) + Escape.eraseBelow).utf8)
        // Erased text takes no picture with it.
        if canvas.imageProtocol == .kitty, rows > 0 {
            bytes += kittyDeletion(id: kittyID) + kittyDeletion(id: kittyID + 1)
        }
        return bytes
    }
}
