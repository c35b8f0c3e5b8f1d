import Catalog
import KilnManifest
import Raster

// What a target of panels selects: as targets of pictures do, but all frames.
extension RenderedCatalog {
    /// Everything that a target for a panel shows, looks first.
    ///
    /// - Throws: `TargetFailure` when a look names what is not there.
    func panelMoments(of target: Target) throws(TargetFailure) -> [PanelMoments] {
        let settings = target.settings
        do throws(ManifestError) {
            return try lookMoments(of: settings) + itemMoments(of: settings)
                + imageMoments(of: settings)
        } catch {
            throw .look(error)
        }
    }

    private func lookMoments(of settings: TargetSettings) throws(ManifestError) -> [PanelMoments] {
        var all: [PanelMoments] = []
        for named in manifest.looks where settings.looks?.contains(named.id) ?? false {
            guard let shown = try shown(named) else { continue }
            let look = named.look
            all.append(
                try moments(of: look, like: shown) { pose throws(ManifestError) in
                    try pieces(of: look, in: pose, over: named.background)
                }
            )
        }
        return all
    }

    private func itemMoments(of settings: TargetSettings) throws(ManifestError) -> [PanelMoments] {
        var all: [PanelMoments] = []
        for shown in try items(of: settings) {
            guard let item = manifest.items.first(where: { $0.id == shown.id }),
                let look = item.lookByItself(settings.species)
            else { continue }
            all.append(
                try moments(of: look, like: shown) { pose throws(ManifestError) in
                    try pieces(of: look, in: pose, only: item.id)
                }
            )
        }
        return all
    }

    private func imageMoments(of settings: TargetSettings) -> [PanelMoments] {
        images(of: settings).compactMap { shown in
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
    }

    /// All poses of a look, and which of them its animations show.
    private func moments(
        of look: KilnManifest.Look,
        like shown: Shown,
        _ pieces: (Manifest.Pose) throws(ManifestError) -> [Piece]
    ) throws(ManifestError) -> PanelMoments {
        let poses = try manifest.poses(of: look)
        var moments: [Shown] = []
        for pose in poses {
            var moment = shown
            moment.pieces = try pieces(pose)
            moments.append(moment)
        }
        var animations: [String: (moments: [Int], animation: Manifest.Animation)] = [:]
        for (name, animation) in try manifest.animations(of: look) {
            let steps = try manifest.poses(of: look, animation: name)
            animations[name] = (steps.compactMap { poses.firstIndex(of: $0) }, animation)
        }
        return PanelMoments(moments: moments, animations: animations)
    }
}
