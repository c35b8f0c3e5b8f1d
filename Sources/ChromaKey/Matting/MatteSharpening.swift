import Raster

/// Gives blurred silhouettes the slope of drawn ones: a step, or one pixel of half coverage.
///
/// A drawn edge rises by 1/2 a pixel in central differences, which is the target slope. Not
/// measured: that an edge spans 0.1 to 0.9 within 5 pixels, and at most doubling; more makes steps
/// of soft edges.
struct MatteSharpening {
    typealias Answer = TwoColorUnmixing.Answer

    private struct Place {
        let x: Int
        let y: Int
        let answer: Answer
    }

    private let width: Int
    /// The rows whose alphas are known.
    private let rows: Range<Int>
    private var alphas: [Float]
    private var places: [Place] = []

    /// Alpha is 0 on `background`; elsewhere it is an answer's, or 1.
    init(over background: BitMask, _ rows: Range<Int>) {
        (width, self.rows) = (background.width, rows)
        alphas = [Float](repeating: 1, count: rows.count * width)
        background.visit(rows) { x, y in alphas[(y &- rows.lowerBound) &* width &+ x] = 0 }
    }

    mutating func add(_ x: Int, _ y: Int, _ answer: Answer) {
        alphas[(y - rows.lowerBound) * width + x] = answer.alpha
        places.append(Place(x: x, y: y, answer: answer))
    }

    /// Calls `body` with the sharpened answers, in the order in which they came.
    func visit(_ body: (_ x: Int, _ y: Int, _ answer: Answer) -> Void) {
        for place in places {
            var answer = place.answer
            answer.alpha = sharpened(answer.alpha, place.x, place.y)
            body(place.x, place.y, answer)
        }
    }

    private func sharpened(_ own: Float, _ x: Int, _ y: Int) -> Float {
        // Outside counts as the nearest pixel inside.
        let columns = (max(x - 2, 0), max(x - 1, 0), min(x + 1, width - 1), min(x + 2, width - 1))
        func row(_ y: Int) -> Int {
            (min(max(y, rows.lowerBound), rows.upperBound &- 1) &- rows.lowerBound) &* width
        }
        let (slope, low, high) = unsafe alphas.withUnsafeBufferPointer { alphas in
            let here = row(y)
            let across = unsafe (alphas[here &+ columns.2] - alphas[here &+ columns.1]) / 2
            let down = unsafe (alphas[row(y + 1) &+ x] - alphas[row(y - 1) &+ x]) / 2
            let slope = (across * across + down * down).squareRoot()
            var (low, high): (Float, Float) = (1, 0)
            guard slope < 0.5 else { return (slope, low, high) }
            for py in y - 2...y + 2 {
                let line = unsafe alphas.start + row(py)
                let (first, second) = unsafe (line[columns.0], line[columns.1])
                let (third, fourth) = unsafe (line[columns.2], line[columns.3])
                let middle = unsafe line[x]
                low = min(low, min(min(first, second), min(middle, min(third, fourth))))
                high = max(high, max(max(first, second), max(middle, max(third, fourth))))
            }
            return (slope, low, high)
        }
        guard slope < 0.5 else { return own }
        guard low < 0.1, high > 0.9 else { return own }
        let factor = min(2, 0.5 / max(slope, 0.05))
        return min(max(0.5 + (own - 0.5) * factor, 0), 1)
    }
}
