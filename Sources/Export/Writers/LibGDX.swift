/// libGDX's and Spine's text, all pages in `<atlas>.atlas`.
///
/// Turned frames lie counterclockwise; `bounds` has the sprite's own width and height. Of `offsets`
/// the second is the rows removed at the *bottom*, because libGDX's y points up.
func libgdx(_ atlas: AtlasDescription) -> [ExportedFile] {
    let pages = atlas.pages.map { page in
        var lines = [
            page.imageFile, "size:\(page.width),\(page.height)", "format:\(atlas.pixels.rawValue)",
            "filter:Linear,Linear",
        ]
        if atlas.isPremultiplied { lines.append("pma:true") }
        for frame in page.namedFrames {
            lines.append(frame.name)
            lines.append("bounds:\(frame.x),\(frame.y),\(frame.width),\(frame.height)")
            if frame.isTrimmed {
                let bottom = frame.sourceHeight - frame.height - frame.trimY
                let source = "\(frame.sourceWidth),\(frame.sourceHeight)"
                lines.append("offsets:\(frame.trimX),\(bottom),\(source)")
            }
            if frame.isRotated { lines.append("rotate:true") }
            if let slice = frame.nineSlice {
                lines.append("split:\(slice.left),\(slice.right),\(slice.top),\(slice.bottom)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
    return [ExportedFile("\(atlas.name).atlas", text: pages.joined(separator: "\n"))]
}
