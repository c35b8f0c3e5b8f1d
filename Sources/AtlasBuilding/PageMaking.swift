package import AtlasPack
package import PictureFiles

/// Packs, and makes the images of each page as soon as it stands, while later ones are still looked
/// for.
package struct PageMaking<Image: Sendable, Made: Sendable>: Sendable {
    private let list: PackingList
    private let jobs: Int
    private let images: @Sendable (_ page: Int) -> [Image]
    private let make: @Sendable (Image, AtlasLayout, Lanes, _ lane: Int) async -> Made

    private enum Work: Sendable {
        case packed(Result<AtlasLayout, PackError>)
        case made(index: Int, Made)
    }

    /// - Parameters:
    ///   - list: what is packed.
    ///   - jobs: how many things are done at once.
    ///   - images: what is made of a page.
    ///   - make: makes one of those, by a layout in which its page stands, in a lane of its own.
    package init(
        _ list: PackingList,
        jobs: Int,
        images: @escaping @Sendable (_ page: Int) -> [Image],
        make: @escaping @Sendable (Image, AtlasLayout, Lanes, _ lane: Int) async -> Made
    ) {
        self.list = list
        self.jobs = jobs
        self.images = images
        self.make = make
    }

    /// - Parameter pack: packs the list, and tells of pages that stand before all do.
    /// - Returns: where everything lies, and what was made of the pages, in their order.
    /// - Throws: `PackError`, `CancellationError`.
    package func run(
        packing pack:
            @escaping @Sendable (_ settled: (PagePlan) -> Void) throws(PackError) -> AtlasLayout
    ) async throws -> (layout: AtlasLayout, made: [Made]) {
        let (standing, teller) = AsyncStream.makeStream(of: PagePlan.self)
        return try await withThrowingTaskGroup(of: Work.self) { group in
            let lanes = Lanes(jobs)
            let packing = await lanes.next()
            group.addTask {
                defer {
                    teller.finish()
                    lanes.giveBack(packing)
                }
                return .packed(
                    Result { () throws(PackError) in try pack { teller.yield($0) } }
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
            var started = 0
            func start(_ page: Int, _ layout: AtlasLayout) async throws {
                for image in images(page) {
                    let (index, lane) = (started, await lanes.next())
                    try Task.checkCancellation()
                    group.addTask {
                        defer { lanes.giveBack(lane) }
                        return .made(index: index, await make(image, layout, lanes, lane))
                    }
                    started += 1
                }
            }
            var plans: [PagePlan] = []
            for await plan in standing {
                plans.append(plan)
                try await start(plans.count - 1, list.layout(AtlasPlan(pages: plans)))
            }
            while packed == nil, let work = try await group.next() { note(work) }
            guard let layout = try packed?.get() else { throw CancellationError() }
            // Those that nobody was told of.
            for page in layout.pages.indices.dropFirst(plans.count) {
                try await start(page, layout)
            }
            while let work = try await group.next() { note(work) }
            try Task.checkCancellation()
            return (layout, made.sorted { $0.key < $1.key }.map(\.value))
        }
    }
}
