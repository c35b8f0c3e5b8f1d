import AtlasBuilding
import FileStore
import ImageCodec
import Raster

/// A picture that a file gives, and what packing calls it.
struct OwnFrame {
    var name: String
    var image: StraightImage
}

/// The pictures that packing makes of a file: one of most, several of a file that has frames.
///
/// `path` is relative to the folder; `need` is what reading and the work take together, for each
/// pixel; `work` gets each picture, in order.
func withOwnFrames<Success>(
    _ path: String,
    in folder: String,
    disk: any Disk,
    need: PictureNeed,
    _ work: (OwnFrame) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> [Success] {
    let stem = withoutExtension(path)
    return try await withSheet(
        joinPath(folder, path),
        takingFrames: isAnimationName(path),
        disk: disk,
        need: need
    ) { sheet, facts throws(PictureFailure) in
        guard let facts, sheet.cells.count > 1 else {
            return [try work(OwnFrame(name: stem, image: sheet.image))]
        }
        let (image, cells) = (sheet.image, sheet.cells)
        return try ownNames(stem, cells.count, facts).map { name, cell throws(PictureFailure) in
            try work(OwnFrame(name: name, image: image.cropped(to: cells[cell])))
        }
    }
}

/// The names of a file's frames: `walk_0`, `walk_1`, …; with tags `pet_walk_0`, … for those of each
/// tag, in the order in which they are shown.
private func ownNames(
    _ stem: String,
    _ count: Int,
    _ facts: SheetFacts
) -> [(name: String, cell: Int)] {
    var names: [(name: String, cell: Int)] = []
    for tag in facts.tags {
        let isReverse = tag.direction == .reverse || tag.direction == .pingPongReverse
        let order = isReverse ? tag.frames.reversed() : Array(tag.frames)
        let name = tag.name.map { $0 == "/" ? "-" : String($0) }.joined()
        names += order.enumerated().map { ("\(stem)_\(name)_\($0)", $1) }
    }
    let tagged = Set(names.map(\.cell))
    return names + (0..<count).filter { !tagged.contains($0) }.map { ("\(stem)_\($0)", $0) }
}
