import Raster

extension Matting {
    /// A rim pixel with no more of the screen's hue than the art behind it.
    ///
    /// Blurred chroma and painted light make rims greener than the art farther in. The least green
    /// of the solid pixels of similar luma and chroma within 6 columns and rows is the limit. Luma
    /// stays about the same. The numbers are not measured one by one: 6 spans the blur of 4:2:0
    /// (`UnmixingParameters.searchRadius`), 3 is rounding, luma within 60 is `despill`'s; chroma
    /// within 25: less leaves green rims, more makes them gray.
    func despilled(_ pixel: StraightPixel, _ x: Int, _ y: Int) -> StraightPixel {
        let own = pixel.greenExcess
        guard own > 3, screen.isChromatic else { return pixel }
        let color = YCbCr.of(TwoColorUnmixing.color(pixel))
        var least = own
        let columns = max(0, x - 6)...min(picture.width - 1, x + 6)
        unsafe picture.withWords { words in
            for py in max(0, y - 6)...min(picture.height - 1, y + 6) {
                var samples = trimap.foreground.bits(of: columns, row: py)
                let first = unsafe words.start + (py &* picture.width &+ columns.lowerBound)
                while samples != 0 {
                    let word = unsafe first[samples.trailingZeroBitCount]
                    samples &= samples &- 1
                    let (red, blue) = (Int(word & 255), Int(word &>> 16 & 255))
                    let green = Int(word &>> 8 & 255) &- max(red, blue)
                    guard green < least else { continue }
                    let difference = YCbCr.of(TwoColorUnmixing.color(word)) - color
                    // A different color is no evidence.
                    guard abs(difference.x) <= 60,
                        max(abs(difference.y), abs(difference.z)) <= 25
                    else { continue }
                    least = green
                }
            }
        }
        let surplus = own - max(least + 3, 0)
        guard surplus > 0 else { return pixel }
        let down = surplus * 2 / 3
        let up = surplus - down
        return StraightPixel(
            r: UInt8(min(Int(pixel.r) + up, 255)),
            g: UInt8(max(Int(pixel.g) - down, 0)),
            b: UInt8(min(Int(pixel.b) + up, 255)),
            a: pixel.a
        )
    }
}
