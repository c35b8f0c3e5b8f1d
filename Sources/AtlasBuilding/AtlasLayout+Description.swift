internal import AtlasPack
package import Export
internal import FileStore
internal import KilnManifest
internal import Raster

extension AtlasLayout {
    /// The atlas at one scale as descriptors tell it; lengths become pixels.
    ///
    /// Frames without a visible pixel are left out: no format has words for them.
    ///
    /// - Parameters:
    ///   - name: what descriptors of the whole atlas are called.
    ///   - scale: pixels per point.
    ///   - images: file names of the pages.
    ///   - frames: what was laid out.
    ///   - isPremultiplied: whether the pages' colors are multiplied by alpha.
    ///   - pixels: how the pages are stored.
    ///   - sides: what has pages of its own with the same layout.
    ///   - animations: of frames by name; those that name a frame that is left out go too.
    /// - Returns: frames in the order in which they were laid out, page by page.
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
            guard let trim = frame.trim, let sprite = sprite(of: index) else { continue }
            names.insert(frame.name)
            let rect = sprite.placement.rect
            let pivot = AtlasFrame.Pivot(
                x: frame.pivotX / Double(frame.sourceSize.width),
                y: frame.pivotY / Double(frame.sourceSize.height)
            )
            var described =
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
                    pivot: pivot,
                    nineSlice: nineSlices[frame.name].map {
                        AtlasFrame.NineSlice(
                            left: $0.left * scale,
                            top: $0.top * scale,
                            right: $0.right * scale,
                            bottom: $0.bottom * scale
                        )
                    }
                )
            described.mesh = describedMesh(of: index, trim: trim, scale: scale)
            pages[sprite.page].frames.append(described)
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
}
