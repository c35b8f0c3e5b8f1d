import Raster

/// The position of each frame's box in an even cell of an idealized sheet.
///
/// Cells of layouts begin at their corners. For figures without a grid, a straight line is fitted
/// to the positions of each row by least squares, and the row's median foot line is the ground.
/// `subjects` are nil for blank frames.
func placesInEvenCells(_ cut: CutSheet, _ subjects: [Subject?]) -> [PixelPoint] {
    guard cut.method == .islands else {
        return [PixelPoint](repeating: .zero, count: cut.frames.count)
    }
    var places = [PixelPoint](repeating: .zero, count: cut.frames.count)
    for row in 0..<cut.rows {
        let members = cut.frames.indices.filter { cut.frames[$0].row == row }
        let grounds = members.compactMap { index in
            subjects[index].map { cut.frames[index].box.y + $0.footLine }
        }
        let ground = middle(grounds)
        let centers = members.map { index in
            (
                Double(cut.frames[index].column),
                Double(cut.frames[index].box.x)
                    + (subjects[index]?.stance ?? Double(cut.frames[index].box.width) / 2)
            )
        }
        let line = Line(through: centers)
        for (index, center) in zip(members, centers) {
            let box = cut.frames[index].box
            places[index] = PixelPoint(
                x: box.x - Int(line.value(at: center.0).rounded()),
                y: box.y - ground
            )
        }
    }
    return places
}

private struct Line {
    private var offset = 0.0
    private var slope = 0.0

    init(through points: [(x: Double, y: Double)]) {
        let count = Double(max(1, points.count))
        let (x, y) = points.reduce((0.0, 0.0)) { ($0.0 + $1.x / count, $0.1 + $1.y / count) }
        let spread = points.reduce(0.0) { $0 + ($1.x - x) * ($1.x - x) }
        if spread > 0 {
            slope = points.reduce(0.0) { $0 + ($1.x - x) * ($1.y - y) } / spread
        }
        offset = y - slope * x
    }

    func value(at x: Double) -> Double { offset + slope * x }
}
