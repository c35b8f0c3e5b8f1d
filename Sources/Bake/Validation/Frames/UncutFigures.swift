import Catalog
package import Diagnostics
import Raster

extension Check {
    package static let uncutFigures = Check(
        "uncut-figures",
        .warning,
        "a picture shows several figures, and nothing cuts it"
    )
}

/// A pet's picture that is a row of pets over a screen, as models deliver them, and would be drawn
/// as one.
///
/// A pair of boots is one picture, and a family may be a pet; so figures have to be three at least
/// (two on a picture twice as wide as the canvas), alike in size, and no picture of the canvas's
/// shape.
func uncutFigures(_ picture: CheckedPicture) -> [Diagnostic] {
    guard picture.isBase, picture.frames.count == 1, let frame = picture.frames.first,
        min(frame.width, frame.height) >= 32
    else { return [] }
    let shape = Double(frame.width) / Double(frame.height)
    let due = picture.canvas.map { Double($0.width) / Double($0.height) } ?? 1
    let isOfCanvas = abs(shape / due - 1) <= 0.1
    let isKeyed = picture.screen != nil
    // Most pets are a picture of the canvas's shape: only large ones are looked at, which models
    // make.
    guard isKeyed || picture.image[frame.x, frame.y].a >= 250,
        !isOfCanvas || frame.width >= 768
    else { return [] }
    let samples = FrameSamples(picture.image, frame, side: 192)
    guard let shown = isKeyed ? samples : samples.withoutGround else { return [] }
    let figures = shown.figures
    guard figures.count >= 2, areAlike(figures) else { return [] }
    guard figures.count >= (isOfCanvas ? 4 : 3) || shape >= 1.8 * due else { return [] }
    let boxes = figures.compactMap { box in
        PixelRect(
            x: frame.x + box.x * shown.step,
            y: frame.y + box.y * shown.step,
            width: box.width * shown.step,
            height: box.height * shown.step
        )
    }
    return [
        picture.report(
            .uncutFigures,
            "several figures stand on one picture, found \(figures.count) at about "
                + boxes.prefix(12).map(\.description).joined(separator: ", "),
            help: "add \(isKeyed ? "" : "\"key\": true and ")\"auto\": true to its rule under "
                + "\"sheets\", which makes \(figures.count) frames of it"
        )
    ]
}

/// Whether figures differ no more in their sides than poses of one pet do.
private func areAlike(_ figures: [PixelRect]) -> Bool {
    let widths = figures.map { Double($0.width) }
    let heights = figures.map { Double($0.height) }
    let (width, height) = (median(widths), median(heights))
    return widths.allSatisfy { (0.6...1.6).contains($0 / width) }
        && heights.allSatisfy { (0.7...1.4).contains($0 / height) }
}

extension FrameSamples {
    /// The boxes of what is drawn, in samples from the left; small parts do not count.
    fileprivate var figures: [PixelRect] {
        let areas = areas(solid: true)
        guard let largest = areas.first?.count, largest >= 16 else { return [] }
        return areas.filter { $0.count * 4 >= largest }
            .compactMap { area in
                let (across, down) = (area.map { $0 % columns }, area.map { $0 / columns })
                guard let left = across.min(), let right = across.max(), let top = down.min(),
                    let bottom = down.max()
                else { return nil }
                return PixelRect(
                    x: left,
                    y: top,
                    width: right - left + 1,
                    height: bottom - top + 1
                )
            }
            .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    }

    /// With the color that it has all along its edge made clear; nil when there is none, or it is
    /// clear there.
    fileprivate var withoutGround: FrameSamples? {
        let edge = pixels.indices.filter { index in
            let (column, row) = (index % columns, index / columns)
            return column == 0 || row == 0 || column == columns - 1 || row == rows - 1
        }
        .map { pixels[$0] }
        func middle(_ channel: (StraightPixel) -> UInt8) -> UInt8 {
            edge.map(channel).sorted()[edge.count / 2]
        }
        let ground = HexColor(r: middle(\.r), g: middle(\.g), b: middle(\.b))
        let like = edge.count { $0.a >= 250 && ground.distance(to: $0) <= 28 }
        // A screen is colored; white and grey grounds are a matter of their own.
        guard like * 20 >= edge.count * 19, ground.spread >= 96 else { return nil }
        return replacing { ground.distance(to: $0) <= 80 ? .clear : $0 }
    }
}
