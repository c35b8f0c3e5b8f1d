import Catalog
import Diagnostics
package import FileStore
import KilnManifest
import Raster

/// What a picture may be added as.
package enum AddedKind: String, CaseIterable, Sendable {
    case species, outfit, overlay, image
}

/// What adding pictures to a catalog changes: its text, and the files in its sources.
package struct AddPlan: Sendable {
    /// The catalog's new text.
    package private(set) var text: [UInt8] = []
    /// The pictures that are not in the sources, and where they go, from the catalog's folder.
    package private(set) var copies: [(from: String, to: String)] = []
    /// What is added to the catalog, with where.
    package private(set) var additions: [(value: String, pointer: String)] = []
    /// The pictures that need no entry, as the catalog looks for files of their names.
    package private(set) var known: [String] = []
    /// What a person should look at, as sentences.
    package private(set) var doubts: [String] = []
    private let loaded: LoadedCatalog
    private let disk: any Disk

    /// Plans it, and changes nothing.
    ///
    /// `paths` are in the catalog's sources or elsewhere. Without a kind their names tell. `bytes`
    /// are the text that `loaded` was read from. With `fitsCanvas` the first pet of a catalog
    /// without things decides the canvas.
    ///
    /// - Throws: `Diagnostic` that says why it cannot be done; `PictureFailure` for a picture that
    ///   cannot be read.
    package init(
        _ paths: [String],
        as kind: AddedKind?,
        to loaded: LoadedCatalog,
        bytes: [UInt8],
        fitsCanvas: Bool = false,
        disk: any Disk
    ) async throws {
        (self.loaded, self.disk) = (loaded, disk)
        var editor = try JSONEditor(bytes, of: loaded.path)
        var catalog = loaded.catalog
        var pictures: [String: AdoptedPicture] = [:]
        for path in paths {
            guard disk.stamp(path)?.isFolder != true else {
                let example = joinPath(path, "*.png")
                throw Diagnostic.refusal(
                    "\(path) is a folder",
                    "name its pictures, such as \(example)"
                )
            }
            let target = try place(of: path)
            if disk.realPath(joinPath(loaded.folder, target)) != disk.realPath(path) {
                guard !copies.contains(where: { $0.to == target }) else {
                    throw Diagnostic.refusal(
                        "two pictures would become \(target)",
                        "rename one of them"
                    )
                }
                copies.append((path, target))
            }
            let found = AssetIndex(
                files: [target],
                pathNamed: catalog.sources.pathNamed,
                sourceDensity: catalog.sourceDensity
            ).assets
            guard let asset = found.first else {
                throw Diagnostic.refusal(
                    "\(path) is no picture that Kiln reads",
                    "export it as PNG"
                )
            }
            let other = loaded.index[asset.name]?.files.first {
                $0.density == asset.files[0].density && $0.path != target
            }
            if let other {
                throw Diagnostic.refusal(
                    "\(path) would be the asset \"\(asset.name)\", as \(other.path) is",
                    "rename one of the files"
                )
            }
            let (look, animation) = try await lookAtPicture(path, disk: disk)
            guard let look else {
                throw Diagnostic.refusal("\(path) shows nothing", "add another picture")
            }
            pictures[asset.name] = AdoptedPicture(asset, look, animation)
        }
        var left = pictures.values.map(\.asset).sorted { $0.name < $1.name }
        let index = AssetIndex(
            files: loaded.scan.files + copies.map(\.to),
            contents: loaded.scan.contents,
            pathNamed: catalog.sources.pathNamed,
            isNumbered: { loaded.catalog.sheet(for: $0).value.frames == .numbered },
            sourceDensity: catalog.sourceDensity
        )
        while !left.isEmpty {
            if kind == nil {
                let unused = Set(Coverage(catalog: catalog, index: index).unused.map(\.name))
                known += left.filter { !unused.contains($0.name) }.map { $0.files[0].path }
                left.removeAll { !unused.contains($0.name) }
            }
            let meanings = FilesForNewThings(catalog, left)
            var found = left.map { asset in
                let entry = kind.map { Self.entry(of: asset, as: $0) }
                return (asset: asset, addition: entry ?? meanings.advice(for: asset).addition)
            }
            // Other pictures may be for a new species.
            let pets = found.filter { $0.addition?.pointer == Self.endOfSpecies }
            if !pets.isEmpty { found = pets }
            let names = Set(found.map(\.asset.name))
            left.removeAll { names.contains($0.name) }
            for (asset, addition) in found {
                let path = asset.files[0].path
                guard let addition else {
                    throw Diagnostic.refusal(
                        "it is not clear what \(copies.first { $0.to == path }?.from ?? path) is",
                        "say so with '--as species', '--as outfit', '--as overlay' or '--as image'"
                    )
                }
                let (value, pointer) = (addition.value, addition.pointer)
                let isNew = !additions.contains { $0 == (value, pointer) }
                if isNew, let id = Self.id(of: value),
                    let kind = Retired.Kind(rawValue: String(pointer.dropFirst().dropLast(2)))
                {
                    try catalog.requireUnusedID(id, kind, otherwise: "rename the file first")
                }
                guard var picture = pictures[asset.name], isNew else { continue }
                let added =
                    kind ?? Self.kind(of: pointer, isOverlay: value.contains("\"overlay\""), asset)
                var entry = value
                if fitsCanvas, added == .species, loaded.catalog.isWithoutThings,
                    additions.isEmpty
                {
                    entry = fitCanvas(to: picture, value, &catalog, &editor)
                }
                if pointer == Self.endOfSpecies, let id = Self.id(of: value) {
                    var species = Species()
                    species.id = id
                    entry = anchored(entry, &species, picture)
                    catalog.species.append(species)
                }
                if pointer == "/items/-" || pointer == "/images/-",
                    !ArtRole.isSheet(asset.name)
                {
                    picture.figures = nil
                }
                if pointer == "/items/-", added == .overlay, let id = Self.id(of: value) {
                    entry = await placed(entry, id, picture, in: catalog, &editor)
                }
                guard editor.add(entry, at: pointer) else {
                    throw Diagnostic.refusal(
                        "\(path) cannot be added at \(pointer)",
                        "add \(entry) yourself"
                    )
                }
                additions.append((value, pointer))
                let members = picture.ruleMembers(as: added, move: "idle")
                let isRuled = catalog.sheets.contains { $0.pattern.matches(asset.name) }
                if !members.isEmpty, !isRuled {
                    let rule = "{ \(members.joined(separator: ", ")) }"
                    let name = quotedJSON(asset.name)
                    _ =
                        editor.add(rule, at: "/sheets/\(JSONEditor.pointerPart(asset.name))")
                        || editor.add("{ \(name): \(rule) }", at: "/sheets")
                }
            }
        }
        let names = pictures.keys.sorted().joined(separator: ", ")
        let after = try loaded.reloaded(editor, "with \(names)", disk)
        undress(catalog.species.map(\.id), after, index, &editor)
        _ = try loaded.reloaded(editor, "with \(names)", disk)
        for image in after.catalog.imagesWithoutTarget
        where !loaded.catalog.images.contains(where: { $0.id == image }) {
            doubts.append("no target takes the image \(image): add it to the \"images\" of one")
        }
        text = editor.bytes
    }

    /// Where a picture is in the sources, or will be, from the catalog's folder.
    private func place(of path: String) throws -> String {
        let sources = loaded.catalog.sources.folders
        let folder = loaded.folder
        if let real = disk.realPath(path) {
            for source in sources {
                guard let root = disk.realPath(joinPath(folder, source)) else { continue }
                if real.hasPrefix(root + "/") {
                    return joinPath(source, String(real.dropFirst(root.count + 1)))
                }
            }
        }
        let target = joinPath(sources.first ?? "assets-src", lastPart(of: path))
        guard disk.linkStamp(joinPath(folder, target)) == nil else {
            throw Diagnostic.refusal("there is a file \(target) already", "rename one of the two")
        }
        return target
    }

    private static let endOfSpecies = "/species/-"

    /// What is added at a pointer, also another drawing of an item that is there.
    private static func kind(of pointer: String, isOverlay: Bool, _ asset: Asset) -> AddedKind {
        switch pointer {
        case endOfSpecies: .species
        case "/images/-": .image
        default: isOverlay || ArtRole(asset.name)?.isOverlay == true ? .overlay : .outfit
        }
    }

    /// The entry that a person asked for.
    private static func entry(of asset: Asset, as kind: AddedKind) -> FilesForNewThings.Addition {
        let (list, style) =
            switch kind {
            case .species: ("species", "")
            case .outfit: ("items", ", \"equipStyle\": \"replaceSprite\"")
            case .overlay: ("items", ", \"equipStyle\": \"overlay\"")
            case .image: ("images", "")
            }
        let named = kind == .image ? asset.name : ArtRole(asset.name)?.id ?? asset.name
        let value = assetEntry(asset.name, called: named, style)
        return FilesForNewThings.Addition(value, at: "/\(list)/-")
    }

    /// Makes the canvas of a catalog that has nothing yet as large as its first pet.
    ///
    /// - Returns: the pet's entry, with its placement if the pet is made smaller.
    private func fitCanvas(
        to pet: AdoptedPicture,
        _ entry: String,
        _ catalog: inout Catalog,
        _ editor: inout JSONEditor
    ) -> String {
        let scene = CanvasPlan([pet], all: [pet], isPixelArt: pet.look.isPixelArt)
        for (name, side) in [("width", scene.width), ("height", scene.height)] {
            _ = editor.set("\(side)", at: "/canvas/\(name)")
        }
        catalog.canvas.width = scene.width
        catalog.canvas.height = scene.height
        guard scene.isReduced, var own = JSONEditor(Array(entry.utf8)) else { return entry }
        _ = own.add(scene.boxValue, at: "/placement")
        return String(decoding: own.bytes, as: UTF8.self)
    }

    /// A species' entry with the anchors that all others have, for what it wears.
    private mutating func anchored(
        _ entry: String,
        _ species: inout Species,
        _ pet: AdoptedPicture
    ) -> String {
        let others = loaded.catalog.species
        let anchors = (others.first?.anchors ?? []).filter { anchor in
            others.allSatisfy { $0.anchor(anchor.name) != nil }
        }
        guard !anchors.isEmpty, var own = JSONEditor(Array(entry.utf8)) else { return entry }
        var members: [String] = []
        for var anchor in anchors {
            let seen = WornPlace(rawValue: anchor.name).flatMap {
                point(of: $0, on: pet, of: species)
            }
            let shown = seen.map { CanvasPoint(x: Double($0.x), y: Double($0.y)) }
            anchor.points = [shown ?? anchor.points[0]]
            species.anchors.append(anchor)
            let (x, y) = (plain(anchor.points[0].x), plain(anchor.points[0].y))
            members.append("\(quotedJSON(anchor.name)): [\(x), \(y)]")
        }
        _ = own.add("{ \(members.joined(separator: ", ")) }", at: "/anchors")
        doubts.append(
            "the anchors of \(species.id) are a guess: see the preview, then change \"anchors\""
        )
        return String(decoding: own.bytes, as: UTF8.self)
    }

    /// Lets new species wear only what there is art for.
    private mutating func undress(
        _ species: [String],
        _ after: LoadedCatalog,
        _ index: AssetIndex,
        _ editor: inout JSONEditor
    ) {
        let new = species.filter { loaded.catalog.species($0) == nil }
        guard !new.isEmpty else { return }
        // The first does not know copies, the second not what files say besides their names.
        let cells = after.coverage.cells + Coverage(catalog: after.catalog, index: index).cells
        let worn = Set(cells.compactMap { cell in cell.item.map { [cell.species.id, $0.id] } })
        for (place, item) in after.catalog.items.enumerated() where item.species == nil {
            let wearers = species.filter { !new.contains($0) || worn.contains([$0, item.id]) }
            guard !wearers.isEmpty, wearers != species,
                editor.add(jsonList(wearers), at: "/items/\(place)/species")
            else { continue }
            let without = new.filter { !wearers.contains($0) }.joined(separator: ", ")
            doubts.append(
                "\(item.id) has no art for \(without), so its \"species\" lists who can wear it"
            )
        }
    }

    private static func id(of entry: String) -> String? {
        var parser = JSONParser(SourceText(path: "", bytes: Array(entry.utf8)))
        return parser.parse()?.text("id")
    }

    /// An overlay's entry with its place on the pets, unless it is drawn there.
    private mutating func placed(
        _ entry: String,
        _ id: String,
        _ picture: AdoptedPicture,
        in catalog: Catalog,
        _ editor: inout JSONEditor
    ) async -> String {
        let scene = CanvasPlan(catalog.canvas.width, catalog.canvas.height)
        guard !scene.isDrawnInPlace(picture) else { return entry }
        let place = WornPlace(of: id)
        var without: [String] = []
        var points: [PixelPoint] = []
        for (index, species) in catalog.species.enumerated() {
            if let anchor = species.anchor(place.rawValue) {
                points += anchor.points.map { PixelPoint(x: Int($0.x), y: Int($0.y)) }
                continue
            }
            guard let point = await point(of: place, on: species) else {
                without.append(species.id)
                continue
            }
            points.append(point)
            let text = "[\(point.x), \(point.y)]"
            let pointer = "/species/\(index)/anchors"
            // A picture before this one may have brought it.
            _ =
                editor.add(text, at: "\(pointer)/\(place.rawValue)")
                || editor.add("{ \"\(place.rawValue)\": \(text) }", at: pointer)
        }
        guard without.isEmpty, var own = JSONEditor(Array(entry.utf8)),
            own.add("{ \(scene.placement(of: picture, at: place)) }", at: "/placement")
        else {
            doubts.append(
                "\(id) is not placed, because \(without.joined(separator: ", ")) lacks the anchor "
                    + "\"\(place.rawValue)\": add it under \"anchors\" and name it in the item's \"placement\""
            )
            return entry
        }
        if place != .head || !WornPlace.isHat(id) { doubts.append(guess(id, place)) }
        // A game's first overlay may reach out of a canvas that was made for the pet alone.
        var bleed = Bleed()
        points.removeAll {
            !(0...scene.width).contains($0.x) || !(0...scene.height).contains($0.y)
        }
        bleed.cover(place, scene.size(ofLoose: picture), at: points, scene)
        if !catalog.items.contains(where: { $0.equipStyle == .overlay }), let json = bleed.json,
            editor.add(json, at: "/canvas/bleed")
        {
            doubts.append("the canvas has a bleed of \(json), so that \(id) is not cut off")
        }
        return String(decoding: own.bytes, as: UTF8.self)
    }

    /// Where a species has something, as its art shows; nil for art that is placed, or scaled.
    private func point(of place: WornPlace, on species: Species) async -> PixelPoint? {
        let cell = loaded.coverage.cells.first { $0.species.id == species.id && $0.item == nil }
        guard let asset = cell?.winner, let file = asset.files.first,
            case let path = joinPath(loaded.folder, file.path),
            case (let look?, _)? = try? await lookAtPicture(path, disk: disk)
        else { return nil }
        return point(of: place, on: AdoptedPicture(asset, look, nil), of: species)
    }

    private func point(
        of place: WornPlace,
        on pet: AdoptedPicture,
        of species: Species
    ) -> PixelPoint? {
        let scene = CanvasPlan([pet], all: [pet], isPixelArt: pet.look.isPixelArt)
        let canvas = loaded.catalog.canvas
        let placement = loaded.catalog.placement(for: .species(species), asset: pet.asset.name)?
            .value
        let size = PointSize(width: Double(canvas.width), height: Double(canvas.height))
        guard (scene.width, scene.height) == (canvas.width, canvas.height),
            scene.isReduced == (placement?.size == size)
        else { return nil }
        let points = scene.points(of: place).sorted { $0.y < $1.y }
        return points[points.count / 2]
    }
}

extension Catalog {
    fileprivate var isWithoutThings: Bool { species.isEmpty && items.isEmpty && images.isEmpty }

    /// The ids of images that no target takes.
    fileprivate var imagesWithoutTarget: [String] {
        guard !targets.isEmpty else { return [] }
        return images.map(\.id).filter { id in
            targets.allSatisfy { target in
                target.settings.images.map { !$0.contains(id) } ?? (target.kind != .atlas)
            }
        }
    }
}
