import AtlasBuilding
import AtlasPack
import Catalog
package import Diagnostics
import FileStore
import KilnManifest
import Raster

extension Check {
    package static let cannotExport = Check("cannot-export", isFixed: true)
    package static let doesNotFit = Check("does-not-fit", isFixed: true)
    package static let brokenLayout = Check("broken-layout", isFixed: true)
    package static let sideSheetSize = Check("side-sheet-size", isFixed: true)
    package static let nothingToBake = Check("nothing-to-bake", isFixed: true)
}

/// Why a target has no outputs.
enum TargetFailure: Error {
    case layout(TextFault)
    /// A side picture of another size than its sprite.
    case side(frame: String, suffix: String, found: PixelSize, expected: PixelSize)
    case packing(PackError)
    case export(ExportError)
    case look(ManifestError)
    case pictureSize(PixelSize, scale: Int)
    /// What a profile says of a panel.
    case panel(EInkSettings.Fault)

    /// Nil for an error that has nothing to do with the target.
    init?(_ error: any Error) {
        switch error {
        case let failure as TargetFailure: self = failure
        case let error as TextFault: self = .layout(error)
        case let error as PackError: self = .packing(error)
        case let error as ExportError: self = .export(error)
        case let error as ManifestError: self = .look(error)
        default: return nil
        }
    }

    func diagnostic(for target: Target, isOfImage: Bool = false) -> Diagnostic {
        if case .export(.template(let fault)) = self { return Diagnostic(fault) }
        var place = target.place.location
        if case .layout(let error) = self {
            place = SourceLocation(
                path: lastPart(of: error.path),
                position: .init(line: error.line, column: 1)
            )
        }
        let (check, message, help): (Check, String, String?) =
            switch self {
            case .layout(let fault): (.brokenLayout, fault.message, fault.help)
            case .side(let frame, let suffix, let found, let expected):
                (
                    .sideSheetSize,
                    "the side picture \"\(suffix)\" of frame \"\(frame)\" has another size, "
                        + "found \(found), expected \(expected)",
                    "bring both to one size, and cut both along one grid"
                )
            case .packing(let error):
                (
                    .doesNotFit, error.description,
                    error.help(for: target.settings, isOfImage: isOfImage)
                )
            case .export(let error):
                (.cannotExport, error.description, error.help(for: target.settings))
            case .look(let error): (.undrawableLook, error.description, nil)
            case .pictureSize(let size, let scale):
                (
                    .doesNotFit,
                    "pictures of \(size) are too large at scale \(scale)",
                    "make \"sizes\" smaller, or leave out the scale"
                )
            case .panel(let fault): (.targetSettings, fault.message, fault.help)
            }
        return Diagnostic(
            check,
            at: place,
            message: "target \"\(target.id)\": \(message)",
            help: help
        )
    }
}

extension Diagnostic {
    init(_ fault: TextFault) {
        self.init(
            .cannotExport,
            at: SourceLocation(
                path: fault.path,
                position: .init(line: fault.line, column: 1)
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
        guard case .itemTooLarge(_, let found, let allowed) = self else {
            return "raise \"maxPageSize\", \(others)"
        }
        let scale = settings.scales.max() ?? 1
        let missing = max(found.width - allowed.width, found.height - allowed.height)
        let side = (settings.maxPageSize / scale + missing) * scale
        guard side <= TargetSettings.largestPage else { return others }
        return "raise \"maxPageSize\" to \(side) at least, \(others)"
    }
}
