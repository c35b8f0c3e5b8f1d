import AtlasPack
import Raster
import Testing

/// Pages of 64x64 without gaps.
private let small = PackOptions(
    maximumSize: PixelSize(width: 64, height: 64)!,
    padding: 0,
    effort: .fast
)

/// The frames of an animation, each of 16x16.
private func animation(_ name: String, count: Int, near: String? = nil) -> [PackItem] {
    (0..<count).map { number in
        var frame = item("\(name)/\(number)", 16, 16)
        frame.together = name
        frame.near = near
        return frame
    }
}

/// The pages that items of a bundle are on.
private func pages(of name: String, in plan: AtlasPlan, _ items: [PackItem]) -> Set<Int> {
    Set(
        plan.pages.indices.filter { page in
            plan.pages[page].placements.contains { items[$0.item].together == name }
        }
    )
}

private func clear(_ name: String, together: String? = nil) -> PackItem {
    var item = PackItem(name: name, size: .onePixel)
    (item.together, item.isClear) = (together, true)
    return item
}

@Suite struct TogetherTests {
    @Test func `frames of an animation are on one page of several`() throws {
        // By size alone they are all alike, and a page holds sixteen.
        let items = (0..<5).flatMap { animation("walk\($0)", count: 7) }
        let plan = try pack(items, options: small)
        check(plan, holds: items, small)
        #expect(plan.pages.count == 3)
        for number in 0..<5 {
            #expect(pages(of: "walk\(number)", in: plan, items).count == 1, "walk\(number)")
        }
    }

    @Test func `on one page nothing changes`() throws {
        var random = SplitMix64(seed: 5)
        let plain = randomItems(count: 60, sides: 4...40, &random)
        var bound = plain
        for index in bound.indices {
            bound[index].together = "a\(index % 7)"
            bound[index].near = "s\(index % 3)"
        }
        #expect(try pack(bound) == pack(plain))
    }

    @Test func `where nothing belongs together, several pages are packed as ever`() throws {
        var random = SplitMix64(seed: 6)
        let plain = randomItems(count: 90, sides: 4...30, &random)
        var near = plain
        for index in near.indices {
            near[index].near = "s\(index % 3)"
            near[index].together = "alone \(index)"
        }
        let plan = try pack(near, options: small)
        #expect(plan.pages.count > 3)
        #expect(try plan == pack(plain, options: small))
    }

    @Test func `an animation larger than a page is torn, and no other`() throws {
        let items = animation("dance", count: 20) + animation("walk", count: 5)
        let plan = try pack(items, options: small)
        check(plan, holds: items, small)
        #expect(plan.pages.count == 2)
        #expect(pages(of: "dance", in: plan, items) == [0, 1])
        #expect(pages(of: "walk", in: plan, items).count == 1)
    }

    @Test func `species stay together where that costs nothing`() throws {
        let species = ["ape", "bee", "cow", "dog"]
        let items = species.flatMap { name in
            animation("\(name)/walk", count: 5, near: name)
                + animation("\(name)/sleep", count: 3, near: name)
        }
        let plan = try pack(items, options: small)
        check(plan, holds: items, small)
        #expect(plan.pages.count == 2)
        for name in species {
            let found = pages(of: "\(name)/walk", in: plan, items)
            #expect(found.count == 1 && found == pages(of: "\(name)/sleep", in: plan, items))
        }
    }

    @Test func `clear sprites share one point of each page that needs it`() throws {
        let items =
            animation("walk", count: 12) + animation("sleep", count: 12)
            + [clear("walk/blink", together: "walk"), clear("sleep/blink", together: "sleep")]
            + [clear("none"), clear("nothing")]
        let roomy = try pack(items)
        check(roomy, holds: items, PackOptions())
        #expect(roomy.pages.count == 1)
        #expect(Set(roomy.pages[0].placements.map(\.rect)).count == 25)
        #expect(roomy.occupancy <= 1)
        let plan = try pack(items, options: small)
        check(plan, holds: items, small)
        #expect(plan.pages.count == 2)
        #expect(pages(of: "walk", in: plan, items).count == 1)
        #expect(pages(of: "sleep", in: plan, items).count == 1)
    }

