import Kernels
import KernelsWide
import Raster
import TestSupport
import Testing

/// Every color with every alpha, in both orders of magnitude, plus noise; 8-aligned and not.
private let words: [UInt32] = {
    var random = SeededRandom(seed: 7)
    var words: [UInt32] = []
    for alpha in UInt32(0)...255 {
        for color in UInt32(0)...255 {
            words.append(alpha << 24 | color << 16 | (255 - color) << 8 | color)
        }
    }
    for _ in 0..<10_000 { words.append(UInt32(truncatingIfNeeded: random.next())) }
    return words
}()

/// The whole pool once, then every length up to 40.
private let slices: [ArraySlice<UInt32>] =
    [words[...]] + (0...40).map { words[(words.count - 9000)..<(words.count - 9000 + $0)] }

/// The forms that this machine can run.
private func forms<Form>(_ baseline: [Form], wide: [Form]) -> [Form] {
    KernelChoice.usesWideVectors ? baseline + wide : baseline
}

struct KernelAgreementTests {
    private typealias Convert = (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

    private func results(_ convert: Convert, on input: ArraySlice<UInt32>) -> [UInt32] {
        var output = [UInt32](repeating: 0xDEAD_BEEF, count: input.count)
        input.withUnsafeBytes { from in
            output.withUnsafeMutableBytes { to in
                guard let source = from.baseAddress, let target = to.baseAddress else { return }
                convert(source, target, input.count)
            }
        }
        return output
    }

    @Test func `premultiplying agrees in all forms`() {
        let all: [Convert] = forms(
            [Kernels.Premultiply.reference, Kernels.Premultiply.vector],
            wide: [KernelsWide.Premultiply.reference, KernelsWide.Premultiply.vector]
        )
        for slice in slices {
            let expected = slice.map { word in
                let a = word >> 24
                let r = (Double((word & 255) * a) / 255).rounded()
                let g = (Double((word >> 8 & 255) * a) / 255).rounded()
                let b = (Double((word >> 16 & 255) * a) / 255).rounded()
                return UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 | a << 24
            }
            for form in all { #expect(results(form, on: slice) == expected) }
        }
    }

    @Test func `unpremultiplying agrees in all forms and undoes nothing that is opaque`() {
        let all: [Convert] = forms(
            [Kernels.Unpremultiply.reference, Kernels.Unpremultiply.vector],
            wide: [
                KernelsWide.Unpremultiply.reference, KernelsWide.Unpremultiply.vector,
            ]
        )
        for slice in slices {
            let expected = slice.map { word in
                let a = Double(word >> 24)
                guard a > 0 else { return UInt32(0) }
                let channels = [word & 255, word >> 8 & 255, word >> 16 & 255].map {
                    UInt32(min(255, (Double($0) * 255 / a).rounded()))
                }
                return channels[0] | channels[1] << 8 | channels[2] << 16 | word & 0xFF00_0000
            }
            for form in all { #expect(results(form, on: slice) == expected) }
        }
    }

    @Test func `source over agrees in all forms`() {
        let all: [Convert] = forms(
            [
                { Kernels.SourceOver.reference($0, onto: $1, count: $2) },
                { Kernels.SourceOver.vector($0, onto: $1, count: $2) },
            ],
            wide: [
                { KernelsWide.SourceOver.reference($0, onto: $1, count: $2) },
                { KernelsWide.SourceOver.vector($0, onto: $1, count: $2) },
            ]
        )
        for slice in slices {
            var outputs: [[UInt32]] = []
            for form in all {
                var target = Array(slice.reversed())
                slice.withUnsafeBytes { from in
                    target.withUnsafeMutableBytes { to in
                        guard let source = from.baseAddress, let end = to.baseAddress else {
                            return
                        }
                        form(source, end, slice.count)
                    }
                }
                outputs.append(target)
            }
            for output in outputs { #expect(output == outputs[0]) }
        }
    }

    @Test func `set bits are counted alike in all forms`() {
        var random = SeededRandom(seed: 5)
        for count in [0, 1, 3, 4, 31, 64, 129] {
            let words = (0..<count).map { index in
                index % 3 == 0 ? UInt64(0) : index % 3 == 1 ? ~0 : random.next()
            }
            let expected = words.reduce(0) { $0 + String($1, radix: 2).count { $0 == "1" } }
            #expect(Kernels.SetBits.count(words, count: count) == expected)
            if KernelChoice.usesWideVectors {
                #expect(KernelsWide.SetBits.count(words, count: count) == expected)
            }
        }
    }

    @Test(arguments: [UInt8(0), 1, 127, 254, 255])
    func `alpha search agrees in all forms`(threshold: UInt8) {
        var row = [UInt32](repeating: 0, count: 37)
        for place in 0..<37 {
            for alpha in [UInt32(0), 1, 2, 127, 128, 254, 255] {
                row[place] = alpha << 24 | 0xFFFFFF
                let expected = alpha > UInt32(threshold)
                row.withUnsafeBytes { bytes in
                    let base = bytes.baseAddress!
                    let found = [
                        Kernels.AlphaRow.reference(base, count: 37, above: threshold),
                        Kernels.AlphaRow.vector(base, count: 37, above: threshold),
                    ]
                    #expect(found == [expected, expected])
                    if KernelChoice.usesWideVectors {
                        let wide = KernelsWide.AlphaRow.vector(
                            base,
                            count: 37,
                            above: threshold
                        )
                        #expect(wide == expected)
                    }
                }
                row[place] = 0
            }
        }
    }

    @Test func `alpha classes agree in all forms for every width and limit`() throws {
        var random = SeededRandom(seed: 13)
        typealias Form = (
            UnsafeRawPointer, Int, Int, Int, SIMD4<UInt8>, UnsafeMutablePointer<UInt64>,
            UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>
        ) -> (top: Int, bottom: Int, between: Int, solid: Int)
        let all: [Form] = forms(
            [Kernels.AlphaClasses.reference, Kernels.AlphaClasses.vector],
            wide: [KernelsWide.AlphaClasses.vector]
        )
        let limits = [
            SIMD4<UInt8>(8, 16, 24, 232), SIMD4(1, 1, 1, 254), SIMD4(128, 128, 128, 128),
        ]
        // Every alpha at every place of a word, and rows that show nothing.
        for width in Array(1...66) + [127, 128, 129, 200, 256] {
            let (height, stride) = (5, width + 3)
            var source = (0..<stride * height).map { index in
                UInt32.random(in: 0...UInt32.max, using: &random) & 0xFFFFFF
                    | UInt32(truncatingIfNeeded: index * 37 + width) << 24
            }
            for x in 0..<width { source[(width % height) * stride + x] &= 0x07FF_FFFF }
            for limits in limits {
                let words = (width + 63) / 64
                let results = all.map { form in
                    var touched = [UInt64](repeating: ~0, count: words * height)
                    var between = touched
                    var columns = [UInt64](repeating: 0, count: words)
                    let summary = form(
                        source,
                        stride * 4,
                        width,
                        height,
                        limits,
                        &touched,
                        &between,
                        &columns
                    )
                    let counts = [summary.top, summary.bottom, summary.between, summary.solid]
                    return (counts, touched + between + columns)
                }
                for result in results { #expect(result == results[0], "\(width), \(limits)") }
            }
        }
    }

    @Test func `clear pixels are reported and emptied alike in all forms`() {
        var random = SeededRandom(seed: 5)
        var forms: [(UnsafeMutableRawPointer, Int) -> UInt64] = [
            { Kernels.ClearPixels.reference($0, count: $1) },
            { Kernels.ClearPixels.vector($0, count: $1) },
        ]
        if KernelChoice.usesWideVectors {
            forms.append { KernelsWide.ClearPixels.vector($0, count: $1) }
        }
        for count in 0...64 {
            // None, some, most and all of the alphas are 0; colors may be.
            for clear in [0.0, 0.1, 0.9, 1] {
                let row = (0..<64).map { _ in
                    let color = UInt32.random(in: 0...2, using: &random)
                    let alpha = UInt32.random(in: 1...255, using: &random)
                    return Double.random(in: 0..<1, using: &random) < clear
                        ? color : alpha << 24 | color
                }
                let isClear = row.indices.map { $0 < count && row[$0] >> 24 == 0 }
                for form in forms {
                    var words = row
                    let bits = words.withUnsafeMutableBytes { form($0.baseAddress!, count) }
                    #expect(row.indices.map { bits >> UInt64($0) & 1 == 1 } == isClear)
                    #expect(words == row.indices.map { isClear[$0] ? 0 : row[$0] })
                }
            }
        }
    }

    @Test func `weighted sums agree in all forms for every length`() {
        var random = SeededRandom(seed: 11)
        for count in 1...40 {
            for taps in 1...5 {
                let source = (0..<(count + taps) * 5).map { _ in
                    UInt32.random(in: 0...UInt32.max, using: &random)
                }
                let starts = (0..<count).map { _ in
                    Int32.random(in: 0..<Int32(count), using: &random)
                }
                let weights = (0..<count).flatMap { _ in
                    var own = (1..<max(2, taps)).map { _ in
                        Int32.random(in: -4000...8000, using: &random)
                    }
                    if taps == 1 { own = [] }
                    return own + [16384 - own.reduce(0, +)]
                }
                var rows: [[UInt32]] = []
                var columns: [[UInt32]] = []
                let rowForms = forms(
                    [Kernels.WeightedSum.rowReference, Kernels.WeightedSum.rowVector],
                    wide: [KernelsWide.WeightedSum.rowVector]
                )
                for form in rowForms {
                    var target = [UInt32](repeating: 0, count: count)
                    form(source, &target, count, starts, weights, taps)
                    rows.append(target)
                }
                let columnForms = forms(
                    [
                        Kernels.WeightedSum.columnReference,
                        Kernels.WeightedSum.columnVector,
                    ],
                    wide: [KernelsWide.WeightedSum.columnVector]
                )
                for form in columnForms {
                    var target = [UInt32](repeating: 0, count: count)
                    form(source, count * 4, &target, count * 4, weights, taps)
                    columns.append(target)
                }
                for row in rows { #expect(row == rows[0]) }
                for column in columns { #expect(column == columns[0]) }
            }
        }
    }
}
