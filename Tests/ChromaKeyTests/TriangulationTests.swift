import ChromaKey
import Raster
import TestSupport
import Testing

private let green = StraightPixel(r: 0, g: 255, b: 0)
private let magenta = StraightPixel(r: 255, g: 0, b: 255)
private let blue = StraightPixel(r: 0, g: 0, b: 255)
private let white = StraightPixel(r: 255, g: 255, b: 255)
private let black = StraightPixel(r: 0, g: 0, b: 0)

/// One figure over several screens: everything that one screen leaves in doubt, with known truth.
struct TriangulationTests {
    /// A green disc with soft edges, a glass pane, a shadow that fades out, and an outline.
    private static let figure: StraightImage = painted(96, 80) { x, y in
        let disc = SoftDisc(color: green, side: 28)
        if x >= 8, y >= 8, x < 36, y < 36 {
            let cover = disc.cover(x - 8, y - 8)
            let isEye = (18..<22).contains(x) && (16..<22).contains(y)
            let color =
                isEye ? StraightPixel(r: 20, g: 20, b: 30) : StraightPixel(r: 30, g: 220, b: 40)
            return StraightPixel(r: color.r, g: color.g, b: color.b, a: UInt8(cover))
        }
        if (44..<70).contains(x), (10..<34).contains(y) {
            let isFrame = x < 47 || x >= 67 || y < 13 || y >= 31
            return isFrame
                ? StraightPixel(r: 90, g: 40, b: UInt8(60 + x))
                : StraightPixel(r: 120, g: 200, b: 255, a: 90)
        }
        let shade = 150 - 6 * abs(y - 56) - 3 * abs(x - 44)
        return StraightPixel(r: 10, g: 0, b: 30, a: UInt8(max(0, shade)))
    }

    private static func over(
        _ screen: StraightPixel,
        _ figure: StraightImage = figure,
        by shift: (x: Int, y: Int) = (0, 0)
    ) -> StraightImage {
        painted(figure.width, figure.height) { x, y in
            let (fx, fy) = (x - shift.x, y - shift.y)
            let isInside = fx >= 0 && fy >= 0 && fx < figure.width && fy < figure.height
            let pixel = isInside ? figure[fx, fy] : .clear
            return mixture(pixel, Int(pixel.a), over: screen)
        }
    }

    /// How far the result is from the truth where both are laid over a ground, at most.
    private static func error(
        _ image: StraightImage,
        _ truth: StraightImage = figure,
        columns: Range<Int>? = nil,
        rows: Range<Int>? = nil
    ) -> Int {
        var most = 0
        for y in rows ?? 0..<image.height {
            for x in columns ?? 0..<image.width {
                let (a, b) = (image[x, y], truth[x, y])
                for ground in [white, black, magenta] {
                    most = max(
                        most,
                        distance(
                            mixture(a, Int(a.a), over: ground),
                            mixture(b, Int(b.a), over: ground)
                        )
                    )
                }
            }
        }
        return most
    }

    @Test(arguments: [
        [green, magenta], [white, black], [black, white], [green, blue], [blue, green, white],
    ])
    func `glass, shadow, soft edges and art in a screen's color come out exactly`(
        screens: [StraightPixel]
    ) throws {
        let keyed = try triangulate(screens.map { TriangulationTests.over($0) })
        #expect(TriangulationTests.error(keyed.image) <= 2)
        for y in 0..<80 {
            for x in 0..<96 {
                let (truth, found) = (TriangulationTests.figure[x, y], keyed.image[x, y])
                if truth.a == 255 { #expect(found == truth) }
                if truth.a == 0 { #expect(found.a == 0) }
                #expect(abs(Int(found.a) - Int(truth.a)) <= 1)
            }
        }
        let reported = try #require(keyed.report.triangulation)
        #expect(keyed.report.screen?.color == RGB(screens[0].r, screens[0].g, screens[0].b))
        #expect(
            reported.others.map(\.screen.color) == screens.dropFirst().map { RGB($0.r, $0.g, $0.b) }
        )
        #expect(
            reported.differences == [] && reported.differingShare == 0 && keyed.differences == nil
        )
    }

