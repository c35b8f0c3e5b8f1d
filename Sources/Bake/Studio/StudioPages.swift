import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import ImageCodec
package import KilnManifest
import Raster

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
        let (revision, jobs) = (session.revision, pictures.jobs)
        return {
            let result = try? await loaded.bakeInMemory(target, jobs: jobs)
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

/// What a page asks to see.
package struct StudioLook: Hashable, Sendable {
    package var look: KilnManifest.Look
    /// Of all frames of the base.
    package var frame: Int
    /// Pixels per point.
    package var scale: Int
}

/// Draws looks, and keeps the pictures that pages load.
package struct StudioPictures: Sendable {
    /// A drawn look; pictures are named by their address.
    package struct View: Sendable {
        /// Nil if the look cannot be drawn.
        package var drawn: DrawnLook?
        package var picture: String?
        /// Of `drawn.parts`.
        package var parts: [String] = []
        package var problems: [Diagnostic]
    }

    private var memory = DrawMemory()
    /// PNG files by name, and the names in the order of their last use.
    private var pictures: [String: [UInt8]] = [:]
    private var order: [String] = []
    /// Files that gave no thumbnail, with their stamps.
    private var unreadable: Set<Digest> = []
    package let jobs: Int
    private let disk: any Disk

    private static let largestCount = 400

    package init(jobs: Int, disk: any Disk) { (self.jobs, self.disk) = (jobs, disk) }

    /// Pictures that changed are read again, even within a tick of the disk's clock.
    package mutating func forget(_ files: [String]) { memory.forget(files) }

    package mutating func draw(
        _ wanted: StudioLook,
        in loaded: LoadedCatalog
    ) async throws -> View {
        var options = DrawOptions(jobs: jobs)
        options.frames = .around(wanted.frame)
        options.scale = wanted.scale
        options.keepsParts = true
        let (drawn, problems) = try await drawLooks(
            loaded,
            [wanted.look],
            options,
            memory: &memory
        )
        guard let look = drawn.first.flatMap(\.self) else {
            return View(drawn: nil, problems: problems)
        }
        var view = View(drawn: look, problems: problems)
        let image = look.images[0].straight()
        view.picture = try picture(PackedPicture(image).identity.digest) { image }
        for part in look.parts {
            let packed = part.layer.picture
            view.parts.append(try picture(packed.identity.digest) { packed.unpacked() } ?? "")
        }
        return view
    }

    /// The PNG file of a name that `draw` or `thumbnail` gave out; nil if it was dropped since.
    package func picture(named name: String) -> [UInt8]? { pictures[name] }

    /// The name of a small picture of a file; nil if it cannot be read.
    package mutating func thumbnail(of file: String) -> String? {
        let disk = disk
        let key = Digest(of: Array("\(file) \(String(describing: disk.stamp(file)))".utf8))
        if unreadable.contains(key) { return nil }
        do {
            return try picture(key) {
                let decoded = try decodeImage(try disk.read(file))
                return decoded.image.fitted(into: PixelRoom(width: 96, height: 96))
            }
        } catch {
            unreadable.insert(key)
            return nil
        }
    }

    /// Keeps a PNG file, and returns its name.
    mutating func keep(_ file: [UInt8]) -> String {
        let name = Digest(of: file).text
        pictures[name] = file
        touch(name)
        return name
    }

    private mutating func picture(
        _ digest: Digest,
        _ image: () throws -> StraightImage?
    ) throws -> String? {
        let name = digest.text
        if pictures[name] == nil {
            guard let image = try image() else { return nil }
            pictures[name] = try encodePNG(image, effort: .fast)
        }
        touch(name)
        return name
    }

    /// Makes a picture the last one to be dropped.
    private mutating func touch(_ name: String) {
        order.removeAll { $0 == name }
        order.append(name)
        if order.count > Self.largestCount { pictures[order.removeFirst()] = nil }
    }
}
