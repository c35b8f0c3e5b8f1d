import AtlasBuilding
import AtlasPack
import Catalog
import FileStore
import ImageCodec
import Raster

struct PageTurn: Sendable {
    let lanes: Lanes
    let lane: Int
    /// False if the page comes again unless it is made now.
    let isLast: Bool
}

/// What the tasks of `PackingList.bakedPages` end with.
private enum Work: Sendable {
    case packed(Result<AtlasLayout, PackError>)
    case baked(index: Int, Result<BakedPage?, any Error>)
}

extension PackingList {
    /// Packs a target, and bakes each page as soon as it is final, while packing continues.
    ///
    /// `interlocking` lets sprites extend into each other's rectangles. Files shared with other
    /// machines begin with those whose images are here. Returns the pages by number, then by scale,
    /// then by encoding, sides last, and what they are called: `hashed` names contain digests. Throws
    /// `PackError`, `CancellationError`, and the first `DiskError` of the cache and the encoder once
    /// everything is made.
    func bakedPages(
        of target: String,
        named names: PageNames,
        hashed isHashed: Bool,
        keeping kept: KeptLayout?,
        interlocking: Bool = false,
        in context: RenderContext
    ) async throws -> (layout: AtlasLayout, pages: [BakedPage], names: PageNames) {
        let (monitor, share) = (context.monitor, context.share)
        let (settled, continuation) = AsyncStream.makeStream(of: PagePlan.self)
        monitor.began(.pack, 1)
        var (layout, pages) = try await withThrowingTaskGroup(of: Work.self) { group in
            let lanes = Lanes(context.jobs)
            let packing = await lanes.next()
            group.addTask {
                defer {
                    continuation.finish()
                    lanes.giveBack(packing)
                }
                let layout = await monitor.measuring(.pack, target) {
                    Result { () throws(PackError) in
                        try self.packed(
                            keeping: kept,
                            interlocking: interlocking,
                            cache: context.cache,
                            settled: { continuation.yield($0) }
                        )
                    }
                }
                return .packed(layout)
            }
            var made: [Int: Result<BakedPage, any Error>] = [:]
            var packed: Result<AtlasLayout, PackError>?
            func note(_ work: Work) {
                switch work {
                case .packed(let result): packed = result
                case .baked(let index, .success(let page?)): made[index] = .success(page)
                case .baked(let index, .failure(let error)): made[index] = .failure(error)
                case .baked: break
                }
            }
            func start(_ files: [(Int, PageDrawing)], isLast: Bool = true) async throws {
                for (index, drawing) in files {
                    let turn = PageTurn(lanes: lanes, lane: await lanes.next(), isLast: isLast)
                    try Task.checkCancellation()
                    group.addTask {
                        defer { lanes.giveBack(turn.lane) }
                        let page: Result<BakedPage?, any Error> = await Result(of: {
                            try await drawing.baked(named: names, in: context, turn)
                        })
                        return .baked(index: index, page)
                    }
                }
            }
            var count = 0
            func start(_ page: Int, _ layout: AtlasLayout) async throws {
                let files = names.files(of: page, in: layout)
                monitor.began(.pages, files.count)
                // Which files belong to this machine is known only when all pages are final.
                if share == nil { try await start(Array(zip(count..., files))) }
                count += files.count
            }
            var plans: [PagePlan] = []
            for await plan in settled {
                plans.append(plan)
                try await start(plans.count - 1, self.layout(AtlasPlan(pages: plans)))
            }
            while packed == nil, let work = try await group.next() { note(work) }
            guard let layout = try packed?.get() else { throw CancellationError() }
            // The pages that were not reported.
            for page in layout.pages.indices.dropFirst(plans.count) {
                try await start(page, layout)
            }
            if let cache = context.cache, let share {
                let files = layout.pages.indices.flatMap { names.files(of: $0, in: layout) }
                let order = share.order(nearness: files.map { $0.nearness(in: cache) })
                try await start(order.map { ($0, files[$0]) }, isLast: false)
                while let work = try await group.next() { note(work) }
                try await start(order.filter { made[$0] == nil }.map { ($0, files[$0]) })
            }
            while let work = try await group.next() { note(work) }
            try Task.checkCancellation()
            return (layout, try made.sorted { $0.key < $1.key }.map { try $0.value.get() })
        }
        var names = names
        for index in pages.indices where isHashed && !pages[index].content.isUnknown {
            pages[index].path = names.hash(pages[index].path, pages[index].digest)
        }
        return (layout, pages, names)
    }
}

extension AtlasSettings {
    /// The target's, with the page limit brought to points: the largest scale must fit.
    init(_ settings: TargetSettings) {
        let largest = min(settings.maxPageSize, settings.encoders.largestSide)
        let side = max(1, largest / (settings.scales.max() ?? 1))
        self.init(
            scales: settings.scales,
            packing: PackOptions(
                maximumSize: PixelSize(width: side, height: side) ?? .onePixel,
                powerOfTwo: settings.powerOfTwo,
                square: settings.square,
                multipleOf: settings.multipleOf,
                alignment: PackOptions.alignment(
                    of: [settings.align] + settings.encoders.map(\.block.side),
                    atScales: settings.scales
                ),
                padding: settings.padding,
                border: settings.border,
                extrude: settings.extrude,
                allowsRotation: settings.rotate && settings.sharedRotation != .none,
                aspectLimit: settings.aspectLimit,
                effort: settings.effort
            )
        )
        duplicates = settings.duplicates
        rotation = settings.sharedRotation
        isPremultiplied = settings.alpha == .premultiplied
        // Two pixels: what bilinear filtering and one mipmap level reach.
        bleed = settings.hiddenColor == .bleed ? 2 : 0
        effort = settings.effort
        pixels = settings.pixels
    }
}

