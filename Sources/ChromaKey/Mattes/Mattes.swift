// Mattes: what art that was cut out badly still shows of its old background.
//
// In: an image with straight alpha. Out: the image without the background's haze and rims, with
// solid bodies, and what was changed. Thresholds were set by score (Benchmarks/Mattes) and by art
// that was cut out well and must stay as it is.
package import Raster

/// Whether art that is cut out already is repaired, and what it was cut from.
public enum Matte: Hashable, Sendable {
    /// It stays as it is.
    case none
    /// The background is estimated; art that shows none stays as it is.
    case auto
    /// It was cut from this color.
    case color(RGB)
}

extension Matte: CustomStringConvertible {
    /// As the command line takes it.
    public var description: String {
        switch self {
        case .none: "none"
        case .auto: "auto"
        case .color(let color): color.description
        }
    }
}

/// What was repaired in art that had been cut out badly; counts of pixels.
public struct MatteReport: Hashable, Sendable, Encodable {
    /// The color that it was cut from.
    public var background: RGB
    /// Not clear before.
    public var visible: Int
    /// Faint pixels of the background, which became clear.
    public var haze: Int
    /// Pixels inside of the art that were translucent, and became solid.
    public var leaks: Int
    /// Pixels of the outline that showed the background.
    public var rim: Int

    /// The share of visible pixels that a count is, 0...1.
    public func share(_ count: Int) -> Double { Double(count) / Double(max(visible, 1)) }
}

/// Removes what art shows of the background that it was cut from.
///
/// Art that shows none stays bit for bit, and the result is nil.
package func repairMatte(of image: inout StraightImage, _ matte: Matte) -> MatteReport? {
    let background: MatteBackground?
    switch matte {
    case .none: return nil
    case .auto: background = MatteBackground(of: image)
    case .color(let color):
        background = MatteBackground(color: TwoColorUnmixing.color(color), of: image)
    }
    guard let background else { return nil }
    var repair = MatteRepair(image, background)
    repair.run()
    guard repair.report.haze + repair.report.leaks + repair.report.rim > 0 else { return nil }
    image = repair.result
    return repair.report
}
