/// The name of a layer or group as an asset: `pet#hat`, or `pet#clothes/hat` where several are called
/// `hat`.
struct DocumentPart {
    /// The asset that is the whole document.
    let document: String
    /// A layer's or group's name, or its path with slashes.
    let part: String

    /// Returns nil for a name without `#`; what stands before it may be a file's name.
    init?(_ name: String) {
        guard let mark = name.firstIndex(of: "#"), mark > name.startIndex else { return nil }
        let own = String(name[..<mark])
        document = FileName(path: own).map(\.stem) ?? own
        part = String(name[name.index(after: mark)...])
        guard !part.isEmpty else { return nil }
    }

    /// As assets are called.
    var name: String { "\(document)#\(part)" }
}

extension AssetIndex {
    /// The layers and groups of a document, as the catalog may name them; those of one name only once.
    func parts(of document: String) -> [String] {
        parts.keys.compactMap { name in
            DocumentPart(name).flatMap { $0.document == document ? $0.part : nil }
        }
        .sorted { PathBytes($0) < PathBytes($1) }
    }
}
