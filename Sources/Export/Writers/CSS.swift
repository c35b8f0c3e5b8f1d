/// A style sheet with one class a sprite, all scales in `<atlas>.css`.
///
/// `<i class="game pet/dragon">` is a box of the sprite's source size: the trimmed pixels are the
/// background of its content, the trimmed border is its padding. The smallest scale is the default;
/// others are for screens of their density. Frames are not turned.
func css(_ scales: [AtlasDescription]) -> [ExportedFile] {
    let sorted = scales.sorted { $0.scale < $1.scale }
    guard let first = sorted.first else { return [] }
    let base = ".\(cssIdentifier(first.unscaledName))"
    var text = """
        \(base) {
          --scale: \(decimal(first.scale)); display: inline-block; box-sizing: content-box;
          background-repeat: no-repeat; background-origin: content-box; \
        background-clip: content-box;
        }

        """
    for atlas in sorted {
        let rules = atlas.pages.flatMap { page in
            page.namedFrames.map { frame in
                "\(base).\(cssIdentifier(frame.name)) { \(frame.declarations(page, atlas.scale)) }"
            }
        }
        if atlas == first {
            text += rules.joined(separator: "\n") + "\n"
        } else {
            text += "@media (min-resolution: \(decimal(atlas.scale))dppx) {\n"
            text += rules.map { "  \($0)\n" }.joined() + "}\n"
        }
    }
    return [ExportedFile("\(first.unscaledName).css", text: text)]
}

extension AtlasFrame {
    fileprivate func declarations(_ page: AtlasDescription.Page, _ scale: Double) -> String {
        func px(_ pixels: Int) -> String { decimal(Double(pixels) / scale) + "px" }
        let right = sourceWidth - trimX - width
        let bottom = sourceHeight - trimY - height
        return "background-image: url(\(cssQuoted(page.imageFile))); "
            + "background-position: \(px(-x)) \(px(-y)); "
            + "background-size: \(px(page.width)) \(px(page.height)); "
            + "width: \(px(width)); height: \(px(height)); "
            + "padding: \(px(trimY)) \(px(right)) \(px(bottom)) \(px(trimX));"
    }
}

/// An identifier (CSSOM, "serialize an identifier"): anything but letters, digits, `-`, `_` and
/// characters beyond ASCII is escaped, and so is a digit that comes first.
private func cssIdentifier(_ name: String) -> String {
    var text = ""
    for (position, scalar) in name.unicodeScalars.enumerated() {
        let isDigit = ("0"..."9").contains(scalar)
        let isFirst = position == 0 || position == 1 && name.hasPrefix("-")
        switch scalar {
        case _ where isDigit && isFirst: text += "\\\(String(scalar.value, radix: 16)) "
        case "a"..."z", "A"..."Z", "0"..."9", "_", "\u{80}"...: text.unicodeScalars.append(scalar)
        case "-" where name != "-": text += "-"
        default: text += "\\" + String(scalar)
        }
    }
    return text
}

private func cssQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
}
