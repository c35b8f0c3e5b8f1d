import Raster

/// The mostly solid 8x8 blocks of a frame, as bits.
struct Silhouette: Hashable, Sendable {
    /// Row by row from the lowest bit.
    let blocks: UInt64

    init(blocks: UInt64 = 0) { self.blocks = blocks }

    /// Of an image's first frame, by 64 samples per block.
    init(of picture: CheckedPicture) {
        guard let frame = picture.frames.first, PixelRect(picture.image.size).contains(frame) else {
            self.init()
            return
        }
        let columns = (0..<64).map { frame.x + $0 * frame.width / 64 }
        var solid = [Int](repeating: 0, count: 64)
        for sample in 0..<64 {
            let row = (frame.y + sample * frame.height / 64) * picture.image.width
            for (column, x) in columns.enumerated() where picture.image.pixels[row + x].a >= 128 {
                solid[sample / 8 * 8 + column / 8] += 1
            }
        }
        self.init(
            blocks: solid.enumerated().reduce(0) { blocks, block in
                block.element > 32 ? blocks | 1 << UInt64(block.offset) : blocks
            }
        )
    }

    /// The share hidden by another silhouette in the same place, 0...1.
    func hidden(by other: Silhouette) -> Double {
        let own = blocks.nonzeroBitCount
        return own == 0 ? 0 : Double((blocks & other.blocks).nonzeroBitCount) / Double(own)
    }
}
