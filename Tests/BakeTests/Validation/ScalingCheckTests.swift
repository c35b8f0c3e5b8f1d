import Bake
import Catalog
import Diagnostics
import Raster
import Testing

/// What placements and scales do to pictures.
@Suite struct ScalingCheckTests {
    @Test func `pixel art keeps its pixels`() throws {
        func facts(
            _ placement: String,
            density: Int = 1,
            isPixelArt: Bool = true
        ) throws -> ScalingFacts {
            let catalog = try catalog(
                items:
                    #"[{"id": "hat", "equipStyle": "overlay", "species": ["dog"], "placement": \#(placement)}]"#
            )
            let placed = try #require(
                catalog.placement(
                    for: .item(catalog.items[0], wornBy: catalog.species[0]),
                    asset: "hat"
                )
            )
            return ScalingFacts(
                asset: "hat",
                path: "hat.png",
                isPixelArt: isPixelArt,
                density: density,
                cell: (32, 32),
                placements: [(placed.value, placed.location(of: "scale"))]
            )
        }
        #expect(
            checkScaling([try facts(#"{"scale": 1.5}"#)], scales: [1, 2]).inReportOrder()
                .map(\.description) == [
                    """
                    catalog.json:3:93: warning[pixel-art-scaling]: pixel art "hat" does not keep its pixels, found a factor of 1.5 at scale 1
                      help: use whole scales and quarter turns, or draw it as it is to be seen
                    """
                ]
        )
        #expect(
            checkScaling([try facts(#"{"rotation": 12}"#)], scales: [1]).map(\.message) == [
                "pixel art \"hat\" does not keep its pixels, found a turn by 12 degrees"
            ]
        )
        #expect(
            checkScaling([try facts("{}", density: 2)], scales: [2, 3]).map(\.message) == [
                "pixel art \"hat\" does not keep its pixels, found a factor of 1.5 at scale 3"
            ]
        )
        #expect(checkScaling([try facts(#"{"scale": 1.5}"#)], scales: [2, 4]) == [])
        #expect(
            checkScaling([try facts(#"{"scale": 2, "rotation": -90}"#)], scales: [1, 2, 3]) == []
        )
        #expect(checkScaling([try facts(#"{"scale": 1.5}"#, isPixelArt: false)], scales: [1]) == [])
    }

    @Test func `art of lower density than its neighbors is named`() {
        func facts(_ name: String, _ density: Int) -> ScalingFacts {
            ScalingFacts(
                asset: name,
                path: name + ".png",
                isPixelArt: false,
                density: density,
                cell: (32, 32)
            )
        }
        #expect(
            checkScaling([facts("dog", 3), facts("hat", 1)], scales: [1, 2]).inReportOrder()
                .map(\.description) == [
                    """
                    hat.png: warning[mixed-densities]: asset "hat" is coarser than other art, found 1 pixel per point, expected 2 for scale 2
                      help: add hat@2x.png
                    """
                ]
        )
        #expect(checkScaling([facts("dog", 3), facts("hat", 2)], scales: [1, 2]) == [])
        #expect(checkScaling([facts("dog", 1), facts("hat", 1)], scales: [1, 2]) == [])
    }

    /// A side of a square hat in pixels, the scale of its placement, and what it was before a dog at 3 pixels a
    /// point.
    @Test(
        arguments: [
            (64, nil, "add hat@3x.png"),
            (
                2048, nil,
                #"it has 2048x2048 pixels: say how large it is seen with "placement": {"size": [256, 256]}"#
            ),
            (
                384, nil,
                #"it has 384x384 pixels: say how large it is seen with "placement": {"size": [128, 128]}"#
            ),
            (2048, 0.1, nil),
            (64, 0.5, "add hat@3x.png"),
        ] as [(Int, Double?, String?)]
    )
    func `a picture that is larger than the canvas has not too few pixels`(
        side: Int,
        scale: Double?,
        help: String?
    ) {
        func facts(_ name: String, _ density: Int, _ scale: Double? = nil) -> ScalingFacts {
            var placement = Placement()
            placement.scale = scale ?? 1
            return ScalingFacts(
                asset: name,
                path: name + ".png",
                isPixelArt: false,
                density: density,
                cell: (side, side),
                placements: scale == nil ? [] : [(placement, nil)]
            )
        }
        let found = checkScaling(
            [facts("dog", 3), facts("hat", 1, scale)],
            scales: [1, 2, 3],
            canvas: PixelSize(width: 256, height: 256)
        )
        #expect(found.map(\.help) == [help].compactMap(\.self))
    }
}
