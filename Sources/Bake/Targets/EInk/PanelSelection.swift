import Catalog
import KilnManifest
import Raster

// What a target of panels selects: as targets of pictures do, but all frames.
extension RenderedCatalog {
    /// Everything that a target for a panel shows, looks first.
    ///
    /// - Throws: `ManifestError` when a look names what is not there.
    func panelMoments(of target: Target) throws -> [PanelMoments] {
        let settings = target.settings
        let wanted = manifest.looks.filter { settings.looks?.contains($0.id) ?? false }
        let ofLooks = try wanted.compactMap { named in
            try shown(named).map { try moments(of: named.look, like: $0, over: named.background) }
        }
        let ofItems = try items(of: settings).compactMap { shown in
            let item = manifest.items.first { $0.id == shown.id }
            return try item?.lookByItself(settings.species)
                .map { try moments(of: $0, like: shown, only: shown.id) }
        }
        let ofImages = images(of: settings).compactMap { shown -> PanelMoments? in
            guard let own = images.first(where: { $0.id == shown.id }),
                let image = manifest.image(shown.id)
            else { return nil }
            let moments = own.frames.indices.map { cell in
                var moment = shown
                moment.pieces = pieces(of: own, cell: cell)
                return moment
            }
            return PanelMoments(
                moments: moments,
                animations: (image.animations ?? [:]).mapValues { animation in
                    (animation.frames.filter(moments.indices.contains), animation)
                }
            )
        }
        return ofLooks + ofItems + ofImages
    }

    /// All poses of a look, and which of them its animations show; as of `pieces(of:in:over:only:)`.
    private func moments(
        of look: KilnManifest.Look,
        like shown: Shown,
        over background: String? = nil,
        only item: String? = nil
    ) throws -> PanelMoments {
        let poses = try manifest.poses(of: look)
        let moments = try poses.map { pose in
            var moment = shown
            moment.pieces = try pieces(of: look, in: pose, over: background, only: item)
            return moment
        }
        var animations: [String: (moments: [Int], animation: Manifest.Animation)] = [:]
        for (name, animation) in try manifest.animations(of: look) {
            let steps = try manifest.poses(of: look, animation: name)
            animations[name] = (steps.compactMap { poses.firstIndex(of: $0) }, animation)
        }
        return PanelMoments(moments: moments, animations: animations)
    }
}
