import KernelTypes
import Kernels
import KernelsWide
import Raster
import TestSupport
import Testing

/// A color as a row of one pixel, changed.
private func changed(_ color: String, alpha: UInt8 = 255, _ changes: ColorChange...) -> String {
    let from = RGB(color)!
    let pixel = StraightPixel(r: from.r, g: from.g, b: from.b, a: alpha)
    let result = StraightImage(1, 1) { _, _ in pixel }.colored(by: changes).pixels[0]
    return RGB(result.r, result.g, result.b).description + (result.a == alpha ? "" : " alpha")
}

/// A color, what it is changed by, and the numbers that come out.
struct ColorRow: Sendable, CustomTestStringConvertible {
    var color: String
    var change: ColorChange
    var expected: String
    /// The arithmetic, by hand.
    var why: String

    init(_ color: String, _ change: ColorChange, _ expected: String, _ why: String) {
        (self.color, self.change, self.expected, self.why) = (color, change, expected, why)
    }

    var testDescription: String { "\(color): \(why)" }
}

struct ColoringTests {
    private static let half = ColorChange.multiply(RGB(128, 77, 255), inLinearLight: false)
    private static let gray = ColorChange.multiply(RGB(128, 128, 128), inLinearLight: true)
    private static let toWhite = ColorChange.gradient(
        [GradientStop(0, RGB(0, 0, 0)), GradientStop(1, RGB(255, 255, 255))],
        inLinearLight: false
    )
    private static let overRed = ColorChange.gradient(
        [
            GradientStop(0, RGB(0, 0, 0)), GradientStop(0.5, RGB(255, 0, 0)),
            GradientStop(1, RGB(255, 255, 255)),
        ],
        inLinearLight: false
    )
    private static let steps = ColorChange.gradient(
        [
            GradientStop(0.2, RGB(1, 1, 1)), GradientStop(0.5, RGB(1, 1, 1)),
            GradientStop(0.5, RGB(9, 9, 9)), GradientStop(0.8, RGB(9, 9, 9)),
        ],
        inLinearLight: false
    )
    private static let swap = ColorChange.replace(
        [ColorPair(RGB(10, 20, 30), RGB(1, 2, 3)), ColorPair(RGB(1, 2, 3), RGB(10, 20, 30))],
        tolerance: 0
    )
    private static let near = ColorChange.replace(
        [
            ColorPair(RGB(100, 100, 100), RGB(1, 1, 1)),
            ColorPair(RGB(104, 100, 100), RGB(2, 2, 2)),
        ],
        tolerance: 3
    )

    @Test(
        arguments: [
            ColorRow("#C8C8C8", half, "#643CC8", "(200*128+127)/255 = 100, (200*77+127)/255 = 60"),
            ColorRow("#FFFFFF", half, "#804DFF", "white becomes the color"),
            ColorRow("#000000", half, "#000000", "black stays"),
            ColorRow("#010101", half, "#010001", "(128+127)/255 = 1, (77+127)/255 = 0"),
            ColorRow("#808080", gray, "#3D3D3D", "light 0.21586 * 0.21586 = 0.046595, code 60.95"),
            ColorRow("#FFFFFF", gray, "#808080", "light 1 * 0.21586"),
            ColorRow("#FF0000", toWhite, "#363636", "Y = 2126*255/10000 = 54.2"),
            ColorRow("#00FF00", toWhite, "#B6B6B6", "Y = 7152*255/10000 = 182.4"),
            ColorRow("#0000FF", toWhite, "#121212", "Y = 722*255/10000 = 18.4"),
            ColorRow("#7B7B7B", toWhite, "#7B7B7B", "a gray is its own Y"),
            ColorRow("#404040", overRed, "#800000", "64/255 is 0.50196 of the first half: 128.0"),
            ColorRow("#BFBFBF", overRed, "#FF7F7F", "191/255 is 0.49804 of the second: 127.0"),
            ColorRow("#000000", steps, "#010101", "before the first stop"),
            ColorRow("#7F7F7F", steps, "#010101", "127/255 is less than 0.5"),
            ColorRow("#808080", steps, "#090909", "128/255 is more: a hard edge"),
            ColorRow("#FFFFFF", steps, "#090909", "behind the last stop"),
            ColorRow("#0A141E", swap, "#010203", "a swap in one step"),
            ColorRow("#010203", swap, "#0A141E", "and back"),
            ColorRow("#0A141F", swap, "#0A141F", "one off is another color"),
            ColorRow("#646464", near, "#010101", "distance 0"),
            ColorRow("#616467", near, "#010101", "greatest distance of a channel 3"),
            ColorRow("#606464", near, "#606464", "4 is too far"),
            ColorRow("#666464", near, "#010101", "2 from both: the first"),
            ColorRow("#676464", near, "#020202", "3 and 1: the nearer"),
            ColorRow("#123456", .fill(RGB(9, 8, 7)), "#090807", "a shape in one color"),
        ]
    )
    func `colors change by the numbers that the documentation says`(row: ColorRow) {
        #expect(changed(row.color, row.change) == row.expected, "\(row.why)")
        #expect(changed(row.color, alpha: 7, row.change) == row.expected, "alpha is kept")
    }

    @Test func `a gradient from black to white in linear light leaves every gray as it is`() {
        let change = ColorChange.gradient(
            [GradientStop(0, RGB(0, 0, 0)), GradientStop(1, RGB(255, 255, 255))],
            inLinearLight: true
        )
        let grays = StraightImage(256, 1) { x, _ in
            StraightPixel(r: UInt8(x), g: UInt8(x), b: UInt8(x))
        }
        #expect(grays.colored(by: [change]) == grays)
    }

