/// Lines through a frame at color changes, about one pitch apart.
struct ElasticCuts {
    /// Ascending, in pixels; the outer ones may be outside, so that every column is between two.
    let lines: [Int]
    /// The share of changes on lines, relative to chance; at most 1.
    let agreement: Double

    /// The cost of displacing a line by a whole pitch, in units of a strong edge.
    private static let stiffness = 6.0

    /// Maximizes the changes on lines minus the cost of deviations from `pitch` (at least 1 pixel),
    /// by dynamic programming over line positions.
    init(_ profile: EdgeProfile, pitch: Double) {
        let strengths = profile.strengths
        // The maximum distance of a line from the frame.
        let margin = Int(pitch.rounded(.up)) + 1
        let count = strengths.count + 2 * margin
        let gains = Self.gains(strengths)
        let nearest = max(1, Int(pitch * 0.55))
        let farthest = max(nearest, Int((pitch * 1.6).rounded(.up)))
        let costs = (nearest...farthest).map { distance in
            let deviation = (Double(distance) - pitch) / pitch
            return Self.stiffness * deviation * deviation
        }
        var best = [Double](repeating: -.infinity, count: count)
        var before = [Int](repeating: -1, count: count)
        for place in 0..<count {
            let inside = place - margin
            let gain = strengths.indices.contains(inside) ? gains[inside] : 0
            if place <= farthest { best[place] = gain }
            for distance in nearest...farthest where distance <= place {
                let sum = best[place - distance] + gain - costs[distance - nearest]
                if sum > best[place] {
                    best[place] = sum
                    before[place] = place - distance
                }
            }
        }
        let ends = max(0, count - farthest)..<count
        var place = ends.max { best[$0] < best[$1] } ?? count - 1
        var found: [Int] = []
        while place >= 0 {
            found.append(place - margin)
            place = before[place]
        }
        let all = Array(found.reversed())
        let width = strengths.count - 1
        // From the last line at or before the first column to the first at or behind the last one.
        var first = all.lastIndex { $0 <= 0 } ?? 0
        var last = all.firstIndex { $0 >= width } ?? all.count - 1
        var lines = Array(all[first...max(first, last)])
        if (lines.first ?? 1) > 0 { lines.insert(0, at: 0) }
        if (lines.last ?? 0) < width { lines.append(width) }
        // A sliver at an end is the soft border of its neighbor.
        (first, last) = (0, lines.count - 1)
        if last - first > 1, Double(lines[1]) < 0.3 * pitch { first += 1 }
        if last - first > 1, Double(width - lines[last - 1]) < 0.3 * pitch { last -= 1 }
        self.lines = Array(lines[first...last])
        agreement = Self.agreement(of: self.lines, with: strengths, pitch: pitch)
    }

    /// Strong edges count as 1, much stronger ones as 2.
    private static func gains(_ strengths: [Int]) -> [Double] {
        let strong = strengths.sorted()[(strengths.count - 1) * 9 / 10]
        let scale = Double(max(strong, (strengths.max() ?? 0) / 4, 1))
        return strengths.map { min(2, Double($0) / scale) }
    }

    private static func agreement(of lines: [Int], with strengths: [Int], pitch: Double) -> Double {
        let reach = Int(0.22 * pitch)
        var isNear = [Bool](repeating: false, count: strengths.count)
        for line in lines {
            for place in line - reach...line + reach where isNear.indices.contains(place) {
                isNear[place] = true
            }
        }
        let total = strengths.reduce(0, +)
        let area = Double(isNear.count { $0 }) / Double(isNear.count)
        guard total > 0, area < 1 else { return 0 }
        let near = zip(strengths, isNear).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
        return (Double(near) / Double(total) - area) / (1 - area)
    }
}
