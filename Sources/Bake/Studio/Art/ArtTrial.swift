import AtlasBuilding
import Catalog
import ChromaKey
package import Diagnostics
import FileStore
import ImageCodec
import Raster
import SheetSlicing
import Synchronization

/// A picture that a page asks for, keyed and cut as the bake does it, with settings that are not in
/// the catalog yet.
///
/// It runs alongside the requests of pages.
package struct ArtTrial: Sendable {
    enum Shown: String {
        case source, keyed
        /// Where the keyed picture's edges have the color of the screen.
        case fringe
        case cut
    }

    let job: RenderJob
    let file: RenderJob.File
    let shown: Shown
    /// Of the picture; nil is all of it.
    let area: PixelRect?
    /// Pixels of the picture for each one that is sent, in both directions.
    let shrink: Int
    /// Whether pixels are sent, or facts alone.
    let hasPixels: Bool
    let loaded: LoadedCatalog
    let memory: ArtMemory
    let disk: any Disk

    /// So many pixels are sent at most.
    private static let largestArea = 4 << 20

    /// A line of JSON, and the pixels: red, green, blue and alpha, not premultiplied.
    ///
    /// What cannot be shown is refused with the reason.
    /// - Throws: `CancellationError`, `DiskError` of other sheets.
    package func run() async throws -> [UInt8] {
        var plan = RenderPlan()
        plan.jobs = [job]
        if shown == .cut {
            try await loaded.evenHeights(of: &plan, in: RenderContext(disk: disk, jobs: 1))
        }
        let job = plan.jobs[0]
        let need = PictureNeed.keying + .picture + .picture
        let needs = file.allRead.map { ($0, need) }
        do throws(RenderFailure) {
            return try await job.working(on: needs, FileReader(disk: disk)) {
                reader throws(RenderFailure) in try answer(of: job, reader)
            }
        } catch {
            return Self.refused(error.diagnostic)
        }
    }

    /// What pages get instead of a picture.
    package static func refused(_ finding: Diagnostic) -> [UInt8] {
        bytes([("refusal", .string(finding.message)), ("help", .optional(finding.help))], nil)
    }

    private func answer(
        of job: RenderJob,
        _ reader: FileReader
    ) throws(RenderFailure) -> [UInt8] {
        let picture = try memory.picture(of: file, job, reader)
        var facts: [(String, JSONOutput)] = []
        switch shown {
        case .source: return sent(picture.source ?? picture.image, facts)
        case .keyed, .fringe:
            facts = [
                ("isKeyed", .bool(picture.report?.screen != nil)),
                ("screen", .optional(picture.report?.screen.map { "\($0.color)" })),
            ]
            guard shown == .fringe, let report = picture.report else {
                return sent(picture.image, facts)
            }
            return sent(KeyedImage(image: picture.image, report: report).fringeMap, facts)
        case .cut:
            let sheet = try job.cut(picture, of: file)
            let unit = job.cutting.map { Double(file.density) / Double($0.density) } ?? 1
            facts = [
                ("sheet", [.integer(picture.image.width), .integer(picture.image.height)]),
                ("unit", .number(unit)),
                ("boxes", .array((sheet.report?.cut.frames ?? []).map { .box($0.box) })),
                ("frames", .array(sheet.frames.map { .box($0) })),
                ("words", .optional(sheet.report?.words)),
                ("foot", sheet.report?.anchor.map { .integer($0.y) } ?? .null),
            ]
            return sent(sheet.image, facts)
        }
    }

    private func sent(_ image: StraightImage, _ facts: [(String, JSONOutput)]) -> [UInt8] {
        let area = area?.intersection(PixelRect(image.size)) ?? PixelRect(image.size)
        var shrink = shrink
        while area.size.area / (shrink * shrink) > Self.largestArea { shrink += 1 }
        let size = PixelSize(
            width: max(1, area.width / shrink),
            height: max(1, area.height / shrink)
        )
        guard hasPixels, let size else { return Self.bytes(facts, nil) }
        var part = area.size == image.size ? image : image.cropped(to: area)
        if size != part.size {
            part = part.premultiplied().resampled(to: size, using: .area).straight()
        }
        let place: [(String, JSONOutput)] = [
            ("whole", [.integer(image.width), .integer(image.height)]), ("area", .box(area)),
            ("size", [.integer(size.width), .integer(size.height)]),
        ]
        return Self.bytes(facts + place, part)
    }

    private static func bytes(
        _ facts: [(String, JSONOutput)],
        _ image: StraightImage?
    ) -> [UInt8] {
        let line = Array(JSONOutput.object(facts).compact.utf8) + [0x0A]
        guard let image else { return line }
        return unsafe image.withPixels { pixels in
            unsafe line + UnsafeRawBufferPointer(pixels)
        }
    }
}

