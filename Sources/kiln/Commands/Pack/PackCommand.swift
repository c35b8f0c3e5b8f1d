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

    static let folder = Positional("DIR", .directory).help("the folder of pictures")
    static let output = Flag(required: "output", short: "o", value: "DIR", .directory.output)
        .help("where pages and descriptors go")
    static let name = Flag("name", value: "NAME", .fileName, default: "atlas")
        .help("pages are called NAME-0.png, NAME-1.png, …")
    static let formats = Flag<[AtlasFormat]>(
        repeating: "format",
        short: "f",
        value: "F",
        .choice(except: .kiln)
    )
    .whenAbsent("texturepacker-hash")
    .help("a descriptor to write")
    static let templates = Flag(repeating: "template", value: "FILE", .file)
        .help("a Mustache template of a descriptor to write: love.lua.mustache writes NAME.lua")
    static let maximumSize = Flag("max-size", value: "N", .integer(in: 16...16_384), default: 2048)
        .help("the longest side of a page, in pixels")
    static let padding = Flag("padding", value: "N", .integer(in: 0...256), default: 2)
        .help("pixels between sprites")
    static let border = Flag("border", value: "N", .integer(in: 0...256), default: 0)
        .help("pixels kept free along each page edge")
    static let extrude = Flag("extrude", value: "N", .integer(in: 0...16), default: 0)
        .help("pixels by which to repeat each sprite's edge")
    static let rotate = Flag("rotate").help("allow sprites to be rotated by 90 degrees")
    static let trim = Flag("trim", value: "HOW", .choice(of: Trimming.self), default: .rectangle)
        .help("what to pack of a sprite: its visible rectangle, its polygon, or all of it (none)")
    static let noTrim = Flag("no-trim")
        .help("keep clear margins: --trim none")
        .excludes(trim.set(to: "polygon"))
    static let polygonTolerance = Flag(
        "polygon-tolerance",
        value: "N",
        .integer(in: 0...OutlineOptions.largestTolerance)
    )
    .whenAbsent("\(OutlineOptions.defaultTolerance)")
    .help("how far a polygon may be from the visible pixels; less needs more corners")
    .needs(trim.set(to: "polygon"))
    static let polygonShape = Flag(
        "polygon-shape",
        value: "S",
        .choice(of: OutlineOptions.Form.self)
    )
    .whenAbsent("concave")
    .help("whether polygons follow hollows (concave) or bridge them (convex)")
    .needs(trim.set(to: "polygon"))
    static let trimThreshold = Flag("trim-threshold", value: "N", .integer(in: 0...254), default: 0)
        .help("alpha up to N counts as clear")
        .excludes(noTrim, trim.set(to: "none"))
    static let pixels = Flag("pixels", value: "P", .choice(of: PagePixels.self), default: .rgba8888)
        .help("how pages are stored: rgba8888, or with loss and dithered palette, rgba4444, rgb565")
    static let encode = Flag(repeating: "encode", value: "E", .choice(of: PageEncoding.self))
        .whenAbsent("png")
        .help("the file format of pages: png, webp, avif or ktx2; most formats name the first")
    static let quality = Flag("quality", value: "Q", .integer(in: 1...100))
        .whenAbsent("100 for webp, 80 for avif, 100 with hard pixels")
        .help("the quality of WebP and AVIF; 100 is lossless")
        .needs(encode)
    static let block = Flag("block", value: "B", .choice(of: TextureBlock.self))
        .whenAbsent("4x4, none with hard pixels")
        .help("how KTX2 compresses pixels for GPUs: ASTC 4x4, 5x5, 6x6 or 8x8, or none, lossless")
        .needs(encode)
    static let zstd = Flag("zstd", value: "N", .integer(in: 0...19))
        .whenAbsent("3, 12 or 19, by the effort")
        .help("the level at which KTX2 is compressed by Zstandard; 0 for none")
        .needs(encode)
    static let names = Flag("names", value: "N", .choice(of: PageNaming.self), default: .plain)
        .help("plain, or hashed: NAME-0-3f9a1c0b.png, by the file's contents")
    static let sides = Flag(repeating: "side", value: "SUFFIX", .fileName)
        .help("pictures named so, like hat_n.png, go to separate pages with the same layout")
    static let scales = Flag(repeating: "scale", value: "N", .integer(in: 1...8))
        .whenAbsent("1")
        .help("pixels per point of the pages; all scales share one layout")
    static let density = Flag("density", value: "N", .integer(in: 1...8))
        .whenAbsent("the largest scale")
        .help("pixels per point of the pictures")
    static let filter = Flag("filter", value: "F", .choice(), default: ResamplingFilter.automatic)
        .help("how to resample pictures to other scales")
    static let duplicates = Flag(
        "duplicates",
        value: "D",
        .choice(),
        default: DuplicateMerging.equal
    )
    .help("which pictures share a place: none, equal ones, with --rotate turned ones too")
    static let groupByFolder = Flag("group-by-folder")
        .help("use separate pages for each folder inside DIR")
    static let pivots = Flag(repeating: "pivot", value: "RULE", .pivot)
        .whenAbsent("none")
        .help(
            "NAMES=X,Y: the pivot of frames with these names, as fractions of the picture; or none"
        )
    static let framesPerSecond = Flag("fps", value: "N", .number(in: 0.01...1000), default: 8)
        .help(
            "frames per second of animations, which are made of numbered names: walk_0, walk_1, …"
        )
    static let textureFilter = Flag(
        "texture-filter",
        value: "F",
        .choice(),
        default: TextureFilter.linear
    )
    .help("how engines should scale the pages, in formats that can say so: libgdx, spine, css")
    static let nineSlices = Flag(repeating: "nine-slice", value: "RULE", .nineSlice)
        .help(
            "NAMES=LEFT,TOP,RIGHT,BOTTOM: borders that do not stretch; these frames are not trimmed"
        )
    static let powerOfTwo = Flag("power-of-two").help("make page sides powers of two")
    static let square = Flag("square").help("make pages square")
    static let multipleOf = Flag("multiple-of", value: "N", .integer(in: 1...256), default: 1)
        .help("make page sides multiples of N")
    static let align = Flag("align", value: "N", .integer(in: 1...32), default: 1)
        .help("place frames at multiples of N, for engines that compress pages in blocks")
    static let aspectLimit = Flag("aspect-limit", value: "X", .number(in: 1...1024), default: 8)
        .help("the maximum ratio of a page's sides")
    static let premultiplied = Flag("premultiplied")
        .help("multiply the pages' colors by alpha; only libgdx and cocos2d record it")
    static let hiddenColor = Flag(
        "hidden-color",
        value: "HOW",
        .choice(),
        default: HiddenColor.bleed
    )
    .help("color under clear pixels: bleed from the art, clear to black, or keep the pictures'")
    static let layout = Flag("layout", value: "FILE", .file.output)
        .help("keep sprites at the positions in FILE, which is updated with the pages")
    static let repack = Flag("repack").help("discard the layout and pack again").needs(layout)
    static let repackAbove = Flag("repack-above", value: "PERCENT", .number(in: 0...100))
        .help("pack again when more than this share of the pages is empty")
        .needs(layout)
    static let effort = Flag("effort", value: "E", .choice(except: .max), default: Effort.balanced)
        .help("how hard to search for dense pages and small files")

    static let png = Flag("png", value: "E", .choice(of: Effort.self))
        .whenAbsent("as --effort")
        .help("how hard to search for small files alone: fast, balanced, best, or max")

    enum HiddenColor: String, CaseIterable, Sendable {
        case bleed
        case clear
        case keep
    }
}

