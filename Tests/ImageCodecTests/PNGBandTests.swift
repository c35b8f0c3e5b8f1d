import ImageCodec
import Raster
import Testing

/// Colors that hardly repeat, over rows enough for several bands.
private func picture() throws -> StraightImage {
    let size = try #require(PixelSize(width: 1024, height: 1100))
    var image = StraightImage(size: size)
    var state: UInt32 = 7
    for y in 0..<size.height {
        for x in 0..<size.width where (x / 32 + y / 32) % 3 > 0 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let shade = UInt8(truncatingIfNeeded: state >> 28)
            image[x, y] = StraightPixel(
                r: UInt8(truncatingIfNeeded: x) &+ shade,
                g: UInt8(truncatingIfNeeded: y),
                b: shade,
                a: 200 + shade
            )
        }
    }
    return image
}

extension PNGEncoding {
    fileprivate init(_ image: StraightImage, _ effort: Effort) throws {
        try self.init(image, effort: effort)
    }

    fileprivate func bands(at indices: some Sequence<Int>) throws -> [Band] {
        var left = Array(indices).makeIterator()
        return try bands { left.next() }
    }
}

struct PNGBandTests {
    @Test(arguments: [Effort.fast, .balanced])
    func `bands of a file are used again where their rows stay the same`(
        effort: Effort
    ) throws {
        let before = try picture()
        let encoding = try PNGEncoding(before, effort)
        let bands = try encoding.bands(at: 0..<encoding.bandCount)
        let compressed = try #require(pngBands(of: encoding.file(bands)))
        #expect(compressed.count == bands.count && bands.count > 1)
        let second = try #require(encoding.origin(ofBand: 1))
        // Within the rows of a band, and around where those of the second begin.
        let rows = [5, second.rows.lowerBound - 1, second.rows.lowerBound, before.height - 1]
        for row in rows {
            var after = before
            for x in 0..<100 { after[x, row] = StraightPixel(r: 1, g: 2, b: 3, a: 4) }
            let changed = try PNGEncoding(after, effort)
            var made: [PNGEncoding.Band] = []
            var kept = 0
            for index in 0..<changed.bandCount {
                let origin = try #require(changed.origin(ofBand: index))
                #expect(origin.way == encoding.origin(ofBand: index)?.way)
                if origin.rows.contains(row) {
                    made += try changed.bands(at: [index])
                } else {
                    kept += 1
                    made.append(
                        changed.band(
                            index,
                            bytes: compressed[index],
                            checksum: bands[index].checksum
                        )
                    )
                }
            }
            #expect(kept >= changed.bandCount - 2)
            #expect(try changed.file(made) == encodePNG(after, effort: effort))
        }
    }

    @Test func `bands of a palette follow from the whole picture`() throws {
        let size = try #require(PixelSize(width: 2048, height: 2100))
        var image = StraightImage(size: size)
        for y in 0..<size.height { image[y % 9, y] = StraightPixel(r: UInt8(y % 7), g: 0, b: 0) }
        let encoding = try PNGEncoding(image, .balanced)
        #expect((0..<encoding.bandCount).allSatisfy { encoding.origin(ofBand: $0) == nil })
    }

    @Test func `what is no whole file has no bands`() throws {
        let file = try encodePNG(try picture(), effort: .fast)
        #expect(pngBands(of: file) != nil)
        #expect(pngBands(of: []) == nil)
        #expect(pngBands(of: Array(file.dropLast())) == nil)
        #expect(pngBands(of: Array(file.prefix(33))) == nil)
        #expect(pngBands(of: file + [0]) == nil)
        var long = file
        // The length of the first IDAT chunk.
        long[33] = 0xFF
        #expect(pngBands(of: long) == nil)
    }
}
