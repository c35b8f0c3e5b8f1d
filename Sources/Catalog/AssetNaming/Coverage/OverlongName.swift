import Diagnostics

/// A name in the catalog with more than it needs: a file's ending, folders, or what templates add.
struct OverlongName {
    /// The name to write; the catalog's own without its ending if no asset is meant.
    let short: String
    let help: String
    /// The file that is meant.
    let path: String?

    /// Returns nil unless the rest of the name explains what was `tried`.
    init?(_ asset: String, tried: [String], in index: AssetIndex, _ sources: SourceRules) {
        func file(_ short: String) -> String? {
            tried.lazy.compactMap { name in
                name.range(ofLast: asset).flatMap { range in
                    index[name[..<range.lowerBound] + short + name[range.upperBound...]]
                }
            }.first?.files[0].path
        }
        let parts = asset.pathParts
        let stem = FileName(path: asset)?.stem
        let words = parts.dropLast() + [stem ?? parts[parts.count - 1]]
        let names = words.indices.map { words[$0...].joined(separator: "/") }
        if let short = names.first(where: { $0 != asset && file($0) != nil })
            ?? stem.map({ _ in names[0] })
        {
            self.short = short
            path = file(short)
            help =
                stem != nil
                ? "an asset is named without its ending: \"asset\": \"\(short)\""
                : sources.pathNamed.isEmpty
                    ? "folders are no part of a name: write \"\(short)\""
                    : "names begin below the folder of sources: write \"\(short)\""
            return
        }
        guard let own = index[asset] else { return nil }
        let shorts = tried.lazy.compactMap { name -> String? in
            guard let range = name.range(ofLast: asset) else { return nil }
            let (head, tail) = (name[..<range.lowerBound], name[range.upperBound...])
            guard asset.hasPrefix(head), asset.hasSuffix(tail),
                asset.count > head.count + tail.count, name != asset
            else { return nil }
            return String(asset.dropFirst(head.count).dropLast(tail.count))
        }
        guard let short = shorts.first else { return nil }
        self.short = short
        path = own.files[0].path
        help = "write \"\(short)\", of which \"naming\" makes \"\(asset)\""
    }

    /// Writes the short name, if an asset is meant.
    func fix(of asset: String) -> Fix? {
        path == nil ? nil : .replace(quotedJSON(asset), with: quotedJSON(short))
    }
}
