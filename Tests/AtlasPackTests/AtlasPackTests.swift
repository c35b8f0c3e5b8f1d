import AtlasPack
import Raster
import Testing

@Suite struct AtlasPackTests {
    @Test func `no items make no pages`() throws {
        #expect(try pack([]) == AtlasPlan(pages: []))
    }

    @Test func `one item makes a page of its size`() throws {
        let plan = try pack([item("a", 20, 10)])
        #expect(plan.pages.map(\.size) == [PixelSize(width: 20, height: 10)])
        #expect(plan.pages[0].placements[0].rect == PixelRect(x: 0, y: 0, width: 20, height: 10))
        #expect(plan.occupancy == 1)
    }

    @Test func `every page is reported once, in order`() throws {
        let options = PackOptions(maximumSize: PixelSize(width: 32, height: 32)!, padding: 0)
        let items = (0..<9).map { item("\($0)", 16, 16, group: $0 < 7 ? nil : "hats") }
        var reported: [PagePlan] = []
        let plan = try pack(items, options: options) { reported.append($0) }
        #expect(reported == plan.pages && reported.count == 3)
    }

    @Test func `an item exactly as large as the page fits`() throws {
        let options = PackOptions(
            maximumSize: PixelSize(width: 30, height: 20)!,
            padding: 2,
            border: 3,
            extrude: 1
        )
        let items = [item("a", 22, 12)]
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        #expect(plan.pages[0].placements[0].rect == PixelRect(x: 4, y: 4, width: 22, height: 12))
    }