extension TargetSettings {
    /// The meshes around the visible pixels of frames, in points of the trimmed frames.
    ///
    /// Nil where frames keep rectangles; a frame without a visible pixel has no mesh. One mesh serves
    /// all scales: a point is visible if any of its pixels is, at any of them. Equal images are
    /// searched once, and the cache keeps their mesh. A nine-slice keeps its rectangle, which is
    /// stretched. Readers of the manifest draw rectangles, so sprites of a bake never reach into each
    /// other's. Throws `CancellationError`.
    func outlines(
        of frames: [RenderedFrame],
        _ traits: [String: FrameTraits],
        in context: RenderContext
    ) async throws -> [TriangleMesh?]? {
        guard trim == .polygon else { return nil }
        let options = OutlineOptions(form: polygonShape, tolerance: polygonTolerance)
        let cache = context.cache
        var firsts: [[PackedPicture.Identity?]: Int] = [:]
        let owners = frames.enumerated().map { index, frame in
            let pictures = frame.pictures
            let identity = pictures.scales.map { pictures[$0]?.identity }
            let isStretched = traits[frame.name]?.nineSlice != nil
            if let first = firsts[identity], !isStretched { return first }
            if !isStretched { firsts[identity] = index }
            return index
        }
        if let cache, cache.remote != nil {
            cache.ask(for: frames.filter { $0.trim != nil }.map { $0.meshKey(options) })
        }
        let found = try await inParallel(frames.count, jobs: context.jobs) {
            index -> TriangleMesh? in
            let frame = frames[index]
            guard owners[index] == index, let size = frame.trim?.size else { return nil }
            guard traits[frame.name]?.nineSlice == nil else {
                return TriangleMesh(rectangle: size.width, size.height)
            }
            return frame.rememberedMesh(options, cache)
        }
        return owners.map { found[$0] }
    }
}

extension RenderedFrame {
    fileprivate func meshKey(_ options: OutlineOptions) -> Digest {
        var out = ByteWriter()
        out.put("outline \(BakeCache.version)", String(reflecting: options))
        out.put(pictures.scales) { out, scale in
            out.put(scale)
            out.put(pictures[scale]?.identity)
        }
        return Digest(of: out.bytes)
    }

    fileprivate func rememberedMesh(
        _ options: OutlineOptions,
        _ cache: BakeCache?
    ) -> TriangleMesh? {
        guard let cache else { return mesh(options) }
        let key = meshKey(options)
        if let header = cache.header(of: key), let size = trim?.size,
            let mesh = TriangleMesh(encoded: header, of: size)
        {
            return mesh
        }
        guard let mesh = mesh(options) else { return nil }
        // A result from lost frames must not be cached.
        if !cache.lostAnEntry { cache.store(key, header: mesh.encoded, payload: []) }
        return mesh
    }

    private func mesh(_ options: OutlineOptions) -> TriangleMesh? {
        guard let size = trim?.size else { return nil }
        let rectangle = TriangleMesh(rectangle: size.width, size.height)
        var visible: BitMask?
        for scale in pictures.scales {
            // A lost image may be visible anywhere.
            guard let picture = pictures[scale]?.unpacked() else { return rectangle }
            let mask = BitMask(visibleIn: picture, scale: scale)
            guard mask.width == size.width, mask.height == size.height else { return rectangle }
            if visible == nil { visible = mask } else { visible? |= mask }
        }
        return visible.map { outlineMesh(of: $0, options) } ?? rectangle
    }
}

extension TriangleMesh {
    fileprivate var encoded: [UInt8] {
        var out = ByteWriter()
        out.put(vertices) { $0.put($1.x, $1.y) }
        out.put(triangles) { $0.put($1.a, $1.b, $1.c) }
        return out.bytes
    }

    /// Nil unless the bytes are a valid mesh for this size: cache entries may come from elsewhere.
    fileprivate init?(encoded bytes: [UInt8], of size: PixelSize) {
        typealias Damage = ByteReader.Damage
        var reader = ByteReader(bytes)
        let vertices = try? reader.array { (reader) throws(Damage) in
            PixelPoint(
                x: try reader.int(in: 0...size.width),
                y: try reader.int(in: 0...size.height)
            )
        }
        let triangles = try? reader.array { (reader) throws(Damage) in
            Triangle(try reader.int(), try reader.int(), try reader.int())
        }
        guard let vertices, let triangles, (try? reader.finish()) != nil else { return nil }
        self.init(vertices: vertices, triangles: triangles)
        guard covers(atMost: 2 * size.area) else { return nil }
    }
}
