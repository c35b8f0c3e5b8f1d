extension BitMask {
    /// The pixels with an alpha above 0; a bit stands for `scale` x `scale` pixels, and is set if
    /// any is visible.
    public init(visibleIn image: StraightImage, scale: Int = 1) {
        let width = (image.width + scale - 1) / scale
        let height = (image.height + scale - 1) / scale
        self.init(width: width, height: height)
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y].a != 0 { self[x / scale, y / scale] = true }
        }
    }
}
