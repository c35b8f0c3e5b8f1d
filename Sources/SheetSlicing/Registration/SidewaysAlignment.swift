import Raster

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
