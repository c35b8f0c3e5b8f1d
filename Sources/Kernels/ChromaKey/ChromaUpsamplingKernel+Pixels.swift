package import KernelTypes

extension ChromaUpsamplingKernel {
    /// Luma, blue and red difference (`YCbCr`).
    @inline(__always)
    private static func luma(_ pixel: UInt32) -> (Float, Float, Float) {
        let (r, g, b) = (Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255))
        return (
            YCbCr.lumaOfRed * r + YCbCr.lumaOfGreen * g + YCbCr.lumaOfBlue * b,
            YCbCr.blueOfRed * r + YCbCr.blueOfGreen * g + 0.5 * b,
            0.5 * r + YCbCr.redOfGreen * g + YCbCr.redOfBlue * b
        )
    }

    /// Mean luma and chroma of the cells `cells` of one row.
    ///
    /// The last cell may have fewer columns of pixels.
    package static func meansReference(
        _ source: CellPixels,
        cells: Range<Int>,
        luma: UnsafeMutablePointer<Float>,
        blue: UnsafeMutablePointer<Float>,
        red: UnsafeMutablePointer<Float>
    ) {
        let (width, height, cellWidth) = (source.width, source.height, source.cellWidth)
        for cell in cells {
            let columns = cell * cellWidth..<min((cell + 1) * cellWidth, width)
            var sums: (Float, Float, Float) = (0, 0, 0)
            for y in 0..<height {
                for x in columns {
                    let own = unsafe Self.luma(source.pixels[y * width + x])
                    sums = (sums.0 + own.0, sums.1 + own.1, sums.2 + own.2)
                }
            }
            let count = Float(height * columns.count)
            unsafe luma[cell] = sums.0 / count
            unsafe blue[cell] = sums.1 / count
            unsafe red[cell] = sums.2 / count
        }
    }

    /// The same; eight cells at a time if they are two pixels wide.
    package static func meansVector(
        _ source: CellPixels,
        cells: Range<Int>,
        luma: UnsafeMutablePointer<Float>,
        blue: UnsafeMutablePointer<Float>,
        red: UnsafeMutablePointer<Float>
    ) {
        let (width, height, cellWidth) = (source.width, source.height, source.cellWidth)
        var cell = cells.lowerBound
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: CellBlock.capacity) {
            let block = unsafe CellBlock(numbers: $0.baseAddress.unsafelyUnwrapped)
            while cellWidth == 2, cell &+ 8 <= cells.upperBound, 2 &* cell &+ 16 <= width {
                block.clear()
                for y in 0..<height {
                    let pairs = unsafe loadPairs(source.pixels + (y &* width &+ 2 &* cell))
                    block.add(pairs.first)
                    block.add(pairs.second)
                }
                unsafe block.storeMeans(
                    of: Float(2 &* height),
                    luma + cell,
                    blue + cell,
                    red + cell
                )
                cell &+= 8
            }
        }
        unsafe meansReference(
            source,
            cells: cell..<cells.upperBound,
            luma: luma,
            blue: blue,
            red: red
        )
    }

    /// Gives pixels of a row the chroma that their luma implies.
    ///
    /// That is their chroma plus slope times the difference between their luma and the cells'
    /// interpolated one, limited by their luma. Pixels of cells without slopes stay. In `rows` luma
    /// is a mean, blue and red are slopes. `source` and `target` may be the same.
    package static func refineReference(
        _ source: UnsafePointer<UInt32>,
        _ target: UnsafeMutablePointer<UInt32>,
        _ rows: CellRows,
        cellWidth: Int,
        columns: Int,
        in places: Range<Int>
    ) {
        for x in places {
            let pixel = unsafe source[x]
            let cell = x / cellWidth
            if unsafe rows.own.blue[cell] == 0 && rows.own.red[cell] == 0 {
                unsafe target[x] = pixel
                continue
            }
            let u = (Float(x) + 0.5) / Float(cellWidth) - 0.5
            let before = Int(u + 1) - 1
            let across = u - Float(before)
            let (left, right) = (max(before, 0), min(before + 1, columns - 1))
            func interpolated(
                _ upper: UnsafePointer<Float>,
                _ lower: UnsafePointer<Float>
            ) -> Float {
                let top = unsafe upper[left] + (upper[right] - upper[left]) * across
                let bottom = unsafe lower[left] + (lower[right] - lower[left]) * across
                return top + (bottom - top) * rows.down
            }
            let own = luma(pixel)
            let rise = unsafe own.0 - interpolated(rows.upper.luma, rows.lower.luma)
            let blue = unsafe own.1 + interpolated(rows.upper.blue, rows.lower.blue) * rise
            let red = unsafe own.2 + interpolated(rows.upper.red, rows.lower.red) * rise
            let light = min(max(own.0, 0), 255)
            let forRed: Float = YCbCr.toRed * red
            let forGreen: Float = YCbCr.toGreenOfBlue * blue - YCbCr.toGreenOfRed * red
            let forBlue: Float = YCbCr.toBlue * blue
            let most = max(forRed, forGreen, forBlue, 1e-6)
            let least = min(forRed, forGreen, forBlue, -1e-6)
            let share = min(1, (255 - light) / most, light / -least)
            func byte(_ value: Float) -> UInt32 { UInt32(min(max(value, 0), 255) + 0.5) }
            let (r, g) = (byte(light + forRed * share), byte(light + forGreen * share))
            let b = byte(light + forBlue * share)
            unsafe target[x] = r | g << 8 | b << 16 | 0xFF00_0000
        }
    }

    /// The same; eight cells at a time if they are two pixels wide.
    package static func refineVector(
        _ source: UnsafePointer<UInt32>,
        _ target: UnsafeMutablePointer<UInt32>,
        _ rows: CellRows,
        cellWidth: Int,
        columns: Int,
        width: Int
    ) {
        func rest(_ places: Range<Int>) {
            unsafe refineReference(
                source,
                target,
                rows,
                cellWidth: cellWidth,
                columns: columns,
                in: places
            )
        }
        if cellWidth != 2 {
            rest(0..<width)
            return
        }
        rest(0..<min(2, width))
        var cell = 1
        unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: CellBlock.capacity) {
            let block = unsafe CellBlock(numbers: $0.baseAddress.unsafelyUnwrapped)
            while cell &+ 9 <= columns, 2 &* cell &+ 16 <= width {
                let place = 2 &* cell
                let slopes = unsafe bits(rows.own.blue + cell) | bits(rows.own.red + cell)
                let isChanged = unsafe unsafeBitCast(
                    unsafeBitCast(0 &- slopes, to: SIMD8<Int32>.self) &>> 31,
                    to: Words.self
                )
                var (even, odd) = unsafe loadPairs(source + place)
                if !isChanged.isZero {
                    let newEven = block.refined(even, rows, cell &- 1, across: 0.75)
                    let newOdd = block.refined(odd, rows, cell, across: 0.25)
                    even = newEven & isChanged | even & ~isChanged
                    odd = newOdd & isChanged | odd & ~isChanged
                }
                unsafe storePairs(even, odd, target + place)
                cell &+= 8
            }
        }
        rest(min(2 &* cell, width)..<width)
    }

    /// The bits without signs: 0 only for all zeros.
    @inline(__always)
    private static func bits(_ numbers: UnsafePointer<Float>) -> Words {
        unsafe unsafeBitCast(load(numbers), to: Words.self) & 0x7FFF_FFFF
    }
}
