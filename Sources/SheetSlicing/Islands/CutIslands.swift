internal import Raster

func cutIslands(
    on image: StraightImage,
    _ settings: IslandSettings
) throws(SlicingError) -> CutSheet {
    let boxes = findFigures(on: image)
    guard !boxes.isEmpty else { throw .nothingFound }
    if let count = settings.count, count != boxes.count {
        throw .wrongCount(found: boxes, expected: count)
    }
    let frames = boxes.enumerated().map { CutFrame(box: $1, row: 0, column: $0) }
    return CutSheet(frames: frames, method: .islands)
}

func cutAutomatically(
    _ image: StraightImage,
    _ settings: AutoSettings
) throws(SlicingError) -> CutSheet {
    try cutIslands(
        on: image,
        IslandSettings(
            count: settings.count,
            rows: settings.rows,
            smallest: settings.smallest,
            order: settings.order
        )
    )
}
