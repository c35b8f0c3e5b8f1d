package import KernelTypes

/// Decides which key-hued pixels are translucent, and removes the screen from them; eight at a
/// time.
///
/// Contract and reference form, one pixel at a time, are `AlphaEstimate` and `Translucency` in
/// ChromaKey, which use the standard library's generic vectors, and must not be compiled twice.
/// Operations are the same.
package enum TranslucencyKernel {
    /// Sets bits for asked pixels that are more opaque than translucent or nearly opaque, and for
    /// others that are not wholly opaque, or more translucent; returns how many are within 0.05 of
    /// the threshold.
    ///
    /// All masks have `count` words of 64 pixels. `component` has the scores of the pixels'
    /// components, up to a multiple of 64 numbers.
    package static func decide(
        _ row: ScreenPixels,
        _ component: UnsafePointer<Float>,
        _ limits: TranslucencyLimits,
        count: Int,
        asked mask: UnsafePointer<UInt64>,
        opaque: Bits,
        translucent: Bits,
        sheer: Bits
    ) -> Int {
        Block.withBlock { block in
            var ambiguous = 0
            for word in 0..<count {
                let asked = unsafe mask[word]
                var bits: (opaque: UInt64, translucent: UInt64, sheer: UInt64) = (0, 0, 0)
                if asked != 0 {
                    _ = unsafe block.look(row, component, word &* 64, asked, limits)
                    bits = block.answer(asked, limits, &ambiguous)
                }
                unsafe opaque[word] = bits.opaque
                unsafe translucent[word] = bits.translucent
                unsafe sheer[word] = bits.sheer
            }
            return ambiguous
        }
    }

    /// Removes the screen from the asked pixels.
    ///
    /// `target` has the row's pixels, and may be the same memory; the masks get bits for pixels
    /// with alpha 0, and with alpha 1 to 254.
    package static func unmix(
        _ row: ScreenPixels,
        _ component: UnsafePointer<Float>,
        to target: UnsafeMutablePointer<UInt32>,
        _ limits: TranslucencyLimits,
        count: Int,
        asked mask: UnsafePointer<UInt64>,
        clear: Bits,
        partial: Bits
    ) {
        Block.withBlock { block in
            for word in 0..<count {
                let asked = unsafe mask[word]
                if asked == 0 { continue }
                let fresh = unsafe block.look(row, component, word &* 64, asked, limits)
                block.see(row, word &* 64, fresh)
                for step in 0..<8 {
                    let shift = UInt64(step &* 8)
                    let byte = asked &>> shift & 255
                    if byte == 0 { continue }
                    let x = word &* 64 &+ step &* 8
                    let result = block.words(step)
                    let alpha = result &>> 24
                    let isClear = (alpha &- 1).highestBits
                    let isOpaque = (254 &- alpha).highestBits
                    unsafe clear[word] |= (UInt64(isClear) & byte) &<< shift
                    unsafe partial[word] |= (UInt64(~(isClear | isOpaque)) & byte) &<< shift
                    if x &+ 8 <= row.available {
                        let lanes = Words(1, 2, 4, 8, 16, 32, 64, 128) & UInt32(byte)
                        // A minus sign for each set bit.
                        let mask = unsafe unsafeBitCast(0 &- lanes, to: SIMD8<Int32>.self) &>> 31
                        let taken = unsafe unsafeBitCast(mask, to: Words.self)
                        let old = unsafe loadWords(target + x)
                        unsafe storeWords(result & taken | old & ~taken, target + x)
                    } else {
                        unsafe storeLast(result, target + x, where: byte)
                    }
                }
            }
        }
    }

    @inline(never)
    private static func storeLast(
        _ words: Words,
        _ target: UnsafeMutablePointer<UInt32>,
        where bits: UInt64
    ) {
        for lane in 0..<8 where bits &>> UInt64(lane) & 1 != 0 {
            unsafe target[lane] = words[lane]
        }
    }

    /// The colors of 64 pixels, given the screen behind them: `AlphaEstimate` in ChromaKey.
    ///
    /// Kept in memory between short steps: the compiler scalarizes longer ones.
    @safe
    private struct Block {
        private enum Part {
            static let red = 0
            static let blue = 1
            static let drop = 2
            static let rise = 3
            static let translucent = 4
            static let score = 5
            static let share = 6
            static let alpha = 7
            static let words = 8
            static let count = 9
        }

        private let numbers: UnsafeMutablePointer<Float>

        static func withBlock<Result>(_ body: (Block) -> Result) -> Result {
            unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: Part.count * 64) {
                unsafe body(Block(numbers: $0.baseAddress.unsafelyUnwrapped))
            }
        }

        private init(numbers: UnsafeMutablePointer<Float>) { unsafe self.numbers = numbers }

        @inline(__always)
        private subscript(part: Int, step: Int) -> Floats {
            get { unsafe load(numbers + (part &* 64 &+ step &* 8)) }
            nonmutating set { unsafe store(newValue, numbers + (part &* 64 &+ step &* 8)) }
        }

        /// The last step's result for eight pixels.
        @inline(__always)
        func words(_ step: Int) -> Words {
            unsafe unsafeBitCast(self[Part.words, step], to: Words.self)
        }

        @inline(__always)
        private func put(_ words: Words, _ step: Int) {
            self[Part.words, step] = unsafe unsafeBitCast(words, to: Floats.self)
        }

        /// Computes translucency and solidity with components; returns a bit for each step of eight
        /// asked pixels that differ from the previous eight.
        @inline(never)
        func look(
            _ row: ScreenPixels,
            _ component: UnsafePointer<Float>,
            _ start: Int,
            _ asked: UInt64,
            _ limits: TranslucencyLimits
        ) -> UInt32 {
            let one = Floats(repeating: 1)
            let (fresh, repeated) = unsafe steps(row, component, start, asked)
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                let x = start &+ step &* 8
                let screen = row.screen(x)
                let d = Triple(row.words(x)) - screen
                self[Part.red, step] = d.x.positive / (255 - screen.x).greatest(one)
                self[Part.blue, step] = d.z.positive / (255 - screen.z).greatest(one)
                self[Part.drop, step] = (0 - d.y).positive / screen.y.greatest(one)
                self[Part.rise, step] =
                    d.y.positive / (255 - screen.y).greatest(Floats(repeating: 64))
            }
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                let (red, blue) = (self[Part.red, step], self[Part.blue, step])
                let (drop, rise) = (self[Part.drop, step], self[Part.rise, step])
                let most = red.greatest(blue)
                let fewest = red.least(blue)
                let grey = fewest / most.greatest(Floats(repeating: 1e-4))
                let either = most.greatest(drop) + most.least(drop) * grey
                self[Part.translucent, step] = either.greatest(rise).least(one)
                let solidity = 0.80 * drop.greatest(rise) + 0.83 * most - 0.43 * fewest
                let shared = unsafe load(component + (start &+ step &* 8))
                self[Part.score, step] =
                    limits.ownShare * solidity + limits.componentShare * shared
            }
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                let ratio = (self[Part.score, step] - limits.low) / limits.width
                let t = ratio.positive.least(one)
                self[Part.share, step] = t * t * (3 - 2 * t)
            }
            for step in 1..<8 where repeated &>> UInt32(step) & 1 != 0 {
                for part in Part.translucent...Part.share {
                    self[part, step] = self[part, step &- 1]
                }
            }
            return fresh
        }

        /// The asked steps of eight pixels: new ones, and repetitions of asked ones.
        ///
        /// Art mostly repeats colors.
        @inline(__always)
        private func steps(
            _ row: ScreenPixels,
            _ component: UnsafePointer<Float>,
            _ start: Int,
            _ asked: UInt64
        ) -> (fresh: UInt32, repeated: UInt32) {
            var (fresh, repeated): (UInt32, UInt32) = (0, 0)
            for step in 0..<8 where asked &>> UInt64(step &* 8) & 255 != 0 {
                let bit: UInt32 = 1 &<< UInt32(step)
                let isRepeated =
                    unsafe (fresh | repeated) & bit &>> 1 != 0
                    && row.isRepeated(start &+ step &* 8, component)
                if isRepeated { repeated |= bit } else { fresh |= bit }
            }
            return (fresh, repeated)
        }

        /// The answers of `decide`; adds the number of pixels near the threshold.
        @inline(never)
        func answer(
            _ asked: UInt64,
            _ limits: TranslucencyLimits,
            _ ambiguous: inout Int
        ) -> (opaque: UInt64, translucent: UInt64, sheer: UInt64) {
            var bits: (opaque: UInt64, translucent: UInt64, sheer: UInt64) = (0, 0, 0)
            for step in 0..<8 {
                let shift = UInt64(step &* 8)
                let byte = UInt32(truncatingIfNeeded: asked &>> shift & 255)
                if byte == 0 { continue }
                let share = self[Part.share, step]
                let off = self[Part.score, step] - limits.threshold
                let alpha = self[Part.translucent, step]
                let isLess = (alpha - TranslucencyLimits.nearlyOpaque).signs & byte
                bits.opaque |= UInt64((0.5 - share).signs & byte | byte & ~isLess) &<< shift
                bits.translucent |= UInt64((share - 1).signs & isLess) &<< shift
                bits.sheer |= UInt64((share - 0.5).signs & isLess) &<< shift
                ambiguous &+= ((off * off - 0.0025).signs & byte).nonzeroBitCount
            }
            return bits
        }

        /// Color and alpha with the opacity `share` of the visible screen; `fresh` is the result of
        /// `look`.
        @inline(never)
        func see(_ row: ScreenPixels, _ start: Int, _ fresh: UInt32) {
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                let translucent = self[Part.translucent, step]
                self[Part.alpha, step] = translucent + (1 - translucent) * self[Part.share, step]
            }
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                let x = start &+ step &* 8
                let divisor = self[Part.alpha, step].greatest(Floats(repeating: 1e-3))
                let screen = row.screen(x)
                let color = screen + (Triple(row.words(x)) - screen) / divisor
                self[Part.red, step] = color.x
                self[Part.drop, step] = color.y
                self[Part.blue, step] = color.z
            }
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                let red = self[Part.red, step].byte
                let green = self[Part.drop, step].byte
                let blue = self[Part.blue, step].byte
                // More translucent colors may not be greener than red or blue.
                let isLimited = (self[Part.share, step] - 0.5).isNegative
                let least = green.least(red.greatest(blue))
                let limited = least & isLimited | green & ~isLimited
                put(red | limited &<< 8 | blue &<< 16, step)
            }
            for step in 0..<8 where fresh &>> UInt32(step) & 1 != 0 {
                // Almost clear becomes clear, almost opaque becomes opaque.
                let alpha = self[Part.alpha, step]
                let isSolid = (1 - 1.5 / 255 - alpha).isNegative
                let isClear = (alpha - 1.5 / 255).isNegative
                let whole = alpha.taken(where: ~isSolid, else: Floats(repeating: 1))
                put((words(step) | (whole * 255).byte &<< 24) & ~isClear, step)
            }
            for step in 1..<8 where ~fresh &>> UInt32(step) & 1 != 0 {
                self[Part.words, step] = self[Part.words, step &- 1]
            }
        }
    }
}

extension ScreenPixels {
    /// Whether all data of eight pixels equals that of the previous eight.
    @inline(__always)
    fileprivate func isRepeated(_ x: Int, _ component: UnsafePointer<Float>) -> Bool {
        guard x &+ 8 <= available else { return false }
        let pixels = unsafe loadWords(pixels + x) ^ loadWords(pixels + (x &- 8))
        let screen =
            unsafe changes(planes.red, x) | changes(planes.green, x) | changes(planes.blue, x)
        return unsafe (pixels | screen | changes(component, x)).isZero
    }

    /// The bits in which eight numbers differ from the previous ones.
    @inline(__always)
    private func changes(_ numbers: UnsafePointer<Float>, _ x: Int) -> Words {
        let (own, before) = unsafe (load(numbers + x), load(numbers + (x &- 8)))
        return unsafe unsafeBitCast(own, to: Words.self) ^ unsafeBitCast(before, to: Words.self)
    }
}
