extension Manifest {
    /// One of the things that make a look.
    package struct Layer: Sendable {
        package var art: Art
        /// Nil for the pet itself.
        package var item: String?
        package var isBase: Bool

        /// The base is the plane that overlays are in front of or behind.
        var depth: Int { isBase ? 0 : art.z }
    }

    /// The layers of a look, back to front; one of them is the base.
    ///
    /// - Throws: `ManifestError` for ids that the manifest does not know or art that it does not have.
    package func layers(of look: Look) throws(ManifestError) -> [Layer] {
        var layers: [Layer] = []
        if let base = look.base {
            let art = try art(of: item(base), for: look)
            layers.append(Layer(art: art, item: base, isBase: true))
        } else {
            guard let own = species.first(where: { $0.id == look.species }),
                let art = art(among: own.art, for: look)
            else {
                throw ManifestError(
                    .unknownSpecies,
                    "there is no species '\(look.species)' with art for \(look.axes)"
                )
            }
            layers.append(Layer(art: art, item: nil, isBase: true))
        }
        // Items come in catalog order and the sort is stable, so ties keep that order.
        for item in items where look.overlays.contains(item.id) && item.equipStyle == .overlay {
            layers.append(Layer(art: try art(of: item, for: look), item: item.id, isBase: false))
        }
        for id in look.overlays { _ = try item(id) }
        // Before overlays of its own depth; the standard sort is stable.
        return layers.sorted { $0.depth < $1.depth }
    }
}
