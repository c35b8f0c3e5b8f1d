internal import AssetNaming
internal import Catalog
public import Diagnostics
public import ImageCodec
internal import KilnManifest

/// What `kiln bake` is asked to do.
public struct BakeRequest: Sendable {
    /// The output folder.
    public var output: String
    /// Ids of the targets to bake; nil means all.
    public var targets: [String]?
    /// A profile of the catalog.
    public var profile: String?
    public var jobs: Int
    public var limits = DecodeLimits()

    public init(output: String, jobs: Int) {
        self.output = output
        self.jobs = jobs
    }
}

/// What a bake did.
public struct BakeSummary: Sendable {
    public struct Target: Sendable {
        public var id: String
        public var frames: Int
        /// At each scale.
        public var pages: Int
        /// Sprite points over page points, 0...1.
        public var occupancy: Double
    }

    public var targets: [Target]
    /// Paths of the files written, relative to the output folder, sorted.
    public var files: [String]
    public var bytes: Int
    /// Outputs of an earlier bake that were removed.
    public var removed: [String]
}

/// Why a bake did not run although the catalog could be read.
public enum BakeRefusal: Error, Hashable, Sendable {
    case unknownTarget(String, known: [String])
    case unknownProfile(String, known: [String])
}

extension BakeRefusal: CustomStringConvertible {
    public var description: String {
        let (what, name, known) =
            switch self {
            case .unknownTarget(let name, let known): ("target", name, known)
            case .unknownProfile(let name, let known): ("profile", name, known)
            }
        let near = nearestMatch(to: name, in: known).map { "; did you mean '\($0)'?" }
        return "error: the catalog has no \(what) '\(name)'"
            + (near ?? ", it has \(known.isEmpty ? "none" : known.joined(separator: ", "))")
    }
}

/// Bakes a catalog: renders everything, packs each target, and writes all outputs or none.
///
/// Any error in the input keeps everything from being written; all of them are reported.
///
/// - Parameters:
///   - loaded: the catalog and what its sources hold.
///   - request: what to bake, and where to.
///   - disk: where everything is.
/// - Returns: the summary, nil when nothing was written, and every finding in report order.
/// - Throws: `BakeRefusal`, `DiskError` when the output cannot be written, `CancellationError`.
public func bake(
    _ loaded: LoadedCatalog,
    _ request: BakeRequest,
    disk: any Disk
) async throws -> (summary: BakeSummary?, diagnostics: [Diagnostic]) {
    let targets = try loaded.targets(request)
    guard !loaded.diagnostics.hasErrors else { return (nil, loaded.diagnostics) }
    let scales = Set(targets.flatMap(\.settings.scales)).sorted()
    let (wardrobe, findings) = try await loaded.render(
        loaded.coverage.cells,
        scales: scales,
        jobs: request.jobs,
        limits: request.limits,
        disk: disk
    )
    var diagnostics = (loaded.diagnostics + findings).inReportOrder()
    guard let wardrobe, !diagnostics.hasErrors else { return (nil, diagnostics) }
    var baked: [BakedTarget] = []
    for target in targets {
        do {
            baked.append(try await bakeTarget(target, wardrobe, jobs: request.jobs))
        } catch let failure as TargetFailure {
            diagnostics.append(failure.diagnostic(for: target))
        }
    }
    guard !diagnostics.hasErrors else { return (nil, diagnostics.inReportOrder()) }
    var manifest = wardrobe.manifest
    manifest.targets = baked.map(\.manifest)
    let files = baked.flatMap(\.files).sorted { $0.path < $1.path }
    manifest.files = files.map { file in
        Manifest.File(path: file.path, bytes: file.bytes.count, sha256: sha256(file.bytes))
    }
    let json = OutputFile(path: manifestName, bytes: Array(try manifest.json()))
    let removed = try await OutputFolder(path: request.output, disk: disk).publish(
        .init(files: files, manifest: json, inputs: loaded.inputFolders)
    )
    let summary = BakeSummary(
        targets: baked.map(\.summary),
        files: files.map(\.path) + [json.path],
        bytes: files.reduce(json.bytes.count) { $0 + $1.bytes.count },
        removed: removed
    )
    return (summary, diagnostics)
}

extension LoadedCatalog {
    /// The folders that the inputs are in.
    var inputFolders: [String] { [folder] + catalog.sources.map { joinPath(folder, $0) } }

    /// The targets that a request asks for, as its profile has them.
    func targets(_ request: BakeRequest) throws(BakeRefusal) -> [Target] {
        var profile: Profile?
        if let name = request.profile {
            profile = catalog.profiles.first { $0.name == name }
            guard profile != nil else {
                throw .unknownProfile(name, known: catalog.profiles.map(\.name))
            }
        }
        let all = catalog.targets(in: profile)
        for id in request.targets ?? [] where !all.contains(where: { $0.id == id }) {
            throw .unknownTarget(id, known: all.map(\.id))
        }
        return all.filter { request.targets?.contains($0.id) ?? true }
    }

    /// Renders the art of `cells`.
    ///
    /// - Returns: nil when any file failed; and what is wrong.
    func render(
        _ cells: [Coverage.Cell],
        scales: [Int],
        jobs: Int,
        limits: DecodeLimits,
        disk: any Disk
    ) async throws -> (wardrobe: Wardrobe?, diagnostics: [Diagnostic]) {
        let plan = BakePlan(catalog, cells, in: folder, scales: scales)
        let rendered = try await inParallel(plan.jobs.count, jobs: jobs) { index in
            plan.jobs[index].run(disk: disk, limits: limits)
        }
        let failures = Set(rendered.flatMap(\.failures))
        let findings = plan.diagnostics + failures.map(\.diagnostic)
        guard failures.isEmpty else { return (nil, findings) }
        return (Wardrobe(plan, rendered, catalog), findings)
    }
}
