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
            x &+ 8 <= available ? unsafe loadWords(pixels + x) : lastWords(x)
        }

        // Apart, because the compiler puts vectors that are filled lane by lane into memory.
        @inline(never)
        private func lastWords(_ x: Int) -> Words {
            func word(_ x: Int) -> UInt32 { x < available ? unsafe pixels[x] : 0 }
            return Words(
                word(x),
                word(x &+ 1),
                word(x &+ 2),
                word(x &+ 3),
                word(x &+ 4),
                word(x &+ 5),
                word(x &+ 6),
                word(x &+ 7)
            )
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
        Block.withBlock { block in
            var doubtful = 0
            for word in 0..<count {
                let asked = unsafe greens[word]
                var bits: (solid: UInt64, veils: UInt64, thin: UInt64) = (0, 0, 0)
                if asked != 0 {
                    block.look(row, word &* 64, asked, limits)
                    block.answer(asked, limits)
                    for step in 0..<8 {
                        let shift = UInt64(step &* 8)
                        let byte = asked &>> shift & 255
                        let answer = UInt64(block.words(step).sum)
                        bits.solid |= (answer & byte) &<< shift
                        bits.veils |= (answer &>> 8 & byte) &<< shift
                        bits.thin |= (answer &>> 16 & byte) &<< shift
                        doubtful &+= (answer &>> 24 & byte).nonzeroBitCount
                    }
                }
                unsafe solid[word] = bits.solid
                unsafe veils[word] = bits.veils
                unsafe thin[word] = bits.thin
            }
            return doubtful
        }
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
        Block.withBlock { block in
            for word in 0..<count {
                let asked = unsafe veils[word]
                if asked == 0 { continue }
                block.look(row, word &* 64, asked, limits)
                block.see(row, word &* 64, asked)
                for step in 0..<8 {
                    let shift = UInt64(step &* 8)
                    let byte = asked &>> shift & 255
                    if byte == 0 { continue }
                    let x = word &* 64 &+ step &* 8
                    let result = block.words(step)
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

    /// What 64 pixels' colors say, given the screen behind them: `Evidence` in ChromaKey.
    ///
    /// Kept in memory between short steps: the compiler takes longer ones apart, lane by lane.
    @safe
    private struct Block {
        /// Rows of 64 numbers.
        private enum Part {
            static let red = 0
            static let blue = 1
            static let drop = 2
            static let rise = 3
            static let veil = 4
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

        /// How see-through, and how solid in their areas.
        @inline(never)
        func look(_ row: Row, _ start: Int, _ asked: UInt64, _ limits: Limits) {
            let one = Floats(repeating: 1)
            for step in 0..<8 where asked &>> UInt64(step &* 8) & 255 != 0 {
                let x = start &+ step &* 8
                let words = row.words(x)
                let screen = unsafe (load(row.red + x), load(row.green + x), load(row.blue + x))
                let red = Floats(whole: words & 255) - screen.0
                let green = Floats(whole: (words &>> 8) & 255) - screen.1
                let blue = Floats(whole: (words &>> 16) & 255) - screen.2
                self[Part.red, step] = red.positive / (255 - screen.0).greatest(one)
                self[Part.blue, step] = blue.positive / (255 - screen.2).greatest(one)
                self[Part.drop, step] = (0 - green).positive / screen.1.greatest(one)
                self[Part.rise, step] =
                    green.positive / (255 - screen.1).greatest(Floats(repeating: 64))
            }
            for step in 0..<8 where asked &>> UInt64(step &* 8) & 255 != 0 {
                let (red, blue) = (self[Part.red, step], self[Part.blue, step])
                let (drop, rise) = (self[Part.drop, step], self[Part.rise, step])
                let most = red.greatest(blue)
                let fewest = red.least(blue)
                let grey = fewest / most.greatest(Floats(repeating: 1e-4))
                let either = most.greatest(drop) + most.least(drop) * grey
                self[Part.veil, step] = either.greatest(rise).least(one)
                let solidity = 0.80 * drop.greatest(rise) + 0.83 * most - 0.43 * fewest
                let area = unsafe load(row.area + (start &+ step &* 8))
                self[Part.score, step] = limits.ownShare * solidity + limits.areaShare * area
            }
            for step in 0..<8 where asked &>> UInt64(step &* 8) & 255 != 0 {
                let ratio = (self[Part.score, step] - limits.low) / limits.width
                let t = ratio.positive.least(one)
                self[Part.share, step] = t * t * (3 - 2 * t)
            }
        }

        /// Bits for `decide`: each answer a byte for eight pixels.
        @inline(never)
        func answer(_ asked: UInt64, _ limits: Limits) {
            let lane = Words(1, 2, 4, 8, 16, 32, 64, 128)
            for step in 0..<8 {
                let share = self[Part.share, step]
                let off = self[Part.score, step] - limits.threshold
                let isSolid = (0.5 - share).isNegative & lane
                let isVeil = (share - 1).isNegative & (lane &<< 8)
                let isThin = (share - 0.5).isNegative & (self[Part.veil, step] - 0.97).isNegative
                let isDoubtful = (off * off - 0.0025).isNegative & (lane &<< 24)
                put(isSolid | isVeil | isThin & (lane &<< 16) | isDoubtful, step)
            }
        }

        /// Color and alpha where `share` of what the screen shows through is solid.
        @inline(never)
        func see(_ row: Row, _ start: Int, _ asked: UInt64) {
            for step in 0..<8 {
                let veil = self[Part.veil, step]
                self[Part.alpha, step] = veil + (1 - veil) * self[Part.share, step]
            }
            for step in 0..<8 where asked &>> UInt64(step &* 8) & 255 != 0 {
                let x = start &+ step &* 8
                let words = row.words(x)
                let divisor = self[Part.alpha, step].greatest(Floats(repeating: 1e-3))
                let screen = unsafe (load(row.red + x), load(row.green + x), load(row.blue + x))
                let red = Floats(whole: words & 255) - screen.0
                let green = Floats(whole: (words &>> 8) & 255) - screen.1
                let blue = Floats(whole: (words &>> 16) & 255) - screen.2
                self[Part.red, step] = screen.0 + red / divisor
                self[Part.drop, step] = screen.1 + green / divisor
                self[Part.blue, step] = screen.2 + blue / divisor
            }
            for step in 0..<8 where asked &>> UInt64(step &* 8) & 255 != 0 {
                let red = self[Part.red, step].byte
                let green = self[Part.drop, step].byte
                let blue = self[Part.blue, step].byte
                // No greener than red or blue where it is rather see-through.
                let isLimited = (self[Part.share, step] - 0.5).isNegative
                let least = green.least(red.greatest(blue))
                let limited = least & isLimited | green & ~isLimited
                put(red | limited &<< 8 | blue &<< 16, step)
            }
            for step in 0..<8 {
                // Next to nothing is nothing, and nearly everything is everything.
                let alpha = self[Part.alpha, step]
                let isSolid = (1 - 1.5 / 255 - alpha).isNegative
                let isClear = (alpha - 1.5 / 255).isNegative
                let whole = alpha.taken(where: ~isSolid, else: Floats(repeating: 1))
                put((words(step) | (whole * 255).byte &<< 24) & ~isClear, step)
            }
        }
    }
}
