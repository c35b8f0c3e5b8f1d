import Bake
import Diagnostics
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

private let green = StraightPixel(r: 0, g: 255, b: 0)
private let blue = StraightPixel(r: 20, g: 60, b: 200)

/// A disc on a screen.
private func disc(_ width: Int, _ height: Int, on screen: StraightPixel) -> StraightImage {
    let disc = StraightImage.disc(width, height)
    return StraightImage(width, height) { x, y in
        var pixel = disc[x, y]
        guard pixel.a >= 128 else { return screen }
        pixel.a = 255
        return pixel
    }
}

/// Bakes look at pictures as validations do.
struct BakeCheckTests {
    /// - Parameters:
    ///   - dog: the species' picture.
    ///   - hat: of an overlay that is keyed when it is opaque.
    ///   - more: members of the catalog.
    private func game(
        dog: StraightImage = .disc(64, 64),
        hat: StraightImage = disc(24, 24, on: green),
        offset: Int = 32,
        more: String = ""
    ) throws -> DrawnGame {
        try DrawnGame(
            catalog(offset: offset, more: more),
            art: ["dog_pet.png": dog, "overlay_hat.png": hat]
        )
    }

    private func catalog(offset: Int = 32, more: String = "") -> String {
        """
        "canvas": { "width": 64, "height": 64 },
        "species": [{ "id": "dog" }],
        "items": [{ "id": "hat", "equipStyle": "overlay",
                    "placement": { "offset": [\(offset), 32] } }],
        \(more)
        "targets": [{ "id": "game", "scales": [1] }]
        """
    }

    private func bake(
        _ game: DrawnGame,
        checks: Bool = true,
        mode: BakeRequest.Mode = .write
    ) async throws -> (summary: BakeSummary?, findings: [String]) {
        var request = BakeRequest(output: "out", jobs: 2)
        request.usesCache = true
        request.checksPictures = checks
        request.mode = mode
        let outcome = try await Bake.bake(
            catalogAt: "game/catalog.json",
            request,
            disk: game.disk
        )
        return (outcome.summary, outcome.diagnostics.map(\.description))
    }

    private func outputs(_ game: DrawnGame) -> [String: [UInt8]] {
        game.disk.files.filter { $0.key.hasPrefix("out/") }
    }

    private let hatInABox = """
        game/art/overlay_hat.png: error[baked-background]: the picture has a background baked in, found #143CC8 all along its edge, expected the screen #00FF00
          help: paint it #00FF00, or put "overlay_hat": { "chroma": { "key": "#143CC8" } } under "sheets"; more checks of its figure run after that
        """

