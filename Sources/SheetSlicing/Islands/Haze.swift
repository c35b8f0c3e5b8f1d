import Raster

/// Alpha levels that separate figures from their surroundings.
enum AlphaLevel {
    /// Alpha up to this is invisible.
    static let clear: UInt8 = 16
    /// Alpha up to this counts only in large amounts.
    static let hardlySeen: UInt8 = 64
    /// Alpha above this is the figure itself; in between are soft rims, glows and shadows.
    static let faint: UInt8 = 127
}

/// Separates figures connected only by glows, shadows and haze: hysteresis by two thresholds (Canny
/// 1986).
///
/// Returns for each large enough firm core its runs, with the nearest faint pixels; all runs as one
/// if there are fewer than two.
func partedHaze(_ runs: [Run], on image: StraightImage) -> [[Run]] {
    let firm = firmRuns(of: runs, on: image)
    let components = ConnectedComponents(firm)
    guard components.count > 1, let largest = components.areas.max() else { return [runs] }
    let area = runs.area
    let firmArea = components.areas.reduce(0, +)
    // Eyes in the body of a ghost are not figures.
    guard firmArea * 5 >= area * 2 else { return [runs] }
    let cores = (0..<components.count).filter { components.areas[$0] * 8 >= largest }
    guard cores.count > 1 else { return [runs] }
    var numbers = [Int](repeating: 0, count: components.count)
    for (index, core) in cores.enumerated() { numbers[core] = index + 1 }
    return nearestCores(
        of: runs,
        cores: zip(firm, components.labels).map { ($0, numbers[Int($1)]) },
        count: cores.count
    )
}

private func firmRuns(of runs: [Run], on image: StraightImage) -> [Run] {
    var firm: [Run] = []
    for run in runs {
        func isFirm(_ x: Int) -> Bool { image[x, run.y].a > AlphaLevel.faint }
        run.visitParts(by: isFirm) { part, isFirm in
            if isFirm { firm.append(part) }
        }
    }
    return firm
}

/// Assigns every pixel to the core that reaches it first within the component.
///
/// `cores` are firm runs with the number of their core, counted from 1; 0 for none.
private func nearestCores(of runs: [Run], cores: [(Run, Int)], count: Int) -> [[Run]] {
    guard let bounds = runs.bounds else { return [] }
    // A border of one pixel avoids bounds checks. -1: empty.
    let stride = bounds.width + 2
    var labels = [Int32](repeating: -1, count: stride * (bounds.height + 2))
    func place(_ x: Int, _ y: Int) -> Int { (y - bounds.y + 1) * stride + x - bounds.x + 1 }
    for run in runs {
        for x in run.from..<run.to { labels[place(x, run.y)] = 0 }
    }
    var front: [Int] = []
    for (run, number) in cores where number > 0 {
        for x in run.from..<run.to {
            let here = place(x, run.y)
            labels[here] = Int32(number)
            front.append(here)
        }
    }
    let neighbors = [-stride, -1, 1, stride, -stride - 1, -stride + 1, stride - 1, stride + 1]
    while !front.isEmpty {
        var next: [Int] = []
        for here in front {
            for step in neighbors where labels[here + step] == 0 {
                labels[here + step] = labels[here]
                next.append(here + step)
            }
        }
        front = next
    }
    var parted = [[Run]](repeating: [], count: count)
    for run in runs {
        func label(_ x: Int) -> Int32 { labels[place(x, run.y)] }
        run.visitParts(by: label) { part, label in
            if label > 0 { parted[Int(label) - 1].append(part) }
        }
    }
    return parted
}
