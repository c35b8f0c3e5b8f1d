import AtlasBuilding
package import Catalog
import ChromaKey
package import Diagnostics
import FileStore
import ImageCodec
import Raster
import SheetSlicing

extension Check {
    package static let frameTooLarge = Check("frame-too-large", isFixed: true)
    package static let alsoUnfit = Check("also-unfit")
    package static let needsMemory = Check("needs-memory", isFixed: true)
}

extension RenderPlan {
    /// What failed, in the order of the jobs and each once.
    ///
    /// `rendered` is by job, nil for those that were not run.
    package func failures(in rendered: [RenderedAsset?], _ catalog: Catalog) -> [Diagnostic] {
        var reported: Set<Diagnostic> = []
        return zip(jobs, rendered).flatMap { job, asset in
            (asset?.failures ?? []).map { $0.diagnostic(of: job.asset, in: catalog) }
        }
        .filter { reported.insert($0).inserted }
    }
}

extension Diagnostic {
    /// A finding about how a sheet is cut, reported where that was set, once for all assets that it
    /// does not fit.
    package func atCutting(of asset: String, in catalog: Catalog) -> Diagnostic {
        var result = spoiling([.grid(of: asset)])
        guard let place = catalog.placeOfCutting(asset) else { return result }
        result.related = [location].compactMap(\.self) + related
        result.location = place
        result.message = "\"\(asset)\": \(message)"
        return result.reportedOnce(at: place, "grid")
    }
}

extension Catalog {
    /// Where it says how an asset is cut.
    func placeOfCutting(_ asset: String) -> SourceLocation? {
        let sheet = sheet(for: asset)
        return sheet.value.cutting.flatMap { sheet.location(of: $0.member) }
    }
}

extension RenderFailure {
    /// As `diagnostic`; a way of cutting is reported where it was set, once for all that it does not
    /// fit, and a wrong number of figures of each sheet.
    package func diagnostic(of asset: String, in catalog: Catalog) -> Diagnostic {
        switch reason {
        case .unsliceable(.wrongCount), .otherCount:
            var result = diagnostic.spoiling([.grid(of: asset)])
            result.related += [catalog.placeOfCutting(asset)].compactMap(\.self)
            return result
        case .unsliceable: return diagnostic.atCutting(of: asset, in: catalog)
        default: return diagnostic
        }
    }

    package var diagnostic: Diagnostic {
        let place = SourceLocation(path: path)
        var related: [SourceLocation] = []
        let (check, message, help): (Check, String, String)
        switch reason {
        case .unreadable(let error): return .unreadable(path, error.reason)
        case .undecodable(let error): return error.diagnostic(at: place)
        case .noScreen(let declared, let edge):
            return .noKeyFound(in: path, declared: declared, edge: edge)
        case .unsliceable(.wrongCount(let boxes, let expected)):
            check = .figureCount
            message =
                "the sheet shows another number of figures, found \(boxes.count): "
                + "\(list(boxes)), expected \(expected)"
            help =
                "correct \"count\" under \"sheets\", or draw the sheet again; "
                + "'kiln slice --debug-image' shows the boxes"
        case .unsliceable(let error):
            (check, message) = (.gridDoesNotFit, error.description)
            help =
                error.isOfGrid
                ? "correct the grid under \"sheets\", or the size of the picture"
                : "correct how the sheet is cut under \"sheets\", or the picture"
        case .otherCount(let found, let expected):
            check = .figureCount
            message =
                "the file has another number of frames than that of another density, "
                + "found \(found), expected \(expected)"
            help = "export both from one drawing, or say \"count\" under \"sheets\""
        case .framesTooLarge(let count, let limit):
            check = .frameTooLarge
            message =
                "the sheet's \(count) frames, each as large as the largest, would have more than "
                + "\(limit) pixels"
            help = "cut off what is far larger than the others, or cut the sheet with \"grid\""
        case .notTogether(let error, let files):
            (check, message) = (.alsoUnfit, error.message(files))
            help = error.help(files, isCatalog: true)
            related = files.filter { $0 != path }.map { SourceLocation(path: $0) }
        case .needsMemory(let shortage):
            (check, message) = (.needsMemory, shortage.description)
            help = "raise --memory, or make the picture smaller"
        case .unevenFrame(let found, let expected):
            check = .numberedFrames
            message =
                "a numbered frame has another size than the first, found \(found), "
                + "expected \(expected)"
            help = "export all frames on one canvas"
        case .tooLarge:
            check = .frameTooLarge
            message = "a frame would have more than \(LayerPicture.largestArea) pixels"
            help = "lower the placement's scale or the target's scales"
        }
        return Diagnostic(check, at: place, message: message, help: help, related: related)
    }
}

extension SlicingError {
    /// Whether it is about lengths or numbers of equal cells.
    fileprivate var isOfGrid: Bool {
        switch self {
        case .impossibleGrid, .tooSmall, .unevenCells, .insetTooLarge: true
        case .cellTooLarge, .outside, .nothingFound, .onlySpecks, .noRectangles, .wrongCount,
            .impossibleExpectation:
            false
        }
    }
}

extension ImageDecodingError {
    fileprivate func diagnostic(at place: SourceLocation) -> Diagnostic {
        var words = [description]
        // What is known to be something else ends with what to do.
        if case .notAPicture = self {
            words = description.split(separator: "; ", maxSplits: 1).map(String.init)
        }
        return Diagnostic(
            .unreadablePicture,
            at: place,
            message: words[0],
            help: words.count > 1 ? words[1] : "export the picture again"
        )
    }
}
