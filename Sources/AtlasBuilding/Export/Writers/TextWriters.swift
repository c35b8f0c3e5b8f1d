import Catalog
import Raster

/// libGDX's and Spine's text, all pages in `<atlas>.atlas`, or in `<atlas>.spine.atlas`.
///
/// Frames are rotated counterclockwise; `bounds` has the upright width and height. The second of
/// `offsets` is the rows removed at the *bottom*, because libGDX's y points up. `isIndexed`:
/// `walk_0` and `walk_1` become `walk` with two indexes, for `findRegions`; Spine looks up whole
/// names.
func libgdx(_ atlas: AtlasDescription, isIndexed: Bool) -> [ExportedFile] {
    let pages = atlas.pages.map { page in
        var lines = [
            page.imageFile, "size:\(page.width),\(page.height)", "format:\(atlas.pixelFormat)",
            "filter:\(atlas.filter.ofLibGDX)",
        ]
        if atlas.isPremultiplied { lines.append("pma:true") }
        for frame in page.namedFrames {
            let number = isIndexed ? NumberedName(region: frame.name) : nil
            lines.append(number?.name ?? frame.name)
            if let number { lines += number.entries }
            lines.append("bounds:\(frame.x),\(frame.y),\(frame.width),\(frame.height)")
            if frame.isTrimmed {
                let source = "\(frame.sourceWidth),\(frame.sourceHeight)"
                lines.append("offsets:\(frame.trimX),\(frame.trimBottom),\(source)")
            }
            if frame.isRotated { lines.append("rotate:true") }
            if let slice = frame.nineSlice { lines.append("split:\(slice.ofLibGDX(","))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
    let ending = isIndexed ? ".atlas" : ".spine.atlas"
    return [ExportedFile(atlas.name + ending, text: pages.joined(separator: "\n"))]
}

/// The format of libGDX up to 1.9.13, in `<atlas>.legacy.atlas`: all entries in a fixed order,
/// without a flag for premultiplied colors.
func libgdxLegacy(_ atlas: AtlasDescription) -> [ExportedFile] {
    var lines: [String] = []
    for page in atlas.pages {
        lines += [
            "", page.imageFile, "size: \(page.width), \(page.height)",
            "format: \(atlas.pixelFormat)",
            "filter: \(atlas.filter.ofLibGDX)", "repeat: none",
        ]
        for frame in page.namedFrames {
            let number = NumberedName(region: frame.name)
            lines += [
                number?.name ?? frame.name, "  rotate: \(frame.isRotated)",
                "  xy: \(frame.x), \(frame.y)", "  size: \(frame.width), \(frame.height)",
            ]
            if let slice = frame.nineSlice { lines.append("  split: \(slice.ofLibGDX(", "))") }
            lines += [
                "  orig: \(frame.sourceWidth), \(frame.sourceHeight)",
                "  offset: \(frame.trimX), \(frame.trimBottom)",
                "  index: \(number?.number ?? -1)",
            ]
        }
    }
    return [
        ExportedFile("\(atlas.name).legacy.atlas", text: lines.joined(separator: "\n") + "\n")
    ]
}

extension NumberedName {
    /// The index, and its number of digits if it has leading zeros.
    ///
    /// libGDX keeps unknown entries for the game (`findValue("digits")`).
    fileprivate var entries: [String] {
        ["index:\(number)"] + (digits == String(number).count ? [] : ["digits:\(digits)"])
    }
}

extension AtlasFrame {
    /// Rows removed at the bottom by trimming.
    fileprivate var trimBottom: Int { sourceHeight - height - trimY }

    fileprivate func tpsheetLine(pageHeight: Int) -> String {
        let pivot = pivot ?? Pivot(x: 0.5, y: 0.5)
        let pivotX = (pivot.x * Double(sourceWidth) - Double(trimX)) / Double(width)
        let pivotY = 1 - (pivot.y * Double(sourceHeight) - Double(trimY)) / Double(height)
        let slice = nineSlice ?? NineSlice(left: 0, top: 0, right: 0, bottom: 0)
        let escapes: [Character: String] = ["%": "%25", "#": "%23", ":": "%3A", ";": "%3B"]
        let name = name.map { escapes[$0] ?? String($0) }.joined()
        return "\(name);\(x);\(pageHeight - y - height);\(width);\(height); "
            + "\(decimal(pivotX));\(decimal(pivotY)); "
            + "\(slice.left);\(slice.right);\(slice.top);\(slice.bottom)" + tpsheetMesh
    }

    /// The end of a line of Unity's importer: the number of vertices, each relative to the
    /// rectangle with y up; the number of triangles, and their indexes.
    private var tpsheetMesh: String {
        guard let mesh else { return "" }
        let corners = mesh.vertices.map { ";\($0.x - trimX);\(height - ($0.y - trimY))" }
        let indexes = mesh.indexes.map { ";\($0)" }
        return "; \(mesh.vertices.count)\(corners.joined()); \(mesh.indexes.count / 3)"
            + indexes.joined()
    }

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

extension NineSlice {
    fileprivate func ofLibGDX(_ separator: String) -> String {
        [left, right, top, bottom].map(String.init).joined(separator: separator)
    }
}

extension TextureFilter {
    /// For minification, and for magnification, which has no mipmaps.
    fileprivate var ofLibGDX: String {
        switch self {
        case .linear: "Linear,Linear"
        case .nearest: "Nearest,Nearest"
        case .mipmap: "MipMapLinearLinear,Linear"
        case .mipmapNearest: "MipMapNearestNearest,Nearest"
        }
    }
}

/// The text of CodeAndWeb's TexturePacker Importer for Unity, one `<image>.tpsheet` per page.
///
/// No frame is rotated. Unity has no trim: the source size is lost, and the pivot is relative to
/// the trimmed box, y up, so that the sprite stays in place (it may be outside of the box). A frame
/// without a pivot gets its source's center, which is Unity's default. Without pivots, and if
/// trimming moved no center, none are written. Borders are left, right, top and bottom, the
/// importer's order.
func unity(_ atlas: AtlasDescription) -> [ExportedFile] {
    atlas.pages.map { page in
        let hasBorders = page.frames.contains { $0.nineSlice != nil }
        var lines = [
            ":format=40300", ":texture=\(page.imageFile)", ":size=\(page.width)x\(page.height)",
        ]
        if let normalMap = page.normalMapFile { lines.append(":normalmap=\(normalMap)") }
        let hasPivots =
            page.frames.contains { $0.pivot != nil }
            || !atlas.refusesPivots
                && page.frames.contains {
                    2 * $0.trimX + $0.width != $0.sourceWidth
                        || 2 * $0.trimY + $0.height != $0.sourceHeight
                }
        lines.append(":pivotpoints=\(hasPivots ? "enabled" : "disabled")")
        lines += [":borders=\(hasBorders ? "enabled" : "disabled")"]
        lines.append(
            ":alphahandling=\(atlas.isPremultiplied ? "PremultiplyAlpha" : "KeepTransparentPixels")"
        )
        lines.append("")
        lines += page.namedFrames.map { $0.tpsheetLine(pageHeight: page.height) }
        return ExportedFile("\(page.stem).tpsheet", text: lines.joined(separator: "\n") + "\n")
    }
}

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

/// Cocos2d's property list, format 3, one `<image>.plist` per page.
///
/// Frames are rotated clockwise; `textureRect` has the upright width and height. `spriteOffset` is
/// the vector from the center of the source to the center of the trimmed box, y *up*, in pixels and
/// half pixels. A pivot is Cocos2d-x's `anchor`, relative to the source, y up too; only in format
/// 3. Frame names end in `.png`, as Cocos2d code expects.
func cocos2d(_ atlas: AtlasDescription) -> [ExportedFile] {
    atlas.pages.map { page in
        let frames = page.frames.sorted { $0.name < $1.name }.map(\.plistEntry)
        let image = xmlEscaped(page.imageFile)
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            <key>frames</key>
            <dict>
            \(frames.joined())</dict>
            <key>metadata</key>
            <dict>
            <key>format</key><integer>3</integer>
            <key>pixelFormat</key><string>\(atlas.pixelFormat)</string>
            <key>premultiplyAlpha</key>\(atlas.isPremultiplied ? "<true/>" : "<false/>")
            <key>realTextureFileName</key><string>\(image)</string>
            <key>size</key><string>{\(page.width),\(page.height)}</string>
            <key>textureFileName</key><string>\(image)</string>
            </dict>
            </dict>
            </plist>

            """
        return ExportedFile("\(page.stem).plist", text: text)
    }
}

extension AtlasFrame {
    fileprivate var plistEntry: String {
        let dx = Double(2 * trimX + width - sourceWidth) / 2
        let dy = Double(sourceHeight - 2 * trimY - height) / 2
        let names = aliases.sorted().map { "<string>\(xmlEscaped($0)).png</string>" }
        let list = names.isEmpty ? "<array/>" : "<array>\(names.joined())</array>"
        let anchor = pivot.map {
            "\n<key>anchor</key><string>{\(decimal($0.x)),\(decimal(1 - $0.y))}</string>"
        }
        return """
            <key>\(xmlEscaped(name)).png</key>
            <dict>
            <key>aliases</key>\(list)\(anchor ?? "")
            <key>spriteOffset</key><string>{\(decimal(dx)),\(decimal(dy))}</string>
            <key>spriteSize</key><string>{\(width),\(height)}</string>
            <key>spriteSourceSize</key><string>{\(sourceWidth),\(sourceHeight)}</string>
            <key>textureRect</key><string>{{\(x),\(y)},{\(width),\(height)}}</string>
            <key>textureRotated</key>\(isRotated ? "<true/>" : "<false/>")\(plistMesh)
            </dict>

            """
    }

    /// The format of cocos2d-x since 3.9: numbers separated by spaces; its reader flips y by the
    /// height of the untrimmed sprite.
    private var plistMesh: String {
        guard let mesh else { return "" }
        func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " ") }
        func list(_ vertices: [PixelPoint]) -> String { list(vertices.flatMap { [$0.x, $0.y] }) }
        return """

            <key>triangles</key><string>\(list(mesh.indexes))</string>
            <key>vertices</key><string>\(list(mesh.vertices))</string>
            <key>verticesUV</key><string>\(list(mesh.vertices.map(place)))</string>
            """
    }

    fileprivate var subTexture: String {
        var attributes = [
            ("name", name), ("x", "\(x)"), ("y", "\(y)"), ("width", "\(pageWidth)"),
            ("height", "\(pageHeight)"),
        ]
        if isTrimmed {
            attributes += [
                ("frameX", "\(-trimX)"), ("frameY", "\(-trimY)"), ("frameWidth", "\(sourceWidth)"),
                ("frameHeight", "\(sourceHeight)"),
            ]
        }
        if isRotated { attributes.append(("rotated", "true")) }
        if let pivot {
            // In pixels of the source; all other formats use a share of its size.
            attributes.append(("pivotX", decimal(pivot.x * Double(sourceWidth))))
            attributes.append(("pivotY", decimal(pivot.y * Double(sourceHeight))))
        }
        let text = attributes.map { "\($0.0)=\"\(xmlEscaped($0.1))\"" }.joined(separator: " ")
        return "<SubTexture \(text)/>"
    }
}

/// Starling's XML, one `<image>.xml` per page.
///
/// Frames are rotated clockwise, and `width` and `height` are those on the page. `frameX` and
/// `frameY` are the negated trim; the frame's size is that of the source.
func starling(_ atlas: AtlasDescription) -> [ExportedFile] {
    atlas.pages.map { page in
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<TextureAtlas imagePath=\"\(xmlEscaped(page.imageFile))\""
        text += " width=\"\(page.width)\" height=\"\(page.height)\">\n"
        for frame in page.namedFrames { text += "  \(frame.subTexture)\n" }
        text += "</TextureAtlas>\n"
        return ExportedFile("\(page.stem).xml", text: text)
    }
}
