import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// A game in memory: a catalog, drawn pictures, and what becomes of them.
struct DrawnGame {
    let disk = MemoryDisk()

    /// - Parameters:
    ///   - catalog: members next to `catalogVersion` and `name`.
    ///   - art: pictures by their path below `game/art`.
    init(_ catalog: String, art: [String: StraightImage]) throws {
        let head = #"{ "catalogVersion": 1, "name": "drawn", "sources": ["art"],"#
        disk.put("game/catalog.json", head + catalog + "}")
        for (path, image) in art { try disk.put("game/art/" + path, image) }
    }

    /// The same game with other sources.
    func withSources(_ sources: String) throws -> DrawnGame {
        let path = "game/catalog.json"
        let text = String(decoding: try #require(disk.files[path]), as: UTF8.self)
        disk.put(path, text.replacing(#""sources": ["art"]"#, with: #""sources": \#(sources)"#))
        return self
    }

    func loaded() throws -> LoadedCatalog {
        let (loaded, found) = try LoadedCatalog.load("game/catalog.json", disk: disk)
        return try #require(loaded, "\(found)")
    }

    /// What a validation finds.
    func findings() async throws -> [String] {
        let (loaded, found) = try LoadedCatalog.load("game/catalog.json", disk: disk)
        guard let loaded else { return found.map(\.description) }
        return try await loaded.validate(in: RenderContext(disk: disk, jobs: 2)).map(\.description)
    }

    /// Bakes into `out`.
    func baked() async throws -> BakedGame {
        let outcome = try await bake(
            catalogAt: "game/catalog.json",
            BakeRequest(output: "out", jobs: 2),
            disk: disk
        )
        try #require(outcome.summary != nil, "\(outcome.diagnostics.map(\.description))")
        let json = try #require(disk.files["out/manifest.json"])
        return BakedGame(
            manifest: try Manifest(json: Data(json)),
            files: disk.files.reduce(into: [:]) { files, file in
                guard file.key.hasPrefix("out/") else { return }
                files[String(file.key.dropFirst("out/".count))] = file.value
            }
        )
    }

    /// A look as previews show it.
    func preview(
        _ look: Look,
        animation: String? = nil,
        frame: Int = 0,
        scale: Int = 1,
        background: String? = nil
    ) async throws -> StraightImage {
        var options = DrawOptions(jobs: 2)
        options.background = background
        options.animation = animation
        options.frames = .one(frame)
        options.scale = scale
        let (drawn, found) = try await drawLooks(try loaded(), [look], options)
        return try #require(drawn[0]?.images[0], "\(found.map(\.description))").straight()
    }
}

/// Compares findings; their values are in the failure, as `#expect` shows none of awaited expressions.
func expectFindings(
    _ found: [String],
    _ expected: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    #expect(found == expected, sourceLocation: sourceLocation)
}

/// What a bake wrote.
struct BakedGame {
    var manifest: Manifest
    var files: [String: [UInt8]]

    func picture(_ path: String) throws -> StraightImage {
        try decodeImage(try #require(files[path], "\(files.keys.sorted())")).image
    }

    /// A look as a game draws it from the draw list, canvas and bleed.
    func drawn(
        _ look: Look,
        animation: String? = nil,
        frame: Int = 0,
        scale: Int = 1
    ) throws -> StraightImage {
        let area = manifest.canvas.area(atScale: scale)
        var canvas = PremultipliedImage(size: PixelSize(width: area.width, height: area.height)!)
        let steps = try manifest.drawList(
            for: look,
            animation: animation,
            frame: frame,
            scale: scale
        )
        for step in steps {
            let source = step.source
            let picture = try picture(step.image).cropped(
                to: PixelRect(
                    x: source.x,
                    y: source.y,
                    width: source.width,
                    height: source.height
                )!
            )
            canvas.draw(
                (step.isCounterclockwise
                    ? picture.rotatedClockwise()
                    : step.isRotated ? picture.rotatedCounterclockwise() : picture)
                    .premultiplied(),
                at: PixelPoint(x: step.x - area.x, y: step.y - area.y)
            )
        }
        return canvas.straight()
    }
}

extension Bitmap<StraightPixel> {
    /// A disc with a soft rim on clear ground, filling a share of the picture's shorter side.
    static func disc(
        _ width: Int,
        _ height: Int,
        _ color: StraightPixel = StraightPixel(r: 230, g: 120, b: 60),
        filling share: Double = 0.9,
        around center: (x: Double, y: Double) = (0.5, 0.5)
    ) -> StraightImage {
        let radius = Double(min(width, height)) / 2 * share
        return StraightImage(width, height) { x, y in
            let dx = Double(x) + 0.5 - center.x * Double(width)
            let dy = Double(y) + 0.5 - center.y * Double(height)
            let cover = min(1, max(0, radius - (dx * dx + dy * dy).squareRoot() + 0.5))
            var pixel = color
            pixel.a = UInt8((cover * 255).rounded())
            return cover == 0 ? .clear : pixel
        }
    }
}

/// Draws looks without anything from the time before.
func drawLooks(
    _ loaded: LoadedCatalog,
    _ looks: [Look],
    _ options: DrawOptions
) async throws -> (drawn: [DrawnLook?], diagnostics: [Diagnostic]) {
    var memory = DrawMemory()
    return try await drawLooks(loaded, looks, options, memory: &memory)
}
