import Catalog
import Diagnostics

/// What a picture is for, apart from outfits, which `checkOutfits` compares.
struct PictureUse: Sendable {
    /// What it shows, such as `item "hat"`.
    var subject: String
    /// The values of axes that it is for, such as ` for mood "sad"`; empty without.
    var values: String
    var kind: SiblingFacts.Kind
    /// Of overlays; pictures of several species may be equal.
    var species: String
    var asset: String
    var path: String
    var fingerprint: UInt64
}

/// Finds files that show the same although they are for different things, in the order of the files.
func checkSamePictures(_ uses: [PictureUse]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for (_, equal) in Dictionary(grouping: uses, by: \.fingerprint) where equal.count > 1 {
        let ordered = equal.sorted { ($0.asset, $0.subject) < ($1.asset, $1.subject) }
        for (index, own) in ordered.enumerated() {
            let other = ordered[..<index].first { other in
                // Folders of one structure share pictures on purpose.
                other.asset.lastName != own.asset.lastName && other.kind == own.kind
                    && (other.subject != own.subject
                        ? own.kind != .base : other.values != own.values)
                    && (own.kind != .overlay || other.species == own.species)
            }
            guard let other, !found.contains(where: { $0.location?.path == own.path }) else {
                continue
            }
            let isSameSubject = own.subject == other.subject
            found.append(
                Diagnostic(
                    .samePicture,
                    severity: isSameSubject || own.kind == .scene ? .note : nil,
                    at: SourceLocation(path: own.path),
                    message: "\(own.subject)\(own.values) shows the very picture of "
                        + "\(isSameSubject ? "" : other.subject)\(other.values), found the same pixels in "
                        + "\"\(own.asset)\" and \"\(other.asset)\"",
                    help: isSameSubject
                        ? "remove the file if both are meant to be equal: names fall back to the other"
                        : "export its own picture; one that is shared on purpose needs one file",
                    related: [SourceLocation(path: other.path)]
                )
            )
        }
    }
    return found.sorted { ($0.location?.path ?? "") < ($1.location?.path ?? "") }
}

extension String {
    /// Of an asset in a folder.
    fileprivate var lastName: Substring { split(separator: "/").last ?? "" }
}