extension JSONOutput {
    fileprivate static func box(_ box: PixelRect) -> JSONOutput {
        [.integer(box.x), .integer(box.y), .integer(box.width), .integer(box.height)]
    }
}

/// Pictures that were decoded and keyed for pages, as many as a budget allows.
package final class ArtMemory: Sendable {
    private struct Key: Hashable {
        let file: RenderJob.File
        /// Nil for the file as it was decoded.
        let keying: Keying?
        let stamps: [FileStamp?]
    }

    private struct Entry {
        let key: Key
        var picture: SourcePicture?
        var decoded: (picture: DecodedImage, cells: [PixelRect]?)?
        let pixels: Int
    }

    /// In the order of their last use.
    private let entries = Mutex<[Entry]>([])
    /// Pixels of four bytes, each in up to two pictures.
    private static let budget = 24 << 20

    package init() {}

    /// Pictures that changed are read again, even within a tick of the disk's clock.
    func forget() { entries.withLock { $0 = [] } }

    /// As `RenderJob.open` gives it, with its source.
    func picture(
        of file: RenderJob.File,
        _ job: RenderJob,
        _ reader: FileReader
    ) throws(RenderFailure) -> SourcePicture {
        let stamps = file.allRead.map { reader.disk.stamp($0.path) }
        let key = Key(file: file, keying: job.keying, stamps: stamps)
        if let known = entry(key)?.picture { return known }
        let verdicts = job.sharedVerdicts(of: file, reader)
        let picture: SourcePicture
        if file.also.isEmpty, reader.contents[file.path] != nil {
            let plain = Key(file: file, keying: nil, stamps: stamps)
            let decoded: (picture: DecodedImage, cells: [PixelRect]?)
            if let known = entry(plain)?.decoded {
                decoded = known
            } else {
                decoded = try reader.decoded(file)
                let pixels = decoded.picture.image.size.area
                keep(Entry(key: plain, decoded: decoded, pixels: pixels))
            }
            picture = SourcePicture(
                decoded.picture,
                decoded.cells,
                keying: job.keying,
                verdicts: verdicts,
                keepsSource: true
            )
        } else {
            picture = try job.open(file, reader, verdicts: verdicts, keepsSource: true)
        }
        try job.requireScreen(of: picture, file)
        keep(Entry(key: key, picture: picture, pixels: picture.image.size.area))
        return picture
    }

    private func entry(_ key: Key) -> Entry? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let found = entries.remove(at: index)
            entries.append(found)
            return found
        }
    }

    private func keep(_ entry: Entry) {
        entries.withLock { entries in
            entries.append(entry)
            while entries.count > 2, entries.reduce(0, { $0 + $1.pixels }) > Self.budget {
                entries.removeFirst()
            }
        }
    }
}

extension Studio {
    /// What a page wants to see of an asset, with a rule of `sheets` laid over what the catalog says.
    ///
    /// - Throws: the `Diagnostic` that says why there is nothing to see.
    package mutating func trial(_ request: JSONNode) throws -> ArtTrial {
        guard let loaded = session.loaded, let name = request.text("asset"),
            let art = arts.first(where: { $0.asset.name == name }), let file = art.file,
            let shown = request.text("show").flatMap(ArtTrial.Shown.init)
        else { throw Diagnostic.badRequest }
        var (job, catalog) = (art.job, loaded.catalog)
        if let text = request.text("rule") {
            let (rule, problems) = readSheetRule(Array(text.utf8))
            if let problem = problems.first(where: { $0.severity == .error }) { throw problem }
            guard let rule else { throw Diagnostic.badRequest }
            let own = rule.applied(to: SheetSettings())
            job.keying = Keying(
                own.key ?? art.wish(in: catalog).wish,
                own.chroma.applied(to: art.chroma(in: catalog).value)
            )
            let sheet = rule.applied(to: catalog.sheet(for: name).value)
            job.cutting = FrameCutting(sheet, density: sheet.density ?? catalog.sourceDensity)
        }
        if shown == .source { job.keying = .never }
        let sides = request.elements("area").compactMap(\.number)
            .map { Int(min(max($0, 0), 16_384)) }
        return ArtTrial(
            job: job,
            file: file,
            shown: shown,
            area: sides.count == 4
                ? PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) : nil,
            shrink: request.whole("shrink", in: 1...64) ?? 1,
            hasPixels: request.number("facts") != 1,
            loaded: loaded,
            memory: memory,
            disk: session.disk
        )
    }
}
