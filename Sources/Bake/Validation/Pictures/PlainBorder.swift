import Diagnostics
import Raster

extension Check {
    static let plainBorder = Check(
        "plain-border",
        .note,
        "an image has black or white bars at its edges"
    )
}

/// Black or white bars around an opaque image, or at two opposite sides: it was exported in another shape.
func plainBorder(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    // Small panels are drawn with outlines.
    guard picture.isScene, picture.frames.count == 1, let frame = picture.frames.first,
        min(frame.width, frame.height) >= 96, measures[0].area == frame.size.area
    else { return nil }
    let sides = [(0, -1), (0, 1), (-1, 0), (1, 0)].map {
        bar(in: picture.image, frame, towards: PixelPoint(x: $0.0, y: $0.1))
    }
    let names = ["top", "bottom", "left", "right"]
    let bars = zip(names, sides).compactMap { name, bar in bar.map { (name: name, bar: $0) } }
    let isPair = bars.map(\.name) == ["top", "bottom"] || bars.map(\.name) == ["left", "right"]
    guard let first = bars.first?.bar, bars.allSatisfy({ $0.bar.isLight == first.isLight }),
        bars.count == 4 || isPair && abs(first.depth - bars[1].bar.depth) <= 1
    else { return nil }
    let found = bars.map { "\($0.bar.depth) pixels at the \($0.name)" }.joined(separator: ", ")
    return picture.report(
        .plainBorder,
        "the picture has \(first.isLight ? "white" : "black") bars, found \(found)",
        help: "crop it, unless they are meant"
    )
}

/// Lines of black or white at one side of a frame; nil for none, and where they fade into the picture.
private func bar(
    in image: StraightImage,
    _ frame: PixelRect,
    towards side: PixelPoint
) -> (depth: Int, isLight: Bool)? {
    let (length, most) =
        side.x == 0 ? (frame.width, frame.height / 4) : (frame.height, frame.width / 4)
    func pixel(_ along: Int, _ depth: Int) -> StraightPixel {
        switch (side.x, side.y) {
        case (0, -1): image[frame.x + along, frame.y + depth]
        case (0, _): image[frame.x + along, frame.maxY - 1 - depth]
        case (-1, _): image[frame.x + depth, frame.y + along]
        default: image[frame.maxX - 1 - depth, frame.y + along]
        }
    }
    func luma(_ pixel: StraightPixel) -> Int { (Int(pixel.r) + Int(pixel.g) + Int(pixel.b)) / 3 }
    let isLight = luma(pixel(length / 2, 0)) > 127
    let isPlain = { (pixel: StraightPixel) in
        isLight ? min(pixel.r, pixel.g, pixel.b) >= 244 : max(pixel.r, pixel.g, pixel.b) <= 11
    }
    let depth = (0..<most).first { depth in
        (0..<length).count { !isPlain(pixel($0, depth)) } * 100 > length
    }
    guard let depth, depth > 0 else { return nil }
    let inside = (0..<length).reduce(0) { $0 + luma(pixel($1, depth)) } / length
    return abs(inside - (isLight ? 255 : 0)) >= 24 ? (depth, isLight) : nil
}
