import Raster
import TestSupport
import Testing

struct RenderLayerTests {
    private let flag = StraightImage(
        drawn:
            "rrb.",
        "rb..",
        "x...",
        "#..."
    )

    @Test func `an untransformed picture at its own density goes through bit for bit`() throws {
        var hidden = flag
        hidden[3, 3] = StraightPixel(r: 1, g: 2, b: 3, a: 0)
        let layer = try #require(
            renderLayer(
                hidden,
                density: 2,
                transform: LayerTransform(),
                scale: 2,
                using: .area
            )
        )
        #expect(layer.image == hidden)
        #expect(layer.pivotX == 1 && layer.pivotY == 1)
    }

    @Test func `an odd picture is padded to whole points, and its pivot stays`() throws {
        let odd = StraightImage(drawn: "rrr", "rrr", "rrr")
        for scale in 1...4 {
            let layer = try #require(
                renderLayer(
                    odd,
                    density: 2,
                    transform: LayerTransform(),
                    scale: scale,
                    using: .area
                )
            )
            #expect(layer.image.size == PixelSize(width: 2 * scale, height: 2 * scale))
            #expect(layer.pivotX == 0.75)
        }
    }

    @Test func `flipping mirrors the picture within its box`() throws {
        let layer = try #require(
            renderLayer(
                flag,
                density: 1,
                transform: LayerTransform(isFlipped: true, pivotX: 0.25),
                scale: 1,
                using: .nearest
            )
        )
        #expect(
            layer.image.cropped(to: PixelRect(x: 0, y: 0, width: 4, height: 2)!)
                == StraightImage(drawn: ".brr", "..br")
        )
        #expect(layer.pivotX == 1)
    }

    @Test(arguments: [(1, 2), (2, 1), (1, 1)])
    func `the nearest pixel is taken as it is, faint colors too`(density: Int, scale: Int) throws {
        // Multiplied by its alpha and divided again, the color would be (85, 170, 0).
        let faint = StraightPixel(r: 100, g: 200, b: 30, a: 3)
        let source = StraightImage(size: PixelSize(width: 4, height: 4)!, filledWith: faint)
        let layer = try #require(
            renderLayer(
                source,
                density: density,
                transform: LayerTransform(isFlipped: true),
                scale: scale,
                using: .nearest
            )
        )
        #expect(layer.image.width == 4 * scale / density)
        #expect(layer.image.pixels.allSatisfy { $0 == faint })
    }

    @Test func `a quarter turn clockwise brings the top to the right`() throws {
        let layer = try #require(
            renderLayer(
                StraightImage(drawn: "rr", "bb"),
                density: 1,
                transform: LayerTransform(rotation: 90),
                scale: 1,
                using: .nearest
            )
        )
        let bounds = try #require(layer.image.opaqueBounds())
        #expect(layer.image.cropped(to: bounds) == StraightImage(drawn: "br", "br"))
        // The pivot is still the middle of what is seen.
        #expect(Double(bounds.x) + 1 == layer.pivotX)
        #expect(Double(bounds.y) + 1 == layer.pivotY)
    }

    @Test(arguments: [0.0, 30, 45, 133.7, 180, 270, -90])
    func `the box in points is the same at every scale`(rotation: Double) throws {
        let art = StraightImage(
            size: PixelSize(width: 37, height: 23)!,
            filledWith: StraightPixel(r: 9, g: 9, b: 9)
        )
        let transform = LayerTransform(
            size: .scaled(0.7),
            rotation: rotation,
            pivotX: 0.2,
            pivotY: 0.9
        )
        let layers = try (1...4).map { scale in
            try #require(
                renderLayer(
                    art,
                    density: 2,
                    transform: transform,
                    scale: scale,
                    using: .area
                )
            )
        }
        for (index, layer) in layers.enumerated() {
            #expect(layer.image.size == layers[0].image.size.scaled(by: index + 1))
            #expect(layer.pivotX == layers[0].pivotX && layer.pivotY == layers[0].pivotY)
            let bounds = try #require(layer.image.opaqueBounds())
            let area = Double(bounds.width * bounds.height)
            #expect(area >= 37 * 23 * 0.35 * 0.35 * Double((index + 1) * (index + 1)) * 0.8)
        }
    }

    @Test(arguments: [1e9, .infinity, .nan])
    func `a scale out of reach gives no picture`(factor: Double) {
        #expect(
            renderLayer(
                flag,
                density: 1,
                transform: LayerTransform(size: .scaled(factor)),
                scale: 1,
                using: .area
            ) == nil
        )
    }

    @Test func `layers are drawn back to front and clipped to the canvas`() {
        let result = compose(
            [
                PlacedLayer(image: StraightImage(drawn: "rrr"), position: .zero),
                PlacedLayer(
                    image: StraightImage(drawn: "b.b"),
                    position: PixelPoint(x: -2, y: 0)
                ),
                PlacedLayer(image: StraightImage(drawn: "ww"), position: PixelPoint(x: 2, y: 0)),
            ],
            on: PixelSize(width: 3, height: 1)!
        )
        #expect(result.straight() == StraightImage(drawn: "brw"))
    }
}
