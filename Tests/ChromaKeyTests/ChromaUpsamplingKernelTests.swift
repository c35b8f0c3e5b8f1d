import KernelTypes
import Kernels
import KernelsWide
import Raster
import TestSupport
import Testing

/// Planes of cells: noise, steps, and parts that are calm or flat.
private func plane(_ count: Int, _ random: inout SeededRandom) -> [Float] {
    let calm = Float.random(in: -100...100, using: &random)
    let step = Int.random(in: 0...count, using: &random)
    let ripple: Float = Bool.random(using: &random) ? 1 : 0
    return (0..<count).map { index in
        index < step
            ? calm + ripple * Float(index % 3) : Float.random(in: -128...255, using: &random)
    }
}

/// Pixels in runs of one color and in noise.
private func pixels(_ count: Int, _ random: inout SeededRandom) -> [UInt32] {
    let run = Int.random(in: 0...count, using: &random)
    return (0..<count).map { index in
        index < run ? 0xFF10_F020 : UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
    }
}

struct ChromaUpsamplingKernelTests {
    @Test func `recovered cells are what repeated correction of whole planes gives`() {
        var random = SeededRandom(seed: 5)
        for columns in 1...27 {
            for rows in [1, 2, 3, 9] {
                for (isAcross, isDown) in [(true, true), (true, false), (false, true)] {
                    let means = plane(columns * rows, &random)
                    var expected = means
                    for _ in 0..<6 {
                        let before = expected
                        func across(_ x: Int, _ y: Int) -> Float {
                            let row = y * columns
                            if !isAcross { return before[row + x] }
                            let sides =
                                before[row + max(x - 1, 0)] + before[row + min(x + 1, columns - 1)]
                            return before[row + x] * 0.75 + sides * 0.125
                        }
                        for y in 0..<rows {
                            for x in 0..<columns {
                                var filtered = across(x, y)
                                if isDown {
                                    let sides =
                                        across(x, max(y - 1, 0)) + across(x, min(y + 1, rows - 1))
                                    filtered = filtered * 0.75 + sides * 0.125
                                }
                                expected[y * columns + x] += means[y * columns + x] - filtered
                            }
                        }
                    }
                    let grid = CellGrid(
                        columns: columns,
                        rows: rows,
                        isAcross: isAcross,
                        isDown: isDown
                    )
                    var forms = [Kernels.ChromaUpsamplingKernel.recover]
                    if KernelChoice.usesWideVectors {
                        forms.append(KernelsWide.ChromaUpsamplingKernel.recover)
                    }
                    for recover in forms {
                        var cells = means
                        var scratch = [Float](repeating: .nan, count: 18 * columns)
                        recover(&cells, means, grid, 6, &scratch)
                        #expect(cells == expected)
                    }
                }
            }
        }
    }

