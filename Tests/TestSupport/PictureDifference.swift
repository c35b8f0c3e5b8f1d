public import Raster

/// Where two pictures differ.
public struct PictureDifference: Sendable {
    private let expected: StraightImage
    private let actual: StraightImage
    /// Row by row; empty for pictures of different sizes.
    private let places: [(x: Int, y: Int)]

    public init(expected: StraightImage, actual: StraightImage) {
        self.expected = expected
        self.actual = actual
        var places: [(x: Int, y: Int)] = []
        if expected.size == actual.size, expected != actual {
            for y in 0..<expected.height {
                for x in 0..<expected.width where expected[x, y] != actual[x, y] {
                    places.append((x, y))
                }
            }
        }
        self.places = places
    }

    /// How many pixels, and the first of them with both values.
    public var summary: String {
        if expected.size != actual.size {
            return "has another size: expected \(expected.width)x\(expected.height), found "
                + "\(actual.width)x\(actual.height)"
        }
        guard let first = places.first else { return "is the same" }
        func text(_ pixel: StraightPixel) -> String {
            "(\(pixel.r), \(pixel.g), \(pixel.b), \(pixel.a))"
        }
        return "differs in \(places.count) of \(expected.size.area) pixels, first at "
            + "(\(first.x), \(first.y)): expected \(text(expected[first.x, first.y])), found "
            + text(actual[first.x, first.y])
    }

    /// The expected picture in dark grey, what differs in yellow to red by how much; nil for pictures
    /// of different sizes.
    public var map: StraightImage? {
        guard expected.size == actual.size else { return nil }
        var map = StraightImage(size: expected.size)
        for y in 0..<map.height {
            for x in 0..<map.width {
                let pixel = expected[x, y]
                let luma = (Int(pixel.r) * 3 + Int(pixel.g) * 6 + Int(pixel.b)) / 10
                let grey = UInt8(luma * Int(pixel.a) / 255 / 3)
                map[x, y] = StraightPixel(r: grey, g: grey, b: grey)
            }
        }
        for (x, y) in places {
            let (old, new) = (expected[x, y], actual[x, y])
            let most = max(
                abs(Int(old.r) - Int(new.r)),
                abs(Int(old.g) - Int(new.g)),
                abs(Int(old.b) - Int(new.b)),
                abs(Int(old.a) - Int(new.a))
            )
            map[x, y] = StraightPixel(r: 255, g: UInt8(max(0, 200 - 8 * most)), b: 0)
        }
        return map
    }
}
