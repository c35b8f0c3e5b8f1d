/// The size of a raster in whole pixels.
///
/// Guarantees: both sides are in `1...PixelSize.maximumSide`, so a size is never empty and the
/// area, the byte count at 4 bytes a pixel and any sum of two sides fit an `Int`.
public struct PixelSize: Hashable, Sendable, Encodable {
    /// The maximum side in pixels (2^20; limits for files are stricter).
    public static let maximumSide = 1 << 20

    public let width: Int
    public let height: Int

    /// Returns nil if a side is outside `1...maximumSide`.
    @inlinable
    public init?(width: Int, height: Int) {
        let sides = 1...PixelSize.maximumSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    public static let onePixel = PixelSize(unchecked: 1, 1)

    @usableFromInline
    init(unchecked width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    @inlinable public var area: Int { width &* height }

    @inlinable public var transposed: PixelSize { PixelSize(unchecked: height, width) }

    /// Nil if a side leaves the allowed range.
    public func scaled(by factor: Int) -> PixelSize? {
        let (w, overW) = width.multipliedReportingOverflow(by: factor)
        let (h, overH) = height.multipliedReportingOverflow(by: factor)
        return overW || overH ? nil : PixelSize(width: w, height: h)
    }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}