extension ValueKind where Value == (frames: Glob, point: AtlasFrame.Pivot?) {
    /// `NAMES=X,Y`, `NAMES=none`, or `none` for all.
    static var pivot: ValueKind {
        ValueKind(expected: "none, or names and a point such as hero*=0.5,1") { text in
            if text == "none" { return (Glob("*"), nil) }
            guard let (names, numbers) = split(text) else { return nil }
            if numbers == ["none"] { return (names, nil) }
            guard numbers.count == 2, let x = Double(numbers[0]), let y = Double(numbers[1]),
                (-8...8).contains(x), (-8...8).contains(y)
            else { return nil }
            return (names, AtlasFrame.Pivot(x: x, y: y))
        }
    }
}

extension ValueKind where Value == (frames: Glob, slice: NineSlice) {
    /// `NAMES=LEFT,TOP,RIGHT,BOTTOM`.
    static var nineSlice: ValueKind {
        ValueKind(expected: "names and four lengths such as panel*=8,8,8,8") { text in
            guard let (names, numbers) = split(text), numbers.count == 4 else { return nil }
            let sides = numbers.compactMap { Int($0) }.filter { (0...16_384).contains($0) }
            guard sides.count == 4 else { return nil }
            return (
                names,
                NineSlice(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
            )
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

extension ValueKind where Value == String {
    /// A name that makes a file in a folder, on every system, and none outside of it.
    static var fileName: ValueKind {
        ValueKind(expected: "a file name without / that every system takes") { text in
            // What Windows keeps for itself.
            let kept = "/\\:*?\"<>|".unicodeScalars
            let isFit =
                (1...128).contains(text.utf8.count) && !text.hasPrefix(".")
                && !text.unicodeScalars.contains { $0.value < 0x20 || kept.contains($0) }
            return isFit && troubleOfFileName(text) == nil ? text : nil
        }
    }
}
