import ChromaKey
import Raster
import TestSupport
import Testing

struct KeyReportTests {
    private static let screen = RGB(0, 255, 0)

    /// A disc with a rim of two pixels in a color of its own.
    private static func disc(_ inside: StraightPixel, rim: StraightPixel) -> StraightImage {
        StraightImage(24, 24) { x, y in
            let distance = (2 * x - 23) * (2 * x - 23) + (2 * y - 23) * (2 * y - 23)
            return distance < 256 ? inside : distance < 360 ? rim : .clear
        }
    }

    private static let brown = StraightPixel(r: 140, g: 90, b: 40)
    private static let green = StraightPixel(r: 40, g: 200, b: 40)
    private static let tinted = StraightPixel(r: 60, g: 170, b: 40, a: 160)
    private static let blue = StraightPixel(r: 30, g: 40, b: 220)

    @Test(arguments: [
        (inside: brown, rim: brown, key: screen, isFringe: false),
        (inside: brown, rim: tinted, key: screen, isFringe: true),
        // Green art has none, and another hue is none of this screen.
        (inside: green, rim: green, key: screen, isFringe: false),
        (inside: brown, rim: blue, key: RGB(0, 0, 255), isFringe: true),
        (inside: brown, rim: blue, key: screen, isFringe: false),
        // A gray has no hue.
        (inside: brown, rim: blue, key: RGB(90, 90, 90), isFringe: false),
    ])
    func `fringe is the screen's hue on the outline, more than the art inside has`(
        inside: StraightPixel,
        rim: StraightPixel,
        key: RGB,
        isFringe: Bool
    ) {
        var leans: [Int] = []
        let fringe = Fringe(of: Self.disc(inside, rim: rim), key: key) { leans.append($2) }
        #expect(fringe.outlinePixels > 40 && leans.count == fringe.outlinePixels)
        #expect(leans.count { $0 > 0 } == fringe.pixels)
        #expect(isFringe ? fringe.share > 0.3 : fringe.pixels == 0)
    }

    @Test func `a fringe's strength is its lean against the art inside, times its alpha`() {
        var lean = 0
        _ = Fringe(of: Self.disc(Self.brown, rim: Self.tinted), key: Self.screen) {
            if ($0, $1) == (12, 3) { lean = $2 }
        }
        // 170 - 60, at an alpha of 160.
        #expect(lean == 69)
        #expect(Fringe.percent(0.1328) == "13.3 %")
    }

    @Test(arguments: [KeyMode.best, .fast, .distance, .gpuimage])
    func `the report's fringe is that of its picture`(mode: KeyMode) throws {
        let keyed = key(
            discPicture(screen: Ink.green),
            settings: KeySettings(mode: mode, threshold: 0.1)
        )
        let screen = try #require(keyed.report.screen?.color)
        #expect(keyed.report.fringe == Fringe(of: keyed.image, key: screen).share)
    }

    @Test func `a silhouette that keeps the screen's hue is counted as fringe`() {
        let picture = discPicture(screen: Ink.green)
        let old = key(picture, settings: KeySettings(mode: .gpuimage, threshold: 0.1)).report
        // The outline is two pixels deep. On one side it is half green, on another by 3 to 97 percent.
        #expect(old.fringe == 53.0 / 264)
        #expect(key(picture).report.fringe == 0)
    }

    @Test func `fringe is counted for every key color`() {
        for color in [RGB(0, 0, 255), RGB(255, 0, 255)] {
            let screen = StraightPixel(r: color.r, g: color.g, b: color.b)
            let settings = KeySettings(key: .color(color), mode: .gpuimage, threshold: 0.1)
            #expect(key(discPicture(screen: screen), settings: settings).report.fringe > 0.15)
        }
    }

    @Test func `screen color that stays next to the cleared screen is counted as residue`() {
        var picture = StraightImage(size: PixelSize(width: 40, height: 40)!, filledWith: Ink.green)
        picture.fill(PixelRect(x: 10, y: 10, width: 20, height: 20)!, with: Ink.red)
        #expect(key(picture).report.residue == 0)
        // A stripe of 2 x 20 pixels like the screen, kept by demand, of 440 that are visible.
        let stripe = StraightPixel(r: 20, g: 235, b: 20)
        picture.fill(PixelRect(x: 30, y: 10, width: 2, height: 20)!, with: stripe)
        let kept = key(picture, settings: KeySettings(keep: [RGB(20, 235, 20)])).report
        #expect(kept.residue == 40.0 / 440)
    }

    @Test func `a green veil next to art that is not green is counted as residue`() {
        // Cut out by hand before: a veil of ten pixels next to red, and next to green art of like hue.
        func residue(beside art: StraightPixel) -> Double {
            var image = StraightImage(size: PixelSize(width: 40, height: 40)!)
            image.fill(PixelRect(x: 10, y: 10, width: 20, height: 20)!, with: art)
            let veil = StraightPixel(r: 90, g: 210, b: 80, a: 60)
            image.fill(PixelRect(x: 30, y: 12, width: 1, height: 10)!, with: veil)
            var clear = BitMask(width: 40, height: 40)
            for y in 0..<40 { for x in 0..<40 where image[x, y].a == 0 { clear[x, y] = true } }
            var report = KeyReport(mode: .best)
            report.count(image)
            report.measure(
                image,
                clear: clear,
                screen: Screen(flat: SIMD4(0, 255, 0, 0), noise: 0),
                order: .identity,
                doubtful: 0
            )
            return report.residue
        }
        #expect(residue(beside: Ink.red) == 10.0 / 410)
        #expect(residue(beside: StraightPixel(r: 40, g: 160, b: 30)) == 0)
    }

    @Test func `pixels whose solidity is near the threshold are counted`() {
        // A frame of 400 pixels around 800 of a green whose solidity is 0.33.
        var picture = StraightImage(size: PixelSize(width: 60, height: 50)!, filledWith: Ink.green)
        picture.fill(PixelRect(x: 10, y: 10, width: 40, height: 30)!, with: Ink.red)
        let pane = StraightPixel(r: 60, g: 200, b: 60)
        picture.fill(PixelRect(x: 15, y: 15, width: 30, height: 20)!, with: pane)
        func share(_ threshold: Double) -> Double {
            let settings = KeySettings(mode: .fast, threshold: threshold)
            return key(picture, settings: settings).report.shareNearThreshold
        }
        // 0.8 * (55 / 255) + (0.83 - 0.43) * (60 / 255)
        let solidity = 0.267
        #expect(share(solidity) == 600.0 / 1200)
        #expect(share(solidity + 0.06) == 0)
        #expect(share(solidity - 0.06) == 0)
    }
}
