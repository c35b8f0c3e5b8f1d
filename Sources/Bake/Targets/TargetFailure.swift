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
}

extension PackError {
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
