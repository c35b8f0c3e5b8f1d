public import Raster

/// What one look at a frame's pixels tells.
public struct FrameMeasure: Sendable {
    /// Around pixels with an alpha of at least `visibleAlpha`, in image coordinates.
    ///
    /// Nil when the frame shows nothing.
    public let bounds: PixelRect?
    /// The number of pixels that are more solid than clear.
    public let area: Int

    /// What is fainter than this is not seen; a power of two.
    static let visibleAlpha: UInt8 = 16

    init(_ image: StraightImage, _ frame: PixelRect) {
        var left = frame.maxX
        var right = frame.x - 1
        var top = -1
        var bottom = -1
        var area = 0
        unsafe image.withWords { words in
            for y in frame.y..<frame.maxY {
                let row = y &* image.width
                // In 32 bits and without a branch, which the compiler turns into vectors.
                var solid: UInt32 = 0
                var seen: UInt32 = 0
                for index in row &+ frame.x..<row &+ frame.maxX {
                    let alpha = unsafe words[index] &>> 24
                    solid &+= alpha &>> 7
                    seen |= alpha
                }
                // Some alpha has one of the bits from `visibleAlpha` on.
                guard seen >= UInt32(Self.visibleAlpha) else { continue }
                area &+= Int(solid)
                if top < 0 { top = y }
                bottom = y
                func isSeen(_ x: Int) -> Bool {
                    unsafe words[row &+ x] &>> 24 >= UInt32(Self.visibleAlpha)
                }
                var x = frame.x
                while x < left, !isSeen(x) { x &+= 1 }
                left = x
                x = frame.maxX &- 1
                while x > right, !isSeen(x) { x &-= 1 }
                right = x
            }
        }
        bounds =
            top < 0
            ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        self.area = area
    }

    private init() { (bounds, area) = (nil, 0) }

    static let nothing = FrameMeasure()

    /// The side of a square of the same area, in pixels.
    var size: Double { Double(area).squareRoot() }
}

/// Measures the frames of a picture; those outside of it are empty.
public func measureFrames(of picture: CheckedPicture) -> [FrameMeasure] {
    let whole = PixelRect(picture.image.size)
    return picture.frames.map { frame in
        whole.contains(frame) ? FrameMeasure(picture.image, frame) : .nothing
    }
}

extension StraightImage {
    /// Whether two rectangles of one size show the same; what is not seen counts as one color.
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

/// The middle value; 0 of none.
func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
