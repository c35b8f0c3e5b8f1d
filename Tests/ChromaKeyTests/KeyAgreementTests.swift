import ChromaKey
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Every mode and path: flat, noisy and subsampled screens.
private let ways: [(name: String, settings: KeySettings, hints: KeyHints)] = [
    ("best", KeySettings(), KeyHints()),
    ("fast", KeySettings(mode: .fast), KeyHints()),
    ("distance", KeySettings(mode: .distance), KeyHints()),
    ("distance, a step", KeySettings(mode: .distance, smoothing: 0), KeyHints()),
    ("gpuimage", KeySettings(mode: .gpuimage), KeyHints()),
    ("best, 4:2:0", KeySettings(), KeyHints(chromaSubsampling: .quarter)),
    ("magenta", KeySettings(key: .color(RGB(255, 0, 255))), KeyHints()),
    ("auto, spill, erode", KeySettings(key: .auto, spill: 0.5, erode: 1), KeyHints()),
]

/// A blob of noise with soft edges on a screen that may be noisy as well.
private func noisePicture(_ width: Int, _ height: Int, seed: UInt64) -> StraightImage {
    var random = SeededRandom(seed: seed)
    var image = StraightImage(size: PixelSize(width: width, height: height)!)
    let unrest = Int.random(in: 0...3, using: &random) * 2
    let radius = Double(min(width, height)) * Double.random(in: 0.2...0.5, using: &random)
    for y in 0..<height {
        for x in 0..<width {
            let (dx, dy) = (Double(x - width / 2), Double(y - height / 2))
            let cover = min(max(radius - (dx * dx + dy * dy).squareRoot(), 0), 1)
            func channel(_ screen: Int) -> UInt8 {
                let art = Double(Int.random(in: 0...255, using: &random))
                let behind = Double(screen + Int.random(in: -unrest...unrest, using: &random))
                return UInt8(min(max(art * cover + behind * (1 - cover), 0), 255))
            }
            image[x, y] = StraightPixel(r: channel(0), g: channel(255), b: channel(0))
        }
    }
    return image
}

/// A disc with a soft edge on a screen that darkens toward a corner, with noise.
private func unevenPicture(_ width: Int, _ height: Int, seed: UInt64) -> StraightImage {
    var random = SeededRandom(seed: seed)
    var image = StraightImage(size: PixelSize(width: width, height: height)!)
    let radius = Double(min(width, height)) * 0.3
    for y in 0..<height {
        for x in 0..<width {
            let (dx, dy) = (Double(x - width / 2), Double(y - height / 2))
            let cover = min(max((radius - (dx * dx + dy * dy).squareRoot()) / 4, 0), 1)
            let light = 1 - 0.3 * Double(x + y) / Double(width + height)
            func channel(_ art: Double, _ screen: Double) -> UInt8 {
                let noise = Double(Int.random(in: -3...3, using: &random))
                let value = art * cover + screen * light * (1 - cover) + noise
                return UInt8(min(max(value, 0), 255))
            }
            image[x, y] = StraightPixel(
                r: channel(120, 20),
                g: channel(60, 240),
                b: channel(160, 30)
            )
        }
    }
    return image
}

struct KeyAgreementTests {
    /// Art of the sample game.
    private static let art: [StraightImage] = {
        let folder = Repository.file("assets-src")
        let names = ["overlay_glasses.png", "overlay_froghat.png", "leaf.png", "crown.jpg"]
        return names.compactMap { name in
            let bytes = try? Data(contentsOf: folder.appending(path: name))
            return bytes.flatMap { try? decodeImage([UInt8]($0)).image }
        }
    }()

    /// Sizes around the widths of vectors and words, and art.
    private static let pictures =
        [1, 2, 7, 8, 9, 31, 63, 64, 65, 100, 127, 128, 130].enumerated().map {
            noisePicture($1, 90 - $0 * 4, seed: UInt64($0))
        } + uneven + art

    /// Screens that are surfaces.
    private static let uneven = [57, 64, 100, 131].map { unevenPicture($0, 80, seed: UInt64($0)) }

