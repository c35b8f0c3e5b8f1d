import Bake
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("Animations as files", .enabled(if: Pillow.isPresent, "python3 with Pillow is absent"))
struct AnimationFileTests {
    /// A ball that moves over nothing, with a soft rim.
    private static func ball(_ count: Int) -> [StraightImage] {
        (0..<count).map { index in
            StraightImage(40, 30) { x, y in
                let (dx, dy) = (x - 8 - 3 * index, y - 15)
                let distance = dx * dx + dy * dy
                let alpha = distance < 36 ? 255 : distance < 49 ? 120 : distance < 64 ? 30 : 0
                return alpha == 0
                    ? .clear
                    : StraightPixel(
                        r: UInt8(200 + dx),
                        g: UInt8(60 + dy),
                        b: UInt8(10 * index),
                        a: UInt8(alpha)
                    )
            }
        }
    }

    /// Thousands of colors, opaque; a stripe changes from frame to frame.
    private static func scene(_ count: Int) -> [StraightImage] {
        (0..<count).map { index in
            StraightImage(96, 64) { x, y in
                y / 16 == index
                    ? StraightPixel(r: 250, g: UInt8(x), b: 10)
                    : StraightPixel(r: UInt8(x * 2), g: UInt8(y * 3), b: UInt8((x ^ y) + 60))
            }
        }
    }

    @Test(arguments: [true, false])
    func `an APNG gives back every pixel of every frame`(loops: Bool) throws {
        for frames in [Self.ball(6), Self.scene(4), [Self.ball(1)[0], Self.ball(1)[0]]] {
            let sequence = try #require(PictureSequence(frames: frames, fps: 12.5, loops: loops))
            let read = try Pillow.read(try encodeAPNG(sequence))
            let isSame = read.frames.map { $0.premultiplied() } == frames.map { $0.premultiplied() }
            #expect(isSame)
            #expect(read.durations.allSatisfy { abs($0 - 80) < 0.01 })
            #expect(read.loop == (loops ? 0 : 1))
        }
    }

