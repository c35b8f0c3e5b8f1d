public import Raster

// What happens to drawn pictures before they are keyed. In whole numbers, so that every machine makes
// the same, and by hand, so that what is tested is not what makes the input.

extension Bitmap<StraightPixel> {
    /// The picture laid over one color: opaque.
    public func laid(over color: StraightPixel) -> StraightImage {
        mapped { pixel, _, _ in
            func mix(_ own: UInt8, _ behind: UInt8) -> UInt8 {
                let sum = Int(own) * Int(pixel.a) + Int(behind) * (255 - Int(pixel.a))
                return UInt8((sum * 2 + 255) / 510)
            }
            return StraightPixel(
                r: mix(pixel.r, color.r),
                g: mix(pixel.g, color.g),
                b: mix(pixel.b, color.b)
            )
        }
    }

    /// Lit from the upper left, a fifth darker at the lower right, with noise of up to two levels.
    public func unevenlyLit(seed: UInt64 = 1) -> StraightImage {
        var random = SeededRandom(seed: seed)
        return mapped { pixel, x, y in
            let light = 1024 - 96 * x / width - 112 * y * y / (height * height)
            func lit(_ value: UInt8) -> UInt8 {
                let noise = Int.random(in: -2...2, using: &random)
                return UInt8(Swift.min(Swift.max(Int(value) * light / 1024 + noise, 0), 255))
            }
            return StraightPixel(r: lit(pixel.r), g: lit(pixel.g), b: lit(pixel.b), a: pixel.a)
        }
    }

    /// Every `factor` x `factor` pixels as their mean; for opaque pictures.
    public func shrunk(by factor: Int) -> StraightImage {
        let size = PixelSize(width: width / factor, height: height / factor)!
        var result = StraightImage(size: size)
        let area = factor * factor
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sums = SIMD4<Int>(repeating: area / 2)
                for py in 0..<factor {
                    for px in 0..<factor {
                        let pixel = self[x * factor + px, y * factor + py]
                        sums &+= SIMD4(Int(pixel.r), Int(pixel.g), Int(pixel.b), Int(pixel.a))
                    }
                }
                let means = sums / SIMD4(repeating: area)
                result[x, y] = StraightPixel(
                    r: UInt8(means.x),
                    g: UInt8(means.y),
                    b: UInt8(means.z),
                    a: UInt8(means.w)
                )
            }
        }
        return result
    }

    /// Every pixel as a square of `factor` x `factor`.
    public func enlarged(by factor: Int) -> StraightImage {
        let size = PixelSize(width: width * factor, height: height * factor)!
        var result = StraightImage(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { result[x, y] = self[x / factor, y / factor] }
        }
        return result
    }

    /// What a decoder makes of the picture stored as JPEG; for opaque pictures.
    ///
    /// - Parameters:
    ///   - chroma: how many pixels share a chroma sample across and down: 1 or 2.
    ///   - quality: as libjpeg counts it, 50...100; nil leaves the quantization out.
    public func throughJPEG(
        chroma: (across: Int, down: Int) = (2, 2),
        quality: Int? = 90
    )
        -> StraightImage
    {
        var planes = [JPEGPlane](repeating: JPEGPlane(width: width, height: height), count: 3)
        for y in 0..<height {
            for x in 0..<width {
                let (r, g, b) = (Int(self[x, y].r), Int(self[x, y].g), Int(self[x, y].b))
                let center = 128 << 16
                planes[0][x, y] = (19595 * r + 38470 * g + 7471 * b + 32768) >> 16
                planes[1][x, y] = (center - 11059 * r - 21709 * g + 32768 * b + 32767) >> 16
                planes[2][x, y] = (center + 32768 * r - 27439 * g - 5329 * b + 32767) >> 16
            }
        }
        for index in 0..<3 {
            let (across, down) = index == 0 ? (1, 1) : chroma
            var plane = planes[index].shrunk(across, down)
            if let quality {
                plane.quantize(index == 0 ? JPEGPlane.lumaTable : JPEGPlane.chromaTable, quality)
            }
            planes[index] = plane.interpolated(across, down, width: width, height: height)
        }
        return mapped { pixel, x, y in
            let (luma, blue, red) = (planes[0][x, y], planes[1][x, y] - 128, planes[2][x, y] - 128)
            func byte(_ change: Int) -> UInt8 {
                UInt8(Swift.min(Swift.max(luma + (change + 32768) >> 16, 0), 255))
            }
            return StraightPixel(
                r: byte(91881 * red),
                g: byte(-22554 * blue - 46802 * red),
                b: byte(116_130 * blue),
                a: pixel.a
            )
        }
    }

    private func mapped(
        _ change: (_ pixel: StraightPixel, _ x: Int, _ y: Int) -> StraightPixel
    ) -> StraightImage {
        var result = self
        for y in 0..<height {
            for x in 0..<width { result[x, y] = change(self[x, y], x, y) }
        }
        return result
    }
}

