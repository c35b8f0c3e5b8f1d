extension Bitmap<StraightPixel> {
    /// Gives the clear pixels of a block the mean color of its visible ones, so that compression of the block spends
    /// nothing on invisible colors.
    ///
    /// Blocks are squares of `side` pixels from the first pixel on; those with no clear or no visible pixel stay.
    package mutating func spreadColors(inBlocksOf side: Int) {
        let (width, height) = (width, height)
        unsafe withMutablePixels { pixels in
            for top in Swift.stride(from: 0, to: height, by: side) {
                for left in Swift.stride(from: 0, to: width, by: side) {
                    let columns = left..<min(left &+ side, width)
                    let rows = top..<min(top &+ side, height)
                    var sum = SIMD4<UInt32>()
                    for y in rows {
                        for x in columns {
                            let pixel = unsafe pixels[y &* width &+ x]
                            let alpha = UInt32(pixel.a)
                            sum &+= SIMD4(
                                UInt32(pixel.r) &* alpha,
                                UInt32(pixel.g) &* alpha,
                                UInt32(pixel.b) &* alpha,
                                alpha
                            )
                        }
                    }
                    guard sum.w > 0, sum.w < UInt32(columns.count &* rows.count) &* 255 else {
                        continue
                    }
                    let half = sum.w / 2
                    let mean = StraightPixel(
                        r: UInt8((sum.x &+ half) / sum.w),
                        g: UInt8((sum.y &+ half) / sum.w),
                        b: UInt8((sum.z &+ half) / sum.w),
                        a: 0
                    )
                    for y in rows {
                        for x in columns where unsafe pixels[y &* width &+ x].a == 0 {
                            unsafe pixels[y &* width &+ x] = mean
                        }
                    }
                }
            }
        }
    }
}
