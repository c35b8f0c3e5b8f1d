/// Tells which greens are see-through, and what they look like without the screen; eight at a time.
///
/// The reference form, one pixel at a time, is `Greens` in ChromaKey, which says what is computed; each
/// operation here is as it is there.
package enum Veils {
    package struct Limits: Sendable {
        /// The score at which greens begin to be solid, and over how much more they become it.
        let low: Float
        let width: Float
        let threshold: Float
        /// How much a pixel's own look and that of its area count.
        let ownShare: Float
        let areaShare: Float

        package init(
            low: Float,
            width: Float,
            threshold: Float,
            ownShare: Float,
            areaShare: Float
        ) {
            self.low = low
            self.width = width
            self.threshold = threshold
            self.ownShare = ownShare
            self.areaShare = areaShare
        }
    }

    /// A row of pixels.
    @safe
    package struct Row {
        /// RGBA8; may be read up to `available` pixels, which may go on into the next rows.
        let pixels: UnsafePointer<UInt32>
        let available: Int
        /// The screen behind, code values, and the areas' scores; both up to a multiple of 8.
        let red: UnsafePointer<Float>
        let green: UnsafePointer<Float>
        let blue: UnsafePointer<Float>
        let area: UnsafePointer<Float>

        package init(
            pixels: UnsafePointer<UInt32>,
            available: Int,
            red: UnsafePointer<Float>,
            green: UnsafePointer<Float>,
            blue: UnsafePointer<Float>,
            area: UnsafePointer<Float>
        ) {
            unsafe self.pixels = pixels
            self.available = available
            unsafe self.red = red
            unsafe self.green = green
            unsafe self.blue = blue
            unsafe self.area = area
        }

        /// Eight pixels; what is not available is 0.
        @inline(__always)
        func words(_ x: Int) -> Words {
            if x &+ 8 <= available { return unsafe loadWords(pixels + x) }
            var words = Words()
            for lane in 0..<max(available &- x, 0) { words[lane] = unsafe pixels[x &+ lane] }
            return words
        }
    }

    /// Where `greens` has a bit, says whether a pixel is rather solid, whether it is not wholly solid,
    /// and whether it is rather not and quite see-through.
    ///
    /// All planes have `count` words of 64 pixels.
    ///
    /// - Returns: how many pixels are within 0.05 of the threshold.
    package static func decide(
        _ row: Row,
        _ limits: Limits,
        count: Int,
        greens: UnsafePointer<UInt64>,
        solid: UnsafeMutablePointer<UInt64>,
        veils: UnsafeMutablePointer<UInt64>,
        thin: UnsafeMutablePointer<UInt64>
    ) -> Int {
        var doubtful = 0
        for word in 0..<count {
            let asked = unsafe greens[word]
            var (solidBits, veilBits, thinBits): (UInt64, UInt64, UInt64) = (0, 0, 0)
            for step in 0..<8 {
                let shift = UInt64(step &* 8)
                let byte = asked &>> shift & 255
                if byte == 0 { continue }
                let x = word &* 64 &+ step &* 8
                let look = Look(row, x)
                let (score, share) = unsafe (look.solid(limits, load(row.area + x)))
                let isSolid = (0.5 - share).isNegative.highestBits
                let isVeil = (share - 1).isNegative.highestBits
                let isThin = ((share - 0.5).isNegative & (look.veil - 0.97).isNegative).highestBits
                let off = score - limits.threshold
                let isDoubtful = (off.greatest(-off) - 0.05).isNegative.highestBits
                let bits = (isSolid | isVeil &<< 8 | isThin &<< 16 | isDoubtful &<< 24).sum
                solidBits |= (UInt64(bits) & byte) &<< shift
                veilBits |= (UInt64(bits &>> 8) & byte) &<< shift
                thinBits |= (UInt64(bits &>> 16) & byte) &<< shift
                doubtful &+= (UInt64(bits &>> 24) & byte).nonzeroBitCount
            }
            unsafe solid[word] = solidBits
            unsafe veils[word] = veilBits
            unsafe thin[word] = thinBits
        }
        return doubtful
    }

    /// Takes the screen out of the pixels where `veils` has a bit.
    ///
    /// `target` holds the row's pixels, and may be the same memory; where alpha is 0 after it, and
    /// where it is neither that nor 255, `clear` and `partial` get a bit beside those they have.
    package static func takeScreen(
        from row: Row,
        to target: UnsafeMutablePointer<UInt32>,
        _ limits: Limits,
        count: Int,
        veils: UnsafePointer<UInt64>,
        clear: UnsafeMutablePointer<UInt64>,
        partial: UnsafeMutablePointer<UInt64>
    ) {
        for word in 0..<count {
            let asked = unsafe veils[word]
            for step in 0..<8 {
                let shift = UInt64(step &* 8)
                let byte = asked &>> shift & 255
                if byte == 0 { continue }
                let x = word &* 64 &+ step &* 8
                let look = Look(row, x)
                let share = unsafe look.solid(limits, load(row.area + x)).share
                let result = look.seen(share)
                let alpha = result &>> 24
                let isClear = (alpha &- 1).highestBits
                let isOpaque = (254 &- alpha).highestBits
                let bits = (isClear | isOpaque &<< 8).sum
                unsafe clear[word] |= (UInt64(bits) & byte) &<< shift
                unsafe partial[word] |= (UInt64(~(bits | bits &>> 8)) & byte) &<< shift
                if x &+ 8 <= row.available {
                    let lanes = Words(1, 2, 4, 8, 16, 32, 64, 128) & UInt32(byte)
                    // Minus sign where a bit is set.
                    let mask = unsafe unsafeBitCast(0 &- lanes, to: SIMD8<Int32>.self) &>> 31
                    let taken = unsafe unsafeBitCast(mask, to: Words.self)
                    let old = unsafe loadWords(target + x)
                    unsafe storeWords(result & taken | old & ~taken, target + x)
                } else {
                    for lane in 0..<8 where byte &>> UInt64(lane) & 1 != 0 {
                        unsafe target[x &+ lane] = result[lane]
                    }
                }
            }
        }
    }

    /// What eight pixels' colors say, given the screen behind them: `Evidence` in ChromaKey.
    private struct Look {
        let color: (Floats, Floats, Floats)
        let screen: (Floats, Floats, Floats)
        let veil: Floats
        let solidity: Floats

        @inline(__always)
        init(_ row: Row, _ x: Int) {
            let words = row.words(x)
            color = (
                Floats(whole: words & 255), Floats(whole: (words &>> 8) & 255),
                Floats(whole: (words &>> 16) & 255)
            )
            screen = unsafe (load(row.red + x), load(row.green + x), load(row.blue + x))
            let zero = Floats()
            let one = Floats(repeating: 1)
            let red = (color.0 - screen.0).greatest(zero) / (255 - screen.0).greatest(one)
            let blue = (color.2 - screen.2).greatest(zero) / (255 - screen.2).greatest(one)
            let drop = (screen.1 - color.1).greatest(zero) / screen.1.greatest(one)
            let rise =
                (color.1 - screen.1).greatest(zero)
                / (255 - screen.1).greatest(Floats(repeating: 64))
            let most = red.greatest(blue)
            let fewest = red.least(blue)
            let high = most.greatest(drop)
            let low = most.least(drop)
            let grey = fewest / most.greatest(Floats(repeating: 1e-4))
            veil = (high + low * grey).greatest(rise).least(one)
            solidity = 0.80 * drop.greatest(rise) + 0.83 * most - 0.43 * fewest
        }

        @inline(__always)
        func solid(_ limits: Limits, _ area: Floats) -> (score: Floats, share: Floats) {
            let score = limits.ownShare * solidity + limits.areaShare * area
            let ratio = (score - limits.low) / limits.width
            let t = ratio.greatest(Floats()).least(Floats(repeating: 1))
            return (score, t * t * (3 - 2 * t))
        }

        /// Color and alpha when `share` of what the screen shows through is solid.
        @inline(__always)
        func seen(_ share: Floats) -> Words {
            let alpha = veil + (1 - veil) * share
            let divisor = alpha.greatest(Floats(repeating: 1e-3))
            let red = (screen.0 + (color.0 - screen.0) / divisor).byte
            let green = (screen.1 + (color.1 - screen.1) / divisor).byte
            let blue = (screen.2 + (color.2 - screen.2) / divisor).byte
            // No greener than red or blue where it is rather see-through.
            let most = red.greatest(blue)
            let isLimited = (share - 0.5).isNegative
            let least = green.least(most)
            let limited = least & isLimited | green & ~isLimited
            // Next to nothing is nothing, and nearly everything is everything.
            let isSolid = (1 - 1.5 / 255 - alpha).isNegative
            let isClear = (alpha - 1.5 / 255).isNegative
            let whole = alpha.taken(where: ~isSolid, else: Floats(repeating: 1))
            return (red | limited &<< 8 | blue &<< 16 | (whole * 255).byte &<< 24) & ~isClear
        }
    }
}