    @Test func `a figure that stands elsewhere in the second picture is found there`() throws {
        for screens in [(green, magenta), (white, black)] {
            let keyed = try triangulate([
                TriangulationTests.over(screens.0),
                TriangulationTests.over(screens.1, by: (5, -3)),
            ])
            let other = try #require(keyed.report.triangulation?.others.first)
            #expect((other.x, other.y) == (5, -3))
            #expect(keyed.report.triangulation?.differences == [])
            let seenTwice = TriangulationTests.error(keyed.image, columns: 0..<91, rows: 3..<80)
            #expect(seenTwice <= 2)
            // Where the second picture ends the first is by itself, and the shadow's last trace is noise.
            let trace = TriangulationTests.figure[91, 56].a
            #expect(trace == 9 && TriangulationTests.error(keyed.image) < trace)
        }
    }

    @Test func `half a pixel is found as well`() throws {
        // Drawn at twice the size: each picture takes other pairs of pixels together.
        func halved(_ screen: StraightPixel, from start: Int) -> StraightImage {
            let disc = SoftDisc(color: green, side: 80)
            return painted(64, 64) { x, y in
                var (cover, eye) = (0, 0)
                for dy in 0..<2 {
                    for dx in 0..<2 {
                        let (px, py) = (2 * x + dx - 20 + start, 2 * y + dy - 20)
                        if (0..<80).contains(px), (0..<80).contains(py) {
                            cover += disc.cover(px, py)
                        }
                        if (30..<40).contains(px), (20..<40).contains(py) { eye += 255 }
                    }
                }
                let skin = mixture(
                    StraightPixel(r: 20, g: 20, b: 30),
                    eye / 4,
                    over: StraightPixel(r: 240, g: 180, b: 60)
                )
                return mixture(skin, cover / 4, over: screen)
            }
        }
        let keyed = try triangulate([halved(green, from: 0), halved(magenta, from: 1)])
        let other = try #require(keyed.report.triangulation?.others.first)
        #expect(abs(other.x + 0.5) <= 1.0 / 16 && other.y == 0)
        #expect(keyed.report.triangulation?.differences == [])
        // What is solid is the first picture's, and no screen is left around it.
        #expect(keyed.image[32, 32] == halved(green, from: 0)[32, 32])
        #expect(keyed.image[2, 2].a == 0)
        for pixel in keyed.image.pixels where pixel.a > 40 {
            #expect(Int(pixel.g) <= Int(pixel.r) + 24, "green is left")
        }
    }

    @Test func `noise of the screens is not left on them, and none of it is seen through`() throws {
        var random = SeededRandom(seed: 7)
        func noisy(_ image: StraightImage) -> StraightImage {
            painted(image.width, image.height) { x, y in
                func grain(_ value: UInt8) -> UInt8 {
                    // The mean of four dice: a deviation of 3.
                    let sum = (0..<4).reduce(0) { sum, _ in sum + Int(random.next() % 21) - 10 }
                    return UInt8(min(max(Int(value) + sum / 4, 0), 255))
                }
                let pixel = image[x, y]
                return StraightPixel(r: grain(pixel.r), g: grain(pixel.g), b: grain(pixel.b))
            }
        }
        let screens = [StraightPixel(r: 20, g: 220, b: 30), StraightPixel(r: 230, g: 30, b: 220)]
        let keyed = try triangulate(screens.map { noisy(TriangulationTests.over($0)) })
        #expect(keyed.report.triangulation?.differences == [])
        var (haze, holes) = (0, 0)
        for y in 0..<80 {
            for x in 0..<96 {
                let truth = TriangulationTests.figure[x, y]
                if truth.a == 0, keyed.image[x, y].a > 0 { haze += 1 }
                if truth.a == 255, keyed.image[x, y].a < 255 { holes += 1 }
            }
        }
        #expect(haze <= 8 && holes <= 8, "\(haze) pixels of haze, \(holes) of holes")
    }

    @Test func `what moved is found, and is the first picture's`() throws {
        var other = TriangulationTests.figure
        // An eye that looks elsewhere.
        for y in 16..<22 {
            for x in 18..<22 { other[x, y] = StraightPixel(r: 30, g: 220, b: 40) }
            for x in 24..<28 { other[x, y] = StraightPixel(r: 20, g: 20, b: 30) }
        }
        let keyed = try triangulate([
            TriangulationTests.over(blue), TriangulationTests.over(magenta, other),
        ])
        let boxes = try #require(keyed.report.triangulation?.differences)
        #expect(boxes == [PixelRect(x: 18, y: 16, width: 10, height: 6)])
        #expect(keyed.image[19, 18] == StraightPixel(r: 20, g: 20, b: 30))
        #expect(keyed.image[25, 18] == StraightPixel(r: 30, g: 220, b: 40))
        let map = keyed.differenceMap
        #expect(map[19, 18].r == 255 && map[26, 18].r == 255 && map[19, 18].b == 0)
        #expect(map[50, 11].r == map[50, 11].b && map[50, 11].r > 0)
        #expect(map[2, 2] == black)
    }

