@_spi(Benchmarks) import AtlasPack
import Foundation
import Raster

// Usage: PackBench FILE...
// A file holds the number of rectangles, and then `width height` of each sprite with 2 px added.
// Prints a row of a Markdown table for each: the padded occupancy and the CPU time.

let padding = 2

func readSet(_ path: String) throws -> [PackItem] {
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
    return rows.enumerated().compactMap { number, row in
        let sides = row.split(separator: " ").compactMap { Int($0) }
        guard sides.count == 2 else { return nil }
        return PixelSize(width: sides[0] - padding, height: sides[1] - padding)
            .map { PackItem(name: "s\(number)", size: $0) }
    }
}

/// Seconds of processor time that `body` takes.
func cpuTime(_ body: () throws -> Void) rethrows -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
    try body()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

func cell(_ occupancy: Double, _ seconds: Double) -> String {
    String(format: "%.2f %% in %.3f s", occupancy * 100, seconds)
}

func row(_ name: String, _ items: [PackItem]) throws -> String {
    var options = PackOptions()
    options.allowsRotation = true
    var cells = [name]
    var baseline: PixelSize?
    let time = try cpuTime {
        baseline = try maxRectsBaseline(items.map(\.size), options: options, widths: 40)
    }
    if let baseline {
        let area = items.reduce(0) {
            $0 + ($1.size.width + padding) * ($1.size.height + padding)
        }
        let page = (baseline.width + padding) * (baseline.height + padding)
        cells.append(cell(Double(area) / Double(page), time))
    } else {
        cells.append("several pages")
    }
    for effort in PackEffort.allCases {
        options.effort = effort
        var plan = AtlasPlan(pages: [])
        let time = try cpuTime { plan = try pack(items, options: options) }
        let lowest = plan.pages.map { $0.paddedOccupancy(padding: padding) }.min() ?? 0
        cells.append(cell(lowest, time))
    }
    return "| " + cells.joined(separator: " | ") + " |"
}

print("| set | MaxRects global, 40 widths | fast | balanced | best |")
print("| --- | --- | --- | --- | --- |")
for path in CommandLine.arguments.dropFirst() {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    print(try row(name, readSet(path)))
}
if let equal = PixelSize(width: 136, height: 128) {
    let items = (0..<4000).map { PackItem(name: "e\($0)", size: equal) }
    print(try row("4,000 of 136x128", items))
}
