import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite(.enabled(if: Fixtures.areExpected, Comment(rawValue: Fixtures.absence)))
struct JPEGFixtureTests {
    @Test func `Go's files look like their counterparts`() throws {
        let files = try Fixtures.files(in: "jpeg/go-image", endingIn: [".jpeg"])
        #expect(files.count == 25)
        for path in files {
            let own = path.replacingOccurrences(of: ".jpeg", with: ".png")
            let shared =
                path.contains("gray")
                ? "jpeg/go-image/video-005.gray.png" : "jpeg/go-image/video-001.png"
            let hasOwn = (try? Fixtures.bytes(own)) != nil
            let wanted = try decodeImage(try Fixtures.bytes(hasOwn ? own : shared)).image
            let image = try decodeImage(try Fixtures.bytes(path)).image
            // The PNG of the same name is a decoding of the file, the shared one its origin.
            let difference = meanDifference(image, wanted)
            #expect(difference < (hasOwn ? 5 : 8), "\(path): \(difference)")
        }
    }

    @Test(arguments: ["testorig.jpg", "testimgint.jpg"])
    func `libjpeg files decode to their pixels`(_ name: String) throws {
        let ppm = try Fixtures.bytes("jpeg/libjpeg-turbo/testorig.ppm")
        let image = try decodeImage(try Fixtures.bytes("jpeg/libjpeg-turbo/\(name)")).image
        let pixels = image.pixels.flatMap { [$0.r, $0.g, $0.b] }
        let wanted = ppm.suffix(227 * 149 * 3)
        let sum = zip(pixels, wanted).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        // The PPM is older than the library: djpeg's own output differs by 0.19 and 0.47.
        #expect(pixels.count == wanted.count && sum * 2 < pixels.count)
    }

    @Test func `twelve bits are not supported`() throws {
        let file = try Fixtures.bytes("jpeg/libjpeg-turbo/testorig12.jpg")
        #expect(
            throws: ImageDecodingError.unsupported(
                .jpeg,
                reason: "Unsupported JPEG data precision 12"
            )
        ) { try decodeImage(file) }
    }

    @Test func `arithmetic coding decodes or is named`() throws {
        do {
            let path = "jpeg/libjpeg-turbo/testimgari.jpg"
            let image = try decodeImage(try Fixtures.bytes(path)).image
            let plain = try decodeImage(try Fixtures.bytes("jpeg/libjpeg-turbo/testorig.jpg"))
            #expect(meanDifference(image, plain.image) < 1)
        } catch let error as ImageDecodingError {
            guard case .unsupported(.jpeg, _) = error else { throw error }
        }
    }

    @Test func `all orientations look the same`() throws {
        let folder = "jpeg/exif-orientation"
        let upright = try decodeImage(try Fixtures.bytes("\(folder)/Landscape_0.jpg")).image
        for value in 1...8 {
            let decoded = try decodeImage(try Fixtures.bytes("\(folder)/Landscape_\(value).jpg"))
            #expect(decoded.info.orientation.rawValue == value)
            #expect(decoded.image.size == PixelSize(width: 1800, height: 1200))
            // Each was rotated and compressed anew.
            #expect(meanDifference(decoded.image, upright) < 5)
        }
    }

    @Test func `ink is not inverted`() throws {
        // The same picture as RGB and as YCCK.
        let ink = try decodeImage(try Fixtures.bytes("jpeg/pillow/pil_sample_cmyk.jpg")).image
        let light = try decodeImage(try Fixtures.bytes("jpeg/pillow/pil_sample_rgb.jpg")).image
        #expect(meanDifference(ink, light) < 40)
    }

    @Test func `broken metadata does not stop the decode`() throws {
        for path in try Fixtures.files(in: "jpeg/pillow", endingIn: [".jpg"])
        where !path.hasSuffix("truncated_jpeg.jpg") {
            #expect(throws: Never.self, "\(path)") { try decodeImage(try Fixtures.bytes(path)) }
        }
    }

    @Test func `a truncated file is an error`() throws {
        let file = try Fixtures.bytes("jpeg/pillow/truncated_jpeg.jpg")
        #expect(
            throws: ImageDecodingError.truncated(.jpeg, reason: "Premature end of JPEG file")
        ) { try decodeImage(file) }
    }

    @Test func `separate scans per component decode`() throws {
        for path in try Fixtures.files(in: "jpeg/zune-image", endingIn: [".jpg", ".jpeg"]) {
            #expect(throws: Never.self, "\(path)") { try decodeImage(try Fixtures.bytes(path)) }
        }
    }
}
