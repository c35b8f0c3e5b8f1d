internal import Diagnostics
internal import FileStore

extension [Diagnostic] {
    /// The findings with paths that can be opened from the working folder: those that the sources
    /// gave count from the catalog's folder, the catalog's own is as the user typed it.
    func seenFromHere(catalog: String) -> [Diagnostic] {
        let folder = parentFolder(of: catalog)
        guard folder != "." else { return self }
        func seen(_ location: SourceLocation) -> SourceLocation {
            guard location.path != catalog else { return location }
            var location = location
            location.path = joinPath(folder, location.path)
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
