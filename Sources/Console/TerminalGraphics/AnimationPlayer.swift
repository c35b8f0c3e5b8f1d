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
        if canvas.imageProtocol == .sixel {
            let row = Escape.eraseToRight + Escape.down(1)
            bytes += (String(repeating: row, count: rows) + Escape.restoreCursor).utf8
        }
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
}

extension AnimationPlayer {
    package enum Ending: Hashable, Sendable {
        /// The last frame was shown, and the animation does not loop.
        case finished
        /// Ctrl-C or its like: see `Interruption`.
        case interrupted
        case stopped
    }

    /// Plays until the end, until Ctrl-C, or until `shouldStop`; the cursor is put back each time.
    ///
    /// Frames that are late are left out. From here on the process notices interruptions instead
    /// of ending: call `Interruption.finish()` when all is put away.
    package func play(
        to file: Int32 = 1,
        until shouldStop: () -> Bool = { false }
    ) throws(ImageEncodingError) -> Ending {
        Interruption.notice()
        let keyboard = TerminalDevice()
        guard let keyboard else { return try show(on: file, until: shouldStop) }
        // Typed letters would be drawn into the picture.
        return try keyboard.withoutEcho { () throws(ImageEncodingError) in
            try show(on: file, until: shouldStop)
        }
    }

    private func show(
        on file: Int32,
        until shouldStop: () -> Bool
    ) throws(ImageEncodingError) -> Ending {
        guard writeAll(opening(), to: file) else { return .stopped }
        defer { writeAll(closing(), to: file) }
        let clock = ContinuousClock()
        let start = clock.now
        var index = 0
        while true {
            if Interruption.isRequested { return .interrupted }
            if shouldStop() { return .stopped }
            guard writeAll(try frame(index), to: file) else { return .stopped }
            let elapsed = start.duration(to: clock.now)
            index = max(index + 1, sequence.frame(at: elapsed / .seconds(1)))
            let count = sequence.frames.count
            if !sequence.loops, index >= count {
                // The last one is shown, however late.
                if index > count { writeAll(try frame(count - 1), to: file) }
                return .finished
            }
            Interruption.sleep(until: start.advanced(by: .seconds(sequence.start(ofFrame: index))))
        }
    }
}
