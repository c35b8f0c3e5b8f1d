import Catalog
import Diagnostics

/// Finds files that show the same although they are for different things: one finding for each group,
/// in the order of the files.
func checkSamePictures(_ uses: [ComparedPicture]) -> [Diagnostic] {
    let groups = Dictionary(grouping: uses, by: \.fingerprint).values.filter {
        Set($0.map(\.asset)).count > 1
    }
    return groups.compactMap { group -> Diagnostic? in
        let ordered = group.sorted {
            ($0.asset, $0.subject, $0.values) < ($1.asset, $1.subject, $1.values)
        }
        for (index, own) in ordered.enumerated() {
            if let other = ordered[..<index].first(where: own.isCopy) { return own.copy(of: other) }
        }
        return nil
    }
    .sorted { ($0.location?.path ?? "") < ($1.location?.path ?? "") }
}

extension ComparedPicture {
    fileprivate func isCopy(of other: ComparedPicture) -> Bool {
        guard other.kind == kind, kind != .overlay || other.species == species,
            subject == other.subject ? values != other.values : kind != .base
        else { return false }
        // Folders of one structure share pictures on purpose.
        return asset.split(separator: "/").last != other.asset.split(separator: "/").last
    }

    fileprivate func copy(of other: ComparedPicture) -> Diagnostic {
        let isSameSubject = subject == other.subject
        func named(_ use: ComparedPicture) -> String {
            let values = use.values.isEmpty ? "" : " for \(use.values)"
            return isSameSubject
                ? (use.values.isEmpty ? "without a value" : "for \(use.values)")
                : use.subject + values
        }
        let help =
            if !isSameSubject {
                "export its own picture; one that is shared on purpose needs one file"
            } else if other.values.isEmpty {
                "draw it, or remove the file if it is meant to look the same: its name falls back to "
                    + "the other"
            } else {
                "draw one of them, or let one value fall back to the other"
            }
        return Diagnostic(
            .samePicture,
            severity: isSameSubject || kind == .scene ? .note : nil,
            at: SourceLocation(path: path),
            message: isSameSubject
                ? "\(subject) looks the same \(named(self)) and \(named(other)), found the same "
                    + "pixels in \"\(asset)\" and \"\(other.asset)\""
                : "\(named(self)) shows the very picture of \(named(other)), found the same pixels in "
                    + "\"\(asset)\" and \"\(other.asset)\"",
            help: help,
            related: [SourceLocation(path: other.path)]
        )
    }
}
