import Bake
import Diagnostics
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

/// Looks, items and images as the memory of e-paper panels.
struct PanelTargetTests {
    /// A pet of 3x2 whose third frame is its first.
    private func game(
        _ eink: String,
        selects: String = #""looks": ["*"]"#,
        more: String = ""
    ) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 3, "height": 2 },
            "species": [{ "id": "cat" }],
            "items": [{ "id": "dot", "equipStyle": "overlay" }],
            "sheets": { "cat_pet": { "grid": { "columns": 4, "rows": 1 },
              "animations": { "idle": { "frames": [0, 1, 2, 3], "fps": 4 } } } },
            "images": [{ "id": "smooth" }],
            "looks": [{ "id": "cat-1", "species": "cat" }],
            \(more)
            "targets": [{ "id": "paper", "kind": "eink", \(selects), "eink": { \(eink) } }]
            """,
            art: [
                "cat_pet.png": StraightImage(drawn: "#...#.#..##.", "............"),
                "overlay_dot.png": StraightImage(drawn: ".r.", "..."),
                "smooth.png": StraightImage(200, 100) { x, y in
                    StraightPixel(r: UInt8(x), g: UInt8(x), b: UInt8(y))
                },
            ]
        )
    }

    private func panel(_ baked: BakedGame) throws -> Manifest.Panel {
        let target = try #require(baked.manifest.targets.first { $0.id == "paper" })
        #expect(target.kind == "eink" && target.pages == [] && target.frames == [:])
        return try #require(target.panel)
    }

    private func bytes(_ baked: BakedGame, _ path: String) throws -> String {
        hex(try #require(baked.files[path], "\(baked.files.keys.sorted())"))
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// What is found, without places.
    private func reported(_ findings: [String]) -> [String] {
        findings.compactMap { finding in
            finding.firstRange(of: "error[").map { String(finding[$0.lowerBound...]) }
        }
    }

    @Test func `a file holds a header and each frame once, enlarged by a whole factor`()
        async throws
    {
        let baked = try await game(
            #""panel": [10, 5], "header": "4B u8:frames u16le:bytes", "preview": false"#
        ).baked()
        let first = "cfc0cfc0ffc0ffc0ffc0"
        let second = "f3c0f3c0ffc0ffc0ffc0"
        let third = "c3c0c3c0ffc0ffc0ffc0"
        #expect(try bytes(baked, "paper/looks/cat-1.bin") == "4b030a00" + first + second + third)
        let panel = try panel(baked)
        #expect((panel.bytesPerRow, panel.frameBytes, panel.headerBytes) == (2, 10, 4))
        #expect(panel.inks.map(\.color) == ["#000000", "#FFFFFF"])
        let file = try #require(panel.files.first)
        #expect(file.area == .init(x: 2, y: 0, width: 6, height: 4))
        #expect((file.id, file.of, file.frames) == ("cat-1", "look", 3))
        #expect(file.previews == nil && file.header == nil)
        #expect(
            Set(baked.files.keys) == [
                "manifest.json", "paper/looks/cat-1.bin", "paper/looks/cat-1.changes.json",
            ]
        )
    }

    @Test func `animations tell what changes, back to their start too`() async throws {
        let baked = try await game(#""panel": [10, 5]"#).baked()
        let file = try #require(try panel(baked).files.first)
        let idle = try #require(file.animations?["idle"])
        #expect(idle.frames == [0, 1, 0, 2])
        #expect(idle.durations == [250, 250, 250, 250])
        #expect(idle.changes.map { [$0.from, $0.to] } == [[0, 1], [1, 0], [0, 2], [2, 0]])
        #expect(idle.changes.map(\.pixels) == [8, 8, 4, 4])
        #expect(idle.changes.map(\.cleared) == [4, 4, 0, 4])
        #expect(idle.changes[0].rectangles == [.init(x: 0, y: 0, width: 8, height: 2)])
        let path = try #require(file.changes)
        let beside = try JSONDecoder().decode(
            Beside.self,
            from: Data(try #require(baked.files[path]))
        )
        #expect(
            beside == Beside(animations: ["idle": idle], file: "cat-1.bin", width: 10, height: 5)
        )
    }

    private struct Beside: Codable, Equatable {
        var animations: [String: Manifest.PanelAnimation]
        var file: String
        var width: Int
        var height: Int
    }

    @Test(
        arguments: [
            ("center", 2, 0), ("top", 2, 0), ("bottom", 2, 1), ("left", 0, 0), ("right", 4, 0),
            ("top-left", 0, 0), ("top-right", 4, 0), ("bottom-left", 0, 1), ("bottom-right", 4, 1),
        ]
    )
    func `a picture that does not fill the panel is where it is reported`(
        position: String,
        x: Int,
        y: Int
    ) async throws {
        let baked = try await game(#""panel": [10, 5], "position": "\#(position)""#).baked()
        let file = try #require(try panel(baked).files.first)
        #expect((file.area.x, file.area.y) == (x, y))
        let preview = try baked.picture("paper/looks/cat-1@0.png")
        #expect(preview[x, y] == StraightPixel(r: 0, g: 0, b: 0))
        #expect(preview.pixels.count { $0.r == 0 } == 4)
    }

    @Test func `what is wanted larger is drawn in the panel's size`() async throws {
        let baked = try await game(
            #""panel": [100, 100], "inks": "gray4", "fit": "contain""#,
            selects: #""images": ["smooth"]"#
        ).baked()
        let panel = try panel(baked)
        let file = try #require(panel.files.first)
        #expect(file.area == .init(x: 0, y: 25, width: 100, height: 50))
        #expect((file.of, file.frames, file.changes) == ("image", 1, nil))
        #expect(panel.bitsPerPixel == 2 && panel.bytesPerRow == 25)
        // A single frame's preview has no number.
        #expect(file.previews == ["paper/images/smooth.png"])
    }

    @Test func `pixel art keeps its colors, other art is dithered`() async throws {
        let flat = try await game(#""panel": [30, 20], "inks": "gray4""#).baked()
        let colors = Set(try flat.picture("paper/looks/cat-1@0.png").pixels)
        #expect(colors == [StraightPixel(r: 0, g: 0, b: 0), StraightPixel(r: 255, g: 255, b: 255)])
        func rows(_ dithering: String) async throws -> String {
            let baked = try await game(
                #""panel": [200, 100] \#(dithering)"#,
                selects: #""images": ["smooth"]"#
            ).baked()
            return try bytes(baked, "paper/images/smooth.bin")
        }
        let own = try await rows("")
        let noise = try await rows(#", "dithering": "blue-noise""#)
        let none = try await rows(#", "dithering": "none""#)
        #expect(own == noise && own != none)
    }

    @Test func `raw pixels keep their alpha`() async throws {
        let baked = try await game(#""panel": [3, 2], "inks": "bgra""#).baked()
        let data = try bytes(baked, "paper/looks/cat-1.bin")
        #expect(data.hasPrefix("000000ff" + "0000000000000000"))
        #expect(try panel(baked).inks == [])
        let onPaper = try await game(
            ##""panel": [3, 2], "inks": "bgra", "paper": "#102030""##
        ).baked()
        #expect(try bytes(onPaper, "paper/looks/cat-1.bin").hasPrefix("000000ff" + "302010ff"))
    }

    @Test func `inks of a list have their own codes`() async throws {
        let baked = try await game(
            #"""
            "panel": [3, 2], "bitsPerPixel": 8, "inks": [
              { "name": "night", "code": 17, "color": "#000020" },
              { "name": "snow", "code": 3, "color": "#FFFFFF" }]
            """#
        ).baked()
        #expect(try bytes(baked, "paper/looks/cat-1.bin").hasPrefix("110303030303"))
        #expect(try baked.picture("paper/looks/cat-1@0.png")[0, 0].b == 32)
    }

    @Test func `C arrays are named by ids and hold the file`() async throws {
        let baked = try await game(
            #""panel": [3, 2], "cArray": true"#,
            selects: #""looks": ["*"], "items": ["dot"]"#
        ).baked()
        let text = String(
            decoding: try #require(baked.files["paper/looks/cat-1.h"]),
            as: UTF8.self
        )
        #expect(
            text.contains("static const uint8_t paper_look_cat_1[6] = {\n    0x60, 0xe0, 0xa0,")
        )
        #expect(text.contains("#define PAPER_LOOK_CAT_1_FRAMES 3\n"))
        // An item is trimmed: one pixel, as large as the panel.
        let files = try panel(baked).files
        #expect(files.map(\.path) == ["paper/looks/cat-1.bin", "paper/items/dot.bin"])
        #expect(files[1].area == .init(x: 0, y: 0, width: 2, height: 2))
    }

    @Test(
        arguments: [
            (
                #""inks": "mono""#,
                #"target "paper": nothing says how large the panel is"#
            ),
            (
                #""panel": [9000, 9000]"#,
                #"target "paper": a panel of 9000x9000 is too large, expected at most 67108864 pixels"#
            ),
            (
                #""panel": [9, 9], "inks": "gray4", "bitsPerPixel": 1"#,
                #"target "paper": the code 3 of an ink does not fit into 1 bit"#
            ),
            (
                #""panel": [9, 9], "bitsPerPixel": 3"#,
                #"target "paper": pixels have 1, 2, 4 or 8 bits, found 3"#
            ),
            (
                #""panel": [9, 9], "inks": "bgra", "bitsPerPixel": 8"#,
                #"target "paper": raw pixels have 32 bits, found 8"#
            ),
            (
                #""panel": [9, 9], "inks": "bgra", "dithering": "bayer""#,
                #"target "paper": raw pixels have all colors and are not dithered"#
            ),
            (
                #""panel": [300, 9], "header": "u8:width""#,
                #"target "paper": a number does not fit into its bytes in the header"#
            ),
        ]
    )
    func `settings that no panel can be drawn with are told`(
        eink: String,
        expected: String
    ) async throws {
        expectFindings(
            reported(try await game(eink).findings()).map { $0.firstLine },
            ["error[target-settings]: " + expected]
        )
    }

    @Test func `a header without a meaning and inks with one code are refused`() async throws {
        let header = reported(
            try await game(#""panel": [9, 9], "header": "4B u16:width""#).findings()
        )
        #expect(header.first?.hasPrefix("error[bad-value]: \"header\" cannot be used") ?? false)
        let codes = reported(
            try await game(
                #"""
                "panel": [9, 9], "inks": [{ "name": "a", "code": 1, "color": "#000000" },
                  { "name": "b", "code": 1, "color": "#FFFFFF" }]
                """#
            ).findings()
        )
        #expect(
            codes.first?.firstLine
                == #"error[bad-value]: the inks "a" and "b" have one code, found 1"#
        )
    }

    @Test func `members of other kinds say nothing for a panel, nor a panel elsewhere`()
        async throws
    {
        let game = try game(
            #""panel": [9, 9]"#,
            selects: #""looks": ["*"], "scales": [1, 2], "sizes": [[9, 9]], "padding": 1"#
        )
        #expect(reported(try await game.findings()).count == 3)
        let other = try DrawnGame(
            #"""
            "species": [{ "id": "cat" }], "canvas": { "width": 3, "height": 2 },
            "targets": [{ "id": "game", "eink": { "panel": [9, 9] } }]
            """#,
            art: ["cat_pet.png": StraightImage(drawn: "#..", "...")]
        )
        expectFindings(
            reported(try await other.findings()).map { $0.firstLine },
            [
                #"error[target-settings]: target "game": it draws for no panel, so "eink" says nothing"#
            ]
        )
    }

    @Test func `error diffusion is for single frames, unless the catalog wants it`() async throws {
        let settings = #""panel": [9, 9], "dithering": "floyd-steinberg""#
        let expected =
            #"error[panel-flicker]: target "paper": error diffusion makes look "cat-1" flicker, found "#
            + "3 frames, expected 1"
        let game = try game(settings)
        expectFindings(reported(try await game.findings()).map { $0.firstLine }, [expected])
        let outcome = try await bake(
            catalogAt: "game/catalog.json",
            BakeRequest(output: "out", jobs: 2),
            disk: game.disk
        )
        #expect(reported(outcome.diagnostics.map(\.description)).map { $0.firstLine } == [expected])
        #expect(!game.disk.files.keys.contains { $0.hasPrefix("out/") })
        let wanted = try self.game(settings, more: #""checks": { "panel-flicker": "off" },"#)
        #expect(try panel(try await wanted.baked()).files.count == 1)
        let still = try self.game(settings, selects: #""images": ["smooth"], "looks": []"#)
        #expect(!reported(try await still.findings()).contains { $0.contains("panel-flicker") })
    }

    @Test func `what is larger than the panel is told`() async throws {
        let game = try game(#""panel": [150, 150]"#, selects: #""images": ["*"]"#)
        expectFindings(
            reported(try await game.findings()).map { $0.firstLine },
            [
                #"error[panel-too-small]: target "paper": image "smooth" is larger than the panel, "#
                    + "found 200x100, expected at most 150x150"
            ]
        )
    }

    @Test func `two things cannot have one name in C`() async throws {
        let game = try DrawnGame(
            #"""
            "canvas": { "width": 3, "height": 2 }, "images": [{ "id": "a-b", "asset": "one" },
              { "id": "a_b", "asset": "two" }],
            "targets": [{ "id": "paper", "kind": "eink", "images": ["*"],
              "eink": { "panel": [9, 9], "cArray": true } }]
            """#,
            art: [
                "one.png": StraightImage(drawn: "#..", "..."),
                "two.png": StraightImage(drawn: "..#", "..."),
            ]
        )
        expectFindings(
            reported(try await game.findings()).map { $0.firstLine },
            [
                #"error[target-settings]: target "paper": two arrays would be called "paper_image_a_b" in C, "#
                    + #"found image "a-b" and image "a_b""#
            ]
        )
    }

    @Test func `a profile's members are laid over the target's`() async throws {
        let game = try game(
            #""panel": [10, 5], "header": "4B""#,
            more: #""profiles": { "small": { "settings": { "eink": { "panel": [3, 2] } } } },"#
        )
        var request = BakeRequest(output: "out", jobs: 2)
        request.profile = "small"
        let outcome = try await bake(catalogAt: "game/catalog.json", request, disk: game.disk)
        #expect(outcome.summary != nil, "\(outcome.diagnostics)")
        // The header stays.
        let data = try #require(game.disk.files["out/paper/looks/cat-1.bin"])
        #expect(hex(data) == "4b60e0a0e020e0")
    }

    @Test func `what is kept of an earlier bake is what would be drawn`() async throws {
        let game = try game(#""panel": [10, 5], "cArray": true"#)
        var request = BakeRequest(output: "out", jobs: 2)
        request.usesCache = true
        func kept() async throws -> (files: [String: [UInt8]], rebuilt: Int) {
            let outcome = try await bake(
                catalogAt: "game/catalog.json",
                request,
                disk: game.disk
            )
            let summary = try #require(outcome.summary, "\(outcome.diagnostics)")
            return (game.disk.files.filter { $0.key.hasPrefix("out/") }, summary.rebuilt.count)
        }
        _ = try await kept()
        for (old, new, rebuilds) in [
            // Another name for people draws nothing anew.
            (#""id": "cat" "#, #""id": "cat", "name": "Cat" "#, false),
            (#""panel": [10, 5]"#, #""panel": [10, 5], "inks": "gray4""#, true),
            (#""inks": "gray4""#, ##""inks": "gray4", "paper": "#000000""##, true),
            (#""fps": 4"#, #""fps": 5"#, true),
            (#""frames": [0, 1, 2, 3]"#, #""frames": [1, 3]"#, true),
        ] {
            let path = "game/catalog.json"
            let text = String(decoding: try #require(game.disk.files[path]), as: UTF8.self)
            let changed = text.replacing(old, with: new)
            #expect(changed != text)
            game.disk.put(path, changed)
            let (files, rebuilt) = try await kept()
            let fresh = try DrawnGame("", art: [:])
            for (file, bytes) in game.disk.files
            where file.hasPrefix("game/") && !file.contains("cache") {
                fresh.disk.put(file, bytes)
            }
            let drawn = try await fresh.baked().files
            #expect(Set(files.keys) == Set(drawn.keys.map { "out/" + $0 }), "\(new)")
            for (file, bytes) in drawn { #expect(files["out/" + file] == bytes, "\(new) \(file)") }
            #expect((rebuilt > 0) == rebuilds, "\(new)")
        }
    }
}

extension String {
    fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
