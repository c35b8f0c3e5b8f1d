internal import Raster

/// How often each opaque color occurs in some pictures.
struct ColorHistogram {
    /// A color, or the mean of similar ones, and how many pixels have it.
    struct Entry {
        var r: Double
        var g: Double
        var b: Double
        var weight: Double
    }

    /// The number of different colors.
    private(set) var colorCount: Int
    /// By color, ascending.
    let entries: [Entry]

    /// Up to this many colors are told apart exactly; beyond, those that agree in the six highest
    /// bits of each channel are merged into their mean.
    private static let exactLimit = 8192

    /// Clear pixels do not count; the others count as opaque.
    init(of pictures: [StraightImage]) {
        var counts: [UInt32: Int] = [:]
        for picture in pictures {
            // Neighbors are often equal: one look-up a run.
            var run: (color: UInt32, length: Int)?
            for pixel in picture.pixels where pixel.a != 0 {
                let color = pixel.rgb
                if run?.color == color {
                    run?.length += 1
                } else {
                    if let run { counts[run.color, default: 0] += run.length }
                    run = (color, 1)
                }
            }
            if let run { counts[run.color, default: 0] += run.length }
        }
        colorCount = counts.count
        let exact = counts.sorted { $0.key < $1.key }.map { color, count in
            Entry(
                r: Double(color >> 16),
                g: Double(color >> 8 & 255),
                b: Double(color & 255),
                weight: Double(count)
            )
        }
        entries = exact.count <= Self.exactLimit ? exact : Self.merged(exact)
    }

    private static func merged(_ entries: [Entry]) -> [Entry] {
        var sums: [Int: Entry] = [:]
        for entry in entries {
            let (r, g, b) = (Int(entry.r) >> 2, Int(entry.g) >> 2, Int(entry.b) >> 2)
            let bucket = r << 12 | g << 6 | b
            var sum = sums[bucket] ?? Entry(r: 0, g: 0, b: 0, weight: 0)
            sum.r += entry.r * entry.weight
            sum.g += entry.g * entry.weight
            sum.b += entry.b * entry.weight
            sum.weight += entry.weight
            sums[bucket] = sum
        }
        return sums.sorted { $0.key < $1.key }.map { _, sum in
            Entry(
                r: sum.r / sum.weight,
                g: sum.g / sum.weight,
                b: sum.b / sum.weight,
                weight: sum.weight
            )
        }
    }
}

extension StraightPixel {
    /// The color as one number, red highest.
    var rgb: UInt32 { UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b) }
}
