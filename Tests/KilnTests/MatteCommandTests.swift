import Foundation
import Raster
import TestSupport
import Testing

/// Art that was cut out badly, on the command line.
struct MatteCommandTests {
    private let game: DressedGame

    init() throws {
        game = try DressedGame()
        try game.draw("blob", Self.blob(rim: true))
        try game.write(Self.catalog(""), "catalog.json")
    }

    /// A blob of two colors; with a rim, as if it had been cut from white by a mask that is too large.
    private static func blob(rim: Bool) -> StraightImage {
        StraightImage(80, 80) { x, y in
            let dx = Double(x) - 39.5
            let dy = Double(y) - 39.5
            let share = min(max(30.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
            let near = min(max(32.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
            let alpha = rim ? (near > 0 ? 1 : 0) : share
            guard alpha > 0 else { return .clear }
            func mixed(_ own: Double) -> UInt8 {
                UInt8(rim ? own * share + 255 * (1 - share) : own)
            }
            let a = UInt8(alpha * 255 + 0.5)
            return y < 40
                ? StraightPixel(r: mixed(200), g: mixed(60), b: mixed(40), a: a)
                : StraightPixel(r: mixed(40), g: mixed(90), b: mixed(160), a: a)
        }
    }

    private static func catalog(_ settings: String) -> String {
        """
        { "catalogVersion": 1, "name": "blob", "sources": ["art"],
          "canvas": { "width": 80, "height": 80 },
          "species": [{ "id": "blob"\(settings) }],
          "checks": { "unused-asset": "off" },
          "targets": [{ "id": "game", "kind": "atlas", "scales": [1], "effort": "fast" }] }
        """
    }

    @Test func `validate names the color and the setting that repairs`() throws {
        let found = try game.run("validate")
        #expect(found.output.contains("[matte-rim]"), "\(found.output)")
        #expect(
            found.output.contains("the outline shows #FFFFFF, which the art was cut from, found ")
        )
        #expect(found.output.contains(#"set "chroma": {"matte": "auto"}"#))
        try game.write(Self.catalog(#", "chroma": { "matte": "auto" }"#), "catalog.json")
        let mended = try game.run("validate", "--strict")
        #expect(!mended.output.contains("[matte-rim]"), "\(mended.output)")
        #expect(mended.status == 0, "\(mended.output)")
    }

    @Test func `key repairs what is cut out, and reports it`() throws {
        let run = try game.run(
            "key",
            "art/blob.png",
            "-o",
            "blob.png",
            "--matte",
            "auto",
            "--report"
        )
        #expect(run.status == 0)
        #expect(run.output.contains("repaired: cut from #FFFFFF, "), "\(run.output)")
        #expect(run.errors.contains("the picture was cut from #FFFFFF"), "\(run.errors)")
        let image = try game.image("blob.png")
        #expect(image[8, 40].a == 0)
        #expect(image[40, 20] == Self.blob(rim: false)[40, 20])
        let reported = try game.run(
            "key",
            "art/blob.png",
            "-o",
            "same.png",
            "--matte",
            "FFFFFF",
            "--json"
        )
        #expect(reported.output.contains(##""background" : "#FFFFFF""##), "\(reported.output)")
        #expect(try game.image("same.png") == image)
    }

    @Test func `a color that is none is refused`() throws {
        let run = try game.run("key", "art/blob.png", "-o", "blob.png", "--matte", "pink")
        #expect(run.status == 2)
        #expect(run.errors.contains("expected a color as #RRGGBB, auto or none"), "\(run.errors)")
    }

    @Test func `a folder of both kinds is keyed where there is a screen`() throws {
        try game.draw("hat", DressedGame.hat("w"))
        try game.draw("scarf", StraightImage(drawn: "yyyyyyyy", "..yy...."))
        func keyed(_ wish: String) -> String {
            DressedGame.catalog().replacing(
                #""sheets": {"#,
                with: #""sheets": { "hat": { "key": \#(wish) }, "scarf": { "key": \#(wish) }, "#
            )
        }
        try game.write(keyed(#""auto""#), "catalog.json")
        let quiet = try game.run("validate")
        #expect(!quiet.output.contains("no-key-found"), "\(quiet.output)")
        #expect(try game.run("bake", "-o", "auto").status == 0)
        try game.write(keyed("true"), "catalog.json")
        let reported = try game.run("validate")
        #expect(reported.output.contains("scarf.png: note[no-key-found]"), "\(reported.output)")
        #expect(!reported.output.contains("hat.png: note[no-key-found]"), "\(reported.output)")
        #expect(try game.run("bake", "-o", "always").status == 0)
        let pages = try ["auto", "always"].map { try game.image("\($0)/game/game-0@2x.png") }
        #expect(pages[0] == pages[1])
    }
}
