import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// A game next to a copy of Examples/web, as a server gives it out.
struct WebGame {
    let folder: TemporaryFolder
    let catalog: URL

    /// The sample game.
    init() throws {
        folder = try TemporaryFolder()
        catalog = Repository.file("catalog.json")
        try bake()
    }

    /// A game with everything that may go wrong when it is drawn: layers before and behind, anchors
    /// that move, frames that are trimmed and turned, pages by the dozen, art that stands in for other
    /// art, animations of all kinds; and every alpha, so that each rounding shows.
    init(nasty seed: UInt64) throws {
        folder = try TemporaryFolder()
        catalog = folder.url.appending(path: "source/catalog.json")
        let art = folder.url.appending(path: "source/art")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        try Data(Self.nastyCatalog.utf8).write(to: catalog)
        var random = SeededRandom(seed: seed)
        for (name, width, height, cells) in [
            ("fox_calm", 96, 80, 4), ("fox_joyful", 96, 80, 4), ("fox_tail", 96, 80, 4),
            ("eel_calm", 96, 80, 4), ("eel_joyful", 96, 80, 4), ("coat", 96, 80, 4),
            ("fox_pet_robe_calm", 96, 80, 4), ("cape_front", 30, 22, 1), ("cape_back", 60, 34, 1),
            ("hat", 26, 18, 1), ("crown", 20, 16, 4), ("halo", 96, 80, 4), ("room", 90, 60, 2),
        ] {
            let sheet = Self.noise(width, height, cells, using: &random)
            try Data(encodePNG(sheet)).write(to: art.appending(path: "\(name).png"))
        }
        try bake()
    }

    /// Cells side by side, each with a rectangle of noise somewhere in it.
    private static func noise(
        _ width: Int,
        _ height: Int,
        _ cells: Int,
        using random: inout SeededRandom
    ) -> StraightImage {
        let boxes = (0..<cells).map { _ in
            (
                x: Int.random(in: 0..<width / 3, using: &random)..<width
                    - Int.random(in: 1..<width / 3, using: &random),
                y: Int.random(in: 0..<height / 3, using: &random)..<height
                    - Int.random(in: 1..<height / 3, using: &random)
            )
        }
        return StraightImage(width * cells, height) { x, y in
            let box = boxes[x / width]
            guard box.x.contains(x % width), box.y.contains(y) else { return .clear }
            func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
            let isSoft = Bool.random(using: &random)
            return StraightPixel(r: byte(), g: byte(), b: byte(), a: isSoft ? byte() : 255)
        }
    }

    private func bake() throws {
        let site = folder.url
        for name in ["index.html", "kiln.js", "page.js"] {
            try FileManager.default.copyItem(
                at: Repository.file("Examples/web/\(name)"),
                to: site.appending(path: name)
            )
        }
        let out = site.appending(path: "bake").path
        let run = try BuiltCommand(["bake", catalog.path, "-o", out, "--no-checks", "-q"])
        try #require(run.status == 0, "\(run.errors)")
    }

    var manifest: Manifest {
        get throws {
            try Manifest(json: Data(contentsOf: folder.url.appending(path: "bake/manifest.json")))
        }
    }

