import Raster
import TestSupport
import Testing

/// Frames of a sheet that are unlike those of the species' other sheets.
struct SheetFrameTests {
    /// Four cells of 64 pixels: a body with its head to the right, in a shirt, and an arm at the left that
    /// is lower from pose to pose.
    private func sheet(
        _ shirt: StraightPixel,
        poses: [Int] = [0, 1, 2, 3],
        right: [Int] = [0, -2, -4, -2],
        lower: Int = 0,
        mirrored: Set<Int> = [],
        bare: Set<Int> = [],
        cut: Set<Int> = []
    ) -> StraightImage {
        let fur = StraightPixel(r: 180, g: 120, b: 60)
        return StraightImage(256, 64) { x, y in
            let frame = x / 64
            let column = (mirrored.contains(frame) ? 63 - x % 64 : x % 64) - right[frame]
            let row = y - lower
            if cut.contains(frame), (20..<32).contains(row), column >= 20 { return .clear }
            switch (column, row) {
            case (32..<52, 6..<22): return fur
            case (20..<44, 32..<44): return bare.contains(frame) ? fur : shirt
            case (20..<44, 20..<52): return fur
            case (8..<20, (22 + 7 * poses[frame])..<(28 + 7 * poses[frame])):
                return StraightPixel(r: 90, g: 50, b: 20)
            default: return .clear
            }
        }
    }

