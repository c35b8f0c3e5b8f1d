import Raster

/// Gives blurred silhouettes the slope of drawn ones: a step, or one pixel of half cover.
///
/// Answers come row by row. Each waits until those of the two rows below have come, as it looks at
/// the alphas two columns and rows around; of those only a few rows are kept.
///
/// A drawn edge rises by 1/2 a pixel in central differences, so that is the slope to reach. Not measured:
/// that an edge spans 0.1 to 0.9 within 5 pixels, and at most doubling; more makes steps of soft edges.
struct MatteSharpening {
    typealias Answer = TwoColorUnmixing.Answer

    /// Rows: five are looked at; a power of two.
    private static let kept = 8

    private struct Waiting {
        let x: Int
        let y: Int
        var answer: Answer
    }

    private let background: BitMask
    private var alphas: [Float]
    /// The first row that was not begun.
    private var next = 0
    private var waiting: [Waiting] = []

    /// - Parameter background: whose alpha is 0; elsewhere it is that of an answer, or 1.
    init(over background: BitMask) {
        self.background = background
        alphas = [Float](repeating: 1, count: MatteSharpening.kept * background.width)
    }

    /// Takes an answer, and hands out those before it that have all that they waited for.
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

    /// Hands out what is left.
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
            // Rows without an answer were not begun when others came.
            let last = min(own.y + 2, background.height - 1)
            if next <= last { begin(through: last, from: next) }
            var answer = own.answer
            answer.alpha = sharpened(answer.alpha, own.x, own.y)
            body(own.x, own.y, answer)
            count += 1
        }
        waiting.removeFirst(count)
    }

    /// Fills rows with what is known without answers.
    private mutating func begin(through last: Int, from first: Int) {
        let (width, stride) = (background.width, background.stride)
        for y in first...last {
            let row = y % MatteSharpening.kept * width
            for x in 0..<width {
                let word = background.words[y &* stride &+ x &>> 6]
                alphas[row &+ x] = word &>> UInt64(x & 63) & 1 != 0 ? 0 : 1
            }
        }
        next = last + 1
    }

    private func sharpened(_ own: Float, _ x: Int, _ y: Int) -> Float {
        let (width, height) = (background.width, background.height)
        func alpha(_ x: Int, _ y: Int) -> Float {
            let row = min(max(y, 0), height - 1) % MatteSharpening.kept
            return alphas[row * width + min(max(x, 0), width - 1)]
        }
        let across = (alpha(x + 1, y) - alpha(x - 1, y)) / 2
        let down = (alpha(x, y + 1) - alpha(x, y - 1)) / 2
        let slope = (across * across + down * down).squareRoot()
        guard slope < 0.5 else { return own }
        var low: Float = 1
        var high: Float = 0
        let columns = max(x - 2, 0)...min(x + 2, width - 1)
        for py in max(y - 2, 0)...min(y + 2, height - 1) {
            let row = py % MatteSharpening.kept * width
            for px in columns {
                let own = alphas[row &+ px]
                if own < low { low = own }
                if own > high { high = own }
            }
        }
        guard low < 0.1, high > 0.9 else { return own }
        let factor = min(2, 0.5 / max(slope, 0.05))
        return min(max(0.5 + (own - 0.5) * factor, 0), 1)
    }
}
