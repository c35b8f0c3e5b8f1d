import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// A folder of art, looked at for a catalog to begin with.
struct AdoptedArt {
    /// Below the folder, with those of image sets.
    private(set) var files: [String] = []
    private(set) var pictures: [AdoptedPicture] = []
    /// Whether folders are part of names, because names alone are not unique.
    private(set) var isNamedByPath = false
    /// Outputs of bakes, and other exports of pictures, which the catalog ignores; below the folder.
    private(set) var ignored: [String] = []
    /// What a person should look at, as sentences.
    private(set) var doubts: [String] = []

    init(_ folder: String, disk: any Disk) async throws(PictureFailure) {
        let real = disk.realPath(folder) ?? folder
        let (parent, root) = (parentFolder(of: real), lastPart(of: real))
        let scan = SourceScan(SourceRules(folders: [root]), in: parent, disk: disk)
        func below(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }
        files = scan.files.map(below)
        let paths = art(of: scan.files, in: parent, disk: disk)
        ignored = ignored.map(below)
        func index(_ numbered: Set<String>, byPath: Bool) -> AssetIndex {
            AssetIndex(
                files: paths,
                contents: scan.contents,
                pathNamed: byPath ? [root] : [],
                isNumbered: numbered.contains
            )
        }
        var single = index([], byPath: false)
        let isRepeated = single.diagnostics.hasErrors
        // Frames may be called by their numbers alone, in a folder that is called by the pet.
        let isNumbered = single.assets.count { $0.name.allSatisfy(\.isNumber) } > 1
        if isRepeated || isNumbered {
            (single, isNamedByPath) = (index([], byPath: true), true)
            doubts.append(
                "folders are part of names, because files "
                    + (isRepeated ? "in several have one name" : "have only numbers as names")
            )
        }
        for asset in single.assets {
            let path = joinPath(parent, asset.files[0].path)
            do throws(PictureFailure) {
                let (look, animation) = try await lookAtPicture(path, disk: disk)
                if let look {
                    pictures.append(AdoptedPicture(asset, look, animation))
                } else {
                    doubts.append("\(asset.files[0].path) shows nothing")
                }
            } catch {
                doubts.append("\(asset.files[0].path) cannot be used: \(error.message)")
            }
        }
        guard !pictures.isEmpty else {
            throw PictureFailure(
                path: folder,
                isUnreadable: true,
                message: doubts.first ?? "the folder holds no picture"
            )
        }
        let byPath = isNamedByPath
        joinNumbered { index($0, byPath: byPath) }
        giveRoles()
    }

    mutating func changeRoles(_ change: (inout ArtRole) -> Void) {
        for place in pictures.indices { change(&pictures[place].role) }
    }

    /// Those that no bake wrote, and one of those that differ in nothing but their kind.
    private mutating func art(of files: [String], in parent: String, disk: any Disk) -> [String] {
        let outputs = outputs(among: files, in: parent, disk: disk)
        if let first = outputs.first {
            doubts.append("outputs of a bake, such as \(first), are ignored")
        }
        func rank(_ path: String) -> Int {
            // Documents have more than what is exported from them.
            isDocumentName(path) ? 0 : path.lowercased().hasSuffix(".png") ? 1 : 2
        }
        let own = files.filter { !outputs.contains($0) }
        let kept = Dictionary(grouping: own, by: { withoutExtension($0) }).compactMapValues {
            $0.min { (rank($0), $0) < (rank($1), $1) }
        }
        ignored = outputs
        for path in own {
            guard let other = kept[withoutExtension(path)], other != path else { continue }
            ignored.append(path)
            doubts.append("\(path) is ignored, because \(other) has the same name")
        }
        return Array(kept.values)
    }

