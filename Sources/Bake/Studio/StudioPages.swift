import Catalog
import Diagnostics
import FileStore
import KilnManifest

/// A bake of a target's pages, and which state of the catalog they show.
package struct StudioPages: Sendable {
    let target: String
    let revision: Int
    /// The smallest.
    let scale: Int
    let pages: [Manifest.Page]
    let frames: [String: Manifest.Frame]
    var files: [String: [UInt8]]
    /// By page; nil if its picture is missing.
    var pictures: [String?] = []
}

extension Studio {
    /// Bakes a target in memory to show its pages; nil if they are up to date, or if there are none.
    ///
    /// It gives no pages if the target cannot be baked; its problems are listed elsewhere.
    package func pageBake(of id: String?) -> (@Sendable () async -> StudioPages)? {
        guard let loaded = session.loaded, loaded.errorsOfCatalog.isEmpty,
            let target = target(id), !isCurrent(target.id)
        else { return nil }
        let (revision, jobs, disk) = (session.revision, pictures.jobs, session.disk)
        return {
            let result = try? await loaded.bakeInMemory(target, jobs: jobs, disk: disk)
            let baked = result?.manifest.targets.first
            return StudioPages(
                target: target.id,
                revision: revision,
                scale: baked?.scales.min() ?? 1,
                pages: baked?.pages ?? [],
                frames: baked?.frames ?? [:],
                files: result?.pages ?? [:]
            )
        }
    }

    package mutating func show(_ baked: StudioPages) {
        var baked = baked
        baked.pictures = baked.pages.map { page in
            let image = page.images.first { $0.scale == baked.scale && $0.pixels == nil }
            return image.flatMap { baked.files[$0.path] }.map { pictures.keep($0) }
        }
        baked.files = [:]
        pages = baked
    }

    /// The targets with pages, and the pages of one of them unless they are not baked yet.
    func shownPages(of id: String?) -> JSONOutput {
        let targets = session.loaded?.catalog.targets.filter(\.hasAtlasPages) ?? []
        let chosen = target(id)?.id
        var members: [(String, JSONOutput)] = [
            ("targets", .array(targets.map { .string($0.id) })), ("target", .optional(chosen)),
        ]
        if session.loaded?.errorsOfCatalog.isEmpty == false {
            members.append(("pages", []))
        } else if let pages, let chosen, isCurrent(chosen) {
            members.append(
                ("pages", .array(pages.pages.indices.map { shown(pages, page: $0) }))
            )
        }
        return .object(members)
    }

    private func isCurrent(_ target: String) -> Bool {
        pages?.target == target && pages?.revision == session.revision
    }

    /// The first without an id.
    private func target(_ id: String?) -> Target? {
        let targets = session.loaded?.catalog.targets.filter(\.hasAtlasPages) ?? []
        return targets.first { $0.id == id } ?? targets.first
    }

    private func shown(_ baked: StudioPages, page index: Int) -> JSONOutput {
        // Frames with the same picture are at the same place.
        var places: [[Int]: [String]] = [:]
        for (name, frame) in baked.frames where frame.page == index && frame.width > 0 {
            let sides =
                frame.rotated ? [frame.height, frame.width] : [frame.width, frame.height]
            places[[frame.y, frame.x] + sides, default: []].append(name)
        }
        let page = baked.pages[index]
        let sprites = places.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return [
            "width": .integer(page.width), "height": .integer(page.height),
            "picture": .optional(baked.pictures[index]), "scale": .integer(baked.scale),
            "sprites": .list(sprites) { place, names in
                [
                    "x": .integer(place[1]), "y": .integer(place[0]),
                    "width": .integer(place[2]), "height": .integer(place[3]),
                    "names": .array(names.sorted().map { .string($0) }),
                ]
            },
        ]
    }
}
