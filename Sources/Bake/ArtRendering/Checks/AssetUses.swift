package import Catalog
import FileStore
import KilnManifest

/// What the frames of a job are used for, as far as checks of its pictures depend on it.
package struct AssetUses: Sendable {
    package let arts: [RenderPlan.Art]
    package let images: [NamedImage]
    /// The names of the renditions that show them.
    let renditions: Set<String>
    /// Of species and outfits, which have to keep steady in them.
    let animations: [SheetAnimation]
    let canvas: Canvas
    /// Colors that are replaced in the pictures, each recolor once.
    let recolors: [RecolorUse]

    /// Whether it is a pet or an outfit that always shows something; of several layers the first does.
    var isBase: Bool { arts.contains { $0.isBase && ($0.part ?? 0) == 0 } }
    /// Whether it is a picture of its own, which may fill its frame.
    var isScene: Bool { arts.isEmpty && !images.isEmpty }

    /// Everything besides the pictures' contents, and how they are keyed and cut, that the findings
    /// follow from; where arts are placed is not among it.
    func key(of job: RenderJob) -> Digest {
        var out = ByteWriter()
        out.put(job.asset)
        out.put(job.files) { out, file in out.put(file.allRead) { $0.put($1.shownPath) } }
        out.put(job.renditions) { $0.put(renditions.contains($1.name)) }
        out.put(isBase, isScene, canvas.width, canvas.height)
        out.put(animations) { $0.put($1.name, $1.frames) }
        out.put(recolors) { $1.put(to: &$0) }
        return Digest(of: out.bytes)
    }
}

extension RenderPlan {
    /// What each job is used for, by job; nil for pictures that no one sees by themselves, such as
    /// normal maps.
    package func uses(in catalog: Catalog) -> [AssetUses?] {
        let artsByRendition = Dictionary(grouping: arts, by: \.rendition)
        let imagesByRendition = Dictionary(grouping: images, by: \.rendition)
        return jobs.map { job in
            let names = job.renditions.map(\.name).filter {
                artsByRendition[$0] != nil || imagesByRendition[$0] != nil
            }
            let drawn = names.flatMap { artsByRendition[$0] ?? [] }
            let shown = names.flatMap { imagesByRendition[$0] ?? [] }
            // Other colors of the same pixels look no better or worse.
            let arts = drawn.withoutVariants
            let images = shown.map(\.image).uniqued(by: \.id)
            var recolors: [RecolorUse] = []
            for use in (drawn.map(\.colors) + shown.map(\.colors)).flatMap(\.recolors)
            where !recolors.contains(where: { $0.id == use.id && $0.before == use.before }) {
                recolors.append(use)
            }
            guard !names.isEmpty else { return nil }
            let isBase = arts.contains { $0.isBase && ($0.part ?? 0) == 0 }
            return AssetUses(
                arts: arts,
                images: images,
                renditions: Set(names),
                animations: isBase ? catalog.sheet(for: job.asset).value.animations : [],
                canvas: catalog.canvas,
                recolors: recolors
            )
        }
    }
}

extension RenderPlan.Art {
    /// Nil for the art of a species itself.
    var item: String? {
        if case .item(let id) = subject { id } else { nil }
    }
}

extension Catalog {
    /// What an art shows, as far as both exist.
    func subject(of art: RenderPlan.Art) -> ArtSubject? {
        species(art.species).map { ArtSubject(art.item.flatMap(item), on: $0) }
    }
}

extension [RenderPlan.Art] {
    /// Arts that differ only in colors from an earlier one are left out.
    fileprivate var withoutVariants: [RenderPlan.Art] {
        if count < 2 { return self }
        var seen: Set<[String]> = []
        return filter { art in
            let thing = [
                "\(art.subject)", art.species, "\(art.part ?? -1)", art.sheet ?? "", art.asset,
            ]
            return seen.insert(thing).inserted || art.colors.values.isEmpty
        }
    }
}
