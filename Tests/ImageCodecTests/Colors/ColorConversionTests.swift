import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("Colors of files")
struct ColorConversionTests {
    /// Every hue, light and dark, with all alphas.
    static let colors: [StraightPixel] = (0..<512).map { index -> StraightPixel in
        let (r, g, b) = (index & 7, index >> 3 & 7, index >> 6)
        return StraightPixel(
            r: UInt8(36 * r),
            g: UInt8(36 * g),
            b: UInt8(36 * b),
            a: UInt8(index / 2)
        )
    }

    private func png(_ chunks: [(String, [UInt8])], bitDepth: Int = 8) -> [UInt8] {
        let scale = bitDepth == 16 ? 257 : 1
        var builder = PNGBuilder(
            width: 32,
            height: 16,
            samples: Self.colors.flatMap { [$0.r, $0.g, $0.b, $0.a].map { Int($0) * scale } }
        )
        builder.bitDepth = bitDepth
        builder.extras = chunks
        return builder.file()
    }

    private func iccp(_ profile: [UInt8]) -> (String, [UInt8]) {
        ("iCCP", Array("x".utf8) + [0, 0] + PNGBuilder.stored(profile))
    }

    private func chrm(_ numbers: [Int]) -> (String, [UInt8]) {
        ("cHRM", numbers.flatMap { UInt32($0).bigEndianBytes })
    }

    private func gama(_ value: Int) -> (String, [UInt8]) {
        ("gAMA", UInt32(value).bigEndianBytes)
    }

