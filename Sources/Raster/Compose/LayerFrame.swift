#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The box, in points, that contains a transformed image at every scale.
struct LayerFrame {
    /// Whole points; nil if it exceeds the raster's limits.
    let size: PixelSize?
    /// Whole points for rotated images.
    let pivotX: Double
    let pivotY: Double
    let turn: Turn

    /// `width` and `height` are those of the scaled image, in points.
    init(width: Double, height: Double, transform: LayerTransform) {
        let angle = transform.rotation * .pi / 180
        turn = Turn(sine: sin(angle), cosine: cos(angle))
        guard width.isFinite, height.isFinite, max(width, height) < 1e6 else {
            size = nil
            pivotX = 0
            pivotY = 0
            return
        }
        guard !transform.isUpright else {
            pivotX = transform.pivotX * width
            pivotY = transform.pivotY * height
            size = PixelSize(width: Self.wholePoints(width), height: Self.wholePoints(height))
            return
        }
        // The extent of the rotated corners around the pivot.
        let across = [-transform.pivotX * width, (1 - transform.pivotX) * width]
        let down = [-transform.pivotY * height, (1 - transform.pivotY) * height]
        let corners = across.flatMap { x in
            down.map { y in
                (x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle))
            }
        }
        // A margin of one point, because each scale rounds the image to its own pixels.
        let left = Self.wholePoints(-(corners.map(\.x).min() ?? 0)) + 1
        let top = Self.wholePoints(-(corners.map(\.y).min() ?? 0)) + 1
        let right = Self.wholePoints(corners.map(\.x).max() ?? 0) + 1
        let bottom = Self.wholePoints(corners.map(\.y).max() ?? 0) + 1
        pivotX = Double(left)
        pivotY = Double(top)
        size = PixelSize(width: left + right, height: top + bottom)
    }

    /// Rounded up, but tolerant of floating-point error on whole numbers.
    private static func wholePoints(_ length: Double) -> Int { Int((length - 1e-6).rounded(.up)) }
}
