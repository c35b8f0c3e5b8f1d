import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import Raster

/// A folder of art, looked at for a catalog to begin with.
struct AdoptedArt {
    /// Below the folder, with those of image sets.
    private(set) var files: [String] = []
    private(set) var pictures: [AdoptedPicture] = []
    /// Whether folders are part of names, because names alone are not unique.
    private(set) var isNamedByPath = false
    /// What a person should look at, as sentences.
    private(set) var doubts: [String] = []

    /// - Throws: `PictureFailure` when the folder shows no picture.
    init(_ folder: String, disk: any Disk) async throws(PictureFailure) {
        let real = disk.realPath(folder) ?? folder
        let (parent, root) = (parentFolder(of: real), lastPart(of: real))
        let scan = SourceScan(SourceRules(folders: [root]), in: parent, disk: disk)
        files = scan.files.map { String($0.dropFirst(root.count + 1)) }
        func index(_ numbered: Set<String>, byPath: Bool) -> AssetIndex {
            AssetIndex(
                files: scan.files,
                contents: scan.contents,
                pathNamed: byPath ? [root] : [],
                isNumbered: numbered.contains
            )
        }
        var single = index([], byPath: false)
        if single.diagnostics.hasErrors {
            (single, isNamedByPath) = (index([], byPath: true), true)
            doubts.append("folders are part of names, because files in several have one name")
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
            return frames.count > 1
                && frames.last.map { $0.number - frames[0].number } == frames.count - 1
                && pictures.allSatisfy { $0.look.size == pictures[0].look.size }
                && zip(pictures, pictures.dropFirst()).allSatisfy { $0.resembles($1) }
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
        let species = Set(pictures.compactMap { ArtRole($0.asset.name)?.species })
        var poses: [String: Set<String>] = [:]
        for picture in pictures where ArtRole(picture.asset.name) == nil {
            guard let (species, pose) = ArtRole.pose(picture.asset.name) else { continue }
            poses[species, default: []].insert(pose)
        }
        let actors = poses.filter { $0.value.intersection(ArtRole.moves).count >= 3 }
        if !actors.isEmpty {
            let names = actors.keys.sorted().joined(separator: ", ")
            doubts.append("pictures named after what they do are animations of species: \(names)")
        }
        let overlays = pictures.contains { ArtRole($0.asset.name)?.isOverlay == true }
        for place in pictures.indices {
            let name = pictures[place].asset.name
            let path = pictures[place].asset.files[0].path
            let folder = lastPart(of: parentFolder(of: path)).lowercased()
            var role = ArtRole(name) ?? ArtRole(name, in: folder, known: species)
            if role.kind == .image, let (species, pose) = ArtRole.pose(name), actors[species] != nil
            {
                role = ArtRole(kind: .species, id: species, move: pose)
            }
            // Where there is something to wear, somebody wears it.
            if role.kind == .image, overlays, species.isEmpty, !role.id.contains("_") {
                role = ArtRole(kind: .species, id: role.id)
                doubts.append("\(name) is taken as a species, because the overlays need one")
            }
            pictures[place].role = role
        }
        // A picture that stands before a plain wall is most likely whole.
        for place in pictures.indices where pictures[place].role.kind == .image {
            if !ArtRole.isSheet(pictures[place].asset.name) { pictures[place].figures = nil }
            if pictures[place].look.isKeyed, !pictures[place].isOnScreen {
                doubts.append("\(pictures[place].asset.name) keeps its plain background")
            }
        }
        let petSizes = Set(pictures.filter(\.role.isPet).map(\.look.size))
        for place in pictures.indices where pictures[place].role.isOverlay {
            // A pair of shoes is one picture; frames go with the pet's.
            if !petSizes.contains(pictures[place].look.size) { pictures[place].figures = nil }
        }
    }
}

/// A picture of adopted art: what it shows, reduced to numbers.
struct AdoptedPicture {
    var asset: Asset
    var role = ArtRole(kind: .image, id: "")
    let look: PictureLook.Facts
    /// The size of a frame.
    let frame: PixelSize
    /// How many figures it is cut into; nil when it is one.
    var figures: Int?
    var heads: [PixelPoint]
    /// The first animation that its file names.
    let ownAnimation: String?
    /// Mean alpha on 16 x 16 fields of a frame, 0...255.
    private let silhouette: [Int]

    init(_ asset: Asset, _ look: PictureLook, _ animation: String?) {
        self.asset = asset
        let frames = look.cells ?? look.frames
        self.look = look.facts
        frame = frames[0].size
        figures = look.isCut ? look.frames.count : nil
        heads = frames.map(\.head)
        ownAnimation = animation
        silhouette = frames[0].silhouette
    }

    /// Pixels per point of the picture that was looked at.
    var density: Int { asset.files[0].density }

    /// Whether it stands before a color that is a screen in any picture.
    var isOnScreen: Bool {
        guard let screen = look.screen else { return false }
        let channels = [screen.r, screen.g, screen.b].map(Int.init)
        return (channels.max() ?? 0) - (channels.min() ?? 0) >= 128
    }

    /// The share of this picture that another one covers, if both are on the same place, 0...1.
    func share(coveredBy other: AdoptedPicture) -> Double {
        let common = zip(silhouette, other.silhouette).reduce(0) { $0 + min($1.0, $1.1) }
        return Double(common) / Double(max(1, silhouette.reduce(0, +)))
    }

    /// Whether a frame is filled from one side to the other.
    var fillsFrame: Bool {
        let columns = (0..<16).filter { x in (0..<16).contains { silhouette[$0 * 16 + x] > 8 } }
        let rows = (0..<16).filter { y in (0..<16).contains { silhouette[y * 16 + $0] > 8 } }
        return max(columns.count, rows.count) >= 14
    }

    /// Whether two pictures may be frames of one animation.
    func resembles(_ other: AdoptedPicture) -> Bool {
        min(share(coveredBy: other), other.share(coveredBy: self)) >= 0.6
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
}
