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

extension AtlasFrame {
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