    /// Display P3 to sRGB by its definition: linear light, matrix, sRGB's curve.
    static func convertedP3(_ pixel: StraightPixel) -> StraightPixel {
        func light(_ value: UInt8) -> Double {
            let value = Double(value) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        func code(_ light: Double) -> UInt8 {
            let light = min(max(light, 0), 1)
            let code = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8((code * 255).rounded())
        }
        let (r, g, b) = (light(pixel.r), light(pixel.g), light(pixel.b))
        return StraightPixel(
            r: code(1.22494 * r - 0.22494 * g),
            g: code(-0.04206 * r + 1.04206 * g),
            b: code(-0.01964 * r - 0.07864 * g + 1.09827 * b),
            a: pixel.a
        )
    }

    private func isNear(_ image: StraightImage, _ wanted: [StraightPixel], by limit: Int) -> Bool {
        zip(image.pixels, wanted).allSatisfy { found, wanted in
            found.a == wanted.a
                && zip([found.r, found.g, found.b], [wanted.r, wanted.g, wanted.b]).allSatisfy {
                    abs(Int($0) - Int($1)) <= limit
                }
        }
    }

    @Test
    func `A profile with thousands of tags, each as large as all of it, is not applied`() throws {
        let count = 20_000
        var profile = TestProfile.displayP3
        let size = profile.count + 12 * count
        func number(_ value: Int) -> [UInt8] { UInt32(value).bigEndianBytes }
        profile.replaceSubrange(128..<132, with: number(8 + count))
        profile.replaceSubrange(0..<4, with: number(size))
        // All of them are called "desc", and begin with the file.
        for _ in 0..<count {
            profile.insert(contentsOf: Array("desc".utf8) + number(0) + number(size), at: 132)
        }
        let start = ContinuousClock.now
        let decoded = try decodeImage(png([iccp(profile)]))
        #expect(decoded.info.colorTrouble == "the profile has 20008 tags, expected at most 100")
        #expect(decoded.image.pixels == Self.colors)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test(arguments: [8, 16])
    func `Display P3 does not fade`(bitDepth: Int) throws {
        let wanted = Self.colors.map(Self.convertedP3)
        let decoded = try decodeImage(png([iccp(TestProfile.displayP3)], bitDepth: bitDepth))
        #expect(isNear(decoded.image, wanted, by: 1))
        #expect(decoded.info.colorSpace == "Display P3")
        #expect(decoded.info.colorTrouble == nil)
        // A strong red of P3 is beyond sRGB; as numbers it would be a duller one.
        let red = Self.colors.firstIndex { ($0.r, $0.g, $0.b) == (252, 0, 0) }!
        #expect(decoded.image.pixels[red].r == 255)
        // The same space by cICP, which goes before.
        let points = try decodeImage(
            png([("cICP", [12, 13, 0, 1]), iccp(TestProfile.adobeRGB)], bitDepth: bitDepth)
        )
        #expect(isNear(points.image, wanted, by: 1))
        #expect(points.info.colorSpace == "Display P3")
        // And by gAMA and cHRM, where 45455 is sRGB's curve.
        let primaries = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000]
        let old = try decodeImage(png([gama(45_455), chrm(primaries)], bitDepth: bitDepth))
        #expect(isNear(old.image, wanted, by: 1))
    }

    @Test(arguments: [8, 16])
    func `what is sRGB by any name is left alone, bit for bit`(bitDepth: Int) throws {
        let usual = chrm([31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000])
        let cases: [(chunks: [(String, [UInt8])], name: String?)] = [
            ([], nil),
            ([("sRGB", [0])], "sRGB"),
            ([("cICP", [1, 13, 0, 1])], "sRGB"),
            ([iccp(TestProfile.sRGB)], "sRGB by hand"),
            ([gama(45_455)], "gamma 0.45455"),
            ([gama(45_455), usual], "gamma 0.45455"),
            // sRGB goes before gAMA, iCCP before sRGB.
            ([("sRGB", [0]), gama(100_000)], "sRGB"),
            ([iccp(TestProfile.sRGB), gama(100_000)], "sRGB by hand"),
        ]
        for (chunks, name) in cases {
            let decoded = try decodeImage(png(chunks, bitDepth: bitDepth))
            #expect(decoded.image.pixels == Self.colors, "\(chunks.map(\.0))")
            #expect(decoded.info.colorSpace == name)
        }
    }

    @Test(arguments: [8, 16])
    func `pictures of other gammas look alike`(bitDepth: Int) throws {
        let linear = try decodeImage(png([gama(100_000)], bitDepth: bitDepth)).image
        let wanted = Self.colors.map { pixel in
            func code(_ value: UInt8) -> UInt8 {
                let light = Double(value) / 255
                let code =
                    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
                return UInt8((code * 255).rounded())
            }
            return StraightPixel(r: code(pixel.r), g: code(pixel.g), b: code(pixel.b), a: pixel.a)
        }
        #expect(linear.pixels == wanted)
    }

    @Test(
        .enabled(if: hasLibrary("lcms")),
        arguments: [TestProfile.displayP3, TestProfile.adobeRGB, TestProfile.gray(exponent: 1.8)]
    )
    func `curves and a matrix agree with lcms within a level`(_ profile: [UInt8]) throws {
        let image = StraightImage(64, 512) { x, y in
            StraightPixel(
                r: UInt8(x * 4),
                g: UInt8(y / 2),
                b: UInt8((x * 31 + y * 7) % 256),
                a: UInt8(y & 255)
            )
        }
        let isGray = profile == TestProfile.gray(exponent: 1.8)
        let source =
            isGray
            ? StraightImage(256, 1) { x, _ in .init(r: UInt8(x), g: UInt8(x), b: UInt8(x)) } : image
        let wanted = try #require(convertWithLibrary(source, profile: profile))
        #expect(wanted != source)
        var builder = PNGBuilder(
            width: source.width,
            height: source.height,
            samples: source.pixels.flatMap { [Int($0.r), Int($0.g), Int($0.b), Int($0.a)] }
        )
        builder.extras = [iccp(profile)]
        #expect(isNear(try decodeImage(builder.file()).image, wanted.pixels, by: 1))
    }

    @Test func `as stored, nothing is converted`() throws {
        var limits = DecodeLimits()
        limits.convertsColors = false
        let decoded = try decodeImage(png([iccp(TestProfile.displayP3)]), limits: limits)
        #expect(decoded.image.pixels == Self.colors)
        #expect(decoded.info.colorSpace == "Display P3")
    }

    @Test func `16 bits are converted before they are rounded`() throws {
        // Two levels of linear light that 8 bits cannot distinguish.
        var builder = PNGBuilder(
            width: 2,
            height: 1,
            samples: [200, 200, 200, 65_535] + [320, 320, 320, 65_535]
        )
        builder.bitDepth = 16
        builder.extras = [gama(100_000)]
        let image = try decodeImage(builder.file()).image
        #expect(image[0, 0].r == 10)
        #expect(image[1, 0].r == 15)
    }

    @Test func `gray profiles are for gray pictures`() throws {
        var builder = PNGBuilder(
            width: 256,
            height: 1,
            samples: (0..<256).flatMap { [$0, 255 - $0] }
        )
        builder.colorType = 4
        builder.extras = [iccp(TestProfile.gray(exponent: 1))]
        let decoded = try decodeImage(builder.file())
        for (value, pixel) in decoded.image.pixels.enumerated() {
            let light = Double(value) / 255
            let code = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            #expect(abs(Double(pixel.r) - code * 255) <= 1.5)
            #expect(pixel.r == pixel.g && pixel.g == pixel.b && Int(pixel.a) == 255 - value)
        }
    }

    @Test func `JPEGs keep their profile in pieces`() throws {
        let plain = try decodeImage(TinyJPEG.progressive444)
        let pieces = TestProfile.displayP3.chunked(by: 700)
        let file = jpeg(TinyJPEG.progressive444, pieces, count: pieces.count)
        let decoded = try decodeImage(file)
        #expect(decoded.info.colorSpace == "Display P3")
        #expect(isNear(decoded.image, plain.image.pixels.map(Self.convertedP3), by: 1))
        let half = try decodeImage(
            jpeg(TinyJPEG.progressive444, pieces.dropLast(), count: pieces.count)
        )
        #expect(half.image == plain.image)
        #expect(
            half.info.colorTrouble
                == "APP2: found \(pieces.count - 1) pieces of a profile, expected \(pieces.count)"
        )
    }

