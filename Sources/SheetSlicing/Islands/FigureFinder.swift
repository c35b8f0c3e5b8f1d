public import Raster

/// Finds the figures on a sheet that has no grid: what is drawn, separated by clear pixels.
///
/// Parts that touch, also at corners, are one; a small part, such as a spark beside a figure,
/// belongs to the nearest figure.
///
/// - Parameters:
///   - sheet: straight alpha.
///   - threshold: alpha up to this counts as clear.
///   - smallest: the area of the smallest figure, as a share of the largest one's, 0...1.
/// - Returns: the figures' boxes, in reading order: rows from top to bottom, each from left to
///   right. Empty when nothing is visible.
public func findFigures(
    on sheet: StraightImage,
    threshold: UInt8 = 16,
    smallest: Double = 0.1
) -> [PixelRect] {
    let parts = connectedParts(of: sheet, threshold: threshold)
    guard let largest = parts.map(\.area).max() else { return [] }
    let limit = Double(largest) * smallest
    var figures = parts.filter { Double($0.area) >= limit }.map(\.box)
    for part in parts where Double(part.area) < limit {
        let nearest = figures.indices.min {
            figures[$0].gap(to: part.box) < figures[$1].gap(to: part.box)
        }
        if let nearest { figures[nearest] = figures[nearest].union(part.box) }
    }
    return inReadingOrder(figures)
}

private struct Part {
    var box: PixelRect
    var area: Int
}

/// Runs of visible pixels joined into parts, row by row (Rosenfeld and Pfaltz 1966).
private func connectedParts(of sheet: StraightImage, threshold: UInt8) -> [Part] {
    struct Run {
        var from: Int
        var to: Int
        var label: Int
    }
    var parents: [Int] = []
    func root(_ label: Int) -> Int {
        var label = label
        while parents[label] != label { label = parents[label] }
        return label
    }
    var rows: [[Run]] = []
    for y in 0..<sheet.height {
        var runs: [Run] = []
        var x = 0
        while x < sheet.width {
            guard sheet[x, y].a > threshold else {
                x += 1
                continue
            }
            let from = x
            while x < sheet.width, sheet[x, y].a > threshold { x += 1 }
            var run = Run(from: from, to: x, label: -1)
            // Corners touch too.
            for above in rows.last ?? [] where above.from <= run.to && run.from <= above.to {
                let other = root(above.label)
                if run.label < 0 {
                    run.label = other
                } else {
                    let (low, high) = (min(run.label, other), max(run.label, other))
                    parents[high] = low
                    run.label = low
                }
            }
            if run.label < 0 {
                run.label = parents.count
                parents.append(run.label)
            }
            runs.append(run)
        }
        rows.append(runs)
    }
    var parts: [Int: Part] = [:]
    for (y, runs) in rows.enumerated() {
        for run in runs {
            guard let box = PixelRect(x: run.from, y: y, width: run.to - run.from, height: 1) else {
                continue
            }
            let label = root(run.label)
            let known = parts[label]
            parts[label] = Part(
                box: known.map { $0.box.union(box) } ?? box,
                area: (known?.area ?? 0) + box.width
            )
        }
    }
    return parts.sorted { $0.key < $1.key }.map(\.value)
}

private func inReadingOrder(_ boxes: [PixelRect]) -> [PixelRect] {
    var rows: [[PixelRect]] = []
    for box in boxes.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
        // In a row with those whose middle it overlaps.
        let middle = box.y + box.height / 2
        if let row = rows.firstIndex(where: { $0[0].y <= middle && middle < $0[0].maxY }) {
            rows[row].append(box)
        } else {
            rows.append([box])
        }
    }
    return rows.flatMap { $0.sorted { ($0.x, $0.y) < ($1.x, $1.y) } }
}

extension PixelRect {
    /// Pixels between two boxes, along the axis on which they are farther apart; 0 when they meet.
    fileprivate func gap(to other: PixelRect) -> Int {
        let across = max(0, max(x, other.x) - min(maxX, other.maxX))
        let down = max(0, max(y, other.y) - min(maxY, other.maxY))
        return max(across, down)
    }
}
