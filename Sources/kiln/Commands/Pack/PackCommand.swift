import AtlasBuilding
import AtlasPack
import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import ImageCodec
import Raster
import Results

/// `kiln pack DIR -o DIR`: loose pictures into atlas pages, without a catalog.
enum PackCommand {
    static let command = Command<Action>(
        "pack",
        summary: "pack a folder of pictures into atlas pages",
        description: """
            Takes every PNG, JPEG, GIF, WebP and Aseprite file of the folder and of all folders \
            inside; a frame's name is the picture's path relative to the folder, without extension. \
            Files with several frames give them all: walk_0, walk_1, … Equal pictures are placed \
            once. The result depends on names and pixels only, not on the order of files. It replaces \
            the atlas that an earlier run made under the same --name in the same folder: pages and \
            descriptors that are not made any more are removed.
            """,
        examples: [
            Example("kiln pack sprites -o build", "Pack with a TexturePacker JSON hash."),
            Example(
                "kiln pack sprites -o build --format pixi --format phaser --name hero",
                "Write two descriptors beside hero-0.png."
            ),
            Example(
                "kiln pack sprites -o build --trim polygon --format unity",
                "Give each sprite a mesh, and pack by outlines."
            ),
            Example(
                "kiln pack sprites -o build --layout sprites.layout",
                "Move no sprite that was there before; commit the layout."
            ),
        ],
        positionals: [folder],
        groups: [
            FlagGroup(
                "Output",
                [
                    output, name, formats, Shared.force, Shared.json, Shared.quiet, Shared.jobs,
                    Shared.memory,
                ]
            ),
            FlagGroup(
                "Sprites",
                [
                    trim, noTrim, trimThreshold, polygonTolerance, polygonShape, extrude, rotate,
                    duplicates, pivots, nineSlices, framesPerSecond, premultiplied, hiddenColor,
                    sides,
                ]
            ),
            FlagGroup("Scales", [scales, density, filter]),
            FlagGroup(
                "Pages",
                [
                    maximumSize, padding, border, powerOfTwo, square, multipleOf, aspectLimit,
                    groupByFolder, pixels, effort, png, textureFilter,
                ]
            ),
            FlagGroup("Stable layout", [layout, repack, repackAbove]),
        ],
        action: Shared.budgeted(run)
    )

    static func request(_ values: Values) throws -> PackRequest {
        var request = PackRequest(
            folder: try values[folder],
            output: try values[output],
            jobs: try values[Shared.jobs] ?? Machine.cores
        )
        request.name = try values[name]
        request.rules = try Shared.rules(values)
        if try !values[formats].isEmpty { request.formats = try values[formats] }
        if try !values[scales].isEmpty { request.scales = Set(try values[scales]).sorted() }
        request.density = try values[density]
        request.pixels = try values[pixels]
        request.sides = try values[sides]
        request.resampling = try values[filter].resampling
        request.duplicates = try values[duplicates]
        request.groupsByFolder = try values[groupByFolder]
        request.pivots = try values[pivots]
        request.nineSlices = try values[nineSlices]
        request.framesPerSecond = try values[framesPerSecond]
        request.textureFilter = try values[textureFilter]
        try readTrimming(values, into: &request)
        request.trimThreshold = UInt8(clamping: try values[trimThreshold])
        let side = try values[maximumSize]
        request.packing = PackOptions(
            maximumSize: PixelSize(width: side, height: side) ?? PackOptions.defaultMaximumSize,
            powerOfTwo: try values[powerOfTwo],
            square: try values[square],
            multipleOf: try values[multipleOf],
            padding: try values[padding],
            border: try values[border],
            extrude: try values[extrude],
            allowsRotation: try values[rotate],
            aspectLimit: try values[aspectLimit],
            effort: try values[effort]
        )
        request.layout = try values[layout]
        if let percent = try values[repackAbove] { request.repack = .aboveWaste(percent / 100) }
        if try values[repack] { request.repack = .always }
        if request.layout == nil, request.repack != .never {
            throw values.usageError("--repack and --repack-above need --layout")
        }
        request.isPremultiplied = try values[premultiplied]
        request.bleed =
            switch try values[hiddenColor] {
            case .bleed: 2
            case .clear: 0
            case .keep: nil
            }
        request.effort =
            switch try values[effort] {
            case .fast: .fast
            case .balanced: .balanced
            case .best: .best
            }
        if let effort = try values[png] { request.effort = effort }
        return request
    }

    private static func readTrimming(_ values: Values, into request: inout PackRequest) throws {
        let trimming = try values[trim]
        let isOff = try values[noTrim]
        if isOff, trimming == .polygon {
            throw values.usageError("--no-trim and --trim polygon exclude each other")
        }
        request.trims = !isOff && trimming != .none
        let tolerance = try values[polygonTolerance]
        let shape = try values[polygonShape]
        guard trimming == .polygon else {
            if tolerance != nil || shape != nil {
                throw values.usageError(
                    "--polygon-tolerance and --polygon-shape need --trim polygon"
                )
            }
            return
        }
        request.outline = OutlineOptions(
            form: shape ?? .concave,
            tolerance: tolerance ?? OutlineOptions.defaultTolerance
        )
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try request(values)
        let summary = try await interruptible {
            try await packPictures(request, disk: RealDisk())
        }
        for path in summary.unnamed {
            Console.standardError.print(
                "\(path): warning: the name is not UTF-8, so no frame can have it; it was left out"
            )
        }
        for name in summary.empty {
            Console.standardError.print(
                "note: \"\(name)\" has no visible pixel; the atlas has a clear frame for it"
            )
        }
        for name in summary.scattered {
            Console.standardError.print(
                "note: the frames of animation \"\(name)\" lie on several pages, so pixi has no such animation"
            )
        }
        Shared.warn(ofChanged: summary.stale)
        if try values[Shared.json] {
            Console.standardOutput.print(try Document(encoding: PackReport(summary)))
        } else if try !values[Shared.quiet] {
            Console.standardOutput.print(lines: packLines(summary))
        }
        return .clean
    }
}

extension ResamplingFilter {
    /// Nil for what the picture decides.
    fileprivate var resampling: Resampling? {
        switch self {
        case .automatic: nil
        case .nearest: .nearest
        case .area: .box
        case .cubic: .cubic
        }
    }
}