    private func findings(
        pet: StraightImage? = nil,
        coat: StraightImage? = nil,
        robe: StraightImage? = nil,
        lower: Int = 0
    ) async throws -> [String] {
        let fur = StraightPixel(r: 180, g: 120, b: 60)
        let blue = StraightPixel(r: 60, g: 80, b: 180)
        let game = try DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 }, "species": [{ "id": "dog" }],
            "items": [{ "id": "coat", "equipStyle": "replaceSprite" },
              { "id": "robe", "equipStyle": "replaceSprite" },
              { "id": "suit", "equipStyle": "replaceSprite" }],
            "sheets": { "dog*": { "grid": { "columns": 4, "rows": 1 } } },
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: [
                "dog_pet.png": pet ?? sheet(fur, lower: lower),
                "dog_pet_coat.png": coat ?? sheet(blue, lower: lower),
                "dog_pet_robe.png": robe
                    ?? sheet(StraightPixel(r: 170, g: 60, b: 80), lower: lower),
                "dog_pet_suit.png": sheet(StraightPixel(r: 70, g: 140, b: 70), lower: lower),
            ]
        )
        return try await game.findings().map { String($0.split(separator: "\n")[0]) }
    }

    private let blue = StraightPixel(r: 60, g: 80, b: 180)

    @Test func `sheets that show the same poses have no findings`() async throws {
        #expect(try await findings() == [])
    }

    @Test func `a pet with a single outfit is compared with that`() async throws {
        let fur = StraightPixel(r: 180, g: 120, b: 60)
        let bare = sheet(blue, bare: [1])
        for (coat, frame) in [(sheet(blue), nil), (bare, 1)] {
            let game = try DrawnGame(
                """
                "canvas": { "width": 64, "height": 64 }, "species": [{ "id": "dog" }],
                "items": [{ "id": "coat", "equipStyle": "replaceSprite" }],
                "sheets": { "dog*": { "grid": { "columns": 4, "rows": 1 } } },
                "targets": [{ "id": "game", "scales": [1] }]
                """,
                art: ["dog_pet.png": sheet(fur), "dog_pet_coat.png": coat]
            )
            let found = try await game.findings().map { String($0.split(separator: "\n")[0]) }
            let path = "game/art/dog_pet_coat.png: note[odd-frame]: "
            let expected = frame.map { "\(path)frame \($0) shows the pet without the outfit" }
            #expect(found == [expected].compactMap(\.self))
        }
    }

    @Test func `frames in another order are recognized by the other sheets`() async throws {
        #expect(
            try await findings(coat: sheet(blue, poses: [0, 2, 1, 3])) == [
                "game/art/dog_pet_coat.png: note[odd-frame]: frame 1 looks like frame 2 of the "
                    + "species' other sheets, as does 1 more"
            ]
        )
    }

    @Test func `frames that look the other way are recognized by the other sheets`() async throws {
        #expect(
            try await findings(coat: sheet(blue, mirrored: [1, 2])) == [
                "game/art/dog_pet_coat.png: note[mirrored-frame]: frame 1 looks the other way than in "
                    + "the species' other sheets, as does 1 more"
            ]
        )
    }

    @Test func `frames that lie elsewhere are recognized by the other sheets`() async throws {
        #expect(
            try await findings(coat: sheet(blue, right: [0, -2, 1, -2])) == [
                "game/art/dog_pet_coat.png: note[frame-drift]: frame 2 lies 5 pixels further right than "
                    + "in the species' other sheets"
            ]
        )
    }

    @Test func `a hop that only one sheet has is meant`() async throws {
        #expect(try await findings(coat: sheet(blue, right: [0, -2, 4, 6])) == [])
    }

    @Test func `frames without the outfit are recognized by the pet`() async throws {
        #expect(
            try await findings(coat: sheet(blue, bare: [1, 2])) == [
                "game/art/dog_pet_coat.png: note[odd-frame]: frame 1 shows the pet without the outfit, "
                    + "as does 1 more"
            ]
        )
    }

    @Test func `a frame that shows another outfit is reported by that one`() async throws {
        let red = StraightPixel(r: 170, g: 60, b: 80)
        let mixed = StraightImage(256, 64) { [blue = sheet(blue), red = sheet(red)] x, y in
            (64..<128).contains(x) ? red[x, y] : blue[x, y]
        }
        let found = try await findings(coat: mixed)
        #expect(
            found == [
                "game/art/dog_pet_coat.png: note[odd-frame]: frame 1 is that of item \"robe\" on species "
                    + "\"dog\""
            ]
        )
    }

    @Test func `a frame of which a part is gone is recognized by the other sheets`() async throws {
        let found = try await findings(coat: sheet(blue, cut: [2]))
        #expect(
            found == [
                "game/art/dog_pet_coat.png: note[odd-frame]: frame 2 shows something else than that of "
                    + "the species' other sheets"
            ]
        )
        // What all outfits have is drawn so.
        let red = StraightPixel(r: 170, g: 60, b: 80)
        #expect(
            try await findings(coat: sheet(blue, cut: [2]), robe: sheet(red, cut: [2])) == []
        )
    }

    @Test func `a pet that stands on another line than all of its outfits is one finding`()
        async throws
    {
        let fur = StraightPixel(r: 180, g: 120, b: 60)
        #expect(
            try await findings(pet: sheet(fur, lower: 8)) == [
                "game/art/dog_pet.png: warning[feet-level]: species \"dog\" stands on another line than "
                    + "all of its outfits, found it 8 points lower"
            ]
        )
    }

    @Test func `an outfit to the side of its pet is one finding`() async throws {
        let moved = sheet(blue, right: [6, 4, 2, 4])
        #expect(
            try await findings(coat: moved) == [
                "game/art/dog_pet_coat.png: warning[frame-drift]: item \"coat\" on species \"dog\" is to "
                    + "the right of the pet, found it about 6 points away"
            ]
        )
        let fur = StraightPixel(r: 180, g: 120, b: 60)
        #expect(
            try await findings(pet: sheet(fur, right: [6, 4, 2, 4])) == [
                "game/art/dog_pet.png: warning[frame-drift]: species \"dog\" is to the right of all of "
                    + "its outfits, found it about 6 points away"
            ]
        )
    }

    @Test func `a bag on one side moves no outfit`() async throws {
        let bare = sheet(blue)
        let bag = StraightImage(256, 64) { x, y in
            (44..<56).contains(x % 64 - [0, -2, -4, -2][x / 64]) && (24..<44).contains(y)
                ? StraightPixel(r: 20, g: 90, b: 60) : bare[x, y]
        }
        #expect(try await findings(coat: bag) == [])
    }

    @Test func `an outfit that sinks below the canvas is recognized by its upper edge`()
        async throws
    {
        #expect(
            try await findings(coat: sheet(blue, lower: 20), lower: 10) == [
                "game/art/dog_pet_coat.png: warning[feet-level]: item \"coat\" on species \"dog\" stands "
                    + "on another line than the pet, found it 10 points lower"
            ]
        )
    }
}