    @Test(arguments: [
        (
            PackOptions(maximumSize: PixelSize(width: 30, height: 20)!),
            "sprite \"b\" is larger than a page, found 31x10, expected at most 30x20"
        ),
        (
            PackOptions(
                maximumSize: PixelSize(width: 63, height: 31)!,
                powerOfTwo: true,
                border: 1
            ),
            "sprite \"b\" is larger than a page, found 31x10, expected at most 30x14"
        ),
        (
            PackOptions(maximumSize: PixelSize(width: 4, height: 9)!, border: 1, extrude: 1),
            "border, extrude and alignment leave no space on a page of at most 4x9"
        ),
        (
            PackOptions(powerOfTwo: true, multipleOf: 6),
            "multiple of is out of range, found 6, expected a power of two, as the page sides are"
        ),
        (PackOptions(multipleOf: 0), "multiple of is out of range, found 0, expected 1...4096"),
        (PackOptions(alignment: 0), "alignment is out of range, found 0, expected 1...4096"),
        (PackOptions(padding: -1), "padding is out of range, found -1, expected 0...65536"),
        (
            PackOptions(aspectLimit: .nan),
            "aspect limit is out of range, found nan, expected at least 1"
        ),
    ])
    func `what cannot be packed is an error`(_ options: PackOptions, _ message: String) {
        let error = #expect(throws: PackError.self) {
            try pack([item("c", 31, 10), item("b", 31, 10), item("a", 1, 1)], options: options)
        }
        #expect(error?.description == message)
    }

    @Test func `equal names are an error`() {
        #expect(throws: PackError.duplicateName("a")) {
            try pack([item("a", 1, 1), item("b", 1, 1), item("a", 2, 2)])
        }
    }

    @Test func `a tall item may be turned to fit`() throws {
        var options = PackOptions(maximumSize: PixelSize(width: 30, height: 20)!)
        let items = [item("a", 10, 30)]
        #expect(throws: PackError.self) { try pack(items, options: options) }
        options.allowsRotation = true
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        #expect(plan.pages[0].placements[0].isRotated)
    }

    @Test func `an item that may not turn is not turned`() {
        let options = PackOptions(
            maximumSize: PixelSize(width: 30, height: 20)!,
            allowsRotation: true
        )
        var item = item("a", 10, 30)
        item.mayTurn = false
        #expect(throws: PackError.self) { try pack([item], options: options) }
    }

    @Test func `more effort is never worse`() throws {
        var random = SplitMix64(seed: 11)
        let items = randomItems(count: 60, sides: 5...60, &random)
        var options = PackOptions(allowsRotation: true)
        let areas = try [Effort.fast, .balanced].map { effort in
            options.effort = effort
            let plan = try pack(items, options: options)
            check(plan, holds: items, options)
            return plan.pages[0].size.area
        }
        #expect(areas[1] < areas[0])
    }

    @Test func `equal items tile the page`() throws {
        let items = (0..<16).map { item("\($0)", 30, 14) }
        let plan = try pack(items)
        check(plan, holds: items, PackOptions())
        #expect(plan.pages.count == 1)
        #expect(plan.pages[0].paddedOccupancy(padding: 2) == 1)
    }

    @Test func `items that do not fit one page go to several`() throws {
        let options = PackOptions(maximumSize: PixelSize(width: 64, height: 64)!, padding: 0)
        let items = (0..<17).map { item("\($0)", 16, 16) } + [item("big", 64, 64)]
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        #expect(plan.pages.count == 3)
    }

    @Test func `each group has pages of its own`() throws {
        let items = [
            item("a", 8, 8, group: "fox"), item("b", 8, 8), item("c", 8, 8, group: "dog"),
            item("d", 8, 8, group: "fox"), item("e", 8, 8, group: ""),
        ]
        let plan = try pack(items)
        check(plan, holds: items, PackOptions())
        #expect(plan.pages.map(\.group) == [nil, "", "dog", "fox"])
    }

    @Test func `the order of the items does not matter`() throws {
        var random = SplitMix64(seed: 7)
        let items = randomItems(count: 80, sides: 1...40, &random)
        let options = PackOptions(
            maximumSize: PixelSize(width: 160, height: 160)!,
            allowsRotation: true
        )
        let expected = named(try pack(items, options: options), items)
        for shuffled in [items.reversed(), items.shuffled(using: &random)] {
            #expect(named(try pack(shuffled, options: options), shuffled) == expected)
        }
    }

    /// The plan with names in place of indices.
    private func named(_ plan: AtlasPlan, _ items: [PackItem]) -> [[String]] {
        plan.pages.map { page in
            ["\(page.size)"] + page.placements.map { "\(items[$0.item].name) \($0.rect)" }
        }
    }

    @Test(arguments: 0..<60)
    func `random sets keep every promise`(_ number: UInt64) throws {
        let seed = 1_000 + number
        var random = SplitMix64(seed: seed)
        let limits: [Double?] = [nil, 1, 1.5, 2, 8]
        let options = PackOptions(
            maximumSize: PixelSize(
                width: .random(in: 64...300, using: &random),
                height: .random(in: 64...300, using: &random)
            )!,
            powerOfTwo: .random(using: &random),
            square: .random(using: &random),
            multipleOf: [1, 1, 2, 4].randomElement(using: &random)!,
            alignment: [1, 1, 4, 5, 6].randomElement(using: &random)!,
            padding: .random(in: 0...4, using: &random),
            border: .random(in: 0...3, using: &random),
            extrude: .random(in: 0...2, using: &random),
            allowsRotation: .random(using: &random),
            aspectLimit: limits[.random(in: 0..<5, using: &random)],
            effort: number % 10 == 0 ? .balanced : .fast,
            seed: seed
        )
        let groups: [String?] = [nil, nil, "x", "y"]
        var items = randomItems(count: .random(in: 1...120, using: &random), sides: 1...44, &random)
        for index in items.indices {
            items[index].group = groups[index % 4]
            items[index].mayTurn = index % 5 != 0
        }
        let plan: AtlasPlan
        do throws(PackError) {
            plan = try pack(items, options: options)
        } catch {
            // Small squares and powers of two may leave less room than the largest sprite wants.
            guard case .itemTooLarge(_, let found, let allowed) = error else {
                Issue.record("seed \(seed): \(error)")
                return
            }
            #expect(found.width > allowed.width || found.height > allowed.height, "seed \(seed)")
            return
        }
        check(plan, holds: items, options)
    }
}

func item(_ name: String, _ width: Int, _ height: Int, group: String? = nil) -> PackItem {
    PackItem(name: name, size: PixelSize(width: width, height: height)!, group: group)
}

func randomItems(
    count: Int,
    sides: ClosedRange<Int>,
    _ random: inout SplitMix64
) -> [PackItem] {
    (0..<count).map {
        item("s\($0)", .random(in: sides, using: &random), .random(in: sides, using: &random))
    }
}