    @Test func `changes are made one after the other`() {
        let recolor = ColorChange.replace(
            [ColorPair(RGB(255, 0, 0), RGB(255, 255, 255))],
            tolerance: 0
        )
        let tint = ColorChange.multiply(RGB(0, 0, 255), inLinearLight: false)
        #expect(changed("#FF0000", recolor, tint) == "#0000FF")
        #expect(changed("#FF0000", tint, recolor) == "#000000")
    }
}

/// Words of all kinds, many of them equal to their neighbors.
private let words: [UInt32] = {
    var random = SeededRandom(seed: 11)
    var words: [UInt32] = []
    for _ in 0..<6000 { words.append(UInt32(truncatingIfNeeded: random.next())) }
    for value in UInt32(0)...255 { words.append(value << 24 | value << 16 | value << 8 | value) }
    for _ in 0..<400 {
        let word = UInt32(truncatingIfNeeded: random.next()) & 0x0303_0303
        words += Array(repeating: word, count: Int(random.next() % 20))
    }
    return words
}()

/// All of them, then every length up to 40.
private let slices: [ArraySlice<UInt32>] =
    [words[...]] + (0...40).map { words[(words.count - 900)..<(words.count - 900 + $0)] }

struct ColorKernelAgreementTests {
    private typealias Form = (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

    private func expectAgreement(_ baseline: [Form], wide: [Form]) {
        let forms = KernelChoice.usesWideVectors ? baseline + wide : baseline
        for slice in slices {
            let outputs = forms.map { form in
                var output = [UInt32](repeating: 0xDEAD_BEEF, count: slice.count)
                slice.withUnsafeBytes { from in
                    output.withUnsafeMutableBytes { to in
                        guard let source = from.baseAddress, let target = to.baseAddress else {
                            return
                        }
                        form(source, target, slice.count)
                    }
                }
                return output
            }
            for output in outputs { #expect(output == outputs[0]) }
        }
    }

    @Test(arguments: [UInt32(0), 0x00FF_FFFF, 0x0012_80FE, 0xFF01_0203])
    func `tints agree in all forms`(color: UInt32) {
        expectAgreement(
            [
                { Kernels.Tint.reference($0, $1, count: $2, color: color) },
                { Kernels.Tint.vector($0, $1, count: $2, color: color) },
            ],
            wide: [{ KernelsWide.Tint.vector($0, $1, count: $2, color: color) }]
        )
        expectAgreement(
            [
                { Kernels.TemplateFill.reference($0, $1, count: $2, color: color) },
                { Kernels.TemplateFill.vector($0, $1, count: $2, color: color) },
            ],
            wide: [{ KernelsWide.TemplateFill.vector($0, $1, count: $2, color: color) }]
        )
    }

    @Test func `every luma is found in all forms`() {
        let table = (UInt32(0)...255).map { $0 &* 0x9E37_79B1 }
        // Each sum of green and blue, under every fifteenth red.
        for red in stride(from: UInt32(0), through: 255, by: 15) {
            let colors = (UInt32(0)..<65_536).map { red | $0 << 8 }
            let outputs = [false, true].map { isVector in
                var output = colors
                output.withUnsafeMutableBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    if isVector {
                        Kernels.LumaMap.vector(start, start, count: 65_536, table: table)
                    } else {
                        Kernels.LumaMap.reference(start, start, count: 65_536, table: table)
                    }
                }
                return output
            }
            #expect(outputs[0] == outputs[1])
        }
        expectAgreement(
            [
                { Kernels.LumaMap.reference($0, $1, count: $2, table: table) },
                { Kernels.LumaMap.vector($0, $1, count: $2, table: table) },
            ],
            wide: [{ KernelsWide.LumaMap.vector($0, $1, count: $2, table: table) }]
        )
    }

    @Test(arguments: [0, 1, 2, 9, 300], [UInt32(0), 1, 40, 255])
    func `replacing colors agrees in all forms`(count: Int, tolerance: UInt32) {
        var random = SeededRandom(seed: UInt64(count) + 1)
        let from = (0..<count).map { place in
            place % 2 == 0
                ? words[place * 7] & 0x00FF_FFFF
                : UInt32(truncatingIfNeeded: random.next()) & 0x0003_0303
        }
        let to = from.map { _ in UInt32(truncatingIfNeeded: random.next()) & 0x00FF_FFFF }
        from.withUnsafeBufferPointer { from in
            to.withUnsafeBufferPointer { to in
                func call(
                    _ kernel:
                        @escaping (
                            UnsafeRawPointer, UnsafeMutableRawPointer, Int,
                            UnsafeBufferPointer<UInt32>,
                            UnsafeBufferPointer<UInt32>, UInt32
                        ) -> Void
                ) -> Form {
                    { kernel($0, $1, $2, from, to, tolerance) }
                }
                let reference = call(Kernels.ReplaceColors.reference)
                let vector = call(Kernels.ReplaceColors.vector)
                let wide = call(KernelsWide.ReplaceColors.vector)
                var baseline = [reference, vector]
                if tolerance == 0 {
                    let pairs = zip(from, to).map { ColorPair(RGB(word: $0), RGB(word: $1)) }
                    let (slots, bits) = hashTable(pairs)
                    baseline.append {
                        Kernels.ReplaceColors.hashed(
                            $0,
                            $1,
                            count: $2,
                            slots: slots,
                            bits: bits
                        )
                    }
                }
                expectAgreement(baseline, wide: [wide])
            }
        }
    }
}

extension RGB {
    fileprivate init(word: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: word),
            UInt8(truncatingIfNeeded: word >> 8),
            UInt8(truncatingIfNeeded: word >> 16)
        )
    }
}
