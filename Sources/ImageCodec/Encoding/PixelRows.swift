import Raster

/// The rows of an image or of a rectangle in it.
///
/// The pixels must outlive it.
@safe
struct PixelRows {
    let size: PixelSize
    /// The first pixel, and the distance to the next row in pixels.
    private let start: UnsafePointer<StraightPixel>
    private let stride: Int

    /// `rect` must be inside of `pixels`, which have rows of `width`.
    init(_ pixels: UnsafeBufferPointer<StraightPixel>, width: Int, in rect: PixelRect) {
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.maxX <= width
                && rect.maxY <= pixels.count / max(1, width),
            "part of a picture that lies outside of it"
        )
        size = rect.size
        unsafe start = pixels.start + (rect.y * width + rect.x)
        stride = width
    }

    @inline(__always)
    func row(_ y: Int) -> UnsafePointer<StraightPixel> { unsafe start + y &* stride }

    /// Red first.
    func bytes(of y: Int) -> UnsafePointer<UInt8> {
        unsafe UnsafeRawPointer(row(y)).assumingMemoryBound(to: UInt8.self)
    }

    /// Calls `body` with every pixel, row by row, until it returns false; returns false then.
    @inline(__always)
    @discardableResult
    func visit(_ body: (StraightPixel) -> Bool) -> Bool {
        for y in 0..<size.height {
            let row = unsafe row(y)
            for x in 0..<size.width {
                guard unsafe body(row[x]) else { return false }
            }
        }
        return true
    }
}
