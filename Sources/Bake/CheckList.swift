internal import AssetNaming
internal import Catalog
package import Diagnostics
internal import JSON
internal import Validation

extension Check {
    /// Every check there is, from the rooms' own lists; documented in Documentation/diagnostics.md.
    package static let all =
        ofJSON + ofReading + ofCatalogs + ofLoading + ofNames + ofRendering + ofPictures
        + ofTargets + ofReleases

    /// The check with an id.
    package static func named(_ id: String) -> Check? { byID[id] }

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    private static let ofTargets: [Check] = [
        .cannotExport, .doesNotFit, .cacheTrouble, .brokenLayout, .sideSheetSize,
    ]
}
