internal import AssetNaming
package import Catalog
internal import CatalogLoading
internal import Compose
package import Diagnostics
internal import FileStore
internal import ImageCodec
internal import PictureFiles
internal import SheetSlicing
internal import Validation

extension Check {
    package static let frameTooLarge = Check(
        "frame-too-large",
        "a frame would be too large",
        isFixed: true
    )
    package static let needsMemory = Check(
        "needs-memory",
        "a picture needs more memory than is allowed",
        isFixed: true
    )
}

extension RenderPlan {
    /// What failed, in the order of the jobs and each once.
    ///
    /// - Parameters:
    ///   - rendered: what became of the jobs; nil for those that were not run.
    ///   - catalog: what was authored.
    /// - Returns: why their pictures cannot be had.
    package func failures(in rendered: [RenderedAsset?], _ catalog: Catalog) -> [Diagnostic] {
        var told: Set<Diagnostic> = []
        return zip(jobs, rendered).flatMap { job, asset in
            (asset?.failures ?? []).map { $0.diagnostic(of: job.asset, in: catalog) }
        }
        .filter { told.insert($0).inserted }
    }
}

extension Diagnostic {
    /// A finding about a grid, told of where it was set, once for all assets that it does not fit.
    package func atGrid(of asset: String, in catalog: Catalog) -> Diagnostic {
        var result = spoiling([.grid(of: asset)])
        guard let grid = catalog.sheet(for: asset).location(of: "grid") else { return result }
        result.related = [location].compactMap(\.self) + related
        result.location = grid
        result.message = "\"\(asset)\": \(message)"
        return result.toldOnce(at: grid, "grid")
    }
}

extension RenderFailure {
    /// As `diagnostic`; a grid is told of where it was set, once for all that it does not fit.
    package func diagnostic(of asset: String, in catalog: Catalog) -> Diagnostic {
        guard case .unsliceable = reason else { return diagnostic }
        return diagnostic.atGrid(of: asset, in: catalog)
    }

    package var diagnostic: Diagnostic {
        let place = SourceLocation(path: path)
        return switch reason {
        case .unreadable(let error): .unreadable(path, error.reason)
        case .undecodable(let error):
            Diagnostic(
                .unreadablePicture,
                at: place,
                message: error.description,
                help: "export the picture again"
            )
        case .unsliceable(let error):
            Diagnostic(
                .gridDoesNotFit,
                at: place,
                message: error.description,
                help: "correct the grid under \"sheets\", or the size of the picture"
            )
        case .noScreen(let declared, let edge):
            .noKeyFound(in: path, declared: declared, edge: edge)
        case .needsMemory(let shortage):
            Diagnostic(
                .needsMemory,
                at: place,
                message: shortage.description,
                help: "raise --memory, or make the picture smaller"
            )
        case .unevenFrame(let found, let expected):
            Diagnostic(
                .numberedFrames,
                at: place,
                message: "a numbered frame has another size than the first, found \(found), "
                    + "expected \(expected)",
                help: "export all frames on one canvas"
            )
        case .tooLarge:
            Diagnostic(
                .frameTooLarge,
                at: place,
                message: "a frame would have more than \(LayerPicture.largestArea) pixels",
                help: "lower the placement's scale or the target's scales"
            )
        }
    }
}
