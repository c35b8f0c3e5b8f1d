import FileStore

/// Where the layout files of a catalog's targets lie, and when they are given up.
struct LayoutPlaces: Sendable {
    /// As the user named it.
    let catalog: String
    var profile: String?
    /// Every layout is given up.
    var repacks = false
    /// Digests of the layouts as the last bake left them, by name; nil when none is remembered.
    var known: [String: Digest]?

    /// `catalog.game.layout` for target `game` of `catalog.json`: beside the catalog, so that it is
    /// committed with it; `catalog.game.web.layout` under the profile `web`, which may pack in
    /// another way.
    func path(of target: String) -> String {
        let parts = [withoutExtension(lastPart(of: catalog)), target, profile, "layout"]
        let name = parts.compactMap(\.self).joined(separator: ".")
        return joinPath(parentFolder(of: catalog), name)
    }
}
