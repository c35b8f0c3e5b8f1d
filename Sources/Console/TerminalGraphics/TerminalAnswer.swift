package import Raster

/// What a terminal said when it was asked what it can show.
///
/// One write asks four things; the answer to the last, which every terminal knows, ends the wait.
package struct TerminalAnswer: Hashable, Sendable {
    package var hasKittyGraphics = false
    package var hasSixel = false
    /// The size of a character in pixels.
    package var cell: PixelSize?

    /// Kitty's query (a picture of one pixel that is not shown), xterm's request for the cell size,
    /// and DA1, the primary device attributes.
    package static let question = Array(
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8
    )

    package init() {}

    /// Reads what the terminal sent; foreign bytes, such as keys that were typed, are skipped.
    ///
    /// - Returns: nil as long as the answer to DA1 is missing.
    package init?(parsing bytes: [UInt8]) {
        self.init()
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1B) {
            rest = rest[start...].dropFirst()
            switch rest.first {
            case UInt8(ascii: "_"):
                // APC up to ST.
                guard let end = rest.firstIndex(of: 0x1B) else { return nil }
                let text = String(decoding: rest[rest.startIndex..<end].dropFirst(), as: UTF8.self)
                if text.hasPrefix("Gi=31"), text.hasSuffix(";OK") { hasKittyGraphics = true }
                rest = rest[end...].dropFirst()
            case UInt8(ascii: "["):
                // CSI up to its final byte.
                let body = rest.dropFirst()
                guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                    return nil
                }
                let text = String(decoding: body[..<end], as: UTF8.self)
                if take(text, final: body[end]) { return }
                rest = body[end...].dropFirst()
            default: break
            }
        }
        return nil
    }

    /// Notes a control sequence; true when it was DA1's answer.
    private mutating func take(_ text: String, final: UInt8) -> Bool {
        let fields = text.split(separator: ";", omittingEmptySubsequences: false)
        if final == UInt8(ascii: "t"), fields.count == 3, fields[0] == "6",
            let height = Int(fields[1]), let width = Int(fields[2])
        {
            cell = TerminalSize.cell(width: width, height: height)
        }
        guard final == UInt8(ascii: "c"), text.hasPrefix("?") else { return false }
        // The first field is the class of the terminal; 4 among the others is sixel.
        hasSixel = fields.dropFirst().contains("4")
        return true
    }
}
