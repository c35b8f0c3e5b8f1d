import AtlasPack
import Raster
import TestSupport
import Testing

struct AlignmentTests {
    private func item(_ name: String, _ width: Int, _ height: Int) -> PackItem {
        PackItem(name: name, size: PixelSize(width: width, height: height)!)
    }

    @Test(arguments: [4, 5, 6, 8], [(0, 0), (2, 0), (1, 1)])
    func `no square of the alignment holds two sprites`(
        alignment: Int,
        gaps: (padding: Int, extrude: Int)
    ) throws {
        let extrude = gaps.extrude
        var random = SplitMix64(seed: UInt64(alignment))
        let items = randomItems(count: 90, sides: 1...40, &random)
        let options = PackOptions(
            maximumSize: PixelSize(width: 240, height: 240)!,
            alignment: alignment,
            padding: gaps.padding,
            extrude: extrude
        )
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        for page in plan.pages {
            var owners: [PixelPoint: Int] = [:]
            for placement in page.placements {
                let rect = placement.rect
                for y in rect.y - extrude..<rect.maxY + extrude {
                    for x in rect.x - extrude..<rect.maxX + extrude {
                        let square = PixelPoint(x: x / alignment, y: y / alignment)
                        let owner = owners[square] ?? placement.item
                        owners[square] = owner
                        #expect(owner == placement.item, "\(x),\(y)")
                    }
                }
            }
        }
    }

    @Test func `a sprite as large as the page fits, and nothing next to it`() throws {
        let options = PackOptions(
            maximumSize: PixelSize(width: 64, height: 64)!,
            alignment: 4,
            padding: 2
        )
        let items = [item("a", 64, 64), item("b", 63, 20), item("c", 8, 8)]
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        #expect(plan.pages.count == 2)
    }

    @Test func `what lay elsewhere moves to a multiple, and outlines do not interlock`() throws {
        let items = [item("a", 9, 9), item("b", 9, 9), item("c", 9, 9)]
        let loose = try packStable(items, keeping: nil, options: PackOptions(padding: 1))
        let options = PackOptions(alignment: 4, padding: 1)
        let plan = try packStable(items, keeping: loose.lock, options: options).plan
        check(plan, holds: items, options)
        let shapes = items.map { BitMask(width: $0.size.width, height: $0.size.height).inverted() }
        #expect(try packByOutlines(plan, items, shapes: shapes, options: options) == plan)
    }

    @Test(arguments: [
        ([4], [1], 4), ([4], [2], 2), ([6], [1, 2], 6), ([6], [2], 3), ([5], [2, 3], 5),
        ([8], [4], 2), ([4, 6], [1], 12), ([1, 1], [3], 1),
    ])
    func `the alignment in points is the least that fits all scales`(
        pixels: [Int],
        scales: [Int],
        points: Int
    ) {
        #expect(PackOptions.alignment(of: pixels, atScales: scales) == points)
    }
}