    /// Sorted.
    private func outputs(
        among files: [String],
        in parent: String,
        disk: any Disk
    ) -> [String] {
        var folders: Set<String> = []
        for file in files {
            var folder = parentFolder(of: file)
            while folder != ".", folders.insert(folder).inserted {
                folder = parentFolder(of: folder)
            }
        }
        let written = folders.flatMap { folder in
            let bake = try? OpenedBake(joinPath(parent, folder), disk: disk)
            return (bake?.manifest.files ?? []).map { joinPath(folder, $0.path) }
        }
        return Set(written).intersection(files).sorted()
    }

    /// Joins numbered pictures that show one thing as it moves.
    private mutating func joinNumbered(_ index: (Set<String>) -> AssetIndex) {
        var series: [String: [(number: Int, picture: AdoptedPicture)]] = [:]
        for picture in pictures {
            guard let stem = NumberedStem(picture.asset.name) else { continue }
            series[stem.name, default: []].append((stem.number, picture))
        }
        series = series.mapValues { $0.sorted { $0.number < $1.number } }
        series = series.filter { name, frames in
            let pictures = frames.map(\.picture)
            let numbers = frames.map(\.number)
            guard frames.count > 1, Set(numbers).count == numbers.count,
                pictures.allSatisfy({ $0.look.size == pictures[0].look.size }),
                zip(pictures, pictures.dropFirst()).allSatisfy({ $0.resembles($1) })
            else { return false }
            let missing = Set(numbers[0]...(numbers.last ?? 0)).subtracting(numbers).sorted()
            guard !missing.isEmpty, missing.count < frames.count else { return missing.isEmpty }
            let isPet = ArtRole(lastPart(of: name)) != nil
            doubts.append(
                "\(name) has no frame \(missing[0]) in its \(frames.count) numbered pictures"
                    + (isPet ? "" : ", so they are not taken as an animation")
            )
            return isPet
        }
        guard !series.isEmpty else { return }
        let joined = index(Set(series.keys))
        let members = Set(series.values.joined().map(\.picture.asset.name))
        pictures.removeAll { members.contains($0.asset.name) }
        let sorted = series.sorted { $0.key < $1.key }
        for (name, frames) in sorted {
            guard let asset = joined[name], var picture = frames.first?.picture else { continue }
            picture.asset = asset
            picture.figures = nil
            picture.heads = frames.flatMap(\.picture.heads)
            pictures.append(picture)
        }
        let counted = sorted.map { "\($0.key) (\($0.value.count))" }
        doubts.append(
            "numbered pictures are taken as frames of animations: \(counted.joined(separator: ", "))"
        )
        pictures.sort { $0.asset.name < $1.asset.name }
    }

    private mutating func giveRoles() {
        var known: [String: String] = [:]
        // The second time, the species are known that others are for.
        for _ in 0..<2 {
            for place in pictures.indices {
                pictures[place].role = role(of: pictures[place], known)
            }
            for role in pictures.map(\.role).sorted(by: { $0.isPet && !$1.isPet }) {
                guard let species = role.species else { continue }
                let plain = ArtRole.plain(species)
                known[plain] = known[plain] ?? species
            }
        }
        // `cat_pet_2x` is no outfit of the cat.
        for place in pictures.indices {
            let name = pictures[place].asset.name
            guard let density = ArtRole.writtenDensity(name) else { continue }
            pictures[place].role = ArtRole(kind: .image, id: name)
            doubts.append(
                "\(name) is an image: if it has \(density) pixels per point, rename it to "
                    + "\(lastPart(of: name).dropLast(3))@\(density)x"
            )
        }
        takePoses()
        let isWorn = pictures.contains { [.overlay, .outfit].contains($0.role.kind) }
        let hasPets = pictures.contains { $0.role.species != nil }
        for place in pictures.indices where pictures[place].role.kind == .image {
            // Where there is something to wear, somebody wears it.
            let name = lastPart(of: pictures[place].asset.name)
            guard isWorn, !hasPets, !name.contains("_"), !pictures[place].isScene else { continue }
            pictures[place].role = ArtRole(kind: .species, id: name)
            doubts.append("\(name) is taken as a species, because what is worn needs one")
        }
        separateRepeated()
        if !pictures.contains(where: { $0.role.species != nil }) {
            doubts.append(
                "no pets are found, so pictures are images: a pet's file is called NAME_pet, or is "
                    + "in a folder called pets"
            )
        }
        for place in pictures.indices where pictures[place].role.kind == .image {
            if !ArtRole.isSheet(pictures[place].asset.name) { pictures[place].figures = nil }
            guard pictures[place].look.isKeyed else { continue }
            let isKept = !pictures[place].isKeyed(as: .image)
            doubts.append(
                "\(pictures[place].asset.name) \(isKept ? "keeps" : "loses") its plain background"
            )
        }
        let pets = pictures.filter(\.role.isPet)
        for place in pictures.indices where pictures[place].role.isOverlay {
            // A pair of shoes is one picture; frames go with the pet's.
            let pet = pets.first { $0.look.size == pictures[place].look.size }
            guard let pet else {
                pictures[place].figures = nil
                continue
            }
            // They fit the pet's only when cut alike.
            guard pictures[place].figures != nil, let grid = pet.look.grid else { continue }
            pictures[place].look.grid = grid
            pictures[place].figures = pet.figures
        }
    }

