internal import Arguments
internal import AtlasBuilding
internal import AtlasPack
internal import Bake
internal import Catalog
internal import Diagnostics
internal import Export
internal import FileStore
internal import ImageCodec
internal import LooseTools
internal import PictureFiles
internal import Raster

/// `kiln pack DIR -o DIR`: loose pictures into atlas pages, without a catalog.
enum PackCommand {
    static let folder = Positional("DIR", .directory, help: "the folder of pictures")
    static let output = Flag(
        required: "output",
        short: "o",
        value: "DIR",
        .directory,
        help: "where pages and descriptors go"
    )
    static let name = Flag(
        "name",
        value: "NAME",
        .fileName,
        default: "atlas",
        help: "pages are called NAME-0.png, NAME-1.png, …"
    )
    static let formats = Flag(
        repeating: "format",
        short: "f",
        value: "F",
        .choice(of: AtlasFormat.self, except: [.kiln]),
        defaultText: "texturepacker-hash",
        help: "a descriptor to write; may be repeated"
    )
    static let maximumSize = Flag(
        "max-size",
        value: "N",
        .integer(in: 16...16_384),
        default: 2048,
        help: "the longest side of a page, in pixels"
    )
    static let padding = Flag(
        "padding",
        value: "N",
        .integer(in: 0...256),
        default: 2,
        help: "pixels between sprites"
    )
    static let border = Flag(
        "border",
        value: "N",
        .integer(in: 0...256),
        default: 0,
        help: "pixels kept free along each page edge"
    )
    static let extrude = Flag(
        "extrude",
        value: "N",
        .integer(in: 0...16),
        default: 0,
        help: "pixels by which the edge of each sprite is repeated"
    )
    static let rotate = Flag("rotate", help: "let sprites lie turned by 90 degrees")
    static let noTrim = Flag("no-trim", help: "keep clear margins")
    static let trimThreshold = Flag(
        "trim-threshold",
        value: "N",
        .integer(in: 0...254),
        default: 0,
        help: "alpha up to N counts as clear"
    )
    static let pixels = Flag(
        "pixels",
        value: "P",
        .choice(of: PageFormat.self),
        default: .rgba8888,
        help: "how pages are stored: rgba8888, or with loss and dithered palette, rgba4444, rgb565",
        details: "rgba4444 and rgb565 are raw words of 16 bits, little-endian, without a header."
    )
    static let sides = Flag(
        repeating: "side",
        value: "SUFFIX",
        .fileName,
        help: "pictures named so, such as hat_n.png, get pages of their own with the same layout"
    )
    static let scales = Flag(
        repeating: "scale",
        value: "N",
        .integer(in: 1...8),
        defaultText: "1",
        help: "pixels per point of the pages; may be repeated: all scales share one layout",
        details: "Pages at scale 2 are called NAME-0@2x.png. Lengths are pixels at scale 1."
    )
    static let density = Flag(
        "density",
        value: "N",
        .integer(in: 1...8),
        defaultText: "the largest scale",
        help: "pixels per point of the pictures"
    )
    static let filter = Flag(
        "filter",
        value: "F",
        .choice(of: ResamplingFilter.self),
        default: .automatic,
        help: "how pictures are brought to other scales"
    )
    static let duplicates = Flag(
        "duplicates",
        value: "D",
        .choice(of: DuplicateFrames.self),
        default: .equal,
        help: "which pictures share a place: none, equal ones, with --rotate turned ones too"
    )
    static let groupByFolder = Flag(
        "group-by-folder",
        help: "give the pictures of each folder inside DIR pages of their own"
    )
    static let pivots = Flag(
        repeating: "pivot",
        value: "RULE",
        .pivot,
        defaultText: "*=0.5,0.5",
        help: "NAMES=X,Y: the pivot of frames with such names, as parts of the picture"
    )
    static let nineSlices = Flag(
        repeating: "nine-slice",
        value: "RULE",
        .nineSlice,
        help:
            "NAMES=LEFT,TOP,RIGHT,BOTTOM: borders that do not stretch; such frames are not trimmed"
    )
    static let powerOfTwo = Flag("power-of-two", help: "make page sides powers of two")
    static let square = Flag("square", help: "make pages square")
    static let multipleOf = Flag(
        "multiple-of",
        value: "N",
        .integer(in: 1...256),
        default: 1,
        help: "make page sides multiples of N"
    )
    static let aspectLimit = Flag(
        "aspect-limit",
        value: "X",
        .number(in: 1...1024),
        default: 8,
        help: "how much longer than wide a page may be"
    )
    static let premultiplied = Flag("premultiplied", help: "multiply the pages' colors by alpha")
    static let hiddenColor = Flag(
        "hidden-color",
        value: "HOW",
        .choice(of: HiddenColor.self),
        default: .bleed,
        help: "color under clear pixels: bleed from the art, clear to black, or keep the pictures'"
    )
    static let layout = Flag(
        "layout",
        value: "FILE",
        .file,
        help: "keep sprites where FILE says they are; written anew with the pages"
    )
    static let repack = Flag("repack", help: "give the layout up and pack anew")
    static let repackAbove = Flag(
        "repack-above",
        value: "PERCENT",
        .number(in: 0...100),
        help: "pack anew when more of the pages than this is empty"
    )
    static let effort = Flag(
        "effort",
        value: "E",
        .choice(of: PackEffort.self),
        default: .balanced,
        help: "how hard to search for dense pages and small files"
    )