    @Test func `frames that are shown for unlike times keep them`() throws {
        let durations = [50, 120, 1000, 60_000, 20, 330]
        let sequence = try #require(
            PictureSequence(frames: Self.ball(6), fps: 6, durations: durations)
        )
        #expect(try Pillow.read(try encodeAPNG(sequence)).durations == durations.map(Double.init))
        let gif = try #require(encodeGIF(sequence))
        #expect(try Pillow.read(gif).durations == durations.map(Double.init))
    }

    @Test func `our own reader sees the number of frames and the first of them`() throws {
        let sequence = try #require(PictureSequence(frames: Self.ball(6), fps: 6))
        let decoded = try decodeImage(try encodeAPNG(sequence, effort: .fast))
        #expect(decoded.info.frames == 6)
        #expect(decoded.image == sequence.frames[0])
    }

    @Test func `delays are right for whole, broken, slow and fast speeds`() throws {
        for fps in [1.0, 6, 7.5, 23.976, 0.5, 0.01, 99.9, 1000] {
            let sequence = try #require(PictureSequence(frames: Self.ball(2), fps: fps))
            let file = try encodeAPNG(sequence, effort: .fast)
            let place = try #require(file.find("fcTL")) + 24
            let numerator = Double(file[place]) * 256 + Double(file[place + 1])
            let denominator = Double(file[place + 2]) * 256 + Double(file[place + 3])
            #expect(abs(numerator / denominator * fps - 1) < 1e-3, "\(fps) frames a second")
        }
    }

    @Test func `a GIF keeps up to 255 colors exactly and cuts alpha in half`() throws {
        let frames = Self.ball(6).map { ball in
            StraightImage(40, 30) { x, y in
                var pixel = ball[x, y]
                pixel.r = pixel.r / 16 * 16
                pixel.b = 90
                return pixel
            }
        }
        let sequence = try #require(PictureSequence(frames: frames, fps: 6))
        let read = try Pillow.read(try #require(encodeGIF(sequence)))
        let hard = frames.map { $0.hardened().premultiplied() }
        let isSame = read.frames.map { $0.premultiplied() } == hard
        #expect(isSame)
        // Six frames a second: 16.67 hundredths, which add up to a second.
        #expect(read.durations == [170, 160, 170, 170, 160, 170])
        #expect(read.loop == 0)
    }

    @Test func `thousands of colors become 255 without a visible step`() throws {
        let frames = Self.scene(4)
        let sequence = try #require(PictureSequence(frames: frames, fps: 10))
        let read = try Pillow.read(try #require(encodeGIF(sequence)))
        #expect(read.frames.count == 4)
        for (frame, shown) in zip(frames, read.frames) {
            #expect(shown.isOpaque)
            #expect(diffPictures(frame, shown).psnr ?? .infinity > 30)
        }
    }

    @Test(arguments: [2, 3, 5, 8])
    func `long and varied data survive the compression`(bits: Int) throws {
        var random = SeededRandom(seed: UInt64(bits))
        let colors = (1 << bits) - 1
        // Runs and noise, long enough to fill the code table several times.
        let frame = StraightImage(300, 200) { x, y in
            let noise = Int.random(in: 0..<colors, using: &random)
            let value = (y / 20).isMultiple(of: 2) ? (x / 30 + y) % colors : noise
            return StraightPixel(r: UInt8(value), g: UInt8(255 - value), b: 7)
        }
        let sequence = try #require(PictureSequence(frames: [frame], fps: 1))
        let isSame = try Pillow.read(try #require(encodeGIF(sequence))).frames == [frame]
        #expect(isSame)
    }

    @Test func `every length of data is closed rightly`() throws {
        for width in 1...300 {
            let frame = StraightImage(width, 1) { x, _ in
                StraightPixel(r: UInt8(x * x % 7), g: UInt8(x % 5), b: 0)
            }
            let file = try #require(
                PictureSequence(frames: [frame], fps: 1).flatMap { encodeGIF($0) }
            )
            let read = GIFReader(file)
            #expect(read.indexes.count == width && read.isClosed)
            let shown = read.indexes.map { read.palette[$0] }
            #expect(shown == frame.pixels)
        }
    }
}

/// Reads the first frame of a GIF without a local palette or interlacing.
private struct GIFReader {
    var palette: [StraightPixel] = []
    var indexes: [Int] = []
    /// Whether the data ended with its end code.
    var isClosed = false

    init(_ file: [UInt8]) {
        let count = 2 << Int(file[10] & 7)
        palette = (0..<count).map {
            StraightPixel(r: file[13 + 3 * $0], g: file[14 + 3 * $0], b: file[15 + 3 * $0])
        }
        var place = 13 + 3 * count
        while file[place] != 0x2C {
            place += 2
            while file[place] != 0 { place += Int(file[place]) + 1 }
            place += 1
        }
        let minimum = Int(file[place + 10])
        place += 11
        var data: [UInt8] = []
        while file[place] != 0 {
            data += file[(place + 1)...(place + Int(file[place]))]
            place += Int(file[place]) + 1
        }
        decode(data, minimum)
    }

    private mutating func decode(_ data: [UInt8], _ minimum: Int) {
        let clear = 1 << minimum
        var table: [[Int]] = []
        var (size, bit) = (minimum + 1, 0)
        var before: [Int]?
        while bit + size <= data.count * 8 {
            let code = (0..<size).reduce(0) { value, index in
                let place = bit + index
                return value | Int(data[place / 8] >> UInt8(place % 8) & 1) << index
            }
            bit += size
            if code == clear + 1 {
                isClosed = true
                return
            }
            if code == clear {
                table = (0..<clear).map { [$0] } + [[], []]
                (size, before) = (minimum + 1, nil)
                continue
            }
            guard let last = before else {
                indexes += table[code]
                before = table[code]
                continue
            }
            let text = code < table.count ? table[code] : last + [last[0]]
            indexes += text
            if table.count < 4096 { table.append(last + [text[0]]) }
            if table.count == 1 << size, size < 12 { size += 1 }
            before = text
        }
    }
}
