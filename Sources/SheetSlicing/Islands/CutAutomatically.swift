import Raster

/// Uses a grid whose cells contain one figure each, with clear gutters between them, if there is
/// one; else cuts the figures.
func cutAutomatically(
    _ image: StraightImage,
    _ settings: IslandSettings
) throws(SlicingError) -> CutSheet {
    let islands = try cutIslands(on: image, settings)
    return gutters(of: islands, on: image.size, settings.order) ?? islands
}

/// The even grid around figures; nil if one crosses a gutter or differs too much in its position.
private func gutters(of cut: CutSheet, on size: PixelSize, _ order: ReadingOrder) -> CutSheet? {
    let (columns, rows) = (cut.columns, cut.rows)
    guard columns * rows > 1, size.width % columns == 0, size.height % rows == 0 else { return nil }
    let (width, height) = (size.width / columns, size.height / rows)
    var centers: [Int] = []
    for frame in cut.frames {
        let cell = PixelRect(
            x: frame.column * width,
            y: frame.row * height,
            width: width,
            height: height
        )
        guard let cell, cell.contains(frame.box) else { return nil }
        centers.append(2 * frame.box.x + frame.box.width - 2 * cell.x)
    }
    let center = middle(centers)
    let spread = centers.reduce(0) { max($0, abs($1 - center)) }
    // In halves of pixels; varying positions mean that there is no grid.
    let share = Double(spread) / Double(2 * width)
    guard share <= 0.1, let first = cut.frames.first else { return nil }
    let layout = GridLayout(columns: columns, rows: rows, order: order)
    let taken = Set(cut.frames.map { [$0.column, $0.row] })
    guard let cells = try? layout.cells(of: size), first.row == 0 else { return nil }
    let frames = zip(cells, order.places(columns: columns, rows: rows)).compactMap { cell, place in
        taken.contains([place.column, place.row])
            ? CutFrame(box: cell, row: place.row, column: place.column) : nil
    }
    return CutSheet(
        frames: frames,
        method: .gutters,
        confidence: cut.confidence * (1 - 3 * share),
        dropped: [],
        notes: cut.notes
    )
}
