import AtlasBuilding
import AtlasPack
import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import ImageCodec
import Raster

/// `kiln pack DIR -o DIR`: loose pictures into atlas pages, without a catalog.
enum PackCommand {
    static let command = Command<Action>(
        "pack",
        summary: "pack a folder of pictures into atlas pages",
        description: """
            Packs every PNG, JPEG, GIF, WebP and Aseprite file in the folder and its subfolders. \
            A frame is named by the picture's path in the folder, without its extension; files \
            with several frames give walk_0, walk_1, … Equal pictures are packed once. The \
            result depends on names and pixels only. It replaces the atlas that an earlier run \
            made with the same --name in the same folder, and removes its stale pages and \
            descriptors.
            """,
        examples: [
            "kiln pack sprites -o build": "Pack with a TexturePacker JSON hash.",
            "kiln pack sprites -o build --format pixi --format phaser --name hero":
                "Write two descriptors next to hero-0.png.",
            "kiln pack sprites -o build --trim polygon --format unity":
                "Give each sprite a mesh and pack by outlines.",
            "kiln pack sprites -o build --layout sprites.layout":
                "Keep existing sprites in place; commit the layout.",
        ],
        positionals: [folder],
        groups: [
            "Output": [
                output, name, formats, templates, Shared.force, Shared.json, Shared.quiet,
                Shared.jobs, Shared.memory,
            ],
            "Sprites": [
                trim, noTrim, trimThreshold, polygonTolerance, polygonShape, extrude, rotate,
                duplicates, pivots, nineSlices, framesPerSecond, premultiplied, hiddenColor, sides,
            ],
            "Scales": [scales, density, filter],
            "Pages": [
                maximumSize, padding, border, powerOfTwo, square, multipleOf, align, aspectLimit,
                groupByFolder, pixels, encode, quality, block, zstd, names, effort, png,
                textureFilter,
            ],
            "Stable layout": [layout, repack, repackAbove],
        ],
        action: run
    )

    static func request(_ values: Values) throws -> PackRequest {
        var request = PackRequest(
            folder: try values[folder],
            output: try values[output],
            jobs: try values.jobs
        )
        request.name = try values[name]
        request.rules = try Shared.rules(values)
        var settings = request.settings
        settings.templates = try values[templates].uniqued.map { path in
            DescriptorTemplate(path: path, bytes: try RealDisk().read(path))
        }
        let asked = try values[formats]
        if !asked.isEmpty || !settings.templates.isEmpty { settings.formats = asked }
        if try !values[scales].isEmpty { settings.scales = Set(try values[scales]).sorted() }
        request.density = try values[density]
        settings.pixels = try values[pixels]
        let encodings = try values[encode].uniqued
        if !encodings.isEmpty {
            if try values[quality] != nil,
                !encodings.contains(where: { [.webp, .avif].contains($0) })
            {
                throw values.usageError(
                    "'--quality' is for WebP and AVIF, and '--encode' asks for neither"
                )
            }
            if values.has(block) || values.has(zstd), !encodings.contains(.ktx2) {
                let flag = values.has(block) ? "--block" : "--zstd"
                throw values.usageError("'\(flag)' is for KTX2, and '--encode' does not ask for it")
            }
            settings.encode = encodings
            settings.webp.quality = try values[quality]
            settings.avif.quality = try values[quality]
            settings.ktx2.block = try values[block]
            settings.ktx2.zstd = try values[zstd]
        }
        settings.names = try values[names]
        settings.sideSheets = try values[sides]
        request.resampling = try values[filter].resampling
        settings.duplicates = try values[duplicates]
        request.groupsByFolder = try values[groupByFolder]
        request.pivots = try values[pivots]
        request.nineSlices = try values[nineSlices]
        request.framesPerSecond = try values[framesPerSecond]
        settings.textureFilter = try values[textureFilter]
        settings.trim = try values[noTrim] ? .none : values[trim]
        settings.polygonShape = try values[polygonShape] ?? settings.polygonShape
        settings.polygonTolerance = try values[polygonTolerance] ?? settings.polygonTolerance
        settings.trimThreshold = try values[trimThreshold]
        settings.maxPageSize = try values[maximumSize]
        settings.powerOfTwo = try values[powerOfTwo]
        settings.square = try values[square]
        settings.multipleOf = try values[multipleOf]
        settings.align = try values[align]
        settings.padding = try values[padding]
        settings.border = try values[border]
        settings.extrude = try values[extrude]
        settings.rotate = try values[rotate]
        settings.aspectLimit = try values[aspectLimit]
        settings.effort = try values[effort]
        request.layout = try values[layout]
        if let percent = try values[repackAbove] { request.repack = .aboveWaste(percent / 100) }
        if try values[repack] { request.repack = .always }
        settings.alpha = try values[premultiplied] ? .premultiplied : .straight
        settings.hiddenColor = try values[hiddenColor] == .clear ? .clear : .bleed
        request.keepsHiddenColor = try values[hiddenColor] == .keep
        request.pageEffort = try values[png]
        request.settings = settings
        return request
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try request(values)
        let summary = try await interruptible {
            try await packPictures(request, disk: RealDisk())
        }
        try values.report(summary.findings)
        try values.present(summary) { lines(summary) }
        return .clean
    }

    private static func lines(_ summary: PackSummary) -> [String] {
        let sizes = summary.pages.map(\.description).joined(separator: ", ")
        let blank = summary.empty.isEmpty ? "" : ", \(summary.empty.count) blank"
        let files =
            summary.files.map { "wrote \($0)" } + staleLines(summary.stale.removed)
        guard !summary.pages.isEmpty else {
            return ["wrote \(counted(summary.frames, "sprite")) by themselves: Xcode packs them"]
                + files
        }
        let first =
            "packed \(counted(summary.frames, "frame")) (\(summary.duplicates) equal to others\(blank)) on "
            + "\(counted(summary.pages.count, "page")) (\(sizes)), \(percent(summary.occupancy)) occupied"
        let outlines = summary.outlines.map { $0.line(keepsRectangles: summary.keepsRectangles) }
        let layout = summary.layout.map { "layout \($0.path): \($0.report)" }
        return [first] + [outlines, layout].compactMap(\.self) + files
    }
}