    @Test func `a profile that cannot be honored is reported`() async throws {
        let game = try game()
        let png = try encodePNG(.disc(64, 64))
        // Behind the 8 bytes of the signature and the 25 of the header.
        var chunk = PNGWriter()
        chunk.append("iCCP", [0x78, 0, 0, 1, 2, 3])
        let odd = png.prefix(33) + chunk.bytes.dropFirst(8) + png.dropFirst(33)
        game.disk.put("game/art/dog_pet.png", Array(odd))
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/dog_pet.png: warning[color-profile]: the picture's colors were treated as sRGB, found iCCP: broken data
                  help: convert it to sRGB where it was painted, and export it again
                """
            ]
        )
    }

    @Test func `a hat in a box is not baked`() async throws {
        let game = try game(hat: disc(24, 24, on: blue))
        expectFindings(try await game.findings(), [hatInABox])
        let baked = try await bake(game)
        #expect(baked.findings == [hatInABox] && baked.summary == nil && outputs(game) == [:])
        // Nor is it the second time, when its frames are remembered.
        let again = try await bake(game)
        #expect(again.findings == [hatInABox] && again.summary == nil && outputs(game) == [:])
        let good = try self.game()
        let clean = try await bake(good)
        expectFindings(clean.findings, [])
        #expect(clean.summary != nil)
    }

    @Test func `a pet over a screen that no one keys is not baked`() async throws {
        let box = """
            game/art/dog_pet.png: error[baked-background]: the picture has a background baked in, found #00FF00 all along its edge
              help: export it with transparency, or put "dog_pet": { "key": true, "chroma": { "key": "#00FF00" } } under "sheets"; more checks of its figure run after that
            """
        let unkeyed = try game(dog: disc(64, 64, on: green))
        expectFindings(try await unkeyed.findings(), [box])
        #expect(try await bake(unkeyed).findings == [box])
        let keyed = try game(
            dog: disc(64, 64, on: green),
            more: #""sheets": { "dog_pet": { "key": true } },"#
        )
        expectFindings(try await keyed.findings(), [])
        #expect(try await bake(keyed).findings == [])
    }

    @Test func `a background and a missing screen are one finding, with one color`() async throws {
        let pale = StraightPixel(r: 250, g: 243, b: 249)
        let game = try game(
            dog: disc(64, 64, on: pale),
            more: #""sheets": { "dog_pet": { "key": true } },"#
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/dog_pet.png: error[baked-background]: the picture has a background baked in, found #FAF3F9 all along its edge, expected the screen #00FF00
                  help: paint it #00FF00, or put "dog_pet": { "chroma": { "key": "#FAF3F9" } } under "sheets"; more checks of its figure run after that
                """
            ]
        )
    }

    @Test func `missing art keeps no size from being checked`() async throws {
        let found = try await DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [{ "id": "dog" }, { "id": "cat" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: ["dog_pet.png": .disc(40, 48)]
        ).findings()
        #expect(found.count == 2)
        #expect(found.contains { $0.contains("error[unresolved-species]") })
        #expect(found.contains { $0.contains("warning[base-size]") })
    }

    @Test func `old outputs stay when a picture is spoiled`() async throws {
        let game = try game()
        _ = try await bake(game)
        let before = outputs(game)
        #expect(before.count == 2)
        try game.disk.put("game/art/overlay_hat.png", disc(24, 24, on: blue))
        #expect(try await bake(game).summary == nil)
        #expect(outputs(game) == before)
        try game.disk.put("game/art/overlay_hat.png", disc(24, 24, on: green))
        let mended = try await bake(game)
        #expect(mended.findings == [] && outputs(game) == before)
    }

    @Test func `who is in haste bakes without checks, and the next bake makes up for it`()
        async throws
    {
        let game = try game(hat: disc(24, 24, on: blue))
        let hasty = try await bake(game, checks: false)
        #expect(hasty.findings == [] && hasty.summary?.files.count == 2)
        #expect(try await bake(game, checks: false).summary?.isUnchanged == true)
        let checked = try await bake(game)
        #expect(checked.findings == [hatInABox] && checked.summary == nil)
        #expect(try await bake(game, mode: .check).findings == [hatInABox])
    }

    @Test func `what is no error is reported by every bake, though nothing changed`() async throws {
        let game = try game(
            hat: disc(24, 24, on: blue),
            more: #""checks": { "baked-background": "warning" },"#
        )
        let warning = hatInABox.replacing("error[", with: "warning[")
        #expect(try await bake(game).findings == [warning])
        let again = try await bake(game)
        #expect(again.summary?.isUnchanged == true && again.findings == [warning])
        // One picture changed; the other's findings come from the cache.
        try game.disk.put("game/art/dog_pet.png", .disc(64, 64, blue))
        let reads = game.disk.reads.count
        let changed = try await bake(game)
        let read = game.disk.reads.dropFirst(reads).filter { $0.hasSuffix("_hat.png") }
        #expect(changed.findings == [warning] && read.count <= 1)
        #expect(
            changed.summary?.rebuilt.filter { $0.kind == .asset }.map(\.name) == ["dog_pet"]
        )
    }

    @Test func `findings follow the catalog where frames stay as they are`() async throws {
        let game = try game()
        expectFindings(try await bake(game).findings, [])
        // The hat moves out of the canvas: no frame is drawn for it.
        func move(_ offset: Int) {
            let head = #"{ "catalogVersion": 1, "name": "drawn", "sources": ["art"],"#
            game.disk.put("game/catalog.json", head + catalog(offset: offset) + "}")
        }
        move(60)
        let moved = try await bake(game)
        #expect(moved.summary?.rebuilt.filter { $0.kind == .asset } == [])
        #expect(moved.findings.count == 1)
        #expect(
            moved.findings.first?.contains(
                "warning[overlay-clipped]: item \"hat\" on species \"dog\" reaches out of the canvas at the right"
            ) == true
        )
        #expect(try await game.findings() == moved.findings)
        move(63)
        #expect(try await game.findings() != moved.findings)
        #expect(try await bake(game).findings == game.findings())
        move(32)
        #expect(try await bake(game).findings == [])
    }

    @Test func `findings follow the animations of a sheet`() async throws {
        var sheet = StraightImage(size: try #require(PixelSize(width: 192, height: 64)))
        for (frame, share) in [(0, 0.9), (2, 0.8)] {
            sheet.copy(
                from: .disc(64, 64, filling: share),
                at: PixelPoint(x: frame * 64, y: 0)
            )
        }
        let game = try game(dog: sheet)
        func play(_ frames: String) {
            let sheets =
                #""sheets": { "dog_pet": { "grid": { "columns": 3, "rows": 1 },"#
                + #""animations": { "idle": { "frames": "\#(frames)" } } } },"#
            let head = #"{ "catalogVersion": 1, "name": "drawn", "sources": ["art"],"#
            game.disk.put("game/catalog.json", head + catalog(more: sheets) + "}")
        }
        play("0-2")
        let blinks = """
            game/art/dog_pet.png: warning[empty-frame]: the animation shows nothing at frame 1
              help: leave it out of "frames", or draw it
            """
        expectFindings(try await bake(game).findings, [blinks])
        play("0,2")
        #expect(try await bake(game).findings == [])
        play("0-2")
        #expect(try await bake(game).findings == [blinks])
    }

    @Test(arguments: [
        (UInt8(0), "multiply", true), (0, "template", false), (90, "multiply", false),
    ])
    func `a tint that multiplies black is found`(
        gray: UInt8,
        mode: String,
        isFound: Bool
    ) async throws {
        let icon = StraightImage(24, 24) { x, y in
            StraightPixel(r: gray, g: gray, b: gray, a: (4..<20).contains(x) && y > 3 ? 255 : 0)
        }
        let game = try DrawnGame(
            """
            "canvas": { "width": 24, "height": 24 }, "axes": { "level": ["low", "high"] },
            "images": [{ "id": "icon", "variants":
            { "high": { "tint": { "color": "#FF0000", "mode": "\(mode)" } } } }]
            """,
            art: ["icon.png": icon]
        )
        let found = try await game.findings().filter { $0.contains("black") }
        let finding = """
            game/catalog.json:3:21: warning[no-effect]: the tint of "icon" multiplies black, which stays black
              help: add "mode": "template", which gives all of it the color, or draw it in white
            """
        #expect(found == (isFound ? [finding] : []))
    }

    @Test func `a nine-slice has something to stretch`() async throws {
        func found(right: Int) async throws -> [String] {
            let slice = #"{ "left": 9, "right": \#(right), "top": 4, "bottom": 4 }"#
            let rule = #""sheets": { "overlay_hat": { "nineSlice": \#(slice) } },"#
            let game = try DrawnGame(
                catalog(more: rule),
                art: ["dog_pet.png": .disc(64, 64), "overlay_hat.png": disc(24, 24, on: green)]
            )
            return try await bake(game).findings
        }
        #expect(
            try await found(right: 15) == [
                """
                game/catalog.json:5:43: error[nine-slice-size]: the borders of asset "overlay_hat" leave nothing to stretch, found 9 and 15 points of a width of 24
                  help: give the sizes of the corners, in points
                """
            ]
        )
        #expect(try await found(right: 14) == [])
    }

    @Test func `numbered frames are looked at as one sheet`() async throws {
        let rule = #""sheets": { "dog_pet": { "frames": "numbered" } },"#
        let game = try DrawnGame(
            catalog(more: rule),
            art: [
                "dog_pet-1.png": .disc(64, 64), "dog_pet-2.png": .disc(64, 64, filling: 0.3),
                "overlay_hat.png": disc(24, 24, on: green),
            ]
        )
        let found = try await game.findings()
        #expect(try await bake(game).findings == found)
        #expect(try await bake(game).findings == found)
    }

    @Test func `a side picture is none that is seen`() async throws {
        let normals = StraightImage(64, 64) { x, y in
            StraightPixel(r: UInt8(x * 3), g: UInt8(y * 3), b: 255)
        }
        let text = catalog().replacing(
            #""scales": [1]"#,
            with: #""scales": [1], "sideSheets": ["_n"]"#
        )
        let game = try DrawnGame(
            text,
            art: [
                "dog_pet.png": .disc(64, 64), "dog_pet_n.png": normals,
                "overlay_hat.png": disc(24, 24, on: green),
            ]
        )
        #expect(try await bake(game).findings == game.findings())
    }
}

