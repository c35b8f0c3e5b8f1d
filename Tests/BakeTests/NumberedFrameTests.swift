import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Animations whose frames are files with numbers.
struct NumberedFrameTests {
    private func game(
        _ files: [String],
        rule: String =
            #""dog_idle": { "frames": "numbered", "animations": { "idle": { "fps": 6 } } }"#,
        size: (String) -> Int = { _ in 24 }
    ) throws -> DrawnGame {
        let art = files.enumerated().map { place, name in
            let shade = StraightPixel(r: UInt8(40 + 30 * place), g: 90, b: 120)
            let side = size(name)
            return ("\(name).png", StraightImage.disc(side, side, shade))
        }
        return try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 },
            "species": [{ "id": "dog", "asset": "dog_idle" }],
            "sheets": { \(rule) },
            "targets": [{ "id": "game", "scales": [1, 2] }]
            """,
            art: Dictionary(uniqueKeysWithValues: art)
        )
    }

    @Test(
        arguments: [
            ["dog_idle-01", "dog_idle-02", "dog_idle-03"],
            ["dog_idle_1", "dog_idle_2", "dog_idle_3"],
            ["dog_idle 8", "dog_idle 9", "dog_idle 10"], ["dog_idle0", "dog_idle1", "dog_idle2"],
        ]
    )
    func `numbered files are the frames of one asset, in the order of their numbers`(
        files: [String]
    ) async throws {
        let game = try game(files)
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        #expect(baked.manifest.species[0].art[0].frames == (0..<3).map { "dog_idle/\($0)" })
        let look = Look(species: "dog")
        for frame in 0..<3 {
            let shown = try await game.preview(look, animation: "idle", frame: frame, scale: 2)
            #expect(try baked.drawn(look, animation: "idle", frame: frame, scale: 2) == shown)
            let middle = shown[24, 24]
            #expect(Int(middle.r) == 40 + 30 * frame)
        }
    }

    @Test func `gaps, frames twice and other sizes are errors`() async throws {
        expectFindings(
            try await game(["dog_idle-1", "dog_idle-3"]).findings(),
            [
                """
                game/art/dog_idle-3.png: error[numbered-frames]: the frames of asset "dog_idle" have a gap, found 3 after 1
                  help: number them without a gap
                """
            ]
        )
        expectFindings(
            try await game(["dog_idle-1", "dog_idle-01", "dog_idle-2"]).findings(),
            [
                """
                game/art/dog_idle-1.png: error[numbered-frames]: two files are frame 1 of asset "dog_idle"
                  help: remove one, or number it anew
                """
            ]
        )
        expectFindings(
            try await game(["dog_idle-1", "dog_idle-2"], size: { $0.hasSuffix("2") ? 20 : 24 })
                .findings(),
            [
                """
                game/art/dog_idle-2.png: error[numbered-frames]: a numbered frame has another size than the first, found 20x20, expected 24x24
                  help: export all frames on one canvas
                """
            ]
        )
        expectFindings(
            try await game(["dog_idle-1", "dog_idle-2", "dog_idle-1@2x"]).findings()
                .filter { $0.contains("numbered") },
            [
                """
                game/art/dog_idle-1@2x.png: error[numbered-frames]: the densities of asset "dog_idle" differ in their frames, found 1, expected 2
                  help: export all frames at each density
                """
            ]
        )
    }

    @Test func `frames that lie about are offered, once`() async throws {
        expectFindings(
            try await game(
                ["dog_idle", "dog_walk-1", "dog_walk-2", "dog_walk-3", "hat7"],
                rule: ""
            )
            .findings(),
            [
                """
                game/art/dog_walk-1.png: warning[unused-asset]: nothing uses 3 numbered files, found "dog_walk-1" to "dog_walk-3"
                  help: if they are the frames of "dog_walk", say "frames": "numbered" in a rule of "sheets" for it
                """,
                """
                game/art/hat7.png: warning[unused-asset]: no species, no item and no image uses the asset "hat7"
                  help: say what it is with 'kiln add --as KIND' (species, outfit, overlay or image), or remove the file
                """,
            ]
        )
    }

    @Test func `an image may be numbered files, too`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 },
            "images": [{ "id": "coin" }],
            "sheets": { "coin": { "frames": "numbered", "animations": { "spin": { "frames": "2-0" } } } },
            "targets": [{ "id": "game" }]
            """,
            art: [
                "coin1.png": .disc(24, 24, filling: 0.9), "coin2.png": .disc(24, 24, filling: 0.6),
                "coin3.png": .disc(24, 24, filling: 0.3),
            ]
        )
        expectFindings(try await game.findings(), [])
        let manifest = try await game.baked().manifest
        let steps = try manifest.drawList(forImage: "coin", animation: "spin", frame: 0)
        #expect(steps.map(\.frame) == ["coin/2"])
    }

    @Test func `a changed frame is baked anew`() async throws {
        let game = try game(["dog_idle-1", "dog_idle-2"])
        let first = try await game.baked()
        try game.disk.put("game/art/dog_idle-2.png", .disc(24, 24, filling: 0.4))
        let second = try await game.baked()
        let look = Look(species: "dog")
        #expect(try first.drawn(look, frame: 0) == second.drawn(look, frame: 0))
        #expect(try first.drawn(look, frame: 1) != second.drawn(look, frame: 1))
    }

    @Test func `numbered image sets are the frames of one asset`() async throws {
        let game = try game([])
        for number in 1...3 {
            let folder = "game/art/dog_idle-0\(number).imageset"
            let shade = StraightPixel(r: UInt8(60 * number), g: 90, b: 120)
            try game.disk.put("\(folder)/picture.png", .disc(24, 24, shade))
            game.disk.put(
                "\(folder)/Contents.json",
                #"{"images": [{"filename": "picture.png", "scale": "1x"}]}"#
            )
        }
        let found = try await game.findings()
        #expect(!found.contains { !$0.contains("mixed-densities") }, "\(found)")
        let baked = try await game.baked()
        #expect(
            baked.manifest.species[0].art[0].frames == ["dog_idle/0", "dog_idle/1", "dog_idle/2"]
        )
    }
}
