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