    /// What bands cut through: edges several pixels wide, shadows hard and soft, glass, and greens.
    private static let banded = [0, 3].map { noise in
        var random = SeededRandom(seed: 9)
        return painted(150, 120) { x, y in
            func shaken(_ value: Int) -> UInt8 {
                UInt8(min(max(value + Int.random(in: -noise...noise, using: &random), 0), 255))
            }
            var behind = StraightPixel(r: shaken(20), g: shaken(220), b: shaken(30))
            let soft = max(0, 130 - abs(x - 112) * 4 - abs(y - 60) * 3)
            behind = mixture(StraightPixel(r: 8, g: 8, b: 16), soft, over: behind)
            if 64..<88 ~= x, 20..<100 ~= y {
                behind = mixture(StraightPixel(r: 0, g: 0, b: 10), 110, over: behind)
            }
            let (dx, dy) = (Double(x - 34), Double(y - 60) / 2)
            let cover = min(max((24 - (dx * dx + dy * dy).squareRoot()) / 7, 0), 1)
            if 140..<148 ~= x, 10..<110 ~= y {
                return y < 60
                    ? mixture(Ink.red, 100, over: behind) : StraightPixel(r: 60, g: 140, b: 40)
            }
            return mixture(Ink.red, Int(cover * 255), over: behind)
        }
    }

    @Test func `some of what bands cut has wide edges, and some has shadows`() throws {
        let found = KeyAgreementTests.banded.compactMap { picture in findings(in: picture) }
        #expect(found.contains { !$0.trimap.wideEdges.isEmpty })
        #expect(found.contains { !$0.trimap.shadows.mask.isEmpty })
    }

    @Test func `the sample art is there`() {
        #expect(KeyAgreementTests.art.count == 4)
    }

    @Test func `some screens are surfaces`() {
        for picture in KeyAgreementTests.uneven {
            #expect(key(picture).report.screen?.isFlat == false, "\(picture.size)")
        }
    }

    @Test(arguments: 0..<ways.count)
    func `kernels for either instruction set give equal pictures and reports`(way: Int) {
        for picture in KeyAgreementTests.pictures {
            let keyed = key(picture, settings: ways[way].settings, hints: ways[way].hints)
            let baseline = KernelChoice.$usesWideVectors.withValue(false) {
                key(picture, settings: ways[way].settings, hints: ways[way].hints)
            }
            #expect(keyed == baseline, "\(ways[way].name), \(picture.size)")
        }
    }

    @Test(arguments: 0..<ways.count)
    func `explaining pixels one by one gives equal pictures and reports`(way: Int) {
        for picture in KeyAgreementTests.pictures {
            let keyed = key(picture, settings: ways[way].settings, hints: ways[way].hints)
            let reference = KernelChoice.$usesReference.withValue(true) {
                key(picture, settings: ways[way].settings, hints: ways[way].hints)
            }
            #expect(keyed == reference, "\(ways[way].name), \(picture.size)")
        }
    }

    @Test(arguments: 0..<ways.count)
    func `bands of rows on several cores give equal pictures and reports`(way: Int) {
        for picture in KeyAgreementTests.pictures + KeyAgreementTests.banded {
            let keyed = key(picture, settings: ways[way].settings, hints: ways[way].hints)
            for count in [2, 5] {
                let spread = PictureCores.$leastPixels.withValue(1) {
                    PictureCores.$shared.withValue(PictureCores(count, pictures: 1)) {
                        key(picture, settings: ways[way].settings, hints: ways[way].hints)
                    }
                }
                #expect(keyed == spread, "\(ways[way].name), \(picture.size), \(count) cores")
            }
        }
    }

    @Test(arguments: 0..<ways.count)
    func `keying in place gives the same picture and report`(way: Int) {
        for picture in KeyAgreementTests.pictures {
            let keyed = key(picture, settings: ways[way].settings, hints: ways[way].hints)
            var image = picture
            let report = key(inPlace: &image, settings: ways[way].settings, hints: ways[way].hints)
            #expect(image == keyed.image, "\(ways[way].name), \(picture.size)")
            #expect(report == keyed.report, "\(ways[way].name), \(picture.size)")
        }
    }
}
