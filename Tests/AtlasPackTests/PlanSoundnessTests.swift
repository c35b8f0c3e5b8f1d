import AtlasPack
import Raster
import Testing

/// Plans that come from elsewhere.
@Suite struct PlanSoundnessTests {
    private let options = PackOptions(
        maximumSize: PixelSize(width: 96, height: 96)!,
        padding: 2,
        border: 1,
        extrude: 1,
        allowsRotation: true
    )

    private var items: [PackItem] {
        var items = (0..<24).map { number in
            item(
                "\(number)",
                6 + number % 7,
                5 + number * 5 % 11,
                group: number < 18 ? nil : "hats"
            )
        }
        items[3].mayTurn = false
        for number in [4, 9] {
            items[number] = item("\(number)", 1, 1)
            items[number].isClear = true
        }
        return items
    }

    /// The plan with a placement of each page changed.
    private func changed(
        _ plan: AtlasPlan,
        _ change: (inout [Placement]) -> Void
    ) -> AtlasPlan {
        AtlasPlan(
            pages: plan.pages.map { page in
                var placements = page.placements
                change(&placements)
                return PagePlan(size: page.size, group: page.group, placements: placements)
            }
        )
    }

    @Test func `a plan is sound where no promise is broken, and only there`() throws {
        let plan = try pack(items, options: options)
        check(plan, holds: items, options)
        #expect(!plan.places(Array(items.dropLast()), options: options))
        #expect(!plan.places(items + [item("new", 4, 4)], options: options))
        var random = SplitMix64(seed: 3)
        var sound = 0
        for round in 0..<2_000 {
            let kind = round % 6
            let other = changed(plan) { placements in
                let index = Int.random(in: placements.indices, using: &random)
                let (old, rect) = (placements[index], placements[index].rect)
                var (item, x, y) = (old.item, rect.x, rect.y)
                var size = rect.size
                var isRotated = old.isRotated
                switch kind {
                case 0: x += .random(in: -2...2, using: &random)
                case 1: y += .random(in: -2...2, using: &random)
                case 2: item = .random(in: -1...items.count, using: &random)
                case 3: (isRotated, size) = (!isRotated, size.transposed)
                case 4: size = PixelSize(width: size.width + 1, height: size.height) ?? size
                default: placements.remove(at: index)
                }
                guard kind < 5,
                    let moved = PixelRect(x: x, y: y, width: size.width, height: size.height)
                else { return }
                placements[index] = Placement(item: item, rect: moved, isRotated: isRotated)
            }
            let known = other.pages.allSatisfy {
                $0.placements.allSatisfy { items.indices.contains($0.item) }
            }
            // The promises know nothing of items that are none.
            let faults = known ? faults(of: other, items, options) : ["no item"]
            #expect(other.places(items, options: options) == faults.isEmpty, "\(round): \(faults)")
            if faults.isEmpty { sound += 1 }
        }
        #expect((1..<1_000).contains(sound))
    }
}
