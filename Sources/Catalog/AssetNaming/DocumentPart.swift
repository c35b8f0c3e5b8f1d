/// The name of a layer or group as an asset: `pet#hat`, or `pet#clothes/hat` if several are called
/// `hat`.
struct DocumentPart {
    /// The whole document's asset.
    let document: String
    /// A layer's or group's name, or its path with slashes.
    let part: String

    /// Returns nil for a name without `#`; the part before it may be a file's name.
    init?(_ name: String) {
        guard let mark = name.firstIndex(of: "#"), mark > name.startIndex else { return nil }
        let own = String(name[..<mark])
        document = FileName(path: own).map(\.stem) ?? own
        part = String(name[name.index(after: mark)...])
        guard !part.isEmpty else { return nil }
    }

    var name: String { "\(document)#\(part)" }
}

extension AssetIndex {
    /// The layers and groups of a document by distinct name.
    func parts(of document: String) -> [String] {
        parts.keys.compactMap { name in
            DocumentPart(name).flatMap { $0.document == document ? $0.part : nil }
        }
        .sorted { PathBytes($0) < PathBytes($1) }
    }
}
