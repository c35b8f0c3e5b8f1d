import Catalog
package import Diagnostics
package import FileStore

extension Check {
    /// Every check there is, from the modules' own lists; documented in Documentation/diagnostics.md.
    package static let all =
        ofJSON + ofReports + ofReading + ofCatalogs + ofLoading + ofNames + ofRendering + ofPictures
        + ofTargets + ofReleases

    /// The check with an id.
    package static func named(_ id: String) -> Check? { byID[id] }

    /// The checks that ids and patterns with * and ? name, in the order of the list.
    ///
    /// - Throws: `UnknownCheck` when one of them names none.
    package static func named(by patterns: [String]) throws(UnknownCheck) -> [Check] {
        var named: Set<Check> = []
        for pattern in patterns {
            let own = all.filter { Glob(pattern).matches($0.id) }
            guard !own.isEmpty else { throw UnknownCheck(pattern: pattern) }
            named.formUnion(own)
        }
        return all.filter(named.contains)
    }

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    private static let ofTargets: [Check] = [
        .cannotExport, .doesNotFit, .cacheTrouble, .remoteCacheTrouble, .brokenLayout,
        .sideSheetSize, .nothingToBake, .appIcon, .widgetImage, .panelTooSmall, .panelFlicker,
    ]
}

/// An id, or a pattern of ids, that names no check.
package struct UnknownCheck: Error, Hashable, Sendable {
    package var pattern: String
}

extension UnknownCheck: CustomStringConvertible {
    package var description: String {
        let near = nearestMatch(to: pattern, in: Check.all.map(\.id))
        return "error: there is no check \"\(printable(pattern))\"\n  help: "
            + (near.map { "did you mean \"\($0)\"?" } ?? "'kiln explain' lists them")
    }
}

extension LoadedCatalog {
    /// Reads a catalog whose `checks` may name any check.
    ///
    /// - Parameters:
    ///   - path: of the catalog, or of the folder that holds a `catalog.json`.
    ///   - text: the catalog's, where it shall not be read from the file.
    ///   - profile: the name of the profile to lay over it; see `unknownProfile`.
    ///   - isDrawn: whether looks are only drawn, so that a strict profile is not.
    ///   - soundness: of an earlier load by this program: where it is the same, nothing is looked for.
    ///   - disk: where it is.
    /// - Returns: nil for the catalog when it cannot be read at all; the diagnostics say why.
    /// - Throws: `DiskError` when the file cannot be had.
    package static func load(
        _ path: String,
        text: [UInt8]? = nil,
        profile: String? = nil,
        isDrawn: Bool = false,
        soundness: Digest? = nil,
        disk: any Disk
    ) throws(DiskError) -> (loaded: LoadedCatalog?, diagnostics: [Diagnostic]) {
        try load(
            path,
            text: text,
            profile: profile,
            isDrawn: isDrawn,
            checks: Check.all,
            soundness: soundness,
            disk: disk
        )
    }
}
