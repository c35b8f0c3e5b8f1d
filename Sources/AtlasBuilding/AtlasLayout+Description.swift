import AtlasPack
import Catalog
import FileStore
package import KilnManifest
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
        animations: [AtlasDescription.Animation]
    ) -> AtlasDescription {
        let normals = list.sides.first(where: \.isNormalMap)
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
        for (index, frame) in list.frames.enumerated() where sprite(of: index) != nil {
            names.insert(frame.name)
            let trim = frame.trim ?? PixelRect(.onePixel)
            let placed = manifestFrame(index, trim: trim)
            var described = placed.described(frame.name, scale: scale)
            if !frame.isPivotGiven { described.pivot = nil }
            pages[placed.page].frames.append(described)
        }
        var atlas = AtlasDescription(
            name: name,
            scale: Double(scale),
            isPremultiplied: list.settings.isPremultiplied,
            pages: pages,
            animations: animations.filter { names.isSuperset(of: $0.frames) }
        )
        atlas.words = files.pixels.words
        return atlas
    }
}

extension Manifest.Frame {
    /// The frame in pixels of a scale.
    package func described(_ name: String, scale: Int) -> AtlasFrame {
        var frame = AtlasFrame(
            name: name,
            x: x.scaled(scale),
            y: y.scaled(scale),
            width: width.scaled(scale),
            height: height.scaled(scale),
            rotation: !rotated ? .none : counterclockwise == true ? .counterclockwise : .clockwise,
            trimX: trimX.scaled(scale),
            trimY: trimY.scaled(scale),
            sourceWidth: sourceWidth.scaled(scale),
            sourceHeight: sourceHeight.scaled(scale),
            pivot: AtlasFrame.Pivot(x: pivot.x, y: pivot.y),
            nineSlice: nineSlice.map {
                .init(
                    left: $0.left.scaled(scale),
                    top: $0.top.scaled(scale),
                    right: $0.right.scaled(scale),
                    bottom: $0.bottom.scaled(scale)
                )
            }
        )
        frame.mesh = mesh.map { mesh in
            let numbers = mesh.vertices.map { $0.scaled(scale) }
            return AtlasFrame.Mesh(
                vertices: stride(from: 0, to: numbers.count - 1, by: 2).map {
                    .init(x: numbers[$0], y: numbers[$0 + 1])
                },
                indexes: mesh.triangles
            )
        }
        return frame
    }
}

extension Int {
    /// Times the scale; a number too large for that is too large for any page too.
    package func scaled(_ scale: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: scale)
        return overflow ? .max : product
    }
}
