package import KernelTypes

/// Classifies pixels over a screen that is not flat, eight at a time.
///
/// Contract and reference form, one pixel at a time, are `Screen`, `PixelClasses` and
/// `StraightImage.pixels(within:of:where:)` in ChromaKey; operations are the same.
package enum ScreenKernel {
    /// The screen behind `count` pixels, from the nodes of a surface; in whole sixteens.
    package static func surface(_ nodes: SurfaceNodes, count: Int, to planes: ScreenPlanes) {
        let first = Floats(0, 1, 2, 3, 4, 5, 6, 7) / 16
        let second = Floats(8, 9, 10, 11, 12, 13, 14, 15) / 16
        for cell in 0..<(count &+ 15) / 16 {
            let above = unsafe nodes.above + cell &* 4
            let below = unsafe nodes.below + cell &* 4
            for channel in 0..<3 {
                var plane = unsafe planes.red
                if channel == 1 { unsafe plane = planes.green }
                if channel == 2 { unsafe plane = planes.blue }
                let (left, right) = unsafe (above[channel], above[channel &+ 4])
                let (lowerLeft, lowerRight) = unsafe (below[channel], below[channel &+ 4])
                let (line, lowerLine) = (right - left, lowerRight - lowerLeft)
                @inline(__always)
                func value(_ across: Floats) -> Floats {
                    let top = left + line * across
                    let bottom = lowerLeft + lowerLine * across
                    return top + (bottom - top) * nodes.down
                }
                unsafe store(value(first), plane + cell &* 16)
                unsafe store(value(second), plane + (cell &* 16 &+ 8))
            }
        }
    }

    /// Sets bits for the pixels that show only the screen, and for the key-hued ones.
    ///
    /// `squared` is the sum of the channels' squared distances from which on a pixel is not screen,
    /// `cover` Vlahos' alpha from which on it is not key-hued.
    package static func classify(
        _ row: ScreenPixels,
        count: Int,
        squared: Float,
        cover: Float,
        screen: UnsafeMutablePointer<UInt64>,
        keyHued: UnsafeMutablePointer<UInt64>
    ) {
        for word in 0..<(count &+ 63) / 64 {
            var screenBits: UInt64 = 0
            var keyHuedBits: UInt64 = 0
            for step in 0..<8 {
                let x = word &* 64 &+ step &* 8
                if x >= count { break }
                let own = Triple(row.words(x))
                let behind = row.screen(x)
                let d = own - behind
                let bits = (d.x * d.x + d.y * d.y + d.z * d.z - squared).signs
                screenBits |= UInt64(bits) &<< UInt64(step &* 8)
                // Screen is key-hued as well.
                if bits == 255 { continue }
                let one = Floats(repeating: 1)
                let red = d.x.positive / (255 - behind.x).greatest(one)
                let blue = d.z.positive / (255 - behind.z).greatest(one)
                let drop = (behind.y - own.y).positive / behind.y.greatest(one)
                let vlahos = (drop + red.greatest(blue)).least(one)
                keyHuedBits |= UInt64((vlahos - cover).signs) &<< UInt64(step &* 8)
            }
            let rest = count &- word &* 64
            let mask: UInt64 = rest < 64 ? (1 &<< UInt64(rest)) &- 1 : ~0
            unsafe screen[word] = screenBits & mask
            unsafe keyHued[word] = (screenBits | keyHuedBits) & mask
        }
    }

    /// Sets bits for the opaque pixels nearer to the screen than `squared`, the mean of the
    /// channels' squared distances.
    package static func near(
        _ row: ScreenPixels,
        count: Int,
        squared: Float,
        to near: UnsafeMutablePointer<UInt64>
    ) {
        for word in 0..<(count &+ 63) / 64 {
            var bits: UInt64 = 0
            for step in 0..<8 {
                let x = word &* 64 &+ step &* 8
                if x >= count { break }
                let words = row.words(x)
                let d = Triple(words) - row.screen(x)
                let mean = (d.x * d.x + d.y * d.y + d.z * d.z) / 3
                // Negative below 255.
                let isSeeThrough = ((words &>> 24) &- 255).highestBits
                bits |= UInt64((mean - squared).signs & ~isSeeThrough) &<< UInt64(step &* 8)
            }
            let rest = count &- word &* 64
            unsafe near[word] = rest < 64 ? bits & ((1 &<< UInt64(rest)) &- 1) : bits
        }
    }
}

extension ScreenPixels {
    /// Eight pixels; unavailable ones are 0.
    @inline(__always)
    func words(_ x: Int) -> Words {
        x &+ 8 <= available
            ? unsafe loadWords(pixels + x) : unsafe lastWords(pixels, available, x)
    }

    /// The screen behind eight pixels.
    @inline(__always)
    func screen(_ x: Int) -> Triple {
        unsafe Triple(load(planes.red + x), load(planes.green + x), load(planes.blue + x))
    }
}
