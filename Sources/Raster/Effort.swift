/// How much time a search for denser pages or smaller files may take; the pixels are the same at
/// every level.
///
/// Steps are counted, never timed, so that slow and fast machines give the same bytes.
public enum Effort: String, Hashable, Sendable, CaseIterable {
    /// For work in progress, previews and caches.
    case fast
    /// For builds.
    case balanced
    /// For releases.
    case best
    /// For what is downloaded often: files are compressed in every way that may be the best. Pages
    /// are packed as with `best`.
    case max
}
