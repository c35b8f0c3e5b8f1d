import AtlasPack
package import Catalog
import FileStore
import KilnManifest
import Raster

/// The files of a page, by their names in its folder.
package struct PageImageFiles: Sendable {
    package var file: String
    package var normalMap: String?
    /// What descriptors of the page are called, without their extensions.
    package var stem: String

    package init(file: String, normalMap: String?, stem: String) {
        self.file = file
        self.normalMap = normalMap
        self.stem = stem
    }
}

extension AtlasLayout {
    /// The atlas at one scale for descriptors; lengths become pixels, frames are in layout order,
    /// page by page.
    ///
    /// Frames without a visible pixel are trimmed to one clear point, which they share. Animations
    /// are kept only if all their frames have a place.
    package func description(
        name: String,
        scale: Int,
        images: [PageImageFiles],
        of frames: [RenderedFrame],
        isPremultiplied: Bool,
        pixels: PagePixels,
        animations: [AtlasDescription.Animation]
    ) -> AtlasDescription {
        var pages = zip(pages, images).map { size, image in
            var page = AtlasDescription.Page(
                imageFile: image.file,
                width: size.width * scale,
                height: size.height * scale,
                frames: [],
                normalMapFile: image.normalMap
            )
            page.descriptorStem = image.stem
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
        atlas.words = pixels.words
        return atlas
    }

    /// In pixels; a clear point has nothing to stretch.
    private func described(
        _ slice: NineSlice?,
        of frame: RenderedFrame,
        scale: Int
    ) -> NineSlice? {
        guard let slice, frame.trim != nil else { return nil }
        return NineSlice(
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
