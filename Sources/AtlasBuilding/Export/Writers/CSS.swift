import Catalog

/// A style sheet with one class per sprite, all scales in `<atlas>.css`.
///
/// `<i class="game pet-dragon">` is a box of the sprite's source size: the trimmed pixels are the
/// background of its content, the trimmed border is its padding. The smallest scale is the default;
/// others are for screens of their density. Frames are not rotated. A class that differs from the
/// frame's name has a comment with the name: `/* data-name="pet/dragon" */`.
func css(_ scales: [AtlasDescription]) -> [ExportedFile] {
    let sorted = scales.sorted { $0.scale < $1.scale }
    guard let first = sorted.first else { return [] }
    let base = className(first.unscaledName)
    let names = sorted.flatMap { $0.pages.flatMap(\.namedFrames) }.map(\.name)
    let classes = classNames(Set(names), except: base)
    let rendering = first.filter.isHard ? "\n  image-rendering: pixelated;" : ""
    var text = """
        @charset "utf-8";
        \(originalName(first.unscaledName, of: base)).\(base) {
          --scale: \(decimal(first.scale)); display: inline-block; box-sizing: content-box;
          background-repeat: no-repeat; background-origin: content-box; \
        background-clip: content-box;\(rendering)
        }

        """
    for atlas in sorted {
        let rules = atlas.pages.flatMap { page in
            page.namedFrames.map { frame in
                let own = classes[frame.name] ?? ""
                let original = atlas == first ? originalName(frame.name, of: own) : ""
                return "\(original).\(base).\(own) { \(frame.declarations(page, atlas.scale)) }"
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
        return "background-image: url(\"\(urlReference(toPath: page.imageFile))\"); "
            + "background-position: \(px(-x)) \(px(-y)); "
            + "background-size: \(px(page.width)) \(px(page.height)); "
            + "width: \(px(width)); height: \(px(height)); "
            + "padding: \(px(trimY)) \(px(right)) \(px(bottom)) \(px(trimX));"
    }
}

/// The comment with the name of a class, if they differ.
///
/// Quotes, backslashes, and a `/` that would end the comment are escaped with backslashes.
private func originalName(_ name: String, of className: String) -> String {
    guard name != className else { return "" }
    var quoted = ""
    for scalar in name.unicodeScalars {
        if "\"\\".unicodeScalars.contains(scalar) || scalar == "/" && quoted.hasSuffix("*") {
            quoted += "\\"
        }
        quoted.unicodeScalars.append(scalar)
    }
    return "/* data-name=\"\(quoted)\" */\n"
}
