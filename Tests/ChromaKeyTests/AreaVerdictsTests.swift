import ChromaKey
import Raster
import TestSupport
import Testing

/// Areas of one color, judged together over a sheet and over frames.
struct AreaVerdictsTests {
    /// Large it is solid, small it could be a lens; its grain is no paint's.
    private static func doubtful(_ x: Int, _ y: Int) -> StraightPixel {
        StraightPixel(r: UInt8(57 + (x + 2 * y) % 4 * 2), g: 190, b: 60)
    }

    /// A dark plate around an area of the doubtful color in each of some sizes.
    private func frame(_ sides: [Int]) -> StraightImage {
        var image = StraightImage(
            size: PixelSize(width: 96 * sides.count, height: 96)!,
            filledWith: Ink.green
        )
        for (place, side) in sides.enumerated() {
            let x = 96 * place + 20
            let plate = PixelRect(x: x - 4, y: 16, width: side + 8, height: side + 8)!
            image.fill(plate, with: StraightPixel(r: 20, g: 10, b: 30))
            for dy in 0..<side {
                for dx in 0..<side { image[x + dx, 20 + dy] = Self.doubtful(dx, dy) }
            }
        }
        return image
    }

    /// Alpha in the middle of an area.
    private func alpha(_ image: StraightImage, _ place: Int, side: Int) -> UInt8 {
        image[96 * place + 20 + side / 2, 20 + side / 2].a
    }

    @Test func `alone a small area and a large one are judged by their size`() {
        // What the other tests rest on.
        let (small, large) = (key(frame([8])).image, key(frame([56])).image)
        #expect(alpha(small, 0, side: 8) != alpha(large, 0, side: 56))
    }

    @Test func `in one picture they come out alike`() {
        let sheet = key(frame([8, 56])).image
        #expect(alpha(sheet, 0, side: 8) == alpha(sheet, 1, side: 56))
    }

    @Test func `frames in files of their own come out alike, as in their sheet`() {
        let frames = [8, 56].map { frame([$0]) }
        let reported = AreaVerdicts(joining: frames.map { areaVerdicts(of: $0) })
        let keyed = frames.map { key($0, hints: KeyHints(verdicts: reported)).image }
        #expect(alpha(keyed[0], 0, side: 8) == alpha(keyed[1], 0, side: 56))
        let sheet = key(frame([8, 56])).image
        #expect(alpha(keyed[0], 0, side: 8) == alpha(sheet, 0, side: 8))
    }

    @Test func `the order of frames does not matter`() {
        let reported = [8, 30, 56].map { areaVerdicts(of: frame([$0])) }
        #expect(AreaVerdicts(joining: reported) == AreaVerdicts(joining: reported.reversed()))
    }

    @Test func `areas of another color are judged by themselves`() {
        let reported = areaVerdicts(of: frame([56]))
        var other = frame([8])
        other.fill(
            PixelRect(x: 20, y: 20, width: 8, height: 8)!,
            with: StraightPixel(r: 90, g: 190, b: 90)
        )
        #expect(key(other, hints: KeyHints(verdicts: reported)).image == key(other).image)
    }

    @Test func `without a screen, and in other modes, nothing is reported`() {
        let plain = StraightImage(size: PixelSize(width: 20, height: 20)!, filledWith: Ink.red)
        #expect(areaVerdicts(of: plain) == AreaVerdicts())
        let fast = KeySettings(mode: .fast)
        #expect(areaVerdicts(of: frame([56]), settings: fast) == AreaVerdicts())
    }
}
