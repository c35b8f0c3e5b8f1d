#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The box, in points, that holds a transformed picture at every scale.
struct LayerFrame {
    /// Whole points; nil when out of the raster's limits.
    let size: PixelSize?
    /// Whole points when the picture is turned.
    let pivotX: Double
    let pivotY: Double
    let turn: Turn

    /// Takes the size of the scaled picture in points.
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
        // How far the turned corners reach from the pivot.
        let across = [-transform.pivotX * width, (1 - transform.pivotX) * width]
        let down = [-transform.pivotY * height, (1 - transform.pivotY) * height]
        let corners = across.flatMap { x in
            down.map { y in
                (x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle))
            }
        }
        // One point of room, because each scale rounds the picture to its own pixels.
        let left = Self.wholePoints(-(corners.map(\.x).min() ?? 0)) + 1
        let top = Self.wholePoints(-(corners.map(\.y).min() ?? 0)) + 1
        let right = Self.wholePoints(corners.map(\.x).max() ?? 0) + 1
        let bottom = Self.wholePoints(corners.map(\.y).max() ?? 0) + 1
        pivotX = Double(left)
        pivotY = Double(top)
        size = PixelSize(width: left + right, height: top + bottom)
    }

    /// Rounded up, but for the dust that floating point leaves on whole numbers.
    private static func wholePoints(_ length: Double) -> Int { Int((length - 1e-6).rounded(.up)) }
}
