import Bake
import Catalog
import Diagnostics
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Sheets that people drew and play give no finding about their frames.
@Suite(.enabled(if: Fixtures.areExpected, "\(Fixtures.absence)"))
struct GoodSheetTests {
    /// What compares frames, or looks at the borders of cells.
    private let checks: Set<String> = [
        "odd-frame", "frame-drift", "frame-size", "mirrored-frame", "neighbor-sliver",
        "empty-frame", "uncut-figures", "place-jump",
    ]

    private func pictures(_ folder: String) throws -> [(path: String, image: StraightImage)] {
        let folder = try Fixtures.folder().appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".png") }
            .map { path in
                let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
                return (path, try decodeImage(bytes).image)
            }
    }

    /// Animations of some cells, by name.
    private func animations(_ members: [(String, [Int])]) throws -> [SheetAnimation] {
        let text = members.map { "\"\($0.0)\": {\"frames\": \($0.1)}" }.joined(separator: ", ")
        return try catalog("\"sheets\": {\"a\": {\"animations\": {\(text)}}}").sheet(for: "a").value
            .animations
    }

    private func found(_ picture: CheckedPicture) -> [String] {
        checkPicture(picture).filter { checks.contains($0.id) }.map(\.description)
    }

    /// Walking, running, jumping and emotes, seen from four sides: one row is one animation.
    ///
    /// Without any the sheet is taken for one, which is no mistake of its frames either.
    @Test func `sheets of the Liberated Pixel Cup are fine`() throws {
        var count = 0
        for (path, image) in try pictures("layered/lpc-revised")
        where image.width % 64 == 0 && image.height % 64 == 0 {
            let (columns, rows) = (image.width / 64, image.height / 64)
            let cells = (0..<columns * rows).compactMap {
                PixelRect(x: $0 % columns * 64, y: $0 / columns * 64, width: 64, height: 64)
            }
            // Rows end where their animation does.
            let shown = cells.indices.filter {
                image.cropped(to: cells[$0]).opaqueBounds(above: 0) != nil
            }
            let byRow = Dictionary(grouping: shown) { $0 / columns }.sorted { $0.key < $1.key }
            let played = try animations(byRow.map { ("row\($0.key)", $0.value) })
            for animations in [played, []] {
                let picture = CheckedPicture(
                    path: path,
                    image: image,
                    frames: cells,
                    animations: animations,
                    isBase: true,
                    canvas: PixelSize(width: 64, height: 64)
                )
                #expect(found(picture) == [])
            }
            count += 1
        }
        #expect(count >= 20)
    }

    /// Poses of a character side by side: all of them, and those that are played.
    @Test(arguments: ["Adventurer", "Female", "Zombie"])
    func `Kenney's characters are fine`(character: String) throws {
        let poses = try pictures("layered/kenney-platformer-characters/PNG/\(character)/Poses")
        let size = try #require(poses.first?.image.size)
        #expect(poses.count >= 20)
        var image = StraightImage(
            size: try #require(PixelSize(width: poses.count * size.width, height: size.height))
        )
        var cells: [PixelRect] = []
        for (index, pose) in poses.enumerated() {
            let corner = PixelPoint(x: index * size.width, y: 0)
            image.copy(from: pose.image, at: corner)
            cells += [PixelRect(origin: corner, size: size)].compactMap(\.self)
        }
        // Those whose names differ by a number belong together: walk1, walk2.
        let groups = Dictionary(grouping: poses.indices) { index in
            poses[index].path.prefix { !$0.isNumber && $0 != "." }
        }
        let played = try animations(
            groups.sorted { $0.key < $1.key }.map { (String($0.key.suffix(20)), $0.value) }
        )
        for animations in [played, []] {
            let picture = CheckedPicture(
                path: character,
                image: image,
                frames: cells,
                animations: animations,
                isBase: true
            )
            #expect(found(picture) == [])
        }
    }

    /// Pictures that are one frame each, as pets.
    @Test(
        arguments: [
            "layered/kenney-animal-pack-redux", "emoji/noto-128", "aseprite/asefile",
            "green-screen/generated-pets",
        ]
    )
    func `single pictures are fine`(folder: String) throws {
        for (path, image) in try pictures(folder) where !path.contains("row") {
            let picture = CheckedPicture(
                path: path,
                image: image,
                isBase: true,
                canvas: PixelSize(width: 128, height: 128)
            )
            #expect(found(picture) == [])
        }
    }

    @Test func `the report says how a generated row becomes frames`() throws {
        let row = try pictures("green-screen/generated-pets").filter { $0.path.contains("row") }
        for (path, image) in row {
            let picture = CheckedPicture(
                path: path,
                image: image,
                isBase: true,
                canvas: PixelSize(width: 256, height: 256)
            )
            #expect(found(picture).contains { $0.contains("found 6 at about") })
        }
        #expect(!row.isEmpty)
    }
}
