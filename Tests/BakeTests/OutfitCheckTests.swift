import Bake
import Foundation
import Raster
import TestSupport
import Testing

private let brown = StraightPixel(r: 150, g: 90, b: 50)
private let blue = StraightPixel(r: 40, g: 90, b: 160)
private let red = StraightPixel(r: 170, g: 40, b: 60)

/// Outfits next to the pets that wear them, and files of one asset next to each other.
struct OutfitCheckTests {
    private func found(_ changes: [String: StraightImage] = [:]) async throws -> [String] {
        var art: [String: StraightImage] = [
            "dog_pet.png": .disc(64, 64), "cat_pet.png": .disc(64, 64, brown),
            "dog_coat.png": .disc(64, 64, blue), "cat_coat.png": .disc(64, 64, red),
            "dog_robe.png": .disc(64, 64, blue, filling: 0.86),
            "cat_robe.png": .disc(64, 64, red, filling: 0.86),
        ]
        art.merge(changes) { $1 }
        return try await DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [{ "id": "dog" }, { "id": "cat" }],
            "items": [{ "id": "coat", "equipStyle": "replaceSprite" },
                      { "id": "robe", "equipStyle": "replaceSprite" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: art
        ).findings()
    }

    @Test func `outfits of their own are fine`() async throws {
        expectFindings(try await found(), [])
    }

    @Test func `an outfit's file that holds the undressed pet is reported`() async throws {
        expectFindings(
            try await found(["dog_coat.png": .disc(64, 64)]),
            [
                """
                game/art/dog_coat.png: warning[same-picture]: item "coat" on species "dog" shows the very picture of species "dog", found the same pixels in "dog_coat" and "dog_pet"
                  help: export the outfit's own picture; one that is shared on purpose needs one file, and a name that both find
                """
            ]
        )
    }

    @Test func `an outfit's file that holds another pet's outfit is reported`() async throws {
        expectFindings(
            try await found(["dog_coat.png": .disc(64, 64, red)]),
            [
                """
                game/art/dog_coat.png: warning[same-picture]: item "coat" on species "dog" shows the very picture of item "coat" on species "cat", found the same pixels in "dog_coat" and "cat_coat"
                  help: export the outfit's own picture; one that is shared on purpose needs one file, and a name that both find
                """
            ]
        )
        // Pets that look alike may dress alike.
        expectFindings(
            try await found([
                "dog_pet.png": .disc(64, 64, brown), "dog_coat.png": .disc(64, 64, red),
            ]),
            []
        )
    }

    @Test func `an outfit that stands lower than the pet is reported`() async throws {
        func shifted(_ rows: Double) -> StraightImage {
            .disc(64, 64, blue, filling: 0.86, around: (0.5, 0.5 + rows / 64))
        }
        expectFindings(
            try await found([
                "dog_robe.png": shifted(4), "dog_pet.png": .disc(64, 64, filling: 0.8),
            ]),
            [
                """
                game/art/dog_robe.png: warning[feet-level]: item "robe" on species "dog" stands on another line than the pet, found it 6 points lower
                  help: put their feet on one line
                """
            ]
        )
        expectFindings(try await found(["dog_robe.png": shifted(2)]), [])
        // What floats may be meant.
        #expect(
            try await found(["dog_robe.png": shifted(-4)]).allSatisfy {
                $0.contains(": note[feet-level]: ")
            }
        )
    }

    @Test func `files of one asset show one picture`() async throws {
        let twice = StraightImage.disc(128, 128)
        expectFindings(try await found(["dog_pet@2x.png": twice]).filter(isAboutFiles), [])
        let other = StraightImage(128, 128) { x, y in
            (30..<100).contains(x) && (10..<120).contains(y) ? blue : .clear
        }
        let reported = try await found(["dog_pet@2x.png": other]).filter(isAboutFiles)
        #expect(reported.count == 1)
        #expect(
            reported.first?.hasPrefix(
                "game/art/dog_pet@2x.png: warning[density-mismatch]: the files of asset \"dog_pet\" show different pictures, found a difference of "
            ) == true
        )
    }

    private func isAboutFiles(_ finding: String) -> Bool { finding.contains("[density-mismatch]") }
}
