import Bake
import Raster
import TestSupport
import Testing

/// Crossings give the same verdict in both forms, over art that has rims and art that has none.
@Suite struct CrossingAgreementTests {
    private static let grounds = [
        StraightPixel(r: 0, g: 255, b: 0), StraightPixel(r: 0, g: 177, b: 64),
        StraightPixel(r: 255, g: 0, b: 255), StraightPixel(r: 255, g: 255, b: 255),
        StraightPixel(r: 0, g: 0, b: 0),
    ]

    /// Some disks of random art, cut from a ground with rims and edges of random widths.
    private func art(_ random: inout SeededRandom) -> (StraightImage, [PixelRect]) {
        let size = (
            Int.random(in: 20...150, using: &random), Int.random(in: 20...150, using: &random)
        )
        let ground = Self.grounds[Int.random(in: 0..<5, using: &random)]
        let (edge, rim) = (
            Double.random(in: 0...6, using: &random), Double.random(in: 0...6, using: &random)
        )
        let isMultiplied = Bool.random(using: &random)
        let disks = (0..<3).map { _ in
            (
                x: Double.random(in: 0...Double(size.0), using: &random),
                y: Double.random(in: 0...Double(size.1), using: &random),
                radius: Double.random(in: 4...60, using: &random),
                color: UInt32.random(in: 0...0xFFFFFF, using: &random)
            )
        }
        let noise = UInt8.random(in: 1...20, using: &random)
        let image = paint(size.0, size.1) { x, y in
            var pixel = StraightPixel.clear
            for disk in disks {
                let (dx, dy) = (Double(x) - disk.x, Double(y) - disk.y)
                let depth = disk.radius - (dx * dx + dy * dy).squareRoot()
                guard depth > 0 else { continue }
                let alpha = edge > 0 ? min(1, depth / edge) : 1
                let share = rim > 0 ? max(0, 1 - max(0, depth - edge) / rim) : 0
                func mix(_ own: UInt32, _ ground: UInt8) -> UInt8 {
                    let drift = Double(UInt8.random(in: 0..<noise, using: &random))
                    let value = Double(own & 255) * (1 - share) + Double(ground) * share - drift
                    return UInt8(max(0, value * (isMultiplied ? alpha : 1)))
                }
                pixel = StraightPixel(
                    r: mix(disk.color, ground.r),
                    g: mix(disk.color >> 8, ground.g),
                    b: mix(disk.color >> 16, ground.b),
                    a: UInt8(alpha * 255)
                )
            }
            return pixel
        }
        let whole = PixelRect(image.size)
        let parts = [
            PixelRect(x: 0, y: 0, width: size.0 / 2, height: size.1),
            PixelRect(x: size.0 / 2, y: 0, width: size.0 - size.0 / 2, height: size.1),
        ].compactMap(\.self)
        return (image, Bool.random(using: &random) ? [whole] : parts)
    }

    @Test func `crossings agree in both forms`() {
        var random = SeededRandom(seed: 29)
        var verdicts: [String: Int] = [:]
        for _ in 0..<600 {
            let (image, frames) = art(&random)
            let quick = crossings(image, frames)
            let thorough = crossings(image, frames, usesReference: true)
            // What the pictures are made of would fill pages.
            let areEqual = quick == thorough
            #expect(
                areEqual,
                "\(quick.verdict) \(quick.counts), \(thorough.verdict) \(thorough.counts)"
            )
            verdicts[quick.verdict, default: 0] += 1
        }
        // All verdicts were met, and none as well.
        #expect(
            Set(verdicts.keys).isSuperset(of: ["green", "magenta", "white", "multiplied", "none"])
        )
    }

    private struct Facts: Equatable {
        var verdict: String
        var share: Double?
        var counts: [Int]
        var measures: [AlphaSurvey?]
    }

    private func crossings(
        _ image: StraightImage,
        _ frames: [PixelRect],
        usesReference: Bool = false
    ) -> Facts {
        KernelChoice.$usesReference.withValue(usesReference) {
            let picture = CheckedPicture(path: "a.png", image: image, frames: frames)
            let crossings = Crossings(picture)
            return Facts(
                verdict: crossings.ground?.name
                    ?? (crossings.isPremultiplied ? "multiplied" : "none"),
                share: crossings.ground?.share,
                counts: crossings.edgeCounts,
                measures: picture.measures.map(\.alpha)
            )
        }
    }
}
