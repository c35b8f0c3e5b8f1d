import KernelTypes
import Raster

/// The main figure of a frame, without sparks around it: its position and height.
struct Subject {
    /// Of firm pixels.
    let bounds: PixelRect
    /// The first row below its feet.
    let footLine: Int
    /// The mean column of its lower half, in pixels from the left edge.
    let stance: Double
    /// The center of mass of the whole frame, weighted by alpha.
    let mass: (x: Double, y: Double)
    /// The angle of the line through its outer feet, in degrees, clockwise.
    let tilt: Double

    var height: Int { max(1, footLine - bounds.y) }

    /// Returns nil if nothing is visible.
    init?(_ picture: StraightImage) {
        var all = runs(of: picture, alphaAbove: AlphaLevel.faint)
        if all.isEmpty { all = runs(of: picture, alphaAbove: 0) }
        let components = ConnectedComponents(all)
        let largest = components.areas.indices.max {
            (components.areas[$0], -$0) < (components.areas[$1], -$1)
        }
        guard let largest,
            let main = Part(zip(all, components.labels).filter { Int($1) == largest }.map(\.0))
        else { return nil }
        bounds = main.bounds
        footLine = Self.footLine(of: main)
        mass = center(of: picture, alphaAbove: 0) { Int($0.a) } ?? (0, 0)
        let (top, bottom) = (main.bounds.y, footLine)
        let lower = main.runs.filter { $0.y * 2 >= top + bottom && $0.y < bottom }
        stance =
            lower.isEmpty
            ? Double(main.bounds.x + main.bounds.maxX) / 2
            : Double(lower.doubleColumns) / Double(2 * lower.area)
        tilt = Self.tilt(of: main, footLine: footLine)
    }

    /// The lowest row, ignoring a tail: something thin that hangs down near the body's center.
    private static func footLine(of main: Part) -> Int {
        let bounds = main.bounds
        var firm = bounds.maxY - 1
        var thin: (sum: Int, area: Int) = (0, 0)
        while firm > bounds.y {
            let row = main.runs(inRow: firm)
            if row.area * 7 >= bounds.width { break }
            thin.sum += row.doubleColumns
            thin.area += row.area
            firm -= 1
        }
        let hanging = bounds.maxY - 1 - firm
        // Round feet and paws are thin at the bottom as well.
        guard hanging * 16 > bounds.height, firm > bounds.y, thin.area > 0 else {
            return bounds.maxY
        }
        let center = Double(thin.sum) / Double(2 * thin.area)
        let away = abs(center - Double(main.runs.doubleColumns) / Double(2 * main.area))
        // A stepping leg is closer to the center.
        return away * 5 > Double(2 * bounds.width) ? firm + 1 : bounds.maxY
    }

    /// By the lowest pixels of the outermost feet: separate parts that end near the foot line.
    private static func tilt(of main: Part, footLine: Int) -> Double {
        let bounds = main.bounds
        let deep = max(2, bounds.height / 8)
        var lowest = [Int](repeating: 0, count: bounds.width)
        for y in max(bounds.y, footLine - deep)..<footLine {
            for run in main.runs(inRow: y) {
                for x in run.from..<run.to { lowest[x - bounds.x] = y + 1 }
            }
        }
        var feet: [(center: Double, lowest: Int)] = []
        var x = 0
        while x < lowest.count {
            let from = x
            while x < lowest.count, lowest[x] > 0 { x += 1 }
            if (x - from) * 12 >= bounds.width, let low = lowest[from..<x].max() {
                feet.append((Double(from + x) / 2, low))
            }
            x = max(x, from + 1)
        }
        guard let left = feet.first, let right = feet.last, feet.count > 1 else { return 0 }
        let run = right.center - left.center
        return arcTangent(Double(right.lowest - left.lowest) / run) * 180 / .pi
    }
}

/// By Taylor's series, after halving the angle twice; exact to 1e-9.
private func arcTangent(_ tangent: Double) -> Double {
    func half(_ t: Double) -> Double { t / (1 + (1 + t * t).squareRoot()) }
    let t = half(half(tangent))
    var sum = 0.0
    var power = t
    for odd in stride(from: 1.0, through: 23, by: 2) {
        sum += power / odd
        power *= -t * t
    }
    return 4 * sum
}

/// The weighted mean of pixels with an alpha above a threshold, in pixels from the top-left corner;
/// nil without weight.
private func center(
    of picture: StraightImage,
    alphaAbove threshold: UInt8,
    weight: (StraightPixel) -> Int
) -> (x: Double, y: Double)? {
    var (x, y, total) = (0, 0, 0)
    for run in runs(of: picture, alphaAbove: threshold) {
        for column in run.from..<run.to {
            let own = weight(picture[column, run.y])
            x += own * (2 * column + 1)
            y += own * (2 * run.y + 1)
            total += own
        }
    }
    return total == 0 ? nil : (Double(x) / Double(2 * total), Double(y) / Double(2 * total))
}

