import Bake
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// The LPC set of the fixtures: body parts and clothes on a shared 64x64 grid.
@Suite(.enabled(if: Fixtures.areExpected, "\(Fixtures.absence)"))
struct LayeredSetTests {
    /// Back to front, as the set's README says.
    private static let sheets: [(id: String, path: String)] = [
        ("body", "Body/Body 01 - Feminine, Thin/Ivory"),
        ("head", "Head/Head 01 - Feminine/Ivory"),
        ("eyes", "Head/Head Overlay - Eyes/Blue"),
        ("shoes", "Clothing/Feminine, Thin/Feet/Shoes 01 - Shoes/Leather"),
        ("trousers", "Clothing/Feminine, Thin/Legs/Pants 03 - Pants/Denim"),
        ("shirt", "Clothing/Feminine, Thin/Torso/Shirt 04 - T-shirt/Red"),
        ("bowtie", "Clothing/Feminine, Thin/Accessories/Neckwear 01 - Bowtie/Black"),
        ("hair", "Hair/Medium 08 - Bob, Bangs/Ruby"),
        ("glasses", "Head Accessories/Eyewear 01 - Glasses/Gold"),
    ]

    /// Straight-alpha source-over in floating point, from Porter and Duff's definition.
    private func over(_ top: StraightImage, _ bottom: [SIMD4<Double>]) -> [SIMD4<Double>] {
        zip(top.pixels, bottom).map { pixel, under in
            let alpha = Double(pixel.a) / 255
            let color = SIMD4(Double(pixel.r), Double(pixel.g), Double(pixel.b), 255)
            return color * alpha + under * (1 - alpha)
        }
    }

    @Test func `bodies, clothes and hair compose in the draw order of the set`() async throws {
        let disk = MemoryDisk()
        var sources: [(id: String, image: StraightImage)] = []
        let set = try Fixtures.folder().appending(path: "layered/lpc-revised/Characters")
        for (id, path) in Self.sheets {
            let bytes = [UInt8](try Data(contentsOf: set.appending(path: path + "/Walk.png")))
            disk.put("lpc/art/\(id == "body" ? "girl" : id).png", bytes)
            sources.append((id, try decodeImage(bytes).image))
        }
        let overlays = sources.dropFirst().map(\.id)
        let items = overlays.enumerated().map { place, id in
            #"{ "id": "\#(id)", "equipStyle": "overlay", "z": \#(place + 1), "key": false }"#
        }
        disk.put(
            "lpc/catalog.json",
            """
            {
              "catalogVersion": 1, "name": "lpc", "sources": ["art"],
              "canvas": { "width": 64, "height": 64 },
              "species": [ { "id": "girl", "name": "Girl" } ],
              "items": [ \(items.joined(separator: ", ")) ],
              "sheets": { "*": { "grid": { "columns": 8, "rows": 4 } } },
              "targets": [ { "id": "game", "kind": "atlas" } ]
            }
            """
        )
        let loaded = try #require(try LoadedCatalog.load("lpc/catalog.json", disk: disk).loaded)
        // Walking down: the third row.
        for cell in [16, 19, 23] {
            // Put on in another order than they are drawn.
            let look = Look(species: "girl", overlays: overlays.reversed())
            var options = DrawOptions(jobs: 1)
            options.frames = .one(cell)
            let (drawn, findings) = try await drawLooks(loaded, [look], options)
            let image = try #require(drawn[0]?.images[0], "\(findings)")
            #expect(image.size == PixelSize(width: 64, height: 64))
            let rect = PixelRect(x: cell % 8 * 64, y: cell / 8 * 64, width: 64, height: 64)!
            var expected = [SIMD4<Double>](repeating: SIMD4(), count: 64 * 64)
            for source in sources { expected = over(source.image.cropped(to: rect), expected) }
            #expect(expected.contains { $0.w > 250 })
            let worst = zip(image.pixels, expected).map { pixel, exact in
                let shown = SIMD4(
                    Double(pixel.r),
                    Double(pixel.g),
                    Double(pixel.b),
                    Double(pixel.a)
                )
                let difference = shown - exact
                return max(difference.max(), -difference.min())
            }.max()
            // Each layer may round by one level.
            #expect(try #require(worst) <= Double(sources.count))
        }
    }
}
