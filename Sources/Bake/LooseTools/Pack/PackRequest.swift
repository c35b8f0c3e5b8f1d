package import AtlasBuilding
package import AtlasPack
package import Catalog
package import Diagnostics
package import FileStore
package import ImageCodec
package import Raster

/// Packs a folder of pictures: what `kiln pack` does.
package struct PackRequest: Sendable {
    /// Pictures are taken from it and all folders inside; a frame's name is its picture's path
    /// relative to it, without extension.
    package var folder: String
    package var output: String
    /// What pages are called: `NAME-0.png`, `NAME-1.png` and so on.
    package var name = "atlas"
    /// Of descriptors to write next to the pages.
    package var formats: [AtlasFormat] = [.texturePackerHash]
    /// Of descriptors besides those of `formats`.
    package var templates: [DescriptorTemplate] = []
    /// Ascending; pages at all scales have one layout.
    ///
    /// Lengths of `packing` are pixels at scale 1,
    /// but for the largest page, which is in pixels.
    package var scales = [1]
    /// The scale that the pictures are drawn for; nil is the largest of `scales`.
    package var density: Int?
    /// How pictures are brought to other scales; nil is nearest for pixel art, else by area.
    package var resampling: Resampling?
    package var packing = PackOptions()
    package var duplicates = DuplicateMerging.equal
    /// The pictures of each folder inside get pages of their own.
    package var groupsByFolder = false
    /// Pivots of the frames whose name fits the pattern, nil for none; the last counts, and a frame
    /// that none fits has no pivot.
    package var pivots: [(frames: Glob, point: AtlasFrame.Pivot?)] = []
    /// Nine-slices of the frames whose name fits the pattern, in pixels at scale 1; the last counts.
    package var nineSlices: [(frames: Glob, slice: NineSlice)] = []
    /// Of the animations that numbered frames make.
    package var framesPerSecond = 8.0
    /// What engines are given.
    package var textureFilter = TextureFilter.linear
    package var trims = true
    package var trimThreshold: UInt8 = 0
    /// Gives each sprite a mesh around what it shows; nil leaves rectangles.
    package var outline: OutlineOptions?
    /// Colors of the pages are multiplied by alpha.
    package var isPremultiplied = false
    /// How far visible color reaches under clear pixels, in pixels; 0 clears them, nil leaves them.
    package var bleed: Int?
    package var effort = Effort.balanced
    package var pixels = PagePixels.rgba8888
    /// Of the files that each page becomes; the first is the page's own.
    package var encoders = [PageEncoder.png]
    package var pageNaming = PageNaming.plain
    /// What the names of side pictures, such as normal maps, have more than those of their sprites;
    /// they get pages with the sprites' layout.
    package var sides: [String] = []
    /// A layout file to keep to, written anew with the pages; nil packs as densely as possible.
    package var layout: String?
    /// When the layout is given up.
    package var repack = RepackRule.never
    /// What pages and descriptors may replace.
    package var rules = LooseRules()
    package var jobs: Int
    package var limits = DecodeLimits()

    package init(folder: String, output: String, jobs: Int) {
        self.folder = folder
        self.output = output
        self.jobs = jobs
    }
}

/// What packing did.
package struct PackSummary: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case frames, duplicates, empty, unnamed, pages, occupancy, bytes, files, layout, outlines
        case stale = "removed"
    }

    /// Frames that descriptors list.
    package var frames: Int
    /// Frames that share another's place because their pixels are equal.
    package var duplicates: Int
    /// Names of pictures without a visible pixel, which share one clear point of a page.
    package var empty: [String]
    /// Paths of pictures that were left out: they are not UTF-8, and frames are named by text.
    package var unnamed: [String] = []
    /// Animations of numbered frames that are on several pages, so that PixiJS gets none.
    package var scattered: [String] = []
    /// Patterns of pivots and nine-slices that fit no frame.
    package var unmatched: [String] = []
    package var pages: [PixelSize]
    /// Sprite pixels over page pixels.
    package var occupancy: Double
    /// Paths of the files written, sorted.
    package var files: [String]
    /// Bytes of all files.
    package var bytes: Int
    /// What became of files that the atlas consisted of before.
    package var stale = StaleOutputs()
    /// What became of the layout; nil without one.
    package var layout: LayoutChange?
    /// What meshes came to; nil without any.
    package var outlines: OutlineSummary?
    /// Why sprites with meshes were packed by their rectangles; nil when they were not.
    package var keepsRectangles: String?
}

extension PackSummary {
    package var findings: [Diagnostic] {
        let left = unnamed.map { path in
            Diagnostic(
                .warning,
                about: path,
                "the name is not UTF-8, so no frame can have it; it was left out"
            )
        }
        let idle = unmatched.map { pattern in
            Diagnostic(
                .warning,
                about: nil,
                "no frame is named \"\(pattern)\", so its pivot or nine-slice has no effect",
                help: "write the path in the folder without its ending, such as ui/button or ui/*"
            )
        }
        let notes =
            empty.map { "\"\($0)\" has no visible pixel; the atlas has a clear frame for it" }
            + scattered.map { name in
                "the frames of animation \"\(name)\" lie on several pages, so pixi has no such animation"
            }
        return left + idle + notes.map { Diagnostic(.note, about: nil, $0) } + stale.findings
    }
}

