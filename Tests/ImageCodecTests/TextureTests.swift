import ImageCodec
import Raster
import TestSupport
import Testing

@Suite(.enabled(if: PageEncoding.ktx2.isAvailable, "built without astcenc and zstd"))
struct TextureTests {
    /// Of sides that are no multiples of a block.
    private static let picture = StraightImage(61, 43) { x, y in
        let alpha = max(0, min(255, (300 - (x - 30) * (x - 30) - (y - 20) * (y - 20)) * 3))
        return StraightPixel(r: UInt8(x * 4), g: UInt8(y * 5), b: 90, a: UInt8(alpha))
    }

    private func texture(
        _ block: TextureBlock,
        zstd: Int = 0,
        isPremultiplied: Bool = false,
        effort: Effort = .balanced
    ) throws -> [UInt8] {
        try encode(
            Self.picture,
            with: PageEncoder(.ktx2, block: block, zstd: zstd),
            isPremultiplied: isPremultiplied,
            effort: effort
        )
    }

    private func decoded(_ file: [UInt8], size: PixelSize = picture.size) -> StraightImage? {
        decode(file, as: .ktx2, size: size)
    }

    /// Little-endian, at a place in the file.
    private func word(_ file: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(file[place + $1]) << ($1 * 8) }
    }

    @Test(arguments: [0, 1, 19])
    func `a texture without blocks keeps every pixel`(zstd: Int) throws {
        let file = try texture(.none, zstd: zstd)
        #expect(decoded(file) == Self.picture)
        // VK_FORMAT_R8G8B8A8_SRGB.
        #expect(word(file, at: 12) == 43)
        if zstd == 0 { #expect(file.suffix(61 * 43 * 4).elementsEqual(bytes(of: Self.picture))) }
    }

    @Test(arguments: [
        (TextureBlock.astc4x4, 158, 34.0), (.astc5x5, 162, 32), (.astc6x6, 166, 30),
        (.astc8x8, 172, 28),
    ])
    func `ASTC comes near the picture, in the bytes of its blocks`(
        block: TextureBlock,
        format: Int,
        leastRatio: Double
    ) throws {
        let file = try texture(block)
        let columns = (61 + block.side - 1) / block.side
        let rows = (43 + block.side - 1) / block.side
        let size = columns * rows * 16
        #expect(word(file, at: 12) == format)
        #expect(word(file, at: 20) == 61 && word(file, at: 24) == 43)
        #expect(word(file, at: 80) == file.count - size && word(file, at: 88) == size)
        // A GPU wants blocks at multiples of 16.
        #expect((file.count - size) % 16 == 0)
        let kept = try #require(decoded(file))
        #expect(Self.picture.peakRatio(to: kept) > leastRatio)
        let compressed = try texture(block, zstd: 12)
        #expect(decoded(compressed) == kept)
        #expect(compressed.count < file.count)
    }

    @Test func `the file says sRGB, and whether colors are multiplied by alpha`() throws {
        for block in [TextureBlock.none, .astc6x6] {
            for isPremultiplied in [false, true] {
                let file = try texture(block, isPremultiplied: isPremultiplied)
                let descriptor = word(file, at: 48) + 4
                // KHR_DF_PRIMARIES_BT709, KHR_DF_TRANSFER_SRGB, KHR_DF_FLAG_ALPHA_PREMULTIPLIED.
                #expect(
                    Array(file[descriptor + 9...descriptor + 11])
                        == [1, 2, isPremultiplied ? 1 : 0]
                )
            }
        }
    }

    @Test(arguments: [Effort.fast, .balanced, .best])
    func `the bytes are the same each time`(effort: Effort) throws {
        let file = try texture(.astc5x5, zstd: 3, effort: effort)
        #expect(try texture(.astc5x5, zstd: 3, effort: effort) == file)
    }

    @Test func `damaged files are refused`() throws {
        for (block, zstd) in [(TextureBlock.none, 0), (.none, 3), (.astc4x4, 0), (.astc4x4, 3)] {
            let file = try texture(block, zstd: zstd)
            #expect(decoded(file) != nil)
            #expect(decoded(file, size: PixelSize(width: 43, height: 61)!) == nil)
            for count in [0, 1, 80, 104, 200, file.count / 2, file.count - 1] {
                #expect(decoded(Array(file.prefix(count))) == nil, "\(block) \(zstd) \(count)")
            }
            #expect(decoded(file + [0]) == nil, "\(block) \(zstd)")
            for place in 0..<104 {
                var damaged = file
                damaged[place] ^= 0x10
                #expect(decoded(damaged) == nil, "\(block) \(zstd) \(place)")
            }
        }
    }

    @Test func `clear pixels of a block take its mean color, other blocks stay`() throws {
        let red = StraightPixel(r: 200, g: 0, b: 0)
        let faint = StraightPixel(r: 0, g: 0, b: 240, a: 85)
        var picture = StraightImage(9, 4) { x, y in
            switch (x, y) {
            case (0, 0): red
            case (1, 0): faint
            case (4..<8, _): StraightPixel(r: 1, g: 2, b: 3)
            default: StraightPixel(r: 7, g: 7, b: 7, a: 0)
            }
        }
        picture.spreadColors(inBlocksOf: 4)
        #expect(picture[0, 0] == red && picture[1, 0] == faint)
        // (200 * 255 + 0 * 85) / 340, (0 * 255 + 240 * 85) / 340.
        #expect(picture[3, 3] == StraightPixel(r: 150, g: 0, b: 60, a: 0))
        #expect(picture[5, 2] == StraightPixel(r: 1, g: 2, b: 3))
        #expect(picture[8, 1] == StraightPixel(r: 7, g: 7, b: 7, a: 0))
    }
}

private func bytes(of image: StraightImage) -> [UInt8] {
    image.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
}
