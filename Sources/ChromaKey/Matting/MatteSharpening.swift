import Raster

/// Gives blurred silhouettes the slope of drawn ones: a step, or one pixel of half coverage.
///
/// Answers come row by row. Each waits for the two rows below, because sharpening reads alphas up
/// to two columns and rows away; only a few rows are kept.
///
/// A drawn edge rises by 1/2 a pixel in central differences, which is the target slope. Not
/// measured: that an edge spans 0.1 to 0.9 within 5 pixels, and at most doubling; more makes steps
/// of soft edges.
struct MatteSharpening {
    typealias Answer = TwoColorUnmixing.Answer

    /// Rows: five are read; a power of two.
    private static let kept = 8

    private struct Waiting {
        let x: Int
        let y: Int
        var answer: Answer
    }

    private let background: BitMask
    private var alphas: [Float]
    /// The first row not yet begun.
    private var next = 0
    private var waiting: [Waiting] = []

    /// Alpha is 0 on `background`; elsewhere it is an answer's, or 1.
    init(over background: BitMask) {
        self.background = background
        alphas = [Float](repeating: 1, count: MatteSharpening.kept * background.width)
    }

    /// Adds an answer, and emits earlier ones whose neighborhoods are complete.
    mutating func add(
        _ x: Int,
        _ y: Int,
        _ answer: Answer,
        _ body: (_ x: Int, _ y: Int, _ answer: Answer) -> Void
    ) {
        if let first = waiting.first, first.y < y - 2 { handOut(above: y - 2, body) }
        if next <= y { begin(through: y, from: max(next, y - 2)) }
        alphas[y % MatteSharpening.kept * background.width + x] = answer.alpha
        waiting.append(Waiting(x: x, y: y, answer: answer))
    }

    mutating func finish(_ body: (_ x: Int, _ y: Int, _ answer: Answer) -> Void) {
        handOut(above: background.height, body)
    }

    private mutating func handOut(
        above end: Int,
        _ body: (_ x: Int, _ y: Int, _ answer: Answer) -> Void
    ) {
        var count = 0
        while count < waiting.count, waiting[count].y < end {
            let own = waiting[count]
            // Rows without an answer were not begun earlier.
            let last = min(own.y + 2, background.height - 1)
            if next <= last { begin(through: last, from: next) }
            var answer = own.answer
            answer.alpha = sharpened(answer.alpha, own.x, own.y)
            body(own.x, own.y, answer)
            count += 1
        }
        waiting.removeFirst(count)
    }

    /// Fills rows with the alphas known without answers.
    private mutating func begin(through last: Int, from first: Int) {
        let (width, stride) = (background.width, background.stride)
        for y in first...last {
            let row = y % MatteSharpening.kept * width
            unsafe alphas.withUnsafeMutableBufferPointer { alphas in
                for column in 0..<stride {
                    let word = background.words[y &* stride &+ column]
                    let start = unsafe alphas.start + (row &+ column &* 64)
                    let count = min(64, width &- column &* 64)
                    // Most words are uniform.
                    if word == 0 || word == ~0 {
                        unsafe start.update(repeating: word == 0 ? 1 : 0, count: count)
                        continue
                    }
                    for x in 0..<count {
                        unsafe start[x] = word &>> UInt64(x) & 1 != 0 ? 0 : 1
                    }
                }
            }
        }
        next = last + 1
    }

    private func sharpened(_ own: Float, _ x: Int, _ y: Int) -> Float {
        let (width, height) = (background.width, background.height)
        // Outside counts as the nearest pixel inside.
        let columns = (max(x - 2, 0), max(x - 1, 0), min(x + 1, width - 1), min(x + 2, width - 1))
        func row(_ y: Int) -> Int {
            min(max(y, 0), height - 1) % MatteSharpening.kept &* width
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
