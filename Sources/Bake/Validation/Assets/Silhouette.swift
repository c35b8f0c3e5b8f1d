import Raster

/// The mostly solid 8x8 blocks of a frame, as bits.
package struct Silhouette: Hashable, Sendable {
    /// Row by row from the lowest bit.
    package let blocks: UInt64

    package init(blocks: UInt64 = 0) { self.blocks = blocks }

    /// Of an image's first frame, by 64 samples per block.
    package init(of picture: CheckedPicture) {
        guard let frame = picture.frames.first, PixelRect(picture.image.size).contains(frame) else {
            self.init()
            return
        }
        var blocks: UInt64 = 0
        for block in 0..<64 {
            let solid = (0..<64).count { sample in
                let x = frame.x + (block % 8 * 8 + sample % 8) * frame.width / 64
                let y = frame.y + (block / 8 * 8 + sample / 8) * frame.height / 64
                return picture.image[x, y].a >= 128
            }
            if solid > 32 { blocks |= 1 << UInt64(block) }
        }
        self.init(blocks: blocks)
    }

    /// The share hidden by another silhouette in the same place, 0...1.
    package func hidden(by other: Silhouette) -> Double {
        let own = blocks.nonzeroBitCount
        return own == 0 ? 0 : Double((blocks & other.blocks).nonzeroBitCount) / Double(own)
    }
}
