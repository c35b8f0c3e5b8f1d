import Foundation
import KilnManifest
import Testing

struct AnimationTimeTests {
    private let even = Manifest.Animation(frames: [0, 1, 2, 1], fps: 10, loop: true)
    private let uneven = Manifest.Animation(
        frames: [0, 1, 2],
        fps: 5,
        loop: true,
        durations: [100, 300, 200]
    )

    @Test func `each step is shown for its time`() {
        #expect([-1, 0, 0.05, 0.15, 0.35, 0.45, 4.05].map(even.frame) == [0, 0, 0, 1, 3, 0, 0])
        #expect(
            [-1, 0, 0.05, 0.15, 0.35, 0.45, 0.65, 6.45].map(uneven.frame)
                == [0, 0, 0, 1, 1, 2, 0, 2]
        )
        #expect(even.duration(ofFrame: 7) == 0.1)
        #expect([-1, 0, 1, 2, 3].map(uneven.duration) == [0.2, 0.1, 0.3, 0.2, 0.1])
    }

    @Test func `what does not loop stays at its end`() {
        var (even, uneven) = (even, uneven)
        (even.loop, uneven.loop) = (false, false)
        #expect([0.25, 0.39, 0.41, 1e300].map(even.frame) == [2, 3, 3, 3])
        #expect([0.25, 0.55, 0.61, 1e300].map(uneven.frame) == [1, 2, 2, 2])
    }

    @Test func `times that are none show the first step`() {
        for animation in [even, uneven] {
            #expect([Double.nan, .infinity, -.infinity].map(animation.frame) == [0, 0, 0])
            #expect((0..<3).contains(animation.frame(at: 1e300)))
        }
    }

    @Test(arguments: [[100], [100, 0, 200], [100, -1, 200]])
    func `a manifest whose durations cannot be is refused`(durations: [Int]) throws {
        var art = Manifest.Art(species: "dog", asset: "dog", frames: ["a", "b", "c"])
        art.animations["walk"] = uneven
        var manifest = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "t",
            canvas: .init(width: 1, height: 1),
            species: [.init(id: "dog", name: "Dog", anchors: [:], art: [art])]
        )
        #expect(try Manifest(json: manifest.json()) == manifest)
        manifest.species[0].art[0].animations["walk"]?.durations = durations
        let error = #expect(throws: ManifestError.self) { try Manifest(json: manifest.json()) }
        #expect(error?.code == .inconsistent)
    }

    @Test func `members that are not said are not written`() throws {
        let json = try JSONEncoder().encode(even)
        #expect(!String(decoding: json, as: UTF8.self).contains("durations"))
        #expect(try JSONDecoder().decode(Manifest.Animation.self, from: json) == even)
    }
}
