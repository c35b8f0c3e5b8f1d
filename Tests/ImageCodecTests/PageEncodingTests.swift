import ImageCodec
import Raster
import TestSupport
import Testing

struct PageEncodingTests {
    static let formats = [PageEncoding.webp, .avif].filter(\.isAvailable)

    /// Soft blobs on a clear ground whose colors are not black.
    private static let picture = StraightImage(96, 64) { x, y in
        let distance = (x % 32 - 16) * (x % 32 - 16) + (y % 32 - 16) * (y % 32 - 16)
        let alpha = max(0, min(255, (200 - distance) * 4))
        return StraightPixel(
            r: UInt8(x * 2),
            g: UInt8(y * 3),
            b: UInt8((x * y) % 256),
            a: UInt8(alpha)
        )
    }

    @Test(arguments: formats, [Effort.fast, .balanced, .best])
    func `quality 100 keeps every pixel, those under alpha 0 too`(
        format: PageEncoding,
        effort: Effort
    ) throws {
        let picture = Self.picture
        let file = try encode(picture, with: PageEncoder(format, quality: 100), effort: effort)
        #expect(decode(file, as: format, size: picture.size) == picture)
        #expect(
            try encode(picture, with: PageEncoder(format, quality: 100), effort: effort) == file
        )
    }

    @Test(arguments: formats)
    func `a lower quality makes a smaller file that looks alike`(format: PageEncoding) throws {
        var random = SeededRandom(seed: 3)
        let picture = StraightImage(96, 64) { x, y in
            let base = Self.picture[x, y]
            let noise = UInt8.random(in: 0...40, using: &random)
            return StraightPixel(
                r: base.r / 2 + noise,
                g: base.g / 2 + noise,
                b: base.b / 2 + noise,
                a: base.a
            )
        }
        let files = try [100, 90, 50].map {
            try encode(picture, with: PageEncoder(format, quality: $0), effort: .balanced)
        }
        #expect(files[0].count > files[1].count && files[1].count > files[2].count)
        let ratios = try files.map { file in
            picture.peakRatio(to: try #require(decode(file, as: format, size: picture.size)))
        }
        #expect(ratios[0] == .infinity)
        #expect(ratios[1] > ratios[2] && ratios[2] > 25, "\(ratios)")
    }

    @Test(arguments: formats)
    func `alpha hardly changes at any quality`(format: PageEncoding) throws {
        let picture = Self.picture
        let file = try encode(picture, with: PageEncoder(format, quality: 30), effort: .balanced)
        let kept = try #require(decode(file, as: format, size: picture.size))
        let worst = zip(picture.pixels, kept.pixels).map { abs(Int($0.a) - Int($1.a)) }.max()
        #expect(try #require(worst) <= 8)
    }

    @Test(.enabled(if: PageEncoding.webp.isAvailable))
    func `a side beyond the format's limit is refused`() {
        let picture = StraightImage(16_384, 1) { _, _ in .clear }
        #expect(throws: ImageEncodingError.tooLarge(.webp, picture.size)) {
            try encode(picture, with: PageEncoder(.webp), effort: .fast)
        }
    }

    @Test(arguments: formats + [PageEncoding.ktx2].filter(\.isAvailable))
    func `a canceled task stops encoding`(format: PageEncoding) async {
        let picture = Self.picture
        let task = Task { () throws -> [UInt8] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try encode(picture, with: PageEncoder(format, quality: 100), effort: .best)
        }
        await #expect(throws: ImageEncodingError.canceled) { try await task.value }
    }
}
