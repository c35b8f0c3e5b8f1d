import AtlasBuilding
import Catalog
import ChromaKey
package import Diagnostics
package import FileStore
import ImageCodec
package import KilnManifest
package import Raster

/// Keys or repairs every picture that is, whole sheets at their own density.
///
/// Without a look those of the whole catalog. Pictures larger than `room` are shrunk to it.
///
/// - Returns: by asset name, those that stay as they are left out; and what is wrong.
/// - Throws: `CancellationError`.
package func keyedOriginals(
    _ loaded: LoadedCatalog,
    of look: KilnManifest.Look?,
    _ options: DrawOptions,
    fittedInto room: PixelRoom = PixelRoom(),
    disk: any Disk
) async throws -> (pictures: [BeforeAfter], diagnostics: [Diagnostic]) {
    let problems = look.map { loaded.problems(with: $0) } ?? []
    guard problems.isEmpty else { return ([], problems) }
    let plan = loaded.keyingPlan(of: look, scale: options.scale)
    let reader = FileReader(disk: disk)
    let results = try await inParallel(plan.jobs.count, jobs: options.jobs) { index in
        await Result(of: { () async throws(RenderFailure) in
            try await plan.jobs[index].keyedOriginal(reader, options.scale, fittedInto: room)
        })
    }
    var pictures: [BeforeAfter] = []
    var failures: Set<RenderFailure> = []
    for result in results {
        switch result {
        case .success(let picture): if let picture { pictures.append(picture) }
        case .failure(let failure): failures.insert(failure)
        }
    }
    return (pictures.sorted { $0.name < $1.name }, failures.map(\.diagnostic))
}

extension RenderJob {
    /// Nil for art in which nothing is to be removed, or nothing was.
    fileprivate func keyedOriginal(
        _ reader: FileReader,
        _ scale: Int,
        fittedInto room: PixelRoom
    ) async throws(RenderFailure) -> BeforeAfter? {
        guard keying.settings != nil || keying.matte != .none, let file = file(forScale: scale)
        else { return nil }
        let need = PictureNeed.keying + .picture + .others(file.also.count)
        let picture = try await working(on: ([file] + file.also).map { ($0, need) }, reader) {
            reader throws(RenderFailure) in try open(file, reader, keepsSource: true)
        }
        try requireScreen(of: picture, file)
        guard let background = picture.report?.screen?.color ?? picture.matte?.background else {
            return nil
        }
        return BeforeAfter(
            name: asset,
            file: file.shownPath,
            facts: keying.words(picture.report),
            original: (picture.source ?? picture.image).fitted(into: room),
            keyed: picture.image.fitted(into: room),
            areas: picture.report?.areas ?? [],
            background: background,
            isRepaired: picture.matte != nil
        )
    }
}

extension LoadedCatalog {
    /// How many pictures are keyed whatever they hold; of those that are keyed when they are opaque
    /// only their pixels tell.
    package func certainlyKeyedCount(of look: KilnManifest.Look?) -> Int {
        keyingPlan(of: look, scale: 1).jobs.count { $0.keying.wish == .always }
    }

    /// What a look needs; of nil, everything.
    fileprivate func keyingPlan(of look: KilnManifest.Look?, scale: Int) -> RenderPlan {
        let cells = look.map { coverage.cells(of: [$0]) } ?? coverage.cells
        return RenderPlan(catalog, cells, in: folder, scales: [scale])
    }
}
