package import AtlasPack
package import FileStore

/// A scheduled page.
package struct PageTurn: Sendable {
    package let lanes: Lanes
    package let lane: Int
    /// False if the page comes again unless it is made now.
    package let isLast: Bool
}

/// What the tasks of `PackingList.makePages` end with.
private enum Work<Made: Sendable>: Sendable {
    case packed(Result<AtlasLayout, PackError>)
    case made(index: Int, Result<Made?, any Error>)
}

extension PackingList {
    /// Packs, and makes the files of each page as soon as it is final, while packing continues;
    /// returns the layout and what was made, in the order of `PageNames.wishes`, page by page.
    ///
    /// `began` gets the number of a page's files. Files shared with other machines (`cache.share`)
    /// begin with those whose images are here.
    /// `pack` reports pages as soon as they are final. `make` draws a file of a page that is final;
    /// nil if another process is making it. Throws `PackError`, `CancellationError`, and the first
    /// error of `make` once everything is made.
    package func makePages<Made: Sendable>(
        named names: PageNames,
        jobs: Int,
        began: @escaping @Sendable (Int) -> Void = { _ in },
        cache: BakeCache? = nil,
        packing pack:
            @escaping @Sendable (_ settled: (PagePlan) -> Void) throws(PackError) -> AtlasLayout,
        make: @escaping @Sendable (_ path: String, PageDrawing, PageTurn) async throws -> Made?
    ) async throws -> (layout: AtlasLayout, pages: [Made]) {
        let (standing, continuation) = AsyncStream.makeStream(of: PagePlan.self)
        return try await withThrowingTaskGroup(of: Work<Made>.self) { group in
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
            var made: [Int: Result<Made, any Error>] = [:]
            var packed: Result<AtlasLayout, PackError>?
            func note(_ work: Work<Made>) {
                switch work {
                case .packed(let result): packed = result
                case .made(let index, .success(let page?)): made[index] = .success(page)
                case .made(let index, .failure(let error)): made[index] = .failure(error)
                case .made: break
                }
            }
            var all: [PageFileWish] = []
            func start(_ chosen: [Int], _ layout: AtlasLayout, isLast: Bool = true) async throws {
                for index in chosen {
                    let turn = PageTurn(lanes: lanes, lane: await lanes.next(), isLast: isLast)
                    try Task.checkCancellation()
                    group.addTask { [file = all[index]] in
                        defer { lanes.giveBack(turn.lane) }
                        let drawing = drawing(of: file, layout)
                        let result: Result<Made?, any Error> = await Result(of: {
                            try await make(names.path(file), drawing, turn)
                        })
                        return .made(index: index, result)
                    }
                }
            }
            // Which files belong to this machine is known only when all pages are final.
            let share = cache?.share
            func start(_ page: Int, _ layout: AtlasLayout) async throws {
                let first = all.count
                all += names.wishes(page, scales: settings.scales, sides: sides)
                began(all.count - first)
                if share == nil { try await start(Array(first..<all.count), layout) }
            }
            var plans: [PagePlan] = []
            for await plan in standing {
                plans.append(plan)
                try await start(plans.count - 1, self.layout(AtlasPlan(pages: plans)))
            }
            while packed == nil, let work = try await group.next() { note(work) }
            guard let layout = try packed?.get() else { throw CancellationError() }
            // The pages that were not reported.
            for page in layout.pages.indices.dropFirst(plans.count) {
                try await start(page, layout)
            }
            if let cache, let share {
                let order = share.order(
                    nearness: all.map { drawing(of: $0, layout).nearness(in: cache) }
                )
                try await start(order, layout, isLast: false)
                while let work = try await group.next() { note(work) }
                try await start(order.filter { made[$0] == nil }, layout)
            }
            while let work = try await group.next() { note(work) }
            try Task.checkCancellation()
            return (layout, try made.sorted { $0.key < $1.key }.map { try $0.value.get() })
        }
    }

    private func drawing(of file: PageFileWish, _ layout: AtlasLayout) -> PageDrawing {
        PageDrawing(
            layout,
            page: file.page,
            scale: file.scale,
            side: file.side,
            encoder: file.encoder
        )
    }
}
