import AtlasPack
package import Raster

extension PageDrawing {
    /// Draws the page; nil if it exceeds the maximum size of a raster.
    ///
    /// The caller owns one of `lanes`; spare ones unpack images from the other end.
    package func drawPage(in lanes: Lanes) async -> StraightImage? {
        guard let size = layout.pages[page].scaled(by: scale) else { return nil }
        let sprites = layout.sprites(on: page)
        let left = WorkQueue(Array(sprites.indices))
        return await withTaskGroup(of: [(index: Int, picture: StraightImage)].self) { group in
            var image = StraightImage(size: size, filledWith: side?.fill ?? .clear)
            while let index = left.first() {
                // Less work does not justify a task.
                while left.count >= 16, let lane = lanes.spare() {
                    group.addTask {
                        defer { lanes.giveBack(lane) }
                        var unpacked: [(Int, StraightImage)] = []
                        while let index = left.last() {
                            picture(sprites[index]).map { unpacked.append((index, $0)) }
                        }
                        return unpacked
                    }
                }
                draw(sprites[index], on: &image)
            }
            for await unpacked in group {
                for (index, picture) in unpacked { draw(picture, sprites[index], on: &image) }
            }
            return image
        }
    }

    private func picture(_ sprite: AtlasLayout.Sprite) -> StraightImage? {
        let frame = frames[sprite.frame]
        return side.map { $0.picture(of: frame, scale: scale) } ?? frame.pictures[scale]?.unpacked()
    }

    private func draw(_ sprite: AtlasLayout.Sprite, on image: inout StraightImage) {
        // Packed images go directly to the page without a temporary copy.
        if side == nil, !layout.interlocks,
            !sprite.placement.isRotated,
            let packed = frames[sprite.frame].pictures[scale],
            let rect = PixelRect(origin: corner(of: sprite.placement), size: packed.size),
            PixelRect(image.size).contains(rect)
        {
            packed.draw(on: &image, in: rect)
            image.extrude(rect, by: settings.packing.extrude * scale)
        } else if let picture = picture(sprite) {
            draw(picture, sprite, on: &image)
        }
    }

    private func corner(of placement: AtlasPack.Placement) -> PixelPoint {
        PixelPoint(x: placement.rect.x * scale, y: placement.rect.y * scale)
    }

    private func draw(
        _ picture: StraightImage,
        _ sprite: AtlasLayout.Sprite,
        on image: inout StraightImage
    ) {
        let turned = sprite.placement.isRotated ? picture.turned(settings.rotation) : picture
        let corner = corner(of: sprite.placement)
        let extrude = settings.packing.extrude
        if layout.interlocks {
            layout.drawCut(turned, sprite, at: corner, scale: scale, extrude: extrude, on: &image)
            return
        }
        image.copy(from: turned, at: corner)
        if let drawn = PixelRect(origin: corner, size: turned.size) {
            image.extrude(drawn, by: extrude * scale)
        }
    }
}