    @Test(.enabled(if: hasLibrary("lcms")))
    func `a profile of inks says what they look like`() throws {
        let plain = TinyJPEG.cmyk
        let file = jpeg(plain, [TestProfile.inks], count: 1)
        let decoded = try decodeImage(file)
        #expect(decoded.info.colorSpace == "Odd inks")
        #expect(decoded.image.isOpaque)
        #expect(try decodeImage(plain).image != decoded.image)
        // A profile of light says nothing of inks.
        let wrong = try decodeImage(jpeg(plain, [TestProfile.displayP3], count: 1))
        #expect(try wrong.image == decodeImage(plain).image)
        #expect(wrong.info.colorTrouble == "the profile is of other colors than the picture")
    }

    private func jpeg(_ file: [UInt8], _ pieces: some Sequence<[UInt8]>, count: Int) -> [UInt8] {
        var segments: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            let length = piece.count + 16
            segments += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
            segments += Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)] + piece
        }
        return Array(file.prefix(2)) + segments + file.dropFirst(2)
    }

    @Test(.enabled(if: hasLibrary("webp")))
    func `WebPs have profiles too`() throws {
        let plain = try decodeImage(TinyWebP.still).image
        let decoded = try decodeImage(TinyWebP.still(profile: TestProfile.displayP3))
        #expect(decoded.info.colorSpace == "Display P3")
        #expect(isNear(decoded.image, plain.pixels.map(Self.convertedP3), by: 1))
    }

    @Test func `frames of an animation are converted as a picture is`() throws {
        let picture = StraightImage(drawn: "rbw")
        var builder = APNGBuilder(
            canvas: picture.size,
            frames: [.init(picture: picture), .init(picture: picture)]
        )
        builder.extras = [iccp(TestProfile.displayP3)]
        let sheet = try decodeSheet(builder.file())
        let alone = try decodeImage(builder.file())
        #expect(alone.image != picture)
        for cell in sheet.cells { #expect(sheet.image.cropped(to: cell) == alone.image) }
        #expect(sheet.info == alone.info)
    }

    @Test(
        .enabled(if: hasLibrary("lcms"))
    )
    func `a profile that cannot be used leaves the pixels alone and says why`() throws {
        let huge = PNGBuilder.stored([UInt8](repeating: 0, count: (16 << 20) + 1))
        let cases: [(chunk: (String, [UInt8]), reason: String)] = [
            (("iCCP", [0x78, 0, 0, 1, 2, 3]), "iCCP: broken data"),
            (("iCCP", [0x78, 0]), "iCCP: no profile in it"),
            (("iCCP", [0x78, 0, 0] + huge), "iCCP: a profile of more than 16777216 bytes"),
            (("cICP", [9, 16, 0, 1]), "cICP: high dynamic range (16)"),
            (("cICP", [1, 13, 1, 0]), "cICP: no full-range RGB"),
            (iccp(TestProfile.inks), "the profile is of other colors than the picture"),
        ]
        for (chunk, reason) in cases {
            let decoded = try decodeImage(png([chunk]))
            #expect(decoded.image.pixels == Self.colors)
            #expect(decoded.info.colorTrouble == reason)
        }
    }

    @Test func `a profile cut or changed anywhere is a picture`() throws {
        let profile = TestProfile.rgb(
            "x",
            .init(
                red: [0.5, 0.2, 0],
                green: [0.3, 0.7, 0.1],
                blue: [0.1, 0.1, 0.7],
                curve: [0, 9000, 65_535]
            )
        )
        for count in stride(from: 0, to: profile.count, by: 3) {
            _ = try decodeImage(png([iccp(Array(profile.prefix(count)))]))
        }
        for place in profile.indices {
            var changed = profile
            changed[place] ^= 0xFF
            _ = try decodeImage(png([iccp(changed)]))
        }
    }
}

extension Array {
    fileprivate func chunked(by size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map {
            Array(self[$0..<Swift.min($0 + size, count)])
        }
    }
}
