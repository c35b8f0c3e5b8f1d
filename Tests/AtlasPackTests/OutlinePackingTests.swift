import AtlasPack
import Raster
import Testing

struct OutlinePackingTests {
    @Test func `triangles lie back to back`() throws {
        // Two right triangles of 40 make a square of 40 and the gap; rectangles take two squares.
        let items = [item("a", 40, 40), item("b", 40, 40)]
        let shapes = [shape(40, 40) { $0 + $1 < 40 }, shape(40, 40) { $0 + $1 >= 40 }]
        var options = PackOptions(padding: 1, effort: .fast)
        options.aspectLimit = 8
        let rectangles = try pack(items, options: options)
        let plan = try packByOutlines(rectangles, items, shapes: shapes, options: options)
        let area = plan.pages.reduce(0) { $0 + $1.size.area }
        #expect(area <= 42 * 42)
        #expect(rectangles.pages[0].size.area >= 81 * 40)
        expectApart(plan, shapes, options)
    }

    @Test func `what fills its rectangle stays as it was packed`() throws {
        let items = (0..<30).map { item("s\($0)", 8 + $0 % 7, 5 + $0 % 11) }
        let options = PackOptions(effort: .fast)
        let rectangles = try pack(items, options: options)
        let shapes = items.map { shape($0.size.width, $0.size.height) { _, _ in true } }
        let plan = try packByOutlines(rectangles, items, shapes: shapes, options: options)
        let before = rectangles.pages.reduce(0) { $0 + $1.size.area }
        #expect(plan.pages.reduce(0) { $0 + $1.size.area } <= before)
        expectApart(plan, shapes, options)
    }

    @Test(arguments: 0..<12)
    func `shapes of any kind keep their gaps on pages of any kind`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let (items, shapes) = sprites(&random, count: 12 + seed)
        var options = PackOptions(effort: .fast)
        options.padding = seed % 4
        options.extrude = seed % 3
        options.border = seed % 5
        options.allowsRotation = seed % 2 == 0
        options.powerOfTwo = seed % 4 == 2
        options.square = seed % 7 == 6
        options.multipleOf = seed % 3 == 1 ? 4 : 1
        options.maximumSize = size(seed % 4 == 3 ? 96 : 512, seed % 4 == 3 ? 96 : 512)
        let rectangles = try pack(items, options: options)
        for turnsClockwise in [true, false] {
            let plan = try packByOutlines(
                rectangles,
                items,
                shapes: shapes,
                options: options,
                turnsClockwise: turnsClockwise
            )
            #expect(plan.pages.count <= rectangles.pages.count)
            if plan.pages.count == rectangles.pages.count {
                let before = rectangles.pages.reduce(0) { $0 + $1.size.area }
                #expect(plan.pages.reduce(0) { $0 + $1.size.area } <= before)
            }
            expectApart(plan, shapes, options, turnsClockwise: turnsClockwise)
        }
    }

    @Test func `groups keep pages of their own`() throws {
        var random = SplitMix64(seed: 7)
        let (made, shapes) = sprites(&random, count: 20)
        var items = made
        for index in items.indices where index % 2 == 0 { items[index].group = "even" }
        let options = PackOptions(effort: .fast)
        let rectangles = try pack(items, options: options)
        let plan = try packByOutlines(rectangles, items, shapes: shapes, options: options)
        #expect(plan.pages.map(\.group) == [nil, "even"])
        for page in plan.pages {
            #expect(page.placements.allSatisfy { items[$0.item].group == page.group })
        }
        expectApart(plan, shapes, options)
    }

    @Test func `the order of the sprites does not matter`() throws {
        var random = SplitMix64(seed: 3)
        let (items, shapes) = sprites(&random, count: 16)
        let options = PackOptions(allowsRotation: true, effort: .balanced)
        let plan = try packByOutlines(
            pack(items, options: options),
            items,
            shapes: shapes,
            options: options
        )
        let turned = Array(items.reversed())
        let other = try packByOutlines(
            pack(turned, options: options),
            turned,
            shapes: shapes.reversed(),
            options: options
        )
        func places(_ plan: AtlasPlan, _ items: [PackItem]) -> [String] {
            plan.pages.flatMap { page in
                page.placements.map { "\(items[$0.item].name) \($0.rect) \($0.isRotated)" }
            }
        }
        #expect(places(plan, items) == places(other, turned))
    }

    @Test(arguments: 0..<40)
    func `places found by rows of bits are those found pixel by pixel`(seed: Int) {
        var random = SplitMix64(seed: UInt64(100 + seed))
        let width = 40 + Int.random(in: 0..<120, using: &random)
        var bin = OutlineBin(width: width, height: 90, padding: seed % 3)
        for _ in 0..<12 {
            let (_, shapes) = sprites(&random, count: 1)
            let shape = OrientedShape(shapes[0], isTurned: false)
            let found = bin.lowestPlace(of: shape, above: 90)
            var expected: (x: Int, y: Int)?
            search: for y in 0...max(0, 90 - shape.height) where shape.height <= 90 {
                for x in 0...max(0, width - shape.width) where shape.width <= width {
                    if bin.isFree(shape, atX: x, y) {
                        expected = (x, y)
                        break search
                    }
                }
            }
            #expect(found?.x == expected?.x && found?.y == expected?.y)
            guard let found else { continue }
            bin.put(shape, atX: found.x, found.y)
        }
    }

    @Test func `extruded shapes repeat their edges alone`() {
        let hook = shape(3, 3) { x, y in x == 0 || y == 2 }
        #expect(drawn(hook.extruded(by: 1)) == ["##...", "##...", "##...", "#####", "#####"])
        #expect(drawn(hook.turnedClockwise) == ["###", "#..", "#.."])
        #expect(drawn(hook.turnedCounterclockwise) == ["..#", "..#", "###"])
    }
}

