import ChromaKey
import Raster
import TestSupport
import Testing

/// Boxes that are solid or clear whatever they look like.
struct KeyBoxTests {
    /// A red disc on green, 40 pixels wide at (10, 10).
    private let art: StraightImage = {
        let disc = SoftDisc(color: Ink.red, side: 40)
        return painted(60, 60) { x, y in
            guard 10..<50 ~= x, 10..<50 ~= y else { return Ink.green }
            return mixture(Ink.red, disc.cover(x - 10, y - 10), over: Ink.green)
        }
    }()

    private func settings(
        _ mode: KeyMode,
        keep: [PixelRect] = [],
        clear: [PixelRect] = []
    ) -> KeySettings {
        var settings = KeySettings(mode: mode, edge: 0)
        (settings.keepBoxes, settings.clearBoxes) = (keep, clear)
        return settings
    }

    @Test(arguments: [KeyMode.best, .fast])
    func `a box to keep stays as it is, a box to clear is gone, and the rest is as before`(
        mode: KeyMode
    ) {
        let kept = PixelRect(x: 4, y: 4, width: 12, height: 20)!
        let cleared = PixelRect(x: 28, y: 28, width: 9, height: 7)!
        let plain = key(art, settings: settings(mode)).image
        let keyed = key(art, settings: settings(mode, keep: [kept], clear: [cleared]))
        for y in 0..<60 {
            for x in 0..<60 {
                let expected: StraightPixel =
                    if kept.contains(x, y) { art[x, y] } else if cleared.contains(x, y) {
                        .clear
                    } else { plain[x, y] }
                #expect(keyed.image[x, y] == expected, "at \(x), \(y)")
            }
        }
        let report = keyed.report
        #expect(report.clearPixels + report.partialPixels + report.opaquePixels == 3600)
        #expect(report.opaquePixels == keyed.image.pixels.count { $0.a == 255 })
    }

    @Test func `a box to keep goes before one to clear, and boxes may reach beyond the picture`() {
        let box = PixelRect(x: 50, y: 50, width: 40, height: 40)!
        let keyed = key(art, settings: settings(.best, keep: [box], clear: [box])).image
        #expect(keyed[59, 59] == Ink.green)
        #expect(keyed[49, 59].a == 0)
    }
}

extension PixelRect {
    fileprivate func contains(_ px: Int, _ py: Int) -> Bool {
        (x..<x + width).contains(px) && (y..<y + height).contains(py)
    }
}
