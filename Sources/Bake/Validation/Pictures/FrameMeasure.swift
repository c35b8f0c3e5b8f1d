public import Raster

public struct FrameMeasure: Sendable {
    /// The bounds of pixels with an alpha of at least `visibleAlpha`, in image coordinates.
    ///
    /// Nil for an empty frame.
    public let bounds: PixelRect?
    /// The number of pixels with at least half alpha.
    public let area: Int
    package let alpha: AlphaSurvey?
    /// Nil for frames that show too little.
    let traits: DrawingTraits?

    /// Lower alpha is invisible.
    static let visibleAlpha: UInt8 = 16
    /// Lower alpha is practically clear.
    static let clearAlpha: UInt8 = 8
    private static let softAlpha: ClosedRange<UInt8> = 24...232

    init(_ image: StraightImage, _ frame: PixelRect, rowStep: Int) {
        let alpha = AlphaSurvey(
            image,
            in: frame,
            AlphaSurvey.Limits(
                touched: Self.clearAlpha,
                seen: Self.visibleAlpha,
                soft: Self.softAlpha
            )
        )
        (bounds, area) = (alpha.bounds, alpha.solid)
        self.alpha = alpha
        traits = DrawingTraits(image, frame, rowStep: rowStep)
    }

    private init() { (bounds, area, alpha, traits) = (nil, 0, nil, nil) }

    static let nothing = FrameMeasure()

    /// The side of a square of the same area, in pixels.
    var size: Double { Double(area).squareRoot() }
}

/// Measures the frames of an image; those outside of it are empty.
public func measureFrames(of picture: CheckedPicture) -> [FrameMeasure] {
    let whole = PixelRect(picture.image.size)
    // Samples suffice for traits.
    let step = 1 + picture.frames.reduce(0) { $0 + $1.size.area } / 8192
    return picture.frames.map { frame in
        guard whole.contains(frame) else { return .nothing }
        let rowStep = min(step, 1 + frame.height / 24)
        return FrameMeasure(picture.image, frame, rowStep: rowStep)
    }
}

extension StraightImage {
    /// Whether two rectangles of one size look the same; invisible pixels are equal.
    func showsTheSame(in rect: PixelRect, and other: PixelRect) -> Bool {
        guard rect.size == other.size else { return false }
        for y in 0..<rect.height {
            for x in 0..<rect.width {
                let (one, two) = (self[rect.x + x, rect.y + y], self[other.x + x, other.y + y])
                let isSeen = max(one.a, two.a) >= FrameMeasure.visibleAlpha
                if isSeen, one != two { return false }
            }
        }
        return true
    }
}

/// The median; 0 for none.
func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
