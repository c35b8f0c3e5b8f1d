internal import AtlasBuilding
internal import AtlasPack
internal import FileStore
internal import PictureFiles

/// Packs, and bakes each page as soon as it stands, while later ones are still looked for.
///
/// - Parameters:
///   - list: what to pack.
///   - frames: what the list was made of.
///   - sides: what has pages of the same layout.
///   - settings: how.
///   - kept: the layout to keep to.
///   - target: its id.
///   - context: the bake.
///   - path: of the file of a page, or of its side sheet, at a scale; relative to the output folder.
/// - Returns: where everything lies; and the pages, by number, then by scale, sides last.
/// - Throws: `TargetFailure`, `CancellationError`.
func packAndBake(
    _ list: PackingList,
    _ frames: [RenderedFrame],
    _ sides: [SideSheet],
    _ settings: AtlasSettings,
    keeping kept: KeptLayout?,
    of target: String,
    in context: RenderContext,
    path: (_ page: Int, _ scale: Int, SideSheet?) -> String
) async throws -> (layout: AtlasLayout, pages: [BakedPage]) {
    enum Work: Sendable {
        case packing(Result<AtlasLayout, PackError>)
        case page(Int, Result<BakedPage, DiskError>, lane: Int)
    }
    let (standing, teller) = AsyncStream.makeStream(of: PagePlan.self)
    context.monitor.began(.pack, 1)
    return try await withThrowingTaskGroup(of: Work.self) { group in
        group.addTask {
            let start = context.monitor.now()
            let result = Result { () throws(PackError) in
                try list.packed(settings.packing, keeping: kept, cache: context.cache) {
                    teller.yield($0)
                }
            }
            teller.finish()
            let end = context.monitor.now()
            context.monitor.ended(
                BakeSpan(stage: .pack, name: target, lane: 0, start: start, end: end)
            )
            return .packing(result)
        }
        var layout: AtlasLayout?
        var baked: [Int: BakedPage] = [:]
        // Packing has the first lane to itself.
        var freeLanes = Array(1..<max(1, context.jobs))
        /// Waits for something to end; false when nothing is left.
        func wait() async throws -> Bool {
            switch try await group.next() {
            case nil: return false
            case .packing(let result):
                do throws(PackError) {
                    layout = try result.get()
                } catch {
                    throw TargetFailure.packing(error)
                }
                freeLanes.append(0)
            case .page(let index, let result, let lane):
                baked[index] = try result.get()
                freeLanes.append(lane)
            }
            return true
        }
        var plans: [PagePlan] = []
        let images = settings.scales.flatMap { scale in
            ([nil] + sides).map { (scale: scale, side: $0) }
        }
        for await plan in standing {
            let page = plans.count
            plans.append(plan)
            let soFar = list.layout(AtlasPlan(pages: plans))
            context.monitor.began(.pages, images.count)
            for (place, image) in images.enumerated() {
                while freeLanes.isEmpty { _ = try await wait() }
                try Task.checkCancellation()
                let lane = freeLanes.removeLast()
                let path = path(page, image.scale, image.side)
                let index = page * images.count + place
                group.addTask {
                    let result = await Result(of: { () async throws(DiskError) in
                        try await context.monitor.measuring(.pages, path, lane: lane) {
                            () async throws(DiskError) in
                            try await soFar.bakePage(
                                page,
                                scale: image.scale,
                                frames,
                                settings,
                                side: image.side,
                                path,
                                context
                            )
                        }
                    })
                    return .page(index, result, lane: lane)
                }
            }
        }
        while try await wait() {}
        try Task.checkCancellation()
        guard let layout else { throw CancellationError() }
        return (layout, baked.sorted { $0.key < $1.key }.map(\.value))
    }
}
