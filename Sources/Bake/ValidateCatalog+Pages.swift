import AtlasBuilding
import AtlasPack
import Catalog
import Diagnostics
import Raster

// How pictures are on the canvas, and whether their frames will fit on pages.

extension Catalog {
    /// One finding for each target with a frame that does not fit on its pages, as packing reports it.
    ///
    /// `frames` are sizes in points by name.
    func checkPageSizes(_ frames: [String: PixelSize], _ plan: RenderPlan) -> [Diagnostic] {
        let worn = Set(plan.arts.map(\.rendition))
        let byName = frames.sorted { $0.key < $1.key }
        /// The largest frames that a target holds: of some images it may have none.
        func largest(_ target: Target) -> [PackItem] {
            let selection = target.settings.images
            let shown = plan.images.filter { selection?.contains($0.image.id) ?? true }
            let held = worn.union(shown.map(\.rendition))
            let byName = byName.filter { name, _ in
                held.contains(name)
                    || name.lastIndex(of: "/").map { held.contains(String(name[..<$0])) } ?? false
            }
            let widest = byName.max { $0.value.width < $1.value.width }
            let highest = byName.max { $0.value.height < $1.value.height }
            return [widest, highest].compactMap { frame in
                frame.map { PackItem(name: $0.key, size: $0.value) }
            }
        }
        return targets.filter(\.hasAtlasPages).compactMap { target in
            let options = AtlasSettings(target.settings).packing
            for frame in largest(target) {
                do throws(PackError) {
                    _ = try pack([frame], options: options)
                } catch {
                    // A sheet that was not cut is no large frame.
                    let assets = plan.arts.filter { frame.name.hasPrefix($0.rendition) }
                        .map(\.asset)
                    return target.finding(error, isOfImage: assets.isEmpty)?
                        .following(Set(assets.map { .grid(of: $0) }))
                }
            }
            return nil
        }
    }

    /// Frames with a longer side, in points, may not fit on some page.
    var smallestPage: Int {
        targets.filter(\.hasAtlasPages).map { target in
            let settings = target.settings
            return settings.maxPageSize / (settings.scales.max() ?? 1) - settings.padding
                - 2 * (settings.extrude + settings.border)
        }.min() ?? .max
    }
}
