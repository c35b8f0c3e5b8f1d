internal import ArtRendering
internal import AssetNaming
internal import Catalog
package import CatalogLoading
package import Diagnostics
package import FileStore
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
        .nothingToBake,
    ]
}

extension LoadedCatalog {
    /// Reads a catalog whose `checks` may name any check.
    ///
    /// - Parameters:
    ///   - path: of the catalog, or of the folder that holds a `catalog.json`.
    ///   - disk: where it is.
    /// - Returns: nil for the catalog when it cannot be read at all; the diagnostics say why.
    /// - Throws: `DiskError` when the file cannot be had.
    package static func load(
        _ path: String,
        disk: any Disk
    ) throws(DiskError) -> (loaded: LoadedCatalog?, diagnostics: [Diagnostic]) {
        try load(path, checks: Check.all, disk: disk)
    }
}
