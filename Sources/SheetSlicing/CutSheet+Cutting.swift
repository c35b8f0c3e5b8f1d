public import Raster

/// Cuts a keyed sheet with straight alpha into at least one frame.
///
/// Throws `SlicingError` if a layout does not fit the sheet, nothing is visible, or the number of
/// figures is not the expected one.
public func cutSheet(_ image: StraightImage, _ cut: SheetCut) throws(SlicingError) -> CutSheet {
    switch cut {
    case .grid(let layout): try cutCells(layout, on: image.size, .grid)
    case .cell(let layout): try cutCells(layout.filling(image.size), on: image.size, .cell)
    case .rects(let rects): try cutRects(rects, on: image.size)
    case .islands(let settings): try cutIslands(on: image, settings)
    case .auto(let settings): try cutAutomatically(image, settings)
    }
}

private func cutCells(
    _ layout: GridLayout,
    on size: PixelSize,
    _ method: CutMethod
) throws(SlicingError) -> CutSheet {
    let places = layout.order.places(columns: layout.columns, rows: layout.rows)
    let frames = zip(try layout.cells(of: size), places).map { cell, place in
        CutFrame(box: cell, row: place.row, column: place.column)
    }
    guard !frames.isEmpty else { throw .nothingFound }
    return CutSheet(frames: frames, method: method)
}

private func cutRects(_ rects: [PixelRect], on size: PixelSize) throws(SlicingError) -> CutSheet {
    guard !rects.isEmpty else { throw .noRectangles }
    for rect in rects where !PixelRect(size).contains(rect) { throw .outside(rect, size) }
    let frames = rects.enumerated().map { index, rect in
        CutFrame(box: rect, row: 0, column: index)
    }
    return CutSheet(frames: frames, method: .rects)
}
