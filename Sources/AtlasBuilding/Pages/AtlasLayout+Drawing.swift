import AtlasPack
package import Raster

extension AtlasLayout {
    /// Draws one page at one scale; nil if it exceeds the maximum size of a raster.
    ///
    /// `extrude` is in points. `side` is drawn instead of the sprites. The caller owns one of
    /// `lanes`; spare ones unpack images from the other end.
    package func drawPage(
        _ page: Int,
        scale: Int,
        frames: [RenderedFrame],
        extrude: Int,
        side: SideSheet? = nil,
        in lanes: Lanes
    ) async -> StraightImage? {
        guard let size = pages[page].scaled(by: scale) else { return nil }
        let left = WorkQueue(sprites.indices.filter { sprites[$0]?.page == page })
        return await withTaskGroup(of: [(index: Int, picture: StraightImage)].self) { group in
            var image = StraightImage(size: size, filledWith: side?.fill ?? .clear)
            while let index = left.first() {
                // Less work does not justify a task.
                while left.count >= 16, let lane = lanes.spare() {
                    group.addTask {
                        defer { lanes.giveBack(lane) }
                        var unpacked: [(Int, StraightImage)] = []
                        while let index = left.last() {
                            picture(index, scale: scale, frames: frames, side: side)
                                .map { unpacked.append((index, $0)) }
                        }
                        return unpacked
                    }
                }
                draw(index, scale: scale, frames: frames, side: side, extrude: extrude, on: &image)
            }
            for await unpacked in group {
                for (index, picture) in unpacked {
                    draw(picture, index, scale: scale, extrude: extrude, on: &image)
                }
            }
            return image
        }
    }

    private func picture(
        _ index: Int,
        scale: Int,
        frames: [RenderedFrame],
        side: SideSheet?
    ) -> StraightImage? {
        guard let frame = sprites[index].map({ frames[$0.frame] }) else { return nil }
        return side.map { $0.picture(of: frame, scale: scale) } ?? frame.pictures[scale]
    }

    private func draw(
        _ index: Int,
        scale: Int,
        frames: [RenderedFrame],
        side: SideSheet?,
        extrude: Int,
        on image: inout StraightImage
    ) {
        // Packed images go directly to the page without a temporary copy.
        if side == nil, outlines?.interlock != true,
            let sprite = sprites[index], !sprite.placement.isRotated,
            let packed = frames[sprite.frame].pictures.packed(atScale: scale),
            let rect = PixelRect(
                origin: corner(of: sprite.placement, scale: scale),
                size: packed.size
            ),
            PixelRect(image.size).contains(rect)
        {
            packed.draw(on: &image, in: rect)
            image.extrude(rect, by: extrude * scale)
        } else if let picture = picture(index, scale: scale, frames: frames, side: side) {
            draw(picture, index, scale: scale, extrude: extrude, on: &image)
        }
    }

    private func corner(of placement: AtlasPack.Placement, scale: Int) -> PixelPoint {
        PixelPoint(x: placement.rect.x * scale, y: placement.rect.y * scale)
    }

    private func draw(
        _ picture: StraightImage,
        _ index: Int,
        scale: Int,
        extrude: Int,
        on image: inout StraightImage
    ) {
        guard let placement = sprites[index]?.placement else { return }
        let turned = placement.isRotated ? picture.turned(rotation) : picture
        let corner = corner(of: placement, scale: scale)
        if outlines?.interlock == true {
            drawCut(turned, index, at: corner, scale: scale, extrude: extrude, on: &image)
            return
        }
        image.copy(from: turned, at: corner)
        if let drawn = PixelRect(origin: corner, size: turned.size) {
            image.extrude(drawn, by: extrude * scale)
        }
    }
}
