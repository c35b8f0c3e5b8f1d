import AtlasPack
package import Raster

extension PageDrawing {
    /// Draws the page; nil if it exceeds the maximum size of a raster.
    ///
    /// The caller owns one of `lanes`; spare ones unpack images from the other end.
    package func drawPage(in lanes: Lanes) async -> StraightImage? {
        guard let size = layout.pages[page].scaled(by: scale) else { return nil }
        let sprites = layout.sprites
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
                            picture(index).map { unpacked.append((index, $0)) }
                        }
                        return unpacked
                    }
                }
                draw(index, on: &image)
            }
            for await unpacked in group {
                for (index, picture) in unpacked { draw(picture, index, on: &image) }
            }
            return image
        }
    }

    private func picture(_ index: Int) -> StraightImage? {
        guard let frame = layout.sprites[index].map({ frames[$0.frame] }) else { return nil }
        return side.map { $0.picture(of: frame, scale: scale) } ?? frame.pictures[scale]
    }

    private func draw(_ index: Int, on image: inout StraightImage) {
        // Packed images go directly to the page without a temporary copy.
        if side == nil, !layout.interlocks,
            let sprite = layout.sprites[index], !sprite.placement.isRotated,
            let packed = frames[sprite.frame].pictures.packed(atScale: scale),
            let rect = PixelRect(origin: corner(of: sprite.placement), size: packed.size),
            PixelRect(image.size).contains(rect)
        {
            packed.draw(on: &image, in: rect)
            image.extrude(rect, by: settings.packing.extrude * scale)
        } else if let picture = picture(index) {
            draw(picture, index, on: &image)
        }
    }

    private func corner(of placement: AtlasPack.Placement) -> PixelPoint {
        PixelPoint(x: placement.rect.x * scale, y: placement.rect.y * scale)
    }

    private func draw(_ picture: StraightImage, _ index: Int, on image: inout StraightImage) {
        guard let placement = layout.sprites[index]?.placement else { return }
        let turned = placement.isRotated ? picture.turned(settings.rotation) : picture
        let corner = corner(of: placement)
        let extrude = settings.packing.extrude
        if layout.interlocks {
            layout.drawCut(turned, index, at: corner, scale: scale, extrude: extrude, on: &image)
            return
        }
        image.copy(from: turned, at: corner)
        if let drawn = PixelRect(origin: corner, size: turned.size) {
            image.extrude(drawn, by: extrude * scale)
        }
    }
}
