import Foundation
import ImageCodec
import Raster
import TestSupport

/// A small game in a temporary folder: a dog and a cat of two frames, an outfit for the dog, a hat
/// for both, drawn over green, and a scarf.
struct DressedGame {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try draw("dog", Self.pet("r"))
        try draw("cat", Self.pet("b"))
        try draw("dog_pet_robe", Self.pet("y"))
        try draw("hat", Self.hat("w"))
        try draw("scarf", StraightImage(drawn: "yyyyyyyy", "..yy...."))
        try write(Self.catalog(), "catalog.json")
    }

    /// - Parameters:
    ///   - hat: where the hat is worn, from the head.
    ///   - items: more of them, as JSON, each with a comma behind it.
    static func catalog(hat: (x: Int, y: Int) = (0, 0), items: String = "") -> String {
        let sheet = """
            { "grid": { "columns": 2, "rows": 1 },
              "animations": { "idle": { "frames": "0-1", "fps": 20 } } }
            """
        return """
            { "catalogVersion": 1, "name": "dressed", "sources": ["art"],
              "canvas": { "width": 16, "height": 16 },
              "species": [{ "id": "dog", "anchors": { "head": [8, 4] } },
                { "id": "cat", "anchors": { "head": [8, 4] } }],
              "items": [
                { "id": "robe", "equipStyle": "replaceSprite", "species": ["dog"] }, \(items)
                { "id": "hat", "equipStyle": "overlay", "z": 5,
                  "placement": { "anchor": "head", "offset": [\(hat.x), \(hat.y)] } },
                { "id": "scarf", "equipStyle": "overlay", "z": 3, "species": ["dog"],
                  "placement": { "anchor": "head", "offset": [0, 4] } }],
              "sheets": { "dog": \(sheet), "cat": \(sheet), "dog_pet_robe": \(sheet) },
              "looks": [{ "id": "best", "species": "dog", "overlays": ["hat"] }],
              "targets": [{ "id": "game", "kind": "atlas", "scales": [1, 2], "effort": "fast" }] }
            """
    }

    /// Two frames: a square that steps one pixel aside.
    static func pet(_ color: Character) -> StraightImage {
        StraightImage.drawn(32, 16) { x, y in
            let left = x < 16 ? 4 : 21
            return (left..<left + 8).contains(x) && (4..<14).contains(y) ? color : "."
        }
    }

    /// A blob over green.
    static func hat(_ color: Character) -> StraightImage {
        StraightImage.drawn(12, 8) { x, y in
            (3..<9).contains(x) && (2..<6).contains(y) ? color : "g"
        }
    }

    func draw(_ name: String, _ image: StraightImage) throws {
        try write(Data(encodePNG(image)), "art/\(name).png")
    }

    func write(_ text: String, _ path: String) throws { try write(Data(text.utf8), path) }

    func write(_ data: Data, _ path: String) throws {
        let file = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
    }

    func run(_ arguments: String...) throws -> BuiltCommand {
        try BuiltCommand(arguments, in: folder.url)
    }

    func image(_ path: String) throws -> StraightImage {
        try decodeImage([UInt8](Data(contentsOf: folder.url.appending(path: path)))).image
    }
}

extension Bitmap<StraightPixel> {
    /// A picture whose letters a formula gives; see `init(drawn:)`.
    static func drawn(
        _ width: Int,
        _ height: Int,
        _ letter: (_ x: Int, _ y: Int) -> Character
    ) -> Self {
        StraightImage(
            rows: (0..<height).map { y in String((0..<width).map { x in letter(x, y) }) }
        )
    }
}