    @Test func `pictures that do not go together say why`() {
        typealias Pictures = [StraightImage]
        func trouble(_ pictures: Pictures) -> TriangulationError? {
            let result = Result { () throws(TriangulationError) in try triangulate(pictures) }
            guard case .failure(let error) = result else { return nil }
            return error
        }
        let first = TriangulationTests.over(green)
        #expect(trouble([first]) == .onePicture)
        let small = first.cropped(to: PixelRect(x: 0, y: 0, width: 40, height: 40)!)
        #expect(
            trouble([first, small]) == .otherSize(1, found: small.size, expected: first.size)
        )
        #expect(trouble([first, first]) == .sameScreen(0, 1, color: RGB(0, 255, 0)))
        let many = painted(96, 80) { x, y in
            StraightPixel(
                r: UInt8(x * 37 % 256),
                g: UInt8(y * 91 % 256),
                b: UInt8((x ^ y) * 3 % 256)
            )
        }
        #expect(trouble([first, many]) == .noScreen(1))
        let figure = painted(96, 80) { x, y in
            let isBody = (20..<80).contains(x) && (30..<78).contains(y)
            return isBody
                ? StraightPixel(r: UInt8(255 - 2 * x), g: UInt8(x * y % 200), b: 90) : .clear
        }
        guard
            case .otherFigure(let share)? =
                trouble([first, TriangulationTests.over(magenta, figure)])
        else {
            Issue.record("another figure was taken for the same")
            return
        }
        #expect(share > 0.5)
    }

    @Test func `a pixel that has one screen behind it in all pictures is solid`() throws {
        let row = [
            StraightPixel(r: 48, g: 171, b: 32), StraightPixel(r: 0, g: 128, b: 0),
            StraightPixel(r: 48, g: 203, b: 32),
        ]
        let first = painted(58, 1) { x, _ in row[x % 3] }
        let second = painted(58, 1) { x, _ in row[2 - x % 3] }
        let keyed = try triangulate([first, second])
        // Their mean, as of all solid pixels over noisy screens.
        #expect(keyed.image[0, 0] == StraightPixel(r: 48, g: 187, b: 32))
    }

    @Test func `mirrored pictures give the mirrored figure`() throws {
        func mirrored(_ image: StraightImage) -> StraightImage {
            painted(image.width, image.height) { x, y in image[image.width - 1 - x, y] }
        }
        let pictures = [TriangulationTests.over(white), TriangulationTests.over(blue)]
        let settings = KeySettings(edge: 0)
        let keyed = try triangulate(pictures, settings: settings)
        let turned = try triangulate(pictures.map(mirrored), settings: settings)
        #expect(turned.image == mirrored(keyed.image))
    }

    @Test func `a color that is named counts where the border shows none`() throws {
        // Art along the border, in many colors.
        func framed(_ screen: StraightPixel) -> StraightImage {
            painted(60, 60) { x, y in
                let isFrame = x < 4 || y < 4 || x >= 56 || y >= 56
                return isFrame
                    ? StraightPixel(
                        r: UInt8(x * 4),
                        g: UInt8(y * 4),
                        b: UInt8((x * 7 + y * 13) % 256)
                    )
                    : screen
            }
        }
        let pictures = [framed(green), framed(magenta)]
        #expect(throws: TriangulationError.noScreen(1)) { try triangulate(pictures) }
        let keyed = try triangulate(
            pictures,
            keys: [.color(RGB(0, 255, 0)), .color(RGB(255, 0, 255))]
        )
        #expect(keyed.image[30, 30].a == 0 && keyed.image[1, 1] == pictures[0][1, 1])
    }

    @Test func `edge, erode and feather do what they do to one picture`() throws {
        let pictures = [TriangulationTests.over(green), TriangulationTests.over(magenta)]
        let plain = try triangulate(pictures, settings: KeySettings(edge: 0)).image
        let bled = try triangulate(pictures, settings: KeySettings(edge: 2)).image
        let eroded = try triangulate(pictures, settings: KeySettings(erode: 2)).image
        #expect(plain[42, 20] == .clear && bled[42, 20].r == 90 && bled[42, 20].a == 0)
        #expect(plain[44, 20].a == 255 && eroded[44, 20].a == 0)
    }
}
