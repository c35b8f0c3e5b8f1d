import KilnManifest
import Testing

struct AxisRangeTests {
    private static let progress = Manifest.Axis(
        name: "progress",
        values: ["red", "orange", "blue", "none", "green"],
        unknown: "none",
        details: [
            "red": .init(range: [0, 0.25]), "orange": .init(range: [0.25, 0.5]),
            "blue": .init(range: [0.5, 0.75]), "green": .init(range: [0.75, 1]),
        ]
    )

    @Test(arguments: [
        (0, "red"), (0.2499, "red"), (0.25, "orange"), (0.3, "orange"), (0.5, "blue"),
        (0.75, "green"), (0.99, "green"),
        // The last range holds both of its ends.
        (1, "green"), (1.01, "none"), (-0.01, "none"), (.nan, "none"), (.infinity, "none"),
    ])
    func `a number belongs to the value whose range begins at it or below`(
        number: Double,
        value: String
    ) {
        #expect(Self.progress.value(at: number) == value)
    }

    @Test func `numbers in no range are unknown, else the default`() {
        var axis = Self.progress
        axis.unknown = nil
        #expect(axis.value(at: 7) == "red")
        axis.default = "blue"
        #expect(axis.value(at: 7) == "blue" && axis.value(at: 0.1) == "red")
        axis.details?["blue"] = nil
        #expect(axis.value(at: 0.6) == "blue" && axis.value(at: 0.5) == "blue")
        #expect(Manifest.Axis(name: "a", values: []).value(at: 0) == nil)
    }
}

struct ImageArtTests {
    @Test func `an image's art is found by level, and by values before their fallbacks`() throws {
        func art(_ asset: String, _ axes: [String: String], level: Int? = nil) -> Manifest.ImageArt
        {
            .init(axes: axes, level: level, asset: asset, frames: [asset], width: 1, height: 1)
        }
        let axes = [
            Manifest.Axis(
                name: "mood",
                values: ["calm", "sad", "gone"],
                details: ["gone": .init(fallback: ["sad"])]
            )
        ]
        let image = Manifest.Image(
            id: "face",
            name: "Face",
            frames: ["calm"],
            width: 1,
            height: 1,
            art: [
                art("calm", ["mood": "calm"]), art("sad", ["mood": "sad"]),
                art("any", [:], level: 1),
            ]
        )
        #expect(image.art(for: [:], axes)?.asset == "calm")
        #expect(image.art(for: ["mood": "gone"], axes)?.asset == "sad")
        #expect(image.art(for: ["mood": "wild"], axes)?.asset == "any")
        #expect(image.allFrames == ["calm", "sad", "any"])
        var sparse = image
        sparse.art?.removeLast()
        #expect(sparse.art(for: ["mood": "wild"], axes) == nil)
        sparse.art = nil
        #expect(sparse.art(for: ["mood": "wild"], axes)?.frames == ["calm"])
    }
}