/// One channel of a picture, 0...255; beyond its edge is the nearest value inside.
private struct JPEGPlane {
    let width: Int
    let height: Int
    private var values: [Int]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = [Int](repeating: 0, count: width * height)
    }

    subscript(x: Int, y: Int) -> Int {
        get { values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }
        set { values[y * width + x] = newValue }
    }

    /// Means of cells of 1 or 2 pixels across and down.
    func shrunk(_ across: Int, _ down: Int) -> JPEGPlane {
        var result = JPEGPlane(
            width: (width + across - 1) / across,
            height: (height + down - 1) / down
        )
        let area = across * down
        for y in 0..<result.height {
            for x in 0..<result.width {
                var sum = area / 2
                for py in 0..<down {
                    for px in 0..<across { sum += self[x * across + px, y * down + py] }
                }
                result[x, y] = sum / area
            }
        }
        return result
    }

    /// 3 : 1 between the two nearest cells, as libjpeg does it.
    func interpolated(_ across: Int, _ down: Int, width: Int, height: Int) -> JPEGPlane {
        var result = JPEGPlane(width: width, height: height)
        for y in 0..<height {
            let far = down == 1 ? y : y / 2 + (y & 1) * 2 - 1
            for x in 0..<width {
                func column(_ place: Int) -> Int { 3 * self[place, y / down] + self[place, far] }
                let other = across == 1 ? x : x / 2 + (x & 1) * 2 - 1
                result[x, y] = (3 * column(x / across) + column(other) + 8 - (x & 1)) >> 4
            }
        }
        return result
    }

    /// Rounds the cosine transform of each block of 8 x 8 values to multiples of a table's.
    mutating func quantize(_ table: [Int], _ quality: Int) {
        let steps = table.map { max(1, ($0 * (200 - 2 * quality) + 50) / 100) }
        for top in stride(from: 0, to: height, by: 8) {
            for left in stride(from: 0, to: width, by: 8) {
                var block = (0..<64).map { self[left + $0 % 8, top + $0 / 8] - 128 }
                block = JPEGPlane.transformed(block) { frequency, place in
                    JPEGPlane.basis[frequency * 8 + place]
                }
                for index in 0..<64 {
                    let half = block[index] < 0 ? -steps[index] / 2 : steps[index] / 2
                    block[index] = (block[index] + half) / steps[index] * steps[index]
                }
                block = JPEGPlane.transformed(block) { place, frequency in
                    JPEGPlane.basis[frequency * 8 + place]
                }
                for y in top..<min(top + 8, height) {
                    for x in left..<min(left + 8, width) {
                        self[x, y] = min(max(block[(y - top) * 8 + x - left] + 128, 0), 255)
                    }
                }
            }
        }
    }

    /// A matrix from both sides; its numbers are multiples of 1/4096.
    private static func transformed(_ block: [Int], _ matrix: (Int, Int) -> Int) -> [Int] {
        var rows = [Int](repeating: 0, count: 64)
        for y in 0..<8 {
            for out in 0..<8 {
                for x in 0..<8 { rows[y * 8 + out] += matrix(out, x) * block[y * 8 + x] }
            }
        }
        var result = [Int](repeating: 1 << 23, count: 64)
        for x in 0..<8 {
            for out in 0..<8 {
                for y in 0..<8 { result[out * 8 + x] += matrix(out, y) * rows[y * 8 + x] }
            }
        }
        return result.map { $0 >> 24 }
    }

    /// The orthonormal cosines of 8 places, frequency by frequency.
    private static let basis: [Int] = {
        // 2048 cos(k pi / 16).
        let cosines = [2048, 2009, 1892, 1703, 1448, 1138, 784, 400, 0]
        return (0..<64).map { index in
            let (frequency, place) = (index / 8, index % 8)
            if frequency == 0 { return 1448 }
            let turn = (2 * place + 1) * frequency % 32
            let half = turn > 16 ? 32 - turn : turn
            return half > 8 ? -cosines[16 - half] : cosines[half]
        }
    }()

    /// ITU-T T.81, tables K.1 and K.2, row by row.
    static let lumaTable = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
        14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
    static let chromaTable = [
        17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
        24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    ]
}