    @Test func `means agree in all forms`() {
        var random = SeededRandom(seed: 6)
        for width in 1...70 {
            for (cellWidth, height) in [(2, 2), (2, 1), (1, 2), (4, 1)] {
                let source = pixels(width * height, &random)
                let columns = (width + cellWidth - 1) / cellWidth
                var forms = [
                    Kernels.ChromaUpsamplingKernel.meansReference,
                    Kernels.ChromaUpsamplingKernel.meansVector,
                ]
                if KernelChoice.usesWideVectors {
                    forms.append(KernelsWide.ChromaUpsamplingKernel.meansVector)
                }
                let all = forms.map { form in
                    var planes = [[Float]](
                        repeating: [Float](repeating: .nan, count: columns),
                        count: 3
                    )
                    var (luma, blue, red) = (planes[0], planes[1], planes[2])
                    source.withUnsafeBufferPointer { source in
                        let pixels = CellPixels(
                            pixels: source.baseAddress!,
                            width: width,
                            height: height,
                            cellWidth: cellWidth
                        )
                        form(pixels, 0..<columns, &luma, &blue, &red)
                    }
                    planes = [luma, blue, red]
                    return planes
                }
                for planes in all { #expect(planes == all[0]) }
            }
        }
    }

    @Test func `slopes agree in all forms`() {
        var random = SeededRandom(seed: 7)
        for columns in 1...40 {
            for rows in [1, 2, 3] {
                let (luma, blue, red) = (
                    plane(columns * rows, &random), plane(columns * rows, &random),
                    plane(columns * rows, &random)
                )
                let grid = CellGrid(columns: columns, rows: rows, isAcross: true, isDown: true)
                for y in 0..<rows {
                    var results = [[Float]](
                        repeating: [Float](repeating: .nan, count: 2 * columns),
                        count: 3
                    )
                    luma.withUnsafeBufferPointer { luma in
                        blue.withUnsafeBufferPointer { blue in
                            red.withUnsafeBufferPointer { red in
                                let (a, b, c) = (
                                    luma.baseAddress!, blue.baseAddress!, red.baseAddress!
                                )
                                results[0].withUnsafeMutableBufferPointer { to in
                                    Kernels.ChromaUpsamplingKernel.slopesReference(
                                        .init(luma: a, blue: b, red: c),
                                        y,
                                        grid,
                                        in: 0..<columns,
                                        blue: to.baseAddress!,
                                        red: to.baseAddress! + columns
                                    )
                                }
                                results[1].withUnsafeMutableBufferPointer { to in
                                    Kernels.ChromaUpsamplingKernel.slopesVector(
                                        .init(luma: a, blue: b, red: c),
                                        y,
                                        grid,
                                        blue: to.baseAddress!,
                                        red: to.baseAddress! + columns
                                    )
                                }
                                guard KernelChoice.usesWideVectors else {
                                    results[2] = results[0]
                                    return
                                }
                                results[2].withUnsafeMutableBufferPointer { to in
                                    KernelsWide.ChromaUpsamplingKernel.slopesVector(
                                        .init(luma: a, blue: b, red: c),
                                        y,
                                        grid,
                                        blue: to.baseAddress!,
                                        red: to.baseAddress! + columns
                                    )
                                }
                            }
                        }
                    }
                    for result in results { #expect(result == results[0]) }
                }
            }
        }
    }

    @Test func `refining agrees in all forms`() {
        var random = SeededRandom(seed: 8)
        for width in 1...80 {
            for cellWidth in [1, 2, 4] {
                let columns = (width + cellWidth - 1) / cellWidth
                let source = pixels(width, &random)
                // Two rows of cells; the second lies around the pixels.
                let luma = plane(2 * columns, &random)
                let zeros = Int.random(in: 0...columns, using: &random)
                let slopes = (0..<4 * columns).map { index in
                    index % columns < zeros ? 0 : Float.random(in: -2...2, using: &random)
                }
                let (a, b) = (
                    luma.withUnsafeBufferPointer { $0 }, slopes.withUnsafeBufferPointer { $0 }
                )
                withExtendedLifetime((luma, slopes)) {
                    let (luma, slopes) = (a.baseAddress!, b.baseAddress!)
                    func planes(_ row: Int) -> CellPlanes {
                        CellPlanes(
                            luma: luma + row * columns,
                            blue: slopes + row * columns,
                            red: slopes + (2 + row) * columns
                        )
                    }
                    let rows = CellRows(
                        upper: planes(0),
                        lower: planes(1),
                        down: 0.75,
                        own: planes(1)
                    )
                    var results = [[UInt32]](
                        repeating: [UInt32](repeating: 1, count: width),
                        count: 3
                    )
                    Kernels.ChromaUpsamplingKernel.refineReference(
                        source,
                        &results[0],
                        rows,
                        cellWidth: cellWidth,
                        columns: columns,
                        in: 0..<width
                    )
                    Kernels.ChromaUpsamplingKernel.refineVector(
                        source,
                        &results[1],
                        rows,
                        cellWidth: cellWidth,
                        columns: columns,
                        width: width
                    )
                    if KernelChoice.usesWideVectors {
                        KernelsWide.ChromaUpsamplingKernel.refineVector(
                            source,
                            &results[2],
                            rows,
                            cellWidth: cellWidth,
                            columns: columns,
                            width: width
                        )
                    } else {
                        results[2] = results[0]
                    }
                    for result in results { #expect(result == results[0]) }
                }
            }
        }
    }
}
