import FileStore
package import Raster

/// Images that accompany sprites, such as normal maps, on pages with the same layout.
package struct SideSheet: Sendable {
    package var suffix: String
    /// By the sprite's frame; of the same size before trimming.
    package var pictures: [String: RenderedFrame]

    package init(suffix: String, pictures: [String: RenderedFrame]) {
        self.suffix = suffix
        self.pictures = pictures
    }

    /// The background: in normal maps a surface that faces the viewer.
    package var fill: StraightPixel {
        isNormalMap ? StraightPixel(r: 128, g: 128, b: 255) : .clear
    }

    /// By its suffix: descriptors name normal maps, and their clear parts are filled.
    var isNormalMap: Bool { ["_n", "_normal"].contains(suffix) }

    /// The part of the image that the sprite's trimmed frame covers.
    package func picture(of frame: RenderedFrame, scale: Int) -> StraightImage? {
        guard let trim = frame.trim, let size = trim.size.scaled(by: scale) else { return nil }
        var image = StraightImage(size: size, filledWith: fill)
        guard let side = pictures[frame.name], let sideTrim = side.trim,
            let drawn = side.pictures[scale]?.unpacked()
        else { return image }
        let corner = PixelPoint(
            x: (sideTrim.x - trim.x) * scale,
            y: (sideTrim.y - trim.y) * scale
        )
        image.copy(from: isNormalMap ? drawn.filled(with: fill) : drawn, at: corner)
        return image
    }

    /// The name of a page's file: `game-0_n@2x.png` for `game-0@2x.png`.
    package func file(besides page: String) -> String {
        let name = withoutExtension(page)
        let at = name.lastIndex { $0 == "@" || $0 == "/" }
        let split = at.flatMap { name[$0] == "@" ? $0 : nil } ?? name.endIndex
        return "\(name[..<split])\(suffix)\(name[split...]).png"
    }
}

extension Bitmap<StraightPixel> {
    fileprivate func filled(with color: StraightPixel) -> StraightImage {
        StraightImage(size: size, pixels: pixels.map { $0.a == 0 ? color : $0 }) ?? self
    }
}
