/// What the file of an asset says of itself: its frames, tags and slices.
///
/// It lies under the rules of `sheets`, each member of which is laid over it.
public struct FileSheet: Sendable {
    /// Relative to the catalog's folder.
    public var path: String
    public var settings = SheetSettings()
    /// Those members of a sheet rule that the file decides.
    public var members: [String] = []
    /// Whether its only animation is all of it, which nobody gave a name.
    public var isUnnamedRun = false

    public init(path: String) { self.path = path }

    /// What an animation is called that nobody gave a name.
    public static let unnamedRun = "default"
}
