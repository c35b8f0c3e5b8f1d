import Raster

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
    private var anchorEntry: String {
        guard let pivot else { return "" }
        return "\n<key>anchor</key><string>{\(decimal(pivot.x)),\(decimal(1 - pivot.y))}</string>"
    }

    fileprivate var plistEntry: String {
        let dx = Double(2 * trimX + width - sourceWidth) / 2
        let dy = Double(sourceHeight - 2 * trimY - height) / 2
        let names = aliases.sorted().map { "<string>\(xmlEscaped($0)).png</string>" }
        let list = names.isEmpty ? "<array/>" : "<array>\(names.joined())</array>"
        return """
            <key>\(xmlEscaped(name)).png</key>
            <dict>
            <key>aliases</key>\(list)\(anchorEntry)
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