    @Test(arguments: 0..<40)
    func `random bundles keep every promise in any order`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 3_000 + seed)
        let options = PackOptions(
            maximumSize: PixelSize(width: 200, height: 160)!,
            padding: .random(in: 0...3, using: &random),
            border: .random(in: 0...2, using: &random),
            allowsRotation: .random(using: &random),
            effort: seed % 10 == 0 ? .balanced : .fast
        )
        let count = Int.random(in: 20...160, using: &random)
        var items = randomItems(count: count, sides: 1...44, &random)
        for index in items.indices where index % 3 > 0 {
            items[index].together = "a\(index / 8)"
            items[index].near = "s\(index / 40)"
            if index % 13 == 0 { items[index] = clear("c\(index)", together: "a\(index / 8)") }
        }
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        for name in Set(items.compactMap(\.together)) {
            #expect(pages(of: name, in: plan, items).count == 1, "\(name), seed \(seed)")
        }
        let shuffled = items.shuffled(using: &random)
        #expect(named(try pack(shuffled, options: options), shuffled) == named(plan, items))
    }

    private func named(_ plan: AtlasPlan, _ items: [PackItem]) -> [[String]] {
        plan.pages.map { page in
            ["\(page.size)"] + page.placements.map { "\(items[$0.item].name) \($0.rect)" }
        }
    }

    @Test func `little is lost by keeping frames together`() throws {
        var random = SplitMix64(seed: 9)
        let plain = randomItems(count: 1500, sides: 8...60, &random)
        let options = PackOptions(
            maximumSize: PixelSize(width: 512, height: 512)!,
            allowsRotation: true
        )
        var bound = plain
        for index in bound.indices { bound[index].together = "a\(index / 8)" }
        let torn = try pack(plain, options: options)
        let whole = try pack(bound, options: options)
        check(whole, holds: bound, options)
        // The last page is as large as what is left, so that only the sum shows it.
        #expect(torn.pages.count > 5)
        #expect(whole.occupancy > torn.occupancy - 0.03, "\(whole.occupancy), \(torn.occupancy)")
    }
}

@Suite struct StableTogetherTests {
    @Test func `a new frame goes to the page of its animation`() throws {
        let items = animation("run", count: 10) + animation("walk", count: 12)
        let first = try packStable(items, keeping: nil, options: small)
        let longer = items + [animation("run", count: 11)[10]]
        let second = try packStable(longer, keeping: first.lock, options: small)
        check(second.plan, holds: longer, small)
        #expect(second.report.kept == 22 && second.report.added == 1)
        #expect(pages(of: "run", in: second.plan, longer).count == 1)
        #expect(pages(of: "walk", in: second.plan, longer).count == 1)
    }

    @Test func `an animation that its page holds no more moves, where a format wants it whole`()
        throws
    {
        let items = animation("run", count: 7) + animation("walk", count: 9)
        let first = try packStable(items, keeping: nil, options: small)
        #expect(first.plan.pages.count == 1)
        let longer = items + [animation("run", count: 8)[7]]
        let torn = try packStable(longer, keeping: first.lock, options: small)
        check(torn.plan, holds: longer, small)
        #expect(torn.report.kept == 16 && torn.report.moved == 0)
        #expect(pages(of: "run", in: torn.plan, longer) == [0, 1])
        let whole = try packStable(
            longer,
            keeping: first.lock,
            options: small,
            keepsTogether: true
        )
        check(whole.plan, holds: longer, small)
        #expect(pages(of: "run", in: whole.plan, longer) == [1])
        #expect(whole.report.kept == 9 && whole.report.moved == 7 && whole.report.added == 1)
    }

    @Test func `what an earlier layout tore is left alone until a format wants it whole`() throws {
        let plain = (0..<20).map { item("dance/\($0 / 10)\($0 % 10)", 16, 16) }
        let first = try packStable(plain, keeping: nil, options: small)
        var items = plain
        for index in items.indices where index > 13 { items[index].together = "dance" }
        let kept = try packStable(items, keeping: first.lock, options: small)
        #expect(kept.report.kept == 20)
        #expect(pages(of: "dance", in: kept.plan, items) == [0, 1])
        let whole = try packStable(items, keeping: first.lock, options: small, keepsTogether: true)
        check(whole.plan, holds: items, small)
        #expect(pages(of: "dance", in: whole.plan, items) == [1])
        #expect(whole.report.moved == 2)
    }

    @Test func `clear sprites keep their point`() throws {
        let items = animation("walk", count: 3) + [clear("a", together: "walk"), clear("b")]
        let first = try packStable(items, keeping: nil, options: small)
        let more = items + [clear("c"), item("hat", 9, 9)]
        let second = try packStable(more, keeping: first.lock, options: small)
        check(second.plan, holds: more, small)
        #expect(second.report.kept == 5 && second.report.moved == 0 && second.report.added == 2)
        #expect(second.lock.sprites["c"] == first.lock.sprites["a"])
        let third = try packStable(
            Array(more.reversed()),
            keeping: second.lock,
            options: small,
            keepsTogether: true
        )
        #expect(third.lock == second.lock)
    }

    @Test(arguments: 0..<30)
    func `random days keep every promise`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 9_000 + seed)
        let options = PackOptions(
            maximumSize: PixelSize(width: 160, height: 160)!,
            padding: .random(in: 0...2, using: &random),
            allowsRotation: .random(using: &random),
            effort: .fast
        )
        var all = randomItems(count: 120, sides: 2...40, &random)
        for index in all.indices where index % 4 > 0 {
            all[index].together = "a\(index / 8)"
            if index % 17 == 0 { all[index] = clear("s\(index)", together: "a\(index / 8)") }
        }
        var lock: LayoutLock?
        for day in 0..<6 {
            let items = all.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
            let strictly = seed % 2 == 0
            let stable = try packStable(
                items,
                keeping: lock,
                options: options,
                keepsTogether: strictly
            )
            check(stable.plan, holds: items, options)
            for name in Set(items.compactMap(\.together)) where strictly {
                #expect(
                    pages(of: name, in: stable.plan, items).count == 1,
                    "\(name), seed \(seed), day \(day)"
                )
            }
            lock = stable.lock
        }
    }
}