    /// As its name and its folders say.
    private func role(of picture: AdoptedPicture, _ known: [String: String]) -> ArtRole {
        let (name, path) = (picture.asset.name, picture.asset.files[0].path)
        var folders = parentFolder(of: path).split(separator: "/").map(String.init)
        // The folder is the name of its numbered frames.
        if folders.last == lastPart(of: name), isNamedByPath, picture.asset.frameFiles > 1 {
            folders.removeLast()
        }
        folders.removeAll { $0.hasSuffix(".imageset") }
        var role = ArtRole(lastPart(of: name), in: folders, known: known)
        if role.kind == .image { role.id = name }
        if let wearer = role.wearer { role.wearer = known[ArtRole.plain(wearer)] ?? wearer }
        if role.isPet { role.id = known[ArtRole.plain(role.id)] ?? role.id }
        return role
    }

    /// Images called after what they do are animations of species.
    private mutating func takePoses() {
        var poses: [String: Set<String>] = [:]
        for picture in pictures where picture.role.kind == .image {
            guard let (species, pose) = ArtRole.pose(lastPart(of: picture.asset.name)) else {
                continue
            }
            poses[species, default: []].insert(pose)
        }
        let actors = poses.filter { ArtRole.areMoves($0.value) }
        guard !actors.isEmpty else { return }
        doubts.append(
            "pictures named after what they do are animations of species: "
                + actors.keys.sorted().joined(separator: ", ")
        )
        for place in pictures.indices where pictures[place].role.kind == .image {
            if let (species, pose) = ArtRole.pose(lastPart(of: pictures[place].asset.name)),
                actors[species] != nil
            {
                pictures[place].role = ArtRole(kind: .species, id: species, move: pose)
            }
        }
    }

    /// Of two pictures of one pet one is an image; items of one name in two folders are two items.
    private mutating func separateRepeated() {
        let places = Dictionary(grouping: pictures.indices) { pictures[$0].role }
        for (role, same) in places.sorted(by: { $0.value[0] < $1.value[0] }) where same.count > 1 {
            for place in role.isPet ? Array(same.dropFirst()) : same {
                let name = pictures[place].asset.name
                pictures[place].role.id = name
                guard role.isPet else { continue }
                pictures[place].role = ArtRole(kind: .image, id: name)
                let first = pictures[same[0]].asset.name
                doubts.append("\(name) is an image, because \(first) is the species \(role.id)")
            }
        }
    }
}

