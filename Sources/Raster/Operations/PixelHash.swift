extension Bitmap<StraightPixel> {
    /// Continues a hash with the pixels of a rectangle, which has to be inside; those with an alpha
    /// below 16 count as one color.
    ///
    /// FNV-1a by words of two pixels: http://www.isthe.com/chongo/tech/comp/fnv/
    package func hash(of rect: PixelRect, into hash: inout UInt64) {
        precondition(PixelRect(size).contains(rect))
        unsafe withPixels { pixels in
            func word(_ index: Int) -> UInt64 {
                let pixel = unsafe pixels[index]
                return pixel.a < 16 ? 0 : UInt64(pixel.a) << 24 | UInt64(pixel.colorWord)
            }
            for y in rect.y..<rect.maxY {
                let end = y * width + rect.maxX
                for index in stride(from: y * width + rect.x, to: end, by: 2) {
                    let next = index + 1 < end ? word(index + 1) : 0
                    hash = (hash ^ (word(index) << 32 | next)) &* fnvPrime
                }
            }
        }
    }
}

package let fnvPrime: UInt64 = 0x0000_0100_0000_01B3
