import Bake
import Catalog
import ChromaKey
import Diagnostics
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Art that people use gives no alarm.
@Suite struct RealPictureTests {
    @Test(
        .enabled(
            if: Fixtures.areExpected,
            "\(Fixtures.absence)"
        ),
        arguments: [
            "layered/kenney-animal-pack-redux", "layered/kenney-modular-characters",
            "layered/kenney-platformer-characters", "layered/lpc-revised", "emoji/noto-128",
        ]
    ) func `good art is fine`(_ set: String) throws {
        let folder = try Fixtures.folder().appending(path: set)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var count = 0
        for path in paths where path.hasSuffix(".png") {
            // Two pictures of the set are no sprites: they show parts on a blue ground.
            if set.hasSuffix("modular-characters"), !path.contains("/") { continue }
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
            let image = try decodeImage(bytes).image
            let isSheet = set.hasSuffix("lpc-revised")
            let cells = isSheet ? try cut(image) : (frames: [PixelRect(image.size)], animations: [])
            let picture = CheckedPicture(
                path: path,
                image: image,
                frames: cells.frames,
                animations: cells.animations,
                isBase: path.contains("Body")
                    || ["platformer", "animal-pack", "noto"].contains { set.contains($0) }
            )
            #expect(checkPicture(picture) == [])
            count += 1
        }
        #expect(count >= 45)
    }

    /// Cells of 64 pixels, each row an animation.
    private func cut(
        _ image: StraightImage
    ) throws -> (frames: [PixelRect], animations: [SheetAnimation]) {
        let (columns, rows) = (image.width / 64, image.height / 64)
        let members = (0..<rows).map { row in
            "\"row\(row)\": {\"frames\": \"\(row * columns)-\((row + 1) * columns - 1)\"}"
        }
        let catalog = try catalog(
            "\"sheets\": {\"a\": {\"animations\": {\(members.joined(separator: ", "))}}}"
        )
        let frames = (0..<columns * rows).compactMap {
            PixelRect(x: $0 % columns * 64, y: $0 / columns * 64, width: 64, height: 64)
        }
        return (frames, catalog.sheet(for: "a").value.animations)
    }

    /// Over green and then keyed it stays clean; cut out carelessly it shows its fringe.
    @Test(
        .enabled(
            if: Fixtures.areExpected,
            "\(Fixtures.absence)"
        )
    )
    func `fringes are seen on careless cuts alone`() throws {
        let folder = try Fixtures.folder().appending(path: "emoji/noto-128")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".png")
        }
        let screen = HexColor(r: 0, g: 255, b: 0)
        var fringed = 0
        for name in names {
            let art = try decodeImage([UInt8](try Data(contentsOf: folder.appending(path: name))))
                .image
            let ground = art.pixels.map { (pixel: StraightPixel) -> StraightPixel in
                let alpha = Int(pixel.a)
                func over(_ value: UInt8, _ ground: Int) -> UInt8 {
                    UInt8((Int(value) * alpha + ground * (255 - alpha)) / 255)
                }
                return StraightPixel(
                    r: over(pixel.r, 0),
                    g: over(pixel.g, 255),
                    b: over(pixel.b, 0)
                )
            }
            let green = try #require(StraightImage(size: art.size, pixels: ground))
            let keyed = CheckedPicture(path: name, image: key(green).image, screen: screen)
            #expect(checkPicture(keyed) == [], "\(name)")
            let careless = green.pixels.map { (pixel: StraightPixel) -> StraightPixel in
                let lean = Int(pixel.g) - Int(max(pixel.r, pixel.b))
                let alpha = max(0, min(255, 255 - max(0, lean - 60) * 255 / 140))
                return alpha == 0
                    ? .clear : StraightPixel(r: pixel.r, g: pixel.g, b: pixel.b, a: UInt8(alpha))
            }
            let cut = CheckedPicture(
                path: name,
                image: try #require(StraightImage(size: art.size, pixels: careless))
            )
            let reported = checkPicture(cut).contains { ["fringe", "matte-rim"].contains($0.id) }
            fringed += reported ? 1 : 0
        }
        #expect(fringed * 10 >= names.count * 9)
    }
}
