import AtlasBuilding
import AtlasPack
package import Catalog
package import Diagnostics
package import FileStore
package import KilnManifest
import Raster

/// A kind of target.
///
/// To add one, add a folder with its `TargetBaking`, a row of `TargetKind.baking`, and
/// the kind's name and description to `TargetKind` in `Catalog`.
protocol TargetBaking {
    /// Makes all outputs of a target.
    ///
    /// - Throws: errors that `Target.finding` knows, `DiskError` of the cache and the encoder,
    ///   `CancellationError`.
    static func bake(_ job: TargetJob) async throws -> BakedTarget

    /// The pictures that it draws in sizes of their own.
    static func pictureWishes(of target: Target) -> [PictureWish]

    /// Settings that mean nothing for a target of this kind, or that cannot be met.
    static func unfitSettings(of target: Target) -> [Diagnostic]
}

extension TargetBaking {
    static func pictureWishes(of target: Target) -> [PictureWish] { [] }
}

extension TargetKind {
    var baking: any TargetBaking.Type {
        switch self {
        case .atlas: AtlasTarget.self
        case .composites: CompositesTarget.self
        case .images: ImagesTarget.self
        case .xcassets: AssetCatalogTarget.self
        case .eink: PanelTarget.self
        }
    }
}

/// Pictures that a target draws in sizes of its own.
struct PictureWish {
    /// In pixels.
    var sizes: [PixelSize]
    /// Whether a pixel is a point, whatever the size.
    var isInPoints = false
    var looks: (String) -> Bool = { _ in false }
    var items: (String) -> Bool = { _ in false }
    var images: (String) -> Bool = { _ in false }
    var species: String?
}

extension PictureWish {
    /// What the settings of a target name.
    init(_ settings: TargetSettings, sizes: [PixelSize], isInPoints: Bool = false) {
        self.sizes = sizes
        self.isInPoints = isInPoints
        looks = { settings.looks?.contains($0) ?? false }
        items = { settings.items?.contains($0) ?? false }
        images = { settings.images?.contains($0) ?? false }
        species = settings.species
    }
}

extension TargetSettings {
    /// The sizes of pictures at all scales, in pixels.
    var pixelSizes: [PixelSize] {
        (sizes ?? []).flatMap { size in
            scales.compactMap { size.scaled(by: $0) }
        }
    }
}

struct TargetJob: Sendable {
    let target: Target
    let art: RenderedCatalog
    let layouts: LayoutPlaces
    let context: RenderContext
}

extension RenderContext {
    /// Does the work of a stage for each name, at first this machine's part; results are by index.
    func each<Success: Sendable>(
        _ stage: BakeStage,
        named names: [String],
        _ work: @escaping @Sendable (Int) async throws -> Success
    ) async throws -> [Success] {
        monitor.began(stage, names.count)
        let order = share?.order(names.count)
        return try await inParallel(names.count, jobs: jobs, order: order) { index, lane in
            try await monitor.measuring(stage, names[index], lane: lane) { try await work(index) }
        }
    }
}

struct BakedTarget: Sendable {
    var manifest: Manifest.Target
    /// Paths are relative to the output folder.
    var files: [OutputFile]
    var pages: [BakedPage]
    var summary: BakeSummary.Target
    /// What becomes of a stable layout.
    var layout: LayoutChange?
    /// What is amiss with pictures that no engine but Apple's is asked for.
    var findings: [Diagnostic] = []

    /// On a dry run: whether a page would have to be drawn.
    var hasUnknownPages: Bool { pages.contains { $0.content.isUnknown } }
}

extension LoadedCatalog {
    /// Bakes one target as far as its art can be had, and writes nothing.
    ///
    /// - Returns: the manifest, and pages as files by their path in it, without the target when it
    ///   cannot be made; and what is wrong with art that was left out, and with the target.
    /// - Throws: `DiskError`, `CancellationError`.
    package func bakeInMemory(
        _ target: Target,
        jobs: Int
    ) async throws -> (
        manifest: Manifest, pages: [String: [UInt8]], diagnostics: [Diagnostic]
    ) {
        let context = context(jobs: jobs)
        let rendered = try await render(
            scales: target.settings.scales,
            targets: [target],
            leavingOut: true,
            in: context
        )
        // Only a dry run has none.
        let art =
            rendered.art
            ?? RenderedCatalog(RenderPlan(catalog, [], in: folder, scales: [1]), [], catalog)
        do {
            let layouts = LayoutPlaces(catalog: path)
            let job = TargetJob(target: target, art: art, layouts: layouts, context: context)
            let baked = try await target.kind.baking.bake(job)
            var manifest = art.manifest
            manifest.targets = [baked.manifest]
            var pages: [String: [UInt8]] = [:]
            for page in baked.pages { pages[page.path] = try page.bytes(nil) }
            return (manifest, pages, rendered.failures)
        } catch {
            guard let finding = target.finding(error) else { throw error }
            return (art.manifest, [:], rendered.failures + [finding])
        }
    }
}

/// Where the layout files of a catalog's targets are, and when they are given up.
package struct LayoutPlaces: Sendable {
    /// As the user named it.
    let catalog: String
    var profile: String?
    /// Every layout is given up.
    var repacks = false
    /// Digests of the layouts as the last bake left them, by name; nil when none is remembered.
    var known: [String: Digest]?

    package init(
        catalog: String,
        profile: String? = nil,
        repacks: Bool = false,
        known: [String: Digest]? = nil
    ) {
        self.catalog = catalog
        self.profile = profile
        self.repacks = repacks
        self.known = known
    }

    /// `catalog.game.layout` for target `game` of `catalog.json`: next to the catalog, so that it is
    /// committed with it; `catalog.game.web.layout` under the profile `web`, which may pack in
    /// another way.
    package func path(of target: String) -> String {
        let parts = [withoutExtension(lastPart(of: catalog)), target, profile, "layout"]
        let name = parts.compactMap(\.self).joined(separator: ".")
        return joinPath(parentFolder(of: catalog), name)
    }
}