/// A picture of adopted art: what it shows, reduced to numbers.
struct AdoptedPicture {
    var asset: Asset
    var role = ArtRole(kind: .image, id: "")
    var look: PictureLook.Facts
    /// The size of a frame.
    let frame: PixelSize
    /// How many figures it is cut into; nil when it is one.
    var figures: Int?
    var heads: [PixelPoint]
    /// The first animation that its file names.
    let ownAnimation: String?
    /// Mean alpha on 16 x 16 fields of a frame, 0...255.
    private let silhouette: [Int]
    /// The shares of visible samples up to each eighth of red, green and blue, 0...255.
    private let colors: [Int]

    init(_ asset: Asset, _ look: PictureLook, _ animation: String?) {
        self.asset = asset
        let frames = look.cells ?? look.frames
        self.look = look.facts
        frame = frames[0].size
        figures = look.isCut ? look.frames.count : nil
        heads = frames.map(\.head)
        ownAnimation = animation
        silhouette = frames[0].silhouette
        colors = frames[0].colors
    }

    /// Pixels per point of the picture that was looked at.
    var density: Int { asset.files[0].density }

    /// Whether its name or its folder says that it is whole with its background.
    var isScene: Bool {
        ArtRole.isScene(lastPart(of: asset.name))
            || ArtRole.isScene(lastPart(of: parentFolder(of: asset.files[0].path)))
    }

    /// Whether its background is removed; images most likely are whole.
    func isKeyed(as kind: AddedKind) -> Bool {
        look.isKeyed && (kind != .image || isOnScreen && !isScene)
    }

    /// Whether it stands before a color that is a screen in any picture.
    private var isOnScreen: Bool {
        guard let screen = look.screen else { return false }
        let channels = [screen.r, screen.g, screen.b].map(Int.init)
        return (channels.max() ?? 0) - (channels.min() ?? 0) >= 128
    }

    /// The share of this picture that another one covers, if both are on the same place, 0...1.
    func share(coveredBy other: AdoptedPicture) -> Double {
        let common = zip(silhouette, other.silhouette).reduce(0) { $0 + min($1.0, $1.1) }
        return Double(common) / Double(max(1, silhouette.reduce(0, +)))
    }

    var fillsFrame: Bool {
        let columns = (0..<16).filter { x in (0..<16).contains { silhouette[$0 * 16 + x] > 8 } }
        let rows = (0..<16).filter { y in (0..<16).contains { silhouette[y * 16 + $0] > 8 } }
        return max(columns.count, rows.count) >= 14
    }

    /// Whether two pictures may be frames of one animation.
    func resembles(_ other: AdoptedPicture) -> Bool {
        let apart = zip(colors, other.colors).reduce(0) { $0 + abs($1.0 - $1.1) }
        return min(share(coveredBy: other), other.share(coveredBy: self)) >= 0.6
            && apart <= 255 * colors.count / 24
    }
}

extension StraightImage {
    fileprivate var silhouette: [Int] {
        (0..<256).map { field in
            let (column, row) = (field % 16, field / 16)
            let columns =
                column * width / 16..<max(column * width / 16 + 1, (column + 1) * width / 16)
            let rows = row * height / 16..<max(row * height / 16 + 1, (row + 1) * height / 16)
            var sum = 0
            for y in rows { for x in columns { sum += Int(self[x, y].a) } }
            return sum / (rows.count * columns.count)
        }
    }

    fileprivate var colors: [Int] {
        var counts = [Int](repeating: 0, count: 24)
        var visible = 0
        for y in stride(from: 0, to: height, by: max(1, height / 64)) {
            for x in stride(from: 0, to: width, by: max(1, width / 64)) where self[x, y].a >= 128 {
                let pixel = self[x, y]
                visible += 1
                for (channel, value) in [pixel.r, pixel.g, pixel.b].enumerated() {
                    counts[channel * 8 + Int(value) / 32] += 1
                }
            }
        }
        for place in counts.indices where place % 8 > 0 { counts[place] += counts[place - 1] }
        return counts.map { $0 * 255 / max(1, visible) }
    }
}