/// Pictures that hide the pet, and such as may fill their frame.
struct OpaqueOverlayTests {
    private func found(z: Int = 1, placement: String, side: Int = 64) async throws -> [String] {
        let poster = StraightImage(side, side) { x, y in
            StraightPixel(r: UInt8(x * 2), g: UInt8(y * 2), b: 90)
        }
        return try await DrawnGame(
            """
            "canvas": { "width": 64, "height": 64 },
            "species": [{ "id": "dog" }],
            "items": [{ "id": "poster", "equipStyle": "overlay", "key": false, "z": \(z)\(placement) }],
            "images": [{ "id": "room", "asset": "room" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: ["dog_pet.png": .disc(64, 64), "overlay_poster.png": poster, "room.png": poster]
        ).findings()
    }

    @Test func `an opaque overlay of the canvas's size hides the pet`() async throws {
        expectFindings(
            try await found(placement: ""),
            [
                """
                game/art/overlay_poster.png: error[baked-background]: the overlay "overlay_poster" hides the pet, found no clear pixel in it, and 100 % of the canvas covered
                  help: export it with transparency; what lies behind the pet wants a "z" below 0
                """
            ]
        )
    }

    @Test(arguments: [
        // A crown that fills its picture; a thin vignette; a robe of the pet's own size.
        (drawn: 4..<60, pet: 16..<48, fullCanvas: false, reported: true),
        (drawn: 1..<4, pet: 16..<48, fullCanvas: false, reported: false),
        (drawn: 24..<40, pet: 8..<56, fullCanvas: false, reported: false),
        (drawn: 4..<60, pet: 16..<48, fullCanvas: true, reported: false),
    ])
    func `an overlay without a placement that hides the pet is reported, unless it is meant so`(
        drawn: Range<Int>,
        pet: Range<Int>,
        fullCanvas: Bool,
        reported: Bool
    ) async throws {
        func picture(_ columns: Range<Int>, _ color: StraightPixel) -> StraightImage {
            StraightImage(64, 64) { x, y in
                columns.contains(x) && (4..<60).contains(y) ? color : .clear
            }
        }
        func found(_ placement: String) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 64, "height": 64 },
                "species": [{ "id": "dog", "anchors": { "neck": [32, 40], "head": [32, 16] } }],
                "items": [{ "id": "crown", "equipStyle": "overlay", "key": false\(placement) }],
                "sheets": { "overlay_crown": { "fullCanvas": \(fullCanvas) } },
                "targets": [{ "id": "game", "scales": [1] }]
                """,
                art: [
                    "dog_pet.png": picture(pet, StraightPixel(r: 200, g: 90, b: 40)),
                    "overlay_crown.png": picture(drawn, StraightPixel(r: 230, g: 200, b: 60)),
                ]
            ).findings()
        }
        let help = #""placement": {"anchor": "head", "size": [21, 21]}"#
        expectFindings(
            try await found(""),
            reported
                ? [
                    """
                    game/art/overlay_crown.png: warning[hides-pet]: the overlay "overlay_crown" hides the pet, found 100 % of species "dog" behind it, and no placement
                      help: say where it belongs and how large it is seen: \(help)
                    """
                ] : []
        )
        // Done as the help says, it is reported no more.
        if reported { expectFindings(try await found(", \(help)"), []) }
    }

    @Test func `a picture in a frame, a view behind the pet and a room are what they are`()
        async throws
    {
        let small = #", "placement": { "size": [24, 24] }"#
        expectFindings(try await found(placement: small), [])
        expectFindings(try await found(z: -10, placement: ""), [])
    }
}
