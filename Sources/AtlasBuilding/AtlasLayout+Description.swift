import AtlasPack
import Catalog
import FileStore
import KilnManifest
package import Raster

extension AtlasLayout {
    /// The atlas at one scale for descriptors; lengths become pixels, frames are in layout order,
    /// page by page.
    ///
    /// `files` has the names of the pages' files; those of `encoder` are described.
    /// Frames without a visible pixel are trimmed to one clear point, which they share. Animations
    /// are kept only if all their frames have a place.
    package func description(
        name: String,
        scale: Int,
        files: PageNames,
        as encoder: PageEncoder,
        sides: [SideSheet],
        of frames: [RenderedFrame],
        isPremultiplied: Bool,
        animations: [AtlasDescription.Animation]
    ) -> AtlasDescription {
        let normals = sides.first(where: \.isNormalMap)
        var pages = pages.enumerated().map { index, size in
            var page = AtlasDescription.Page(
                imageFile: lastPart(of: files.path(index, scale: scale, as: encoder)),
                width: size.width * scale,
                height: size.height * scale,
                frames: [],
                normalMapFile: normals.map {
                    lastPart(of: files.path(index, scale: scale, side: $0))
                }
            )
            page.descriptorStem = lastPart(of: files.stem(index, scale: scale))
            return page
        }
        var names: Set<String> = []
        for (index, frame) in frames.enumerated() {
            guard let sprite = sprite(of: index) else { continue }
            let trim = frame.trim ?? PixelRect(.onePixel)
            names.insert(frame.name)
            let rect = sprite.placement.rect
            var placed =
                AtlasFrame(
                    name: frame.name,
                    x: rect.x * scale,
                    y: rect.y * scale,
                    width: trim.width * scale,
                    height: trim.height * scale,
                    rotation: sprite.placement.isRotated || isTurned[index] ? rotation : .none,
                    trimX: trim.x * scale,
                    trimY: trim.y * scale,
                    sourceWidth: frame.sourceSize.width * scale,
                    sourceHeight: frame.sourceSize.height * scale,
                    pivot: frame.describedPivot,
                    // A clear point has nothing to stretch.
                    nineSlice: frame.trim == nil
                        ? nil : nineSlices[frame.name]?.scaled(by: scale)
                )
            placed.mesh = describedMesh(of: index, trim: trim, scale: scale)
            pages[sprite.page].frames.append(placed)
        }
        var atlas = AtlasDescription(
            name: name,
            generator: .init(name: Generator.name, version: Generator.version),
            scale: Double(scale),
            isPremultiplied: isPremultiplied,
            pages: pages,
            animations: animations.filter { names.isSuperset(of: $0.frames) }
        )
        atlas.words = files.pixels.words
        return atlas
    }
}

extension NineSlice {
    fileprivate func scaled(by scale: Int) -> NineSlice {
        NineSlice(
            left: left * scale,
            top: top * scale,
            right: right * scale,
            bottom: bottom * scale
        )
    }
}

extension RenderedFrame {
    /// As a share of the image; nil if not explicitly set.
    fileprivate var describedPivot: AtlasFrame.Pivot? {
        guard isPivotGiven else { return nil }
        return AtlasFrame.Pivot(
            x: pivotX / Double(sourceSize.width),
            y: pivotY / Double(sourceSize.height)
        )
    }
}
