import AtlasBuilding
import KilnManifest

extension Manifest {
    /// The animations of each undressed species under their own names, such as `idle`.
    ///
    /// Where axes decide what a species looks like, those of other values than an axis' default are
    /// named after them: `baby_idle`. Of several layers the first with
    /// several frames shows a species, of several fallbacks the first.
    ///
    /// - Parameter atlas: where the frames have to be.
    /// - Returns: one for each species, in the order of the manifest.
    func exportedSpecies(in atlas: AtlasDescription) -> [AtlasDescription.Species] {
        let frames = Set(atlas.pages.flatMap(\.frames).flatMap { [$0.name] + $0.aliases })
        return species.map { species in
            func order(_ art: Art, _ place: Int) -> (Int, Int, Int, Int) {
                (art.level ?? 0, art.frames.count > 1 ? 0 : 1, art.part ?? 0, place)
            }
            let arts = species.art.enumerated()
                .sorted { order($0.element, $0.offset) < order($1.element, $1.offset) }
                .map(\.element)
            var animations: [String: AtlasDescription.Animation] = [:]
            for art in arts {
                for (name, animation) in art.animations {
                    let own = (unusualValues(of: art) + [name]).joined(separator: "_")
                    let shown = animation.frames.map { art.frames[around: $0] }
                    guard animations[own] == nil, frames.isSuperset(of: shown) else { continue }
                    animations[own] = AtlasDescription.Animation(
                        name: own,
                        frames: shown,
                        framesPerSecond: animation.fps,
                        loops: animation.loop,
                        durations: animation.durations
                    )
                }
            }
            return AtlasDescription.Species(
                id: species.id,
                animations: animations.values.sorted { $0.name < $1.name }
            )
        }
    }

    /// The values of an art that are not the default of their axis, in the order of the axes.
    private func unusualValues(of art: Art) -> [String] {
        axes.compactMap { axis in
            let usual = axis.default ?? axis.values.first
            return art.axes[axis.name].flatMap { $0 == usual ? nil : $0 }
        }
    }
}
