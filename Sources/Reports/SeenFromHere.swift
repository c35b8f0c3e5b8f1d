package import Diagnostics

extension [Diagnostic] {
    /// The findings with paths that can be opened from the working folder: those that the sources
    /// gave count from the catalog's folder, the catalog's own is as the user typed it.
    package func seenFromHere(catalog: String) -> [Diagnostic] {
        guard let slash = catalog.lastSlash else { return self }
        var folder = String(catalog[..<slash])
        guard folder != "." else { return self }
        if !folder.hasSuffix("/") { folder += "/" }
        func seen(_ location: SourceLocation) -> SourceLocation {
            guard location.path != catalog, !location.path.isAbsolutePath else { return location }
            var location = location
            location.path = folder + location.path
            return location
        }
        return map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.location = diagnostic.location.map(seen)
            diagnostic.related = diagnostic.related.map(seen)
            return diagnostic
        }
    }
}
