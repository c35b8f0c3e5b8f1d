package import AtlasBuilding
package import AtlasPack
package import Catalog
package import Diagnostics
package import FileStore
package import Raster

/// Packs a folder of pictures: what `kiln pack` does.
package struct PackRequest: Sendable {
    /// Pictures are taken from it and all folders inside; a frame's name is its picture's path
    /// relative to it, without extension.
    package var folder: String
    package var output: String
    /// What pages are called: `NAME-0.png`, `NAME-1.png` and so on.
    package var name = "atlas"
    /// How the pages are packed and written.
    ///
    /// What needs a catalog has no effect, nor has the kind of layout.
    package var settings = TargetSettings()
    /// The scale that the pictures are drawn for; nil is the largest of the settings.
    package var density: Int?
    /// How pictures are brought to other scales; nil is nearest for pixel art, else by area.
    package var resampling: Resampling?
    /// The pictures of each folder inside get pages of their own.
    package var groupsByFolder = false
    /// Pivots of the frames whose name fits the pattern, nil for none; the last counts, and a frame
    /// that none fits has no pivot.
    package var pivots: [(frames: Glob, point: AtlasFrame.Pivot?)] = []
    /// Nine-slices of the frames whose name fits the pattern, in pixels at scale 1; the last counts.
    package var nineSlices: [(frames: Glob, slice: NineSlice)] = []
    /// Of the animations that numbered frames make.
    package var framesPerSecond = 8.0
    /// Clear pixels keep the colors of the pictures, whatever the settings say.
    package var keepsHiddenColor = false
    /// Of the encoder of pages; nil is that of the settings.
    package var pageEffort: Effort?
    /// A layout file to keep to, written anew with the pages; nil packs as densely as possible.
    package var layout: String?
    /// When the layout is given up.
    package var repack = RepackRule.never
    /// What pages and descriptors may replace.
    package var rules = ReplacementRules()
    package var jobs: Int

    package init(folder: String, output: String, jobs: Int) {
        self.folder = folder
        self.output = output
        self.jobs = jobs
        settings.formats = [.texturePackerHash]
    }
}

/// What packing did.
package struct PackSummary: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case frames, duplicates, empty, unnamed, pages, occupancy, bytes, files, layout, outlines
        case stale = "removed"
    }

    /// Frames that descriptors list.
    package var frames = 0
    /// Frames that share another's place because their pixels are equal.
    package var duplicates = 0
    /// Names of pictures without a visible pixel, which share one clear point of a page.
    package var empty: [String] = []
    /// Paths of pictures that were left out: they are not UTF-8, and frames are named by text.
    package var unnamed: [String] = []
    /// Animations of numbered frames that are on several pages, so that PixiJS gets none.
    package var scattered: [String] = []
    /// Patterns of pivots and nine-slices that fit no frame.
    package var unmatched: [String] = []
    package var pages: [PixelSize] = []
    /// Sprite pixels over page pixels.
    package var occupancy = 0.0
    /// Paths of the files written, sorted.
    package var files: [String]
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
package struct PackFailure: Error, Sendable {
    /// What to print, one finding for each thing that is wrong.
    package var findings: [Diagnostic]
    /// Whether a picture could not be read at all.
    package var isUnreadable = false

    init(_ message: String, _ help: String? = nil, about path: String = Generator.name) {
        findings = [Diagnostic(.error, about: path, message, help: help)]
    }

    init(_ fault: TextFault) {
        self.init(fault.message, fault.help, about: "\(fault.path):\(fault.line)")
    }

    /// One for each picture that cannot be used, by path.
    init(_ failures: [PictureFailure]) {
        findings = failures.map(\.finding)
        isUnreadable = failures.contains(where: \.isUnreadable)
    }

    init(_ fault: EncodingFault) { self.init("\(fault)", fault.help) }

    init(_ error: PackError) { self.init("\(error)", error.help) }

    /// With the picture that it is about, where it is about one.
    init(_ error: ExportError, picture: String?) {
        if case .template(let fault) = error {
            self.init(fault)
        } else {
            self.init("\(error)", error.help, about: picture ?? Generator.name)
        }
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
