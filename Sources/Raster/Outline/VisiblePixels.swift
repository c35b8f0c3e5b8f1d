extension BitMask {
    /// The pixels of a picture that show anything: those with an alpha above 0.
    ///
    /// - Parameters:
    ///   - image: what to look at.
    ///   - scale: how many pixels a bit stands for each way; one that shows anything sets it.
    public init(visibleIn image: StraightImage, scale: Int = 1) {
        let width = (image.width + scale - 1) / scale
        let height = (image.height + scale - 1) / scale
        self.init(width: width, height: height)
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y].a != 0 { self[x / scale, y / scale] = true }
        }
    }
}