    enum HiddenColor: String, CaseIterable, Sendable {
        case bleed
        case clear
        case keep
    }

    static let command = Command<Action>(
        "pack",
        summary: "pack a folder of pictures into atlas pages",
        description: """
            Takes every PNG and JPEG of the folder and of all folders inside; a frame's name is the \
            picture's path relative to the folder, without extension. Equal pictures are placed \
            once. The result depends on names and pixels only, not on the order of files.
            """,
        examples: [
            Example("kiln pack sprites -o build", "Pack with a TexturePacker JSON hash."),
            Example(
                "kiln pack sprites -o build --format pixi --format phaser --name hero",
                "Write two descriptors beside hero-0.png."
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
                    noTrim, trimThreshold, extrude, rotate, duplicates, pivots, nineSlices,
                    premultiplied, hiddenColor, sides,
                ]
            ),
            FlagGroup("Scales", [scales, density, filter]),
            FlagGroup(
                "Pages",
                [
                    maximumSize, padding, border, powerOfTwo, square, multipleOf, aspectLimit,
                    groupByFolder, pixels, effort,
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
        request.trims = try !values[noTrim]
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
        return request
    }

    private struct Summary: Encodable {
        struct Page: Encodable {
            var width: Int
            var height: Int
        }

        var frames: Int
        var duplicates: Int
        var empty: [String]
        var unnamed: [String]
        var pages: [Page]
        var occupancy: Double
        var bytes: Int
        var files: [String]
        var layout: BakeReport.Layout?
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
                "note: '\(name)' has no visible pixel, so the atlas has no frame for it"
            )
        }
        if try values[Shared.json] {
            let pages = summary.pages.map { Summary.Page(width: $0.width, height: $0.height) }
            Console.standardOutput.print(
                try Document(
                    encoding: Summary(
                        frames: summary.frames,
                        duplicates: summary.duplicates,
                        empty: summary.empty,
                        unnamed: summary.unnamed,
                        pages: pages,
                        occupancy: summary.occupancy,
                        bytes: summary.bytes,
                        files: summary.files,
                        layout: summary.layout.map(BakeReport.Layout.init)
                    )
                )
            )
        } else if try !values[Shared.quiet] {
            let sizes = summary.pages.map(\.description).joined(separator: ", ")
            Console.standardOutput.print(
                "packed \(summary.frames) frames (\(summary.duplicates) equal to others) on "
                    + "\(summary.pages.count) pages (\(sizes)), "
                    + "\(percent(summary.occupancy)) occupied"
            )
            if let layout = summary.layout {
                Console.standardOutput.print("layout \(layout.path): \(layout.report)")
            }
            for file in summary.files { Console.standardOutput.print("wrote \(file)") }
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

extension ValueKind where Value == (frames: Glob, x: Double, y: Double) {
    /// `NAMES=X,Y`.
    fileprivate static var pivot: ValueKind {
        ValueKind(expected: "names and a point such as hero*=0.5,1") { text in
            guard let (names, numbers) = split(text), numbers.count == 2,
                let x = Double(numbers[0]), let y = Double(numbers[1]),
                (-8...8).contains(x), (-8...8).contains(y)
            else { return nil }
            return (names, x, y)
        }
    }
}

extension ValueKind where Value == (frames: Glob, slice: NineSlice) {
    /// `NAMES=LEFT,TOP,RIGHT,BOTTOM`.
    fileprivate static var nineSlice: ValueKind {
        ValueKind(expected: "names and four lengths such as panel*=8,8,8,8") { text in
            guard let (names, numbers) = split(text), numbers.count == 4 else { return nil }
            let sides = numbers.compactMap { Int($0) }.filter { (0...16_384).contains($0) }
            guard sides.count == 4 else { return nil }
            var slice = NineSlice()
            (slice.left, slice.top, slice.right, slice.bottom) =
                (sides[0], sides[1], sides[2], sides[3])
            return (names, slice)
        }
    }
}

/// The pattern before the last `=` and what the commas behind it separate.
private func split(_ text: String) -> (Glob, [Substring])? {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else { return nil }
    let rest = text[text.index(after: equals)...]
    return (
        Glob(String(text[..<equals])), rest.split(separator: ",", omittingEmptySubsequences: false)
    )
}
