internal import ArtRendering
internal import AtlasBuilding
internal import AtlasPack
internal import Catalog
internal import FileStore
internal import PictureFiles

/// What the files of a target's pages are called.
struct PageNames: Sendable {
    let target: String
    let fileExtension: String

    /// As descriptors beside it name it.
    func file(_ page: Int, scale: Int) -> String {
        "\(target)-\(page)@\(scale)x.\(fileExtension)"
    }

    /// Relative to the output folder; of the page, or of its side sheet.
    func path(_ page: Int, scale: Int, side: SideSheet? = nil) -> String {
        let file = file(page, scale: scale)
        return "\(target)/\(side?.file(besides: file) ?? file)"
    }
}

/// Packs a target, and bakes each page as soon as it stands, while later ones are still looked for.
struct PageBaking: Sendable {
    let names: PageNames
    let list: PackingList
    /// What the list was made of.
    let frames: [RenderedFrame]
    /// What has pages of the same layout.
    let sides: [SideSheet]
    let settings: AtlasSettings
    /// The layout to keep to.
    let kept: KeptLayout?
    let context: RenderContext

    private enum Work: Sendable {
        case packed(Result<AtlasLayout, PackError>)
        /// Nil where another machine draws the page.
        case baked(index: Int, Result<BakedPage?, DiskError>, lane: Int)
    }

    /// A picture of a page that stands.
    private struct Image: Sendable {
        var page: Int
        var scale: Int
        var side: SideSheet?
        /// Its place among all.
        var index: Int
    }

    /// What has ended.
    private struct Progress {
        var layout: AtlasLayout?
        var pages: [Int: BakedPage] = [:]
        var freeLanes: [Int]

        mutating func note(_ work: Work) throws {
            switch work {
            case .packed(.failure(let error)): throw TargetFailure.packing(error)
            case .packed(.success(let packed)):
                layout = packed
                freeLanes.append(0)
            case .baked(let index, let result, let lane):
                if let page = try result.get() { pages[index] = page }
                freeLanes.append(lane)
            }
        }
    }

    /// - Returns: where everything lies; and the pages, by number, then by scale, sides last.
    /// - Throws: `TargetFailure`, `DiskError` of the cache and the encoder, `CancellationError`.
    func run() async throws -> (layout: AtlasLayout, pages: [BakedPage]) {
        let (standing, teller) = AsyncStream.makeStream(of: PagePlan.self)
        context.monitor.began(.pack, 1)
        return try await withThrowingTaskGroup(of: Work.self) { group in
            group.addTask { .packed(packed(telling: teller)) }
            // Packing has the first lane to itself.
            var progress = Progress(freeLanes: Array(1..<max(1, context.jobs)))
            func begin(
                _ images: [Image],
                _ layout: AtlasLayout,
                afterOthers: Bool = false
            ) async throws {
                context.monitor.began(.pages, images.count)
                for image in images {
                    while progress.freeLanes.isEmpty, let work = try await group.next() {
                        try progress.note(work)
                    }
                    try Task.checkCancellation()
                    let lane = progress.freeLanes.removeLast()
                    group.addTask {
                        let page = await baked(image, layout, lane, afterOthers: afterOthers)
                        return .baked(index: image.index, page, lane: lane)
                    }
                }
            }
            var plans: [PagePlan] = []
            for await plan in standing {
                plans.append(plan)
                guard context.share == nil else { continue }
                try await begin(images(of: plans.count - 1), list.layout(AtlasPlan(pages: plans)))
            }
            // Which pages are its own, a machine of several knows when all stand.
            let all = plans.indices.flatMap { images(of: $0) }
            if let order = context.order(all.count) {
                let layout = list.layout(AtlasPlan(pages: plans))
                try await begin(order.map { all[$0] }, layout)
                while let work = try await group.next() { try progress.note(work) }
                let rest = order.map { all[$0] }.filter { progress.pages[$0.index] == nil }
                try await begin(rest, layout, afterOthers: true)
            }
            while let work = try await group.next() { try progress.note(work) }
            try Task.checkCancellation()
            guard let layout = progress.layout else { throw CancellationError() }
            return (layout, progress.pages.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    private func packed(
        telling teller: AsyncStream<PagePlan>.Continuation
    ) -> Result<AtlasLayout, PackError> {
        defer { teller.finish() }
        return context.monitor.measure(.pack, names.target) {
            Result { () throws(PackError) in
                try list.packed(settings.packing, keeping: kept, cache: context.cache) {
                    teller.yield($0)
                }
            }
        }
    }

    private func images(of page: Int) -> [Image] {
        let all = settings.scales.flatMap { scale in
            ([nil] + sides).map { (scale: scale, side: $0) }
        }
        return all.enumerated().map { place, image in
            let index = page * all.count + place
            return Image(page: page, scale: image.scale, side: image.side, index: index)
        }
    }

    private func baked(
        _ image: Image,
        _ layout: AtlasLayout,
        _ lane: Int,
        afterOthers: Bool
    ) async -> Result<BakedPage?, DiskError> {
        let path = names.path(image.page, scale: image.scale, side: image.side)
        return await Result(of: { () async throws(DiskError) in
            try await context.monitor.measuring(.pages, path, lane: lane) {
                () async throws(DiskError) in
                let drawing = PageDrawing(
                    layout,
                    page: image.page,
                    scale: image.scale,
                    frames,
                    settings,
                    side: image.side
                )
                return afterOthers
                    ? try await drawing.bakedAfterOther(as: path, in: context)
                    : try await drawing.bakedUnlessClaimed(as: path, in: context)
            }
        })
    }
}