/// Why a folder was not packed.
package enum PackFailure: Error, Sendable {
    case noPictures(folder: String)
    /// No path of a picture is UTF-8.
    case noUsableNames([String])
    /// None of the pictures has a visible pixel.
    case nothingVisible(folder: String)
    /// One for each picture that cannot be used, by path.
    case pictures([PictureFailure])
    case sameName(String, first: String, second: String)
    /// A frame of a file with several is called as another frame.
    case sameFrame(String, folder: String)
    /// Formats that turn sprites in different directions, or not at all, with rotation allowed.
    case cannotRotate([String])
    /// Formats whose engines would draw premultiplied colors too dark.
    case cannotPremultiply([AtlasFormat])
    /// Meshes are asked for, and no format tells them.
    case cannotWriteMeshes([String])
    case encoding(EncodingFault)
    case layout(TextFault)
    case packing(PackError)
    /// With the picture that it is about, where it is about one.
    case export(ExportError, picture: String? = nil)
}

extension PackFailure {
    /// What to print, one finding for each thing that is wrong.
    package var findings: [Diagnostic] {
        switch self {
        case .pictures(let failures): failures.map(\.finding)
        case .layout(let fault), .export(.template(let fault), _):
            failure(fault.message, fault.help, about: "\(fault.path):\(fault.line)")
        case .export(let error, let picture?): failure("\(error)", error.help, about: picture)
        case .export(let error, nil): failure("\(error)", error.help)
        case .packing(let error): failure("\(error)", error.help)
        case .noPictures(let folder):
            failure("no pictures (.png, .jpg, .gif, .webp, .aseprite) in \(folder)")
        case .noUsableNames(let paths):
            failure(
                "no frame can have the name of these pictures, which is not UTF-8: "
                    + paths.joined(separator: ", "),
                "rename them"
            )
        case .nothingVisible(let folder):
            failure("no picture in \(folder) has a visible pixel")
        case .sameName(let name, let first, let second):
            failure(
                "two pictures would be one frame \"\(name)\": \(both(first, second))",
                "rename one of them"
            )
        case .sameFrame(let name, let folder):
            failure(
                "two frames of pictures in \(folder) would be called \"\(name)\"",
                "rename a picture or a tag"
            )
        case .cannotRotate(let turnings):
            failure(
                "these formats do not turn sprites alike: " + turnings.joined(separator: ", "),
                "leave out --rotate, or pack for each in a run of its own"
            )
        case .cannotPremultiply(let formats):
            failure(
                "colors multiplied by alpha would be drawn too dark, as these formats cannot say so: "
                    + formats.map(\.rawValue).joined(separator: ", "),
                "leave out --premultiplied, for engines multiply when they load straight colors, "
                    + "or pack with --format libgdx or cocos2d"
            )
        case .encoding(let fault): failure("\(fault)", fault.help)
        case .cannotWriteMeshes(let names):
            failure(
                "no format asked for has outlines: " + names.joined(separator: ", "),
                "leave out '--trim polygon', or add one that does: "
                    + AtlasFormat.allCases.filter { $0.capabilities.writesMeshes && $0 != .kiln }
                    .map(\.rawValue).joined(separator: ", ")
            )
        }
    }

    /// Whether a picture could not be read at all.
    package var isUnreadable: Bool {
        if case .pictures(let failures) = self {
            failures.contains(where: \.isUnreadable)
        } else {
            false
        }
    }

    private func failure(
        _ message: String,
        _ help: String? = nil,
        about path: String = Generator.name
    ) -> [Diagnostic] {
        [Diagnostic(.error, about: path, message, help: help)]
    }
}

extension EncodingFault {
    /// What to do about it, in words of the command line.
    fileprivate var help: String {
        switch self {
        case .unread: "add '--encode png', or pack for each in a run of its own"
        case .noPages: "leave out '--encode', or add a format that has pages"
        case .words: "leave out '--encode' or '--pixels'"
        case .unavailable(let encoding):
            "leave out '--encode \(encoding.rawValue)', or use a build of kiln with that library"
        }
    }
}

extension PackError {
    /// What to do about it, in words of the command line.
    fileprivate var help: String? {
        switch self {
        case .itemTooLarge:
            "raise '--max-size', leave out the largest '--scale', or make the picture smaller"
        case .noRoom: "raise '--max-size', or lower '--border', '--extrude', '--align' or '--block'"
        case .duplicateName, .unusableOption: nil
        }
    }
}

extension ExportError {
    /// What to do about it, in words of the command line.
    fileprivate var help: String? {
        switch self {
        case .unusableName: "rename it"
        case .unsayableName(_, let format): "rename it, or leave out '--format \(format.rawValue)'"
        case .namesBecomeEqual(_, _, let format):
            "rename one of them, or leave out '--format \(format.rawValue)'"
        case .animationOnSeveralPages:
            "raise '--max-size', leave out the largest '--scale', or set '--duplicates none'"
        default: templateHelp
        }
    }

    /// The frame, or the animation of numbered frames, that it is about; nil where it is about several.
    var name: String? {
        switch self {
        case .unusableName(let name), .unsayableName(let name, _), .lostName(let name, _, _): name
        default: nil
        }
    }
}
