import Raster
import TestSupport

/// Pixel art as image models draw it: blocks of uneven width, soft rims, unrest in flat colors.
struct WobblyArt {
    /// Mean width and height of a block.
    var across: Double
    var down: Double
    /// How much a block's sides vary, as a share.
    var wobble = 0.1
    /// Of colors within a block.
    var unrest = 0
    private var random: SeededRandom

    init(_ across: Double, _ down: Double, wobble: Double = 0.1, unrest: Int = 0, seed: UInt64 = 1)
    {
        (self.across, self.down, self.wobble, self.unrest) = (across, down, wobble, unrest)
        random = SeededRandom(seed: seed)
    }

    mutating func enlarged(_ art: StraightImage) -> StraightImage {
        let columns = owners(art.width, across)
        let rows = owners(art.height, down)
        let blocks = StraightImage(columns.count, rows.count) { x, y in
            var pixel = art[columns[x], rows[y]]
            guard pixel.a > 0, unrest > 0 else { return pixel }
            func unsteady(_ value: UInt8) -> UInt8 {
                UInt8(clamping: Int(value) + Int.random(in: -unrest...unrest, using: &random))
            }
            pixel.r = unsteady(pixel.r)
            pixel.g = unsteady(pixel.g)
            pixel.b = unsteady(pixel.b)
            return pixel
        }
        return blocks.withSoftRims
    }

    /// Which column, or row, of the art each of the picture's shows.
    private mutating func owners(_ count: Int, _ pitch: Double) -> [Int] {
        var end = 0.0
        var owners: [Int] = []
        for index in 0..<count {
            end += pitch * Double.random(in: 1 - wobble...1 + wobble, using: &random)
            while Double(owners.count) + 0.5 < end { owners.append(index) }
        }
        return owners
    }
}

extension StraightImage {
    /// Each pixel mixed with its neighbors, as scaling leaves it.
    fileprivate var withSoftRims: StraightImage {
        StraightImage(width, height) { x, y in
            var sum = SIMD4<Int>.zero
            for (dx, dy, weight) in [(0, 0, 4), (1, 0, 1), (-1, 0, 1), (0, 1, 1), (0, -1, 1)] {
                let (column, row) = (x + dx, y + dy)
                guard (0..<width).contains(column), (0..<height).contains(row) else { continue }
                let pixel = self[column, row]
                let alpha = Int(pixel.a)
                let color = SIMD4(
                    Int(pixel.r) * alpha,
                    Int(pixel.g) * alpha,
                    Int(pixel.b) * alpha,
                    alpha
                )
                sum &+= color &* SIMD4(repeating: weight)
            }
            guard sum.w > 0 else { return .clear }
            return StraightPixel(
                r: UInt8(sum.x / sum.w),
                g: UInt8(sum.y / sum.w),
                b: UInt8(sum.z / sum.w),
                a: UInt8(sum.w / 8)
            )
        }
    }
}
