internal import AssetNaming
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

extension RenderFailure {
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