    /// Opens the player, waits until it stands (or for something else), and does what `steps` say.
    func drive(
        at query: String = "",
        options: [String: Any] = [:],
        waitingFor condition: String = "window.player",
        _ steps: [[String: Any]]
    ) throws -> Browser.Outcome {
        let start = ["wait": "() => \(condition)"]
        let page = try #require(URL(string: "index.html\(query)"))
        return try #require(
            try Browser.drive(page, options: options, served: folder.url, [start] + steps),
            "the browser failed"
        )
    }

    /// What `kiln preview` draws.
    func preview(
        _ look: Look,
        animation: String? = nil,
        frame: Int = 0,
        scale: Int
    ) throws -> StraightImage {
        let file = folder.url.appending(path: "look.png")
        var arguments = ["preview", catalog.path, "-o", file.path, "-q", "-s", look.species]
        arguments += look.base.map { ["-b", $0] } ?? []
        arguments += look.overlays.flatMap { ["--overlay", $0] }
        arguments += look.axes.sorted { $0.key < $1.key }
            .flatMap { ["--axis", "\($0.key)=\($0.value)"] }
        arguments += animation.map { ["-a", $0] } ?? []
        arguments += ["--frame", "\(frame)", "--scale", "\(scale)"]
        let run = try BuiltCommand(arguments)
        try #require(run.status == 0, "\(run.errors)")
        return try decodeImage([UInt8](Data(contentsOf: file))).image
    }

    /// Pages are WebP too where a build can write it, and then browsers load those.
    private static let encode =
        PageEncoding.webp.isAvailable ? #", "encode": ["png", "webp"], "names": "hashed""# : ""

    static let nastyCatalog = """
        { "catalogVersion": 1, "name": "nasty", "sources": ["art"], "sourceDensity": 2,
          "canvas": { "width": 48, "height": 40,
            "bleed": { "top": 9, "left": 5, "right": 3, "bottom": 1 } },
          "axes": { "mood": { "default": "calm", "sparse": true, "values": [
            "calm", { "id": "happy", "fallback": ["joyful", "calm"] },
            { "id": "joyful", "fallback": ["calm"] }] } },
          "naming": { "base": ["<species>_pet_<asset>_<mood>", "<asset>"],
            "overlay": ["<asset>"], "species": ["<species>_<mood>"] },
          "species": [
            { "id": "fox", "name": "Fox",
              "anchors": { "head": [[20.5, 9], [21, 7.25], [22, 10], [19, 8]], "neck": [24, 21] },
              "parts": [{ "asset": "fox_<mood>" }, { "asset": "fox_tail", "z": -3 }] },
            { "id": "eel", "name": "Eel",
              "anchors": { "head": [[30, 6], [29, 7.75], [28, 5], [31, 6]], "neck": [22, 19] } }],
          "slots": { "head": { "name": "On the head", "max": 2 } },
          "items": [
            { "id": "robe", "equipStyle": "replaceSprite", "species": ["fox"] },
            { "id": "coat", "equipStyle": "replaceSprite" },
            { "id": "cape", "equipStyle": "overlay", "z": 4, "key": false,
              "placement": { "anchor": "neck", "rotation": 13 },
              "parts": [{ "asset": "cape_front" },
                { "asset": "cape_back", "z": -5, "placement": { "scale": 0.9 } }] },
            { "id": "hat", "equipStyle": "overlay", "slot": "head", "z": 7, "key": false,
              "placement": { "anchor": "head", "offset": [0.5, -3], "rotation": -20 } },
            { "id": "crown", "equipStyle": "overlay", "slot": "head", "z": 7, "key": false,
              "placement": { "anchor": "head", "flip": true },
              "perSpecies": { "eel": { "placement": { "offset": [4, 2], "scale": 1.5 } } } },
            { "id": "halo", "equipStyle": "overlay", "slot": "head", "z": -1, "key": false }],
          "images": [{ "id": "room", "name": "Room" }],
          "sheets": {
            "fox_*": { "grid": { "columns": 4 }, "animations": {
              "idle": { "frames": "0-3", "fps": 6 },
              "sway": { "frames": "0-3", "direction": "pingpong", "durations": [70, 130, 40, 200] },
              "fall": { "frames": [3, 1, 0], "fps": 7, "loop": false } } },
            "eel_*": { "grid": { "columns": 4 }, "animations": {
              "idle": { "frames": "0-3", "fps": 9, "direction": "reverse" },
              "fall": { "frames": [2, 2, 0], "durations": [20, 500, 35], "loop": false } } },
            "coat": { "grid": { "columns": 4 }, "animations": {
              "idle": { "frames": [1, 3], "fps": 2 }, "sway": { "frames": "0-2", "fps": 5 },
              "fall": { "frames": [2], "fps": 1, "loop": false } } },
            "halo": { "grid": { "columns": 4 } }, "crown": { "grid": { "columns": 4 } },
            "room": { "grid": { "columns": 2 },
              "animations": { "blink": { "frames": [1, 0], "fps": 3 } } } },
          "looks": [{ "id": "feast", "species": "fox", "base": "robe", "background": "room",
            "overlays": ["cape", "hat", "crown"], "axes": { "mood": "happy" } }],
          "targets": [
            { "id": "game", "kind": "atlas", "scales": [1, 2], "formats": ["kiln"],
              "maxPageSize": 128, "rotate": true, "effort": "fast"\(encode) },
            { "id": "multiplied", "kind": "atlas", "scales": [1, 2], "formats": ["kiln"],
              "maxPageSize": 128, "rotate": true, "alpha": "premultiplied", "effort": "fast" },
            { "id": "turned", "kind": "atlas", "scales": [1, 2], "formats": ["libgdx"],
              "maxPageSize": 128, "rotate": true, "effort": "fast" }] }
        """
}
