import FileStore
package import Raster

/// A description of unpacked sprites at one scale, each on a separate page.
///
/// For `spriteatlas`, whose pages Xcode draws. Includes frames without a visible pixel.
package func looseSprites(
    _ frames: [RenderedFrame],
    name: String,
    scale: Int
) -> AtlasDescription {
    AtlasDescription(
        name: name,
        generator: .init(name: Generator.name, version: Generator.version),
        scale: Double(scale),
        pages: frames.map { frame in
            let (width, height) = (frame.sourceSize.width * scale, frame.sourceSize.height * scale)
            let whole = AtlasFrame(name: frame.name, x: 0, y: 0, width: width, height: height)
            return .init(imageFile: frame.name, width: width, height: height, frames: [whole])
        }
    )
}

extension OutputFile {
    package init(_ file: ExportedFile) { self.init(path: file.path, bytes: file.bytes) }
}

extension RenderedFrame {
    /// The untrimmed image; nil at a scale that was not rendered.
    package func whole(atScale scale: Int) -> StraightImage? {
        guard trim != nil else {
            return sourceSize.scaled(by: scale).map { StraightImage(size: $0) }
        }
        return fitted(scales: [scale], trims: false, threshold: 0).pictures[scale]
    }
}
