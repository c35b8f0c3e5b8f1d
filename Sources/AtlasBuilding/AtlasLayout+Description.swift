import AtlasPack
import Catalog
import FileStore
import KilnManifest
import Raster

extension AtlasLayout {
    /// The atlas at one scale for descriptors; lengths become pixels, frames are in layout order,
    /// page by page.
    ///
    /// Frames without a visible pixel are trimmed to one clear point, which they share. Animations
    /// are kept only if all their frames have a place.
    package func description(
        name: String,
        scale: Int,
        images: [String],
        of frames: [RenderedFrame],
        isPremultiplied: Bool,
        pixels: PageFormat,
        sides: [SideSheet],
        animations: [AtlasDescription.Animation]
    ) -> AtlasDescription {
        let normals = sides.first(where: \.isNormalMap)
        var pages = zip(pages, images).map { size, image in
            AtlasDescription.Page(
                imageFile: image,
                width: size.width * scale,
                height: size.height * scale,
                frames: [],
                normalMapFile: normals?.file(besides: image)
            )
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
                    nineSlice: described(nineSlices[frame.name], of: frame, scale: scale)
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
        atlas.pixels = pixels.described
        return atlas
    }

    /// In pixels; a clear point has nothing to stretch.
    private func described(
        _ slice: Manifest.NineSlice?,
        of frame: RenderedFrame,
        scale: Int
    ) -> AtlasFrame.NineSlice? {
        guard let slice, frame.trim != nil else { return nil }
        return AtlasFrame.NineSlice(
            left: slice.left * scale,
            top: slice.top * scale,
            right: slice.right * scale,
            bottom: slice.bottom * scale
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
