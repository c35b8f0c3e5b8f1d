import ImageCodec
import Raster
import TestSupport
import Testing

/// Documents with pictures that Aseprite made of them.
@Suite(.enabled(if: Fixtures.areExpected, Comment(rawValue: Fixtures.absence)))
struct AsepriteFixtureTests {
    private static let folder = "aseprite/asefile"

    @Test(arguments: [
        ("256_color_old_palette_chunk", ["256_color_old_palette_chunk"]),
        ("background", ["background"]),
        ("basic-16x16", ["basic-16x16"]),
        ("big", ["big"]),
        ("blend_multiply", ["blend_multiply"]),
        ("blend_normal", ["blend_normal"]),
        ("blend_saturation_bug", ["blend_saturation_bug"]),
        ("blend_screen", ["blend_screen"]),
        ("grayscale", ["grayscale"]),
        ("indexed", ["indexed_01"]),
        (
            "layers_and_tags",
            [
                "layers_and_tags_01", "layers_and_tags_02", "layers_and_tags_03",
                "layers_and_tags_04",
            ]
        ),
        ("linked_cels", ["linked_cels_01", "linked_cels_02", "linked_cels_03"]),
        ("tilemap", ["tilemap"]),
        ("tilemap_grayscale", ["tilemap_grayscale"]),
        ("tilemap_indexed", ["tilemap_indexed"]),
        ("tilemap_multi", ["tilemap_multi"]),
        ("transparency", ["transparency_01", "transparency_02"]),
    ])
    func `flattened frames are bit for bit those that Aseprite draws`(
        name: String,
        frames: [String]
    ) throws {
        let sheet = try decodeSheet(try Fixtures.bytes("\(Self.folder)/\(name).aseprite"))
        for (cell, frame) in zip(sheet.cells, frames) {
            let wanted = try decodeImage(try Fixtures.bytes("\(Self.folder)/\(frame).png")).image
            let found = sheet.image.cropped(to: cell)
            #expect(difference(found, wanted) == nil, "\(frame)")
        }
    }

    @Test(arguments: [("map1", "tilemap_multi_map1"), ("map2", "tilemap_multi_map2")])
    func `single layers are bit for bit those that Aseprite draws`(
        number: String,
        picture: String
    ) throws {
        let bytes = try Fixtures.bytes("\(Self.folder)/tilemap_multi.aseprite")
        let wanted = try decodeImage(try Fixtures.bytes("\(Self.folder)/\(picture).png")).image
        let parts = try readSheetFacts(bytes).parts
        let pictures = try parts.map { try decodeSheet(bytes, part: $0).image }
        #expect(
            pictures.contains { difference($0, wanted) == nil },
            "none of \(parts) looks like \(picture)"
        )
    }

    @Test func `all documents are read whole`() throws {
        let files = try Fixtures.files(in: Self.folder, endingIn: [".aseprite"])
        #expect(files.count == 28)
        for file in files {
            let bytes = try Fixtures.bytes(file)
            let facts = try readSheetFacts(bytes)
            let sheet = try decodeSheet(bytes)
            #expect(sheet.cells.count == facts.frames, "\(file)")
            #expect(try decodeImage(bytes).image.size == facts.size, "\(file)")
        }
    }

    @Test func `tags and slices are those of the documents`() throws {
        func facts(_ name: String) throws -> SheetFacts {
            try readSheetFacts(try Fixtures.bytes("\(Self.folder)/\(name).aseprite"))
        }
        #expect(try facts("layers_and_tags").tags.count == 3)
        let slices = try facts("slice_advanced").slices
        #expect(slices.count == 2)
        #expect(slices.contains { $0.center != nil } && slices.contains { $0.pivot != nil })
    }

    /// The first pixel that differs; clear ones have no color.
    private func difference(_ found: StraightImage, _ wanted: StraightImage) -> String? {
        guard found.size == wanted.size else { return "\(found.size), not \(wanted.size)" }
        for y in 0..<found.height {
            for x in 0..<found.width {
                let (own, other) = (found[x, y], wanted[x, y])
                guard own != other, own.a > 0 || other.a > 0 else { continue }
                return "\(x),\(y): \(own), not \(other)"
            }
        }
        return nil
    }
}
