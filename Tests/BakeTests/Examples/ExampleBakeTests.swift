import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// A folder of a test's own, which goes with it.
private final class ExampleFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "kiln-example-\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// What games read of the examples that were baked, and what their profiles refuse.
struct ExampleBakeTests {
    /// Bakes an example, or a copy of it that was changed.
    private func bake(
        _ game: String,
        profile: String? = nil,
        without missing: String? = nil
    ) async throws -> (manifest: Manifest?, messages: [String], folder: ExampleFolder) {
        let folder = try ExampleFolder()
        let copy = folder.url.appending(path: game)
        try FileManager.default.copyItem(at: Repository.file("Examples/\(game)"), to: copy)
        if let missing { try FileManager.default.removeItem(at: copy.appending(path: missing)) }
        var request = BakeRequest(output: folder.url.appending(path: "out").path, jobs: 2)
        request.profile = profile
        let outcome = try await Bake.bake(
            catalogAt: copy.appending(path: "catalog.json").path,
            request,
            disk: RealDisk()
        )
        let json = try? Data(contentsOf: folder.url.appending(path: "out/manifest.json"))
        return (
            try json.map { try Manifest(json: $0) }, outcome.diagnostics.map(\.description), folder
        )
    }

    @Test(arguments: [
        (0, "horrible"), (1, "bad"), (2, "average"), (3, "good"), (4, "great"), (5, "missing"),
        (6, "placeholder"), (7, "missing"), (-1, "missing"), (99, "missing"),
    ]) func `reflect's numbers are moods, and unknown ones are missing`(
        raw: Int,
        expected: String
    ) async throws {
        let catalog = Repository.file("Examples/reflect/expected/manifest.json")
        let text = try String(contentsOf: catalog, encoding: .utf8)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        )
        let axes = try JSONSerialization.data(withJSONObject: try #require(object["axes"]))
        let mood = try #require(
            JSONDecoder().decode([Manifest.Axis].self, from: axes).first { $0.name == "mood" }
        )
        #expect(mood.value(raw: .integer(raw)) == expected)
    }

    @Test(arguments: [
        (0, "red"), (0.2499, "red"), (0.25, "orange"), (0.4999, "orange"), (0.5, "blue"),
        (0.7499, "blue"), (0.75, "green"), (1, "green"),
    ]) func `habbit's progress is a color`(progress: Double, expected: String) async throws {
        let manifest = try #require(try await bake("habbit").manifest)
        let axis = try #require(manifest.axes.first { $0.name == "progress" })
        #expect(axis.value(at: progress) == expected)
    }

    /// One drawing, eight looks, and not a pixel of another color.
    @Test(arguments: [
        ("badge", "mini", "#B8E6D5"), ("badge", "more", "#7DB3E8"), ("badge", "max", "#B48FD9"),
        ("badge_selected", "mini", "#8FD5C1"), ("badge_selected", "more", "#5A9BD4"),
        ("badge_selected", "max", "#9B6FC5"),
    ]) func `habbit's badges have the colors of their levels`(
        image: String,
        level: String,
        color: String
    ) async throws {
        let (found, _, folder) = try await bake("habbit")
        let manifest = try #require(found)
        let steps = try manifest.drawList(forImage: image, axes: ["level": level], scale: 2)
        let step = try #require(steps.first)
        let file = folder.url.appending(path: "out/\(step.image)")
        let page = try decodeImage([UInt8](Data(contentsOf: file))).image
        var colors: Set<String> = []
        for y in step.source.y..<step.source.y + step.source.height {
            for x in step.source.x..<step.source.x + step.source.width where page[x, y].a > 0 {
                let pixel = page[x, y]
                let code = Int(pixel.r) << 16 | Int(pixel.g) << 8 | Int(pixel.b)
                colors.insert(
                    "#" + String(code + 0x1000000, radix: 16, uppercase: true).dropFirst()
                )
            }
        }
        #expect(colors == [color])
    }

    @Test func `forge goes on without a drawing, and is not shipped without it`() async throws {
        let missing = "assets-src/welcome_done@2x.png"
        for profile in ["mock", "development"] {
            let (manifest, messages, _) = try await bake(
                "forge",
                profile: profile,
                without: missing
            )
            let image = try #require(manifest?.image("welcome_done"), "\(messages)")
            #expect(image.placeholder == true, "\(profile)")
            #expect(manifest?.image("welcome_start")?.placeholder == nil, "\(profile)")
        }
        let (manifest, messages, _) = try await bake(
            "forge",
            profile: "production",
            without: missing
        )
        #expect(manifest == nil)
        #expect(messages.contains { $0.contains("welcome_done") }, "\(messages)")
    }
}