extension Check {
    package static let cannotExport = Check("cannot-export", isFixed: true)
    package static let doesNotFit = Check("does-not-fit", isFixed: true)
    package static let brokenLayout = Check("broken-layout", isFixed: true)
    package static let sideSheetSize = Check("side-sheet-size", isFixed: true)
    package static let nothingToBake = Check("nothing-to-bake", isFixed: true)
}

/// Why a target has no outputs, where no other error says it.
enum TargetFailure: Error {
    /// A side picture of another size than its sprite.
    case side(frame: String, suffix: String, found: PixelSize, expected: PixelSize)
    case pictureSize(PixelSize, scale: Int)
    /// What a profile says of a panel.
    case panel(EInkSettings.Fault)
}

extension Target {
    /// Why the target has no outputs; nil for an error that has nothing to do with it.
    func finding(_ error: any Error, isOfImage: Bool = false) -> Diagnostic? {
        var location = place.location
        let (check, text, help): (Check, String, String?)
        switch error {
        case ExportError.template(let fault): return Diagnostic(fault)
        case let fault as TextFault:
            location = SourceLocation(
                path: lastPart(of: fault.path),
                position: .init(line: fault.line, column: fault.column)
            )
            (check, text, help) = (.brokenLayout, fault.message, fault.help)
        case TargetFailure.side(let frame, let suffix, let found, let expected):
            check = .sideSheetSize
            text =
                "the side picture \"\(suffix)\" of frame \"\(frame)\" has another size, "
                + "found \(found), expected \(expected)"
            help = "bring both to one size, and cut both along one grid"
        case let error as PackError:
            let isInPoints = error.isOfSize && settings.scales.max() ?? 1 > 1
            (check, text) = (.doesNotFit, error.description + (isInPoints ? " points" : ""))
            help = error.help(for: settings, isOfImage: isOfImage)
        case let error as ExportError:
            (check, text, help) = (.cannotExport, error.description, error.help(for: settings))
        case let error as ManifestError:
            (check, text, help) = (.undrawableLook, error.description, nil)
        case TargetFailure.pictureSize(let size, let scale):
            (check, text) = (.doesNotFit, "pictures of \(size) are too large at scale \(scale)")
            help = "make \"sizes\" smaller, or leave out the scale"
        case TargetFailure.panel(let fault):
            (check, text, help) = (.targetSettings, fault.message, fault.help)
        default: return nil
        }
        return Diagnostic(check, at: location, message: "target \"\(id)\": \(text)", help: help)
    }
}

extension Diagnostic {
    init(_ fault: TextFault) {
        self.init(
            .cannotExport,
            at: SourceLocation(
                path: fault.path,
                position: .init(line: fault.line, column: fault.column)
            ),
            message: fault.message,
            help: fault.help
        )
    }
}

extension ExportError {
    /// What would make the target fit the format.
    fileprivate func help(for settings: TargetSettings) -> String? {
        guard case .animationOnSeveralPages = self else { return templateHelp }
        var ways = ["raise \"maxPageSize\" (\(settings.maxPageSize) now), lower \"scales\""]
        if settings.groups != .none { ways.append("set \"groups\" to \"none\"") }
        if !settings.bundles.isEmpty { ways.append("put all of it into one of the \"bundles\"") }
        if settings.duplicates != .none {
            ways.append(
                "set \"duplicates\" to \"none\", so that animations have no frame in common"
            )
        }
        return ways.joined(separator: ", or ")
    }
}

extension PackError {
    /// What would make the target's frames fit.
    fileprivate func help(for settings: TargetSettings, isOfImage: Bool) -> String {
        let others =
            "lower \"scales\", or "
            + (isOfImage
                ? "set the image's \"size\", or leave it out of the target's \"images\""
                : "draw the art smaller with \"placement\": {\"size\": …}")
        guard case .itemTooLarge(_, let found, _) = self else {
            return "raise \"maxPageSize\", \(others)"
        }
        guard let side = settings.pageSide(for: found) else { return others }
        return "raise \"maxPageSize\" to \(side) at least, \(others)"
    }

    fileprivate var isOfSize: Bool { if case .itemTooLarge = self { true } else { false } }
}

extension TargetSettings {
    /// The smallest larger "maxPageSize" that holds a frame, whose size is in points; nil without one.
    fileprivate func pageSide(for frame: PixelSize) -> Int? {
        let scale = scales.max() ?? 1
        let smallest = max(maxPageSize / scale + 1, frame.width, frame.height) * scale
        let powers = (4...14).map { 1 << $0 }.filter { $0 >= smallest }
        // What gaps and multiples add is less.
        let others = stride(from: smallest, through: TargetSettings.largestPage, by: scale)
            .prefix(1024)
        return (powerOfTwo ? powers : Array(others)).first { side in
            var settings = self
            settings.maxPageSize = side
            settings.effort = .fast
            let item = PackItem(name: "frame", size: frame)
            return (try? pack([item], options: AtlasSettings(settings).packing)) != nil
        }
    }
}
