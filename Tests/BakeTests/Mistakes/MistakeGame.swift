import Bake
import Diagnostics
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// A small game with a bit of everything, in which one thing at a time is done wrong.
struct MistakeGame {
    let disk = MemoryDisk()

    static let catalog = #"""
        {
          "catalogVersion": 1,
          "name": "village",
          "sources": ["art"],
          "canvas": { "width": 64, "height": 64 },
          "chroma": { "key": "#00FF00", "threshold": 0.4 },
          "axes": {
            "mood": ["calm", "happy"]
          },
          "slots": {
            "head": { "max": 1 }
          },
          "naming": {
            "base": ["<species>_pet_<asset>", "pet_<asset>"],
            "overlay": ["<species>_overlay_<asset>", "overlay_<asset>", "<asset>"],
            "species": ["<species>_pet_<mood>"]
          },
          "species": [
            {
              "id": "dog",
              "name": "Dog",
              "anchors": { "head": [32, 16], "neck": [32, 36] }
            },
            {
              "id": "cat",
              "name": "Cat",
              "anchors": { "head": [32, 18], "neck": [32, 36] }
            }
          ],
          "items": [
            {
              "id": "robe",
              "name": "Robe",
              "equipStyle": "replaceSprite"
            },
            {
              "id": "crown",
              "name": "Crown",
              "equipStyle": "overlay",
              "slot": "head",
              "z": 10,
              "placement": { "anchor": "head", "offset": [0, -4], "scale": 1 }
            },
            {
              "id": "scarf",
              "asset": "woolscarf",
              "equipStyle": "overlay",
              "species": ["dog"],
              "z": 5,
              "placement": { "anchor": "neck", "rotation": 90 },
              "extras": { "price": 20 }
            },
            {
              "id": "wings",
              "equipStyle": "overlay",
              "parts": [
                { "asset": "wings_front", "z": 8, "placement": { "anchor": "neck" } },
                { "asset": "wings_back", "z": -2, "placement": { "anchor": "neck" } }
              ]
            }
          ],
          "images": [
            { "id": "meadow", "size": [64, 64], "fit": "cover" }
          ],
          "sheets": {
            "*pet_*": {
              "grid": { "columns": 2, "rows": 1 },
              "animations": {
                "idle": { "frames": "0-1", "fps": 4 }
              }
            }
          },
          "looks": [
            {
              "id": "royal",
              "species": "dog",
              "base": "robe",
              "overlays": ["crown"],
              "axes": { "mood": "happy" },
              "background": "meadow"
            }
          ],
          "targets": [
            {
              "id": "game",
              "kind": "atlas",
              "scales": [1],
              "maxPageSize": 512,
              "padding": 2,
              "formats": ["texturepacker-hash"],
              "effort": "fast"
            },
            {
              "id": "shots",
              "kind": "composites",
              "scales": [1],
              "looks": ["royal"]
            }
          ],
          "checks": {
            "last-fallback": "off"
          }
        }
        """#

    init() throws {
        disk.put("game/catalog.json", Self.catalog)
        for species in ["dog", "cat"] {
            for (mood, lift) in [("calm", 0), ("happy", 4)] {
                try draw("\(species)_pet_\(mood).png", Self.pet(species, lift))
            }
        }
        try draw("pet_robe.png", Self.pet("robe", 1))
        try draw("crown.png", Self.onScreen(Self.disc(20, 16, "y")))
        try draw("overlay_woolscarf.png", Self.disc(24, 10, "r"))
        try draw("wings_front.png", Self.disc(20, 14, "w"))
        try draw("wings_back.png", Self.disc(30, 20, "s"))
        try draw("meadow.png", Self.meadow())
    }

    func draw(_ path: String, _ image: StraightImage) throws {
        try disk.put("game/art/" + path, image)
    }

    /// What a validation finds, in report order.
    func findings() async throws -> [Diagnostic] {
        let (loaded, found) = try LoadedCatalog.load("game/catalog.json", disk: disk)
        return try await loaded?.validate(in: RenderContext(disk: disk, jobs: 2)) ?? found
    }

    // MARK: - Art

    /// Two frames of a round pet with a face, standing on the canvas's lower part; colors and faces
    /// differ from pet to pet.
    static func pet(_ name: String, _ lift: Int) -> StraightImage {
        let fur: Character = ["dog": "o", "cat": "b"][name] ?? "p"
        let image = StraightImage(128, 64) { x, y in
            let (frame, x) = (x / 64, x % 64)
            let bob = Double(frame * 2)
            func isIn(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double) -> Bool {
                let (dx, dy) = ((Double(x) + 0.5 - cx) / rx, (Double(y) + 0.5 - cy - bob) / ry)
                return dx * dx + dy * dy < 1
            }
            if isIn(25, 26, 3, 3) || isIn(39, 26, 3, 3) { return color("#") }
            if isIn(32, 34, 6 + Double(lift) / 2, 2) { return color("r") }
            if isIn(32, 30, 16, 15) || isIn(32, 46, 12, 12) { return color(fur) }
            let ears =
                name == "cat" ? isIn(20, 14, 5, 8) || isIn(44, 14, 5, 8) : isIn(15, 30, 5, 12)
            return ears ? color("n") : .clear
        }
        return image
    }

    static func disc(_ width: Int, _ height: Int, _ letter: Character) -> StraightImage {
        StraightImage(width, height) { x, y in
            let dx = (Double(x) + 0.5) / Double(width) * 2 - 1
            let dy = (Double(y) + 0.5) / Double(height) * 2 - 1
            let rim = dx * dx + dy * dy
            return rim < 0.5 ? color(letter) : rim < 0.8 ? color("#") : .clear
        }
    }

    /// Over green.
    static func onScreen(_ image: StraightImage) -> StraightImage {
        StraightImage(image.width, image.height) { x, y in
            image[x, y].a == 0 ? StraightPixel(r: 0, g: 255, b: 0) : image[x, y]
        }
    }

    private static func meadow() -> StraightImage {
        StraightImage(64, 64) { x, y in
            y < 40
                ? StraightPixel(r: 120, g: UInt8(160 + y), b: 240)
                : StraightPixel(r: UInt8(60 + x % 16), g: UInt8(140 + y % 9), b: 50)
        }
    }

    static func color(_ letter: Character) -> StraightPixel {
        switch letter {
        case "#": StraightPixel(r: 40, g: 30, b: 50)
        case "r": StraightPixel(r: 210, g: 60, b: 70)
        case "o": StraightPixel(r: 230, g: 160, b: 90)
        case "b": StraightPixel(r: 150, g: 140, b: 200)
        case "n": StraightPixel(r: 120, g: 80, b: 60)
        case "y": StraightPixel(r: 250, g: 210, b: 70)
        case "w": StraightPixel(r: 250, g: 248, b: 240)
        case "s": StraightPixel(r: 200, g: 210, b: 230)
        default: StraightPixel(r: 170, g: 90, b: 160)
        }
    }
}
