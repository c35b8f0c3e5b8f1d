import Raster

/// Cuts a sheet into its figures, separated by clear pixels.
///
/// Connected components of visible pixels become figures, details of the nearest figure by outline,
/// or debris. Touching figures are separated if a count requires it, or if one is clearly as large
/// as several others.
func cutIslands(
    on image: StraightImage,
    _ settings: IslandSettings
) throws(SlicingError) -> CutSheet {
    let expected = try settings.expectedCount()
    let runs = runs(of: image, alphaAbove: AlphaLevel.clear)
    guard !runs.isEmpty else { throw .nothingFound }
    var choice = chooseFigures(runs, on: image, settings, expected: expected)
    guard !choice.figures.isEmpty else { throw .onlySpecks }

    var touching = TouchingFigures(figures: choice.figures, image: image)
    if let expected {
        touching.join(into: expected)
        touching.part(into: expected, rows: settings.rows)
    } else {
        touching.partPlainOnes()
    }
    let cores = touching.figures
    if let expected, cores.count != expected {
        let rows = rowClusters(of: cores.map(\.bounds), rows: nil)
        throw .wrongCount(found: rows.joined().map { cores[$0].bounds }, expected: expected)
    }
    var figures = cores
    assignDetails(&choice, to: &figures, cores: cores)
    leaveOutCrumbs(&choice.debris, around: figures)
    let frames = settings.frames(
        figures,
        on: image,
        cores.map(\.bounds),
        allRuns: runs
    )
    let isOpaque = runs.count == image.height && choice.figures[0].area == image.size.area
    var confidence = touching.confidence * min(1, 0.5 + choice.separation / 8)
    if expected != nil { confidence = (1 + 3 * confidence) / 4 }
    if isOpaque { confidence = 0 }
    return CutSheet(
        frames: frames,
        method: .islands,
        confidence: confidence,
        dropped: choice.debris,
        notes: touching.notes + (isOpaque ? [.opaque] : [])
    )
}

extension IslandSettings {
    /// Throws `SlicingError.impossibleExpectation`.
    fileprivate func expectedCount() throws(SlicingError) -> Int? {
        let impossible = SlicingError.impossibleExpectation(
            count: count,
            rows: rows,
            columns: columns
        )
        guard (count ?? 1) > 0, (rows ?? 1) > 0, (columns ?? 1) > 0 else { throw impossible }
        if let count, let rows, count < rows { throw impossible }
        guard let rows, let columns else { return count }
        let (cells, overflows) = rows.multipliedReportingOverflow(by: columns)
        guard !overflows, (count ?? cells) <= cells, (count ?? cells) > (rows - 1) * columns
        else { throw impossible }
        return count ?? cells
    }
}

private func chooseFigures(
    _ runs: [Run],
    on image: StraightImage,
    _ settings: IslandSettings,
    expected: Int?
) -> FigureChoice {
    let components = ConnectedComponents(runs)
    let sizes = figureSizes(components.areas, expected: nil)
    // Debris is removed early: a sheet may have a million specks. The square root, because dirt
    // does not grow with figures; tuned on the truth set.
    let smallest = Double(settings.smallest ?? max(5, Int(0.14 * sizes.typical.squareRoot())))
    let weights = components.weights(of: runs, on: image)
    // A dot is more likely dirt than a spark of the same weight, which has arms.
    let longest = 3 + Int(0.02 * sizes.typical.squareRoot())
    func isDebris(_ label: Int) -> Bool {
        if settings.smallest != nil { return weights[label] < smallest }
        let bounds = components.bounds[label]
        let isDot = max(bounds.width, bounds.height) <= longest
        return weights[label] < (isDot ? 1.5 : 0.5) * smallest
    }
    var groups = components.groups(of: runs) { !isDebris($0) }
    var debris: [PixelRect] = []
    var parts: [Part] = []
    for label in 0..<components.count {
        guard !isDebris(label) else {
            debris.append(components.bounds[label])
            continue
        }
        let isLarge = Double(components.areas[label]) >= sizes.typical / 8
        let pieces = isLarge ? partedHaze(groups[label], on: image) : [groups[label]]
        groups[label] = []
        parts += pieces.compactMap { Part($0) }
    }
    let (least, typical, separation) = figureSizes(parts.map(\.area), expected: expected)
    let figures = parts.filter { $0.area >= least }.joiningPieces(smallerThan: 0.8 * typical)
    return FigureChoice(
        figures: figures,
        details: parts.filter { $0.area < least },
        debris: debris,
        separation: separation,
        typicalArea: typical
    )
}

/// Removes crumbs from the debris: specks inside a figure's box, next to its outline, which are too
/// small to report and belong to no frame.
private func leaveOutCrumbs(_ debris: inout [PixelRect], around figures: [Part]) {
    // Long lists are useless.
    guard debris.count < 4096 else { return }
    debris.removeAll { speck in
        let runs = (speck.y..<speck.maxY).map { Run(y: $0, from: speck.x, to: speck.maxX) }
        guard let part = Part(runs) else { return false }
        return figures.contains { figure in
            figure.bounds.contains(speck) && part.squaredDistance(to: figure, limit: 17) < 17
        }
    }
}

extension ConnectedComponents {
    /// The alpha of each component, in opaque pixels, without barely visible pixels.
    ///
    /// So soft rims and JPEG artifacts do not count.
    fileprivate func weights(of runs: [Run], on image: StraightImage) -> [Double] {
        var sums = [Int](repeating: 0, count: count)
        for (run, label) in zip(runs, labels) {
            let label = Int(label)
            // The area suffices for large ones.
            if areas[label] > 4096 {
                sums[label] = areas[label] * 255
            } else {
                for x in run.from..<run.to where image[x, run.y].a > AlphaLevel.hardlySeen {
                    sums[label] += Int(image[x, run.y].a)
                }
            }
        }
        return sums.map { Double($0) / 255 }
    }
}

/// Assigns each detail to the figure with the nearest outline; small ones far from all are debris.
private func assignDetails(_ choice: inout FigureChoice, to figures: inout [Part], cores: [Part]) {
    var joined = [[Part]](repeating: [], count: figures.count)
    for detail in choice.details {
        guard let nearest = detail.nearest(among: cores) else { continue }
        let isSpeck = Double(detail.area) < choice.typicalArea / 200
        if isSpeck, Double(nearest.squaredDistance) > choice.typicalArea / 2 {
            choice.debris.append(detail.bounds)
        } else {
            joined[nearest.index].append(detail)
        }
    }
    for (index, details) in joined.enumerated() where !details.isEmpty {
        figures[index].join(details)
    }
}

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
