package import AtlasPack

/// A scheduled page.
package struct PageTurn: Sendable {
    package let lanes: Lanes
    package let lane: Int
    /// False if the page comes again unless it is made now.
    package let isLast: Bool
}

/// Packs, and makes the images of each page as soon as it is final, while packing continues.
package struct PageMaking<Image: Sendable, Made: Sendable>: Sendable {
    /// Makes an image, in a layout whose page is final; nil if another process is making it.
    package typealias Make = @Sendable (Image, AtlasLayout, PageTurn) async -> Made?
    package typealias Order = @Sendable ([Image], AtlasLayout) -> [Int]

    private let list: PackingList
    private let jobs: Int
    private let images: @Sendable (_ page: Int) -> [Image]
    private let order: Order?
    private let make: Make

    private enum Work: Sendable {
        case packed(Result<AtlasLayout, PackError>)
        case made(index: Int, Made?)
    }

    /// `images` lists those of a page.
    ///
    /// `order` is for images shared with other processes; nil otherwise.
    package init(
        _ list: PackingList,
        jobs: Int,
        images: @escaping @Sendable (_ page: Int) -> [Image],
        order: Order? = nil,
        make: @escaping Make
    ) {
        self.list = list
        self.jobs = jobs
        self.images = images
        self.order = order
        self.make = make
    }

    /// Runs `pack`, which reports pages as soon as they are final; returns the layout and the
    /// images, in the order of the pages.
    ///
    /// Throws `PackError`, `CancellationError`.
    package func run(
        packing pack:
            @escaping @Sendable (_ settled: (PagePlan) -> Void) throws(PackError) -> AtlasLayout
    ) async throws -> (layout: AtlasLayout, made: [Made]) {
        let (standing, continuation) = AsyncStream.makeStream(of: PagePlan.self)
        return try await withThrowingTaskGroup(of: Work.self) { group in
            let lanes = Lanes(jobs)
            let packing = await lanes.next()
            group.addTask {
                defer {
                    continuation.finish()
                    lanes.giveBack(packing)
                }
                return .packed(
                    Result { () throws(PackError) in try pack { continuation.yield($0) } }
                )
            }
            var made: [Int: Made] = [:]
            var packed: Result<AtlasLayout, PackError>?
            func note(_ work: Work) {
                switch work {
                case .packed(let result): packed = result
                case .made(let index, let result): made[index] = result
                }
            }
            var all: [Image] = []
            func start(_ chosen: [Int], _ layout: AtlasLayout, isLast: Bool = true) async throws {
                for index in chosen {
                    let turn = PageTurn(lanes: lanes, lane: await lanes.next(), isLast: isLast)
                    try Task.checkCancellation()
                    group.addTask { [image = all[index]] in
                        defer { lanes.giveBack(turn.lane) }
                        return .made(index: index, await make(image, layout, turn))
                    }
                }
            }
            // Which images belong to this machine is known only when all pages are final.
            let isShared = order != nil
            func start(_ page: Int, _ layout: AtlasLayout) async throws {
                let first = all.count
                all += images(page)
                if !isShared { try await start(Array(first..<all.count), layout) }
            }
            var plans: [PagePlan] = []
            for await plan in standing {
                plans.append(plan)
                try await start(plans.count - 1, list.layout(AtlasPlan(pages: plans)))
            }
            while packed == nil, let work = try await group.next() { note(work) }
            guard let layout = try packed?.get() else { throw CancellationError() }
            // The pages that were not reported.
            for page in layout.pages.indices.dropFirst(plans.count) {
                try await start(page, layout)
            }
            if let order = order?(all, layout) {
                try await start(order, layout, isLast: false)
                while let work = try await group.next() { note(work) }
                try await start(order.filter { made[$0] == nil }, layout)
            }
            while let work = try await group.next() { note(work) }
            try Task.checkCancellation()
            return (layout, made.sorted { $0.key < $1.key }.map(\.value))
        }
    }
}
