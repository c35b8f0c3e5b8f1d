import Diagnostics

extension MissingArtHints.Hint {
    /// A name in the catalog with more than it needs: a file's ending, folders, or what templates add.
    ///
    /// Nil unless the rest of the name explains what was `tried`. The fix writes the short name, if an
    /// asset is meant.
    static func overlong(
        _ asset: String,
        tried: [String],
        in index: AssetIndex,
        _ sources: SourceRules
    ) -> Self? {
        func hint(_ help: String, _ short: String, _ path: String?) -> Self {
            Self(
                help: help,
                files: [path].compactMap(\.self),
                fix: path.map { _ in .replace(quotedJSON(asset), with: quotedJSON(short)) }
            )
        }
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
            let help =
                stem != nil
                ? "an asset is named without its ending: \"asset\": \"\(short)\""
                : sources.pathNamed.isEmpty
                    ? "folders are no part of a name: write \"\(short)\""
                    : "names begin below the folder of sources: write \"\(short)\""
            return hint(help, short, file(short))
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
        return shorts.first.map { short in
            let help = "write \"\(short)\", of which \"naming\" makes \"\(asset)\""
            return hint(help, short, own.files[0].path)
        }
    }
}
