import Diagnostics
import Raster

extension Check {
    static let plainBorder = Check("plain-border", .note)
}

/// Black or white bars around an opaque image, or at two opposite sides: it was exported in another shape.
func plainBorder(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    // Small panels are drawn with outlines.
    guard picture.isScene, picture.frames.count == 1, let frame = picture.frames.first,
        min(frame.width, frame.height) >= 96, measures[0].area == frame.size.area
    else { return nil }
    let bars = [Edge.top, .bottom, .left, .right].compactMap { edge in
        EdgeLine(picture.image, frame, frame, edge).bar.map { (edge: edge, bar: $0) }
    }
    let edges = bars.map(\.edge)
    let isPair = edges == [.top, .bottom] || edges == [.left, .right]
    guard let first = bars.first?.bar, bars.allSatisfy({ $0.bar.isLight == first.isLight }),
        bars.count == 4 || isPair && abs(first.depth - bars[1].bar.depth) <= 1
    else { return nil }
    let found = bars.map { "\($0.bar.depth) pixels at the \($0.edge.rawValue)" }.joined(
        separator: ", "
    )
    return picture.report(
        .plainBorder,
        "the picture has \(first.isLight ? "white" : "black") bars, found \(found)",
        help: "crop it, unless they are meant"
    )
}

extension EdgeLine {
    /// Lines of black or white; nil for none, and where they fade into the picture.
    fileprivate var bar: (depth: Int, isLight: Bool)? {
        func luma(_ pixel: StraightPixel) -> Int {
            (Int(pixel.r) + Int(pixel.g) + Int(pixel.b)) / 3
        }
        let isLight = luma(pixel(length / 2, 0)) > 127
        let isPlain = { (pixel: StraightPixel) in
            isLight ? min(pixel.r, pixel.g, pixel.b) >= 244 : max(pixel.r, pixel.g, pixel.b) <= 11
        }
        let plainDepth = (0..<depth / 4).first { depth in
            (0..<length).count { !isPlain(pixel($0, depth)) } * 100 > length
        }
        guard let plainDepth, plainDepth > 0 else { return nil }
        let inside = (0..<length).reduce(0) { $0 + luma(pixel($1, plainDepth)) } / length
        return abs(inside - (isLight ? 255 : 0)) >= 24 ? (plainDepth, isLight) : nil
    }
}