/// The center of the pixels of a color, or of similar ones if none matches, in pixels from the
/// top-left corner; nil if missing.
///
/// Only pixels of at least half alpha count.
func middle(of color: RGB, in picture: StraightImage) -> (x: Double, y: Double)? {
    // JPEG and generated art change colors by this much.
    for tolerance in [0, 24] {
        let center = center(of: picture, alphaAbove: AlphaLevel.faint) {
            $0.colorDistance(to: StraightPixel(color)) <= tolerance ? 1 : 0
        }
        if let center { return center }
    }
    return nil
}

/// Aligns figures horizontally by the least difference between frames.
///
/// Feet and ears move, the body does not: so the lower part of each frame is compared with the mean
/// of all and shifted to where alpha and brightness differ least (block matching by sums of
/// absolute differences). Frames unlike all others keep their initial position.
struct SidewaysAlignment {
    /// In pixels of each image.
    private(set) var places: [Int]

    private let strips: [Strip]
    /// The compared pixels on either side of the position.
    private let half: Int
    private let reach: Int
    private static let rows = 32

    init(_ pictures: [StraightImage], _ subjects: [Subject]) {
        places = subjects.map { Int($0.stance.rounded()) }
        let width = subjects.map(\.bounds.width).max() ?? 1
        let height = subjects.map(\.height).min() ?? 1
        half = width / 2
        reach = max(3, width / 6)
        strips = zip(pictures, subjects).map {
            Strip($0, $1, height: max(1, height * 3 / 5), rows: Self.rows)
        }
        guard pictures.count > 1 else { return }
        for round in 0..<3 {
            let model = round == 0 ? values(of: 0, at: places[0]) : mean()
            let weight = model.reduce(0) { $0 + Int($1) }
            // Later rounds only follow the mean.
            let reach = round == 0 ? reach : 3
            for index in places.indices {
                let start = round == 0 ? Int(subjects[index].stance.rounded()) : places[index]
                let best = (-reach...reach).map { shift in
                    (difference(model, index, at: start + shift), abs(shift), shift)
                }.min { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
                guard let best, best.0 * 2 < weight else { continue }
                places[index] = start + best.2
            }
        }
    }

    private func values(of index: Int, at place: Int) -> [Int32] {
        strips[index].values(from: place - half, count: 2 * half + 1)
    }

    private func mean() -> [Int32] {
        var sum = values(of: 0, at: places[0])
        for index in places.indices.dropFirst() {
            for (place, value) in values(of: index, at: places[index]).enumerated() {
                sum[place] += value
            }
        }
        return sum.map { $0 / Int32(places.count) }
    }

    private func difference(_ model: [Int32], _ index: Int, at place: Int) -> Int {
        strips[index].difference(from: model, first: place - half, count: 2 * half + 1)
    }
}

/// Some rows of an image above the foot line, alternating alpha and brightness.
private struct Strip {
    private let width: Int
    private let rows: Int
    private var values: [Int32]

    init(_ picture: StraightImage, _ subject: Subject, height: Int, rows wanted: Int) {
        width = picture.width
        rows = min(wanted, height)
        values = []
        values.reserveCapacity(2 * rows * width)
        for row in 0..<rows {
            let y = subject.footLine - 1 - row * height / rows
            for x in 0..<width {
                let pixel = y >= 0 && y < picture.height ? picture[x, y] : .clear
                let alpha = Int32(pixel.a)
                let bright = Int32(pixel.r) + 2 * Int32(pixel.g) + Int32(pixel.b)
                values.append(alpha)
                values.append(bright * alpha / 1020)
            }
        }
    }

    /// `count` columns from `first` on of all rows; clear outside of the image.
    func values(from first: Int, count: Int) -> [Int32] {
        var result = [Int32](repeating: 0, count: 2 * rows * count)
        let (low, high) = (max(0, first), min(width, first + count))
        guard low < high else { return result }
        for row in 0..<rows {
            let from = 2 * (row * width + low)
            let to = 2 * (row * count + low - first)
            for offset in 0..<2 * (high - low) { result[to + offset] = values[from + offset] }
        }
        return result
    }

    /// The sum of absolute differences from `model`, which has `count` columns of all rows.
    func difference(from model: [Int32], first: Int, count: Int) -> Int {
        let (low, high) = (max(0, first), max(max(0, first), min(width, first + count)))
        var sum = 0
        unsafe values.withUnsafeBufferPointer { values in
            unsafe model.withUnsafeBufferPointer { model in
                for row in 0..<rows {
                    let start = 2 * row * count
                    let (from, to) = (start + 2 * (low - first), start + 2 * (high - first))
                    let own = 2 * (row * width + low) - from
                    var part: Int32 = 0
                    if low < high {
                        for place in start..<from { unsafe part &+= model[place] }
                        for place in from..<to {
                            unsafe part &+= abs(model[place] &- values[own &+ place])
                        }
                        for place in to..<start + 2 * count { unsafe part &+= model[place] }
                    } else {
                        for place in start..<start + 2 * count { unsafe part &+= model[place] }
                    }
                    sum += Int(part)
                }
            }
        }
        return sum
    }
}