private func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height) ?? .onePixel
}

private func item(_ name: String, _ width: Int, _ height: Int) -> PackItem {
    PackItem(name: name, size: size(width, height))
}

private func shape(_ width: Int, _ height: Int, _ isSet: (Int, Int) -> Bool) -> BitMask {
    var mask = BitMask(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width where isSet(x, y) { mask[x, y] = true }
    }
    return mask
}

private func drawn(_ shape: BitMask) -> [String] {
    (0..<shape.height).map { y in
        (0..<shape.width).map { shape[$0, y] ? "#" : "." }.joined()
    }
}

/// Discs, wedges and rings.
private func sprites(_ random: inout SplitMix64, count: Int) -> ([PackItem], [BitMask]) {
    var items: [PackItem] = []
    var shapes: [BitMask] = []
    for index in 0..<count {
        let width = Int.random(in: 3...70, using: &random)
        let height = Int.random(in: 3...40, using: &random)
        let kind = Int.random(in: 0..<4, using: &random)
        items.append(item("s\(index)", width, height))
        shapes.append(
            shape(width, height) { x, y in
                let (dx, dy) = (2 * x + 1 - width, 2 * y + 1 - height)
                let distance =
                    Double(dx * dx) / Double(width * width) + Double(dy * dy)
                    / Double(height * height)
                return switch kind {
                case 0: distance <= 1
                case 1: x * height <= y * width
                case 2: distance <= 1 && distance > 0.4
                default: true
                }
            }
        )
    }
    return (items, shapes)
}

/// Checks every pair of pixels: no two sprites nearer than the padding, all on their pages.
private func expectApart(
    _ plan: AtlasPlan,
    _ shapes: [BitMask],
    _ options: PackOptions,
    turnsClockwise: Bool = true
) {
    #expect(plan.pages.flatMap(\.placements).map(\.item).sorted() == Array(shapes.indices))
    for page in plan.pages {
        #expect(page.size.width <= options.maximumSize.width)
        #expect(page.size.height <= options.maximumSize.height)
        #expect(page.size.width % options.multipleOf == 0)
        if options.square { #expect(page.size.width == page.size.height) }
        if options.powerOfTwo { #expect(page.size.width.nonzeroBitCount == 1) }
        var owner = [Int](repeating: -1, count: page.size.area)
        var clashes = 0
        for placement in page.placements {
            let upright = shapes[placement.item]
            let lying =
                placement.isRotated
                ? (turnsClockwise ? upright.turnedClockwise : upright.turnedCounterclockwise)
                : upright
            #expect(lying.width == placement.rect.width && lying.height == placement.rect.height)
            let edge = options.extrude
            let grown = lying.extruded(by: edge)
            let margin = options.border
            #expect(placement.rect.x - edge >= margin && placement.rect.y - edge >= margin)
            #expect(placement.rect.maxX + edge + margin <= page.size.width)
            #expect(placement.rect.maxY + edge + margin <= page.size.height)
            for run in grown.runs {
                for column in run.start..<(run.start + run.length) {
                    let x = placement.rect.x - edge + column
                    let y = placement.rect.y - edge + run.row
                    owner[y * page.size.width + x] = placement.item
                }
            }
        }
        let reach = options.padding
        for y in 0..<page.size.height {
            for x in 0..<page.size.width where owner[y * page.size.width + x] >= 0 {
                let own = owner[y * page.size.width + x]
                for near in y...min(y + reach, page.size.height - 1) {
                    for beside in max(x - reach, 0)...min(x + reach, page.size.width - 1) {
                        let other = owner[near * page.size.width + beside]
                        if other >= 0, other != own { clashes += 1 }
                    }
                }
            }
        }
        #expect(clashes == 0)
        let pixels = page.placements.reduce(0) {
            $0 + shapes[$1.item].extruded(by: options.extrude).count
        }
        // With no padding too, nothing is over another.
        #expect(owner.count { $0 >= 0 } == pixels)
    }
}
