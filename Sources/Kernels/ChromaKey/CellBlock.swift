import KernelTypes

/// Eight pixels in as many cells: the block form of `meansReference` and `refineReference`.
///
/// Kept in memory between short steps: the compiler scalarizes longer ones.
@safe
struct CellBlock {
    /// Rows of eight numbers.
    private enum Part {
        static let luma = 0
        static let blue = 1
        static let red = 2
        static let light = 3
        static let share = 4
        static let words = 5
        static let count = 6
    }

    static let capacity = Part.count * 8
    private let numbers: UnsafeMutablePointer<Float>

    init(numbers: UnsafeMutablePointer<Float>) { unsafe self.numbers = numbers }

    @inline(__always)
    private subscript(part: Int) -> Floats {
        get { unsafe load(numbers + part &* 8) }
        nonmutating set { unsafe store(newValue, numbers + part &* 8) }
    }

    @inline(__always)
    private var words: Words {
        get { unsafe unsafeBitCast(self[Part.words], to: Words.self) }
        nonmutating set { self[Part.words] = unsafe unsafeBitCast(newValue, to: Floats.self) }
    }

    @inline(__always)
    func clear() {
        for part in Part.luma...Part.red { self[part] = Floats() }
    }

    @inline(__always)
    func add(_ pixels: Words) {
        words = pixels
        addWords()
    }

    @inline(never)
    private func addWords() {
        let own = Triple(words).luma
        self[Part.luma] = self[Part.luma] + own.x
        self[Part.blue] = self[Part.blue] + own.y
        self[Part.red] = self[Part.red] + own.z
    }

    /// Writes the sums, divided.
    @inline(never)
    func storeMeans(
        of count: Float,
        _ luma: UnsafeMutablePointer<Float>,
        _ blue: UnsafeMutablePointer<Float>,
        _ red: UnsafeMutablePointer<Float>
    ) {
        unsafe store(self[Part.luma] / count, luma)
        unsafe store(self[Part.blue] / count, blue)
        unsafe store(self[Part.red] / count, red)
    }

    /// The pixels with the chroma that their luma implies.
    ///
    /// `left` is the cell before the first pixel's center, `across` the distance from it.
    @inline(__always)
    func refined(_ pixels: Words, _ rows: CellRows, _ left: Int, across: Float) -> Words {
        let (upper, lower, down) = (rows.upper, rows.lower, rows.down)
        unsafe interpolate(upper.luma + left, lower.luma + left, across, down, Part.luma)
        unsafe interpolate(upper.blue + left, lower.blue + left, across, down, Part.blue)
        unsafe interpolate(upper.red + left, lower.red + left, across, down, Part.red)
        words = pixels
        turn()
        limit()
        join()
        return words
    }

    @inline(never)
    private func interpolate(
        _ upper: UnsafePointer<Float>,
        _ lower: UnsafePointer<Float>,
        _ across: Float,
        _ down: Float,
        _ part: Int
    ) {
        let (a, b) = unsafe (load(upper), load(upper + 1))
        let (c, d) = unsafe (load(lower), load(lower + 1))
        let top: Floats = a + (b - a) * across
        let bottom: Floats = c + (d - c) * across
        self[part] = top + (bottom - top) * down
    }

    /// From interpolated luma and slopes to luma and the additions of chroma for red, green (in the
    /// place of luma) and blue.
    @inline(never)
    private func turn() {
        let own = Triple(words).luma
        let rise: Floats = own.x - self[Part.luma]
        let blue: Floats = own.y + self[Part.blue] * rise
        let red: Floats = own.z + self[Part.red] * rise
        self[Part.light] = own.x.greatest(Floats()).least(Floats(repeating: 255))
        let greenOfBlue: Floats = YCbCr.toGreenOfBlue * blue
        self[Part.luma] = greenOfBlue - YCbCr.toGreenOfRed * red
        self[Part.red] = YCbCr.toRed * red
        self[Part.blue] = YCbCr.toBlue * blue
    }

    /// The share of the chroma that the luma allows.
    @inline(never)
    private func limit() {
        let (red, green, blue) = (self[Part.red], self[Part.luma], self[Part.blue])
        let light = self[Part.light]
        let small = Floats(repeating: 1e-6)
        let most = red.greatest(green).greatest(blue).greatest(small)
        let least = red.least(green).least(blue).least(-small)
        let up: Floats = (Floats(repeating: 255) - light) / most
        let down: Floats = light / -least
        self[Part.share] = Floats(repeating: 1).least(up).least(down)
    }

    @inline(never)
    private func join() {
        let (light, share) = (self[Part.light], self[Part.share])
        @inline(__always)
        func byte(_ part: Int) -> Words {
            let color: Floats = light + self[part] * share
            return (color.greatest(Floats()).least(Floats(repeating: 255)) + 0.5).roundedDown
        }
        let green = byte(Part.luma) &<< 8
        words = byte(Part.red) | green | byte(Part.blue) &<< 16 | 0xFF00_0000
    }
}
