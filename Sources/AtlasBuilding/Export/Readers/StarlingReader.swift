import Catalog

func readStarling(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    let root = try XMLReader.root(of: file.text())
    guard root.name == "TextureAtlas", let image = root.attributes["imagePath"] else {
        throw FormatFault("found \"<\(root.name)>\", expected \"<TextureAtlas imagePath=…>\"")
    }
    let frames = try root.children.filter { $0.name == "SubTexture" }.map(starlingFrame)
    let width = frames.map { $0.x + $0.pageWidth }.max() ?? 1
    let height = frames.map { $0.y + $0.pageHeight }.max() ?? 1
    let page = AtlasDescription.Page(
        imageFile: image,
        width: try root.pixels("width") ?? width,
        height: try root.pixels("height") ?? height,
        frames: frames
    )
    return AtlasDescription(name: file.stem, pages: [page])
}

private func starlingFrame(_ element: XMLElement) throws(FormatFault) -> AtlasFrame {
    guard let name = element.attributes["name"], let x = try element.pixels("x"),
        let y = try element.pixels("y"), let pageWidth = try element.pixels("width"),
        let pageHeight = try element.pixels("height")
    else { throw FormatFault("a \"SubTexture\" needs name, x, y, width and height") }
    let isRotated = element.attributes["rotated"] == "true"
    let (width, height) = isRotated ? (pageHeight, pageWidth) : (pageWidth, pageHeight)
    let sourceWidth = try element.pixels("frameWidth") ?? width
    let sourceHeight = try element.pixels("frameHeight") ?? height
    var frame = AtlasFrame(
        name,
        [x, y, width, height],
        trim: [-(try element.pixels("frameX") ?? 0), -(try element.pixels("frameY") ?? 0)],
        source: [sourceWidth, sourceHeight],
        rotation: isRotated ? .clockwise : .none
    )
    if let pivotX = element.attributes["pivotX"], let pivotY = element.attributes["pivotY"] {
        let pivot = try numbers("\(pivotX),\(pivotY)", count: 2)
        frame.pivot = .init(
            x: pivot[0] / Double(max(sourceWidth, 1)),
            y: pivot[1] / Double(max(sourceHeight, 1))
        )
    }
    return frame
}

extension XMLElement {
    /// The attribute as whole pixels; nil if missing.
    fileprivate func pixels(_ name: String) throws(FormatFault) -> Int? {
        guard let text = attributes[name] else { return nil }
        return try wholeNumbers(text, count: 1)[0]
    }
}
