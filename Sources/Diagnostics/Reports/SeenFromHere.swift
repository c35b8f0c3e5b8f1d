extension [Diagnostic] {
    /// Makes paths relative to the working folder: those of sources are relative to the catalog's
    /// folder, the catalog's own is as typed by the user.
    package func seenFromHere(catalog: String) -> [Diagnostic] {
        guard let slash = catalog.lastSlash else { return self }
        var folder = String(catalog[..<slash])
        guard folder != "." else { return self }
        if !folder.hasSuffix("/") { folder += "/" }
        func seen(_ path: String) -> String {
            path == catalog || path.isAbsolutePath ? path : folder + path
        }
        func seen(_ location: SourceLocation) -> SourceLocation {
            var location = location
            location.path = seen(location.path)
            return location
        }
        return map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.location = diagnostic.location.map(seen)
            diagnostic.related = diagnostic.related.map(seen)
            if case .rename(let moves)? = diagnostic.fix {
                diagnostic.fix = .rename(
                    moves.map { Fix.Move(from: seen($0.old), to: seen($0.new)) }
                )
            }
            return diagnostic
        }
    }
}
