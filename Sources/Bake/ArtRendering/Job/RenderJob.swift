package import AtlasBuilding
package import Catalog
package import ChromaKey
package import Diagnostics
package import FileStore
package import ImageCodec
package import Raster
package import SheetSlicing

/// One asset, keyed one way, and everything that is wanted of it.
package struct RenderJob: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// As the disk knows it.
        package var path: String
        /// As messages name it.
        package var shownPath: String
        /// Pixels per point.
        package var density: Int
        /// What is read of it.
        package var reading = PictureReading()
        /// Files of further frames, where each frame has one.
        package var following: [File] = []

        /// Files with the same picture over other screens.
        package var also: [File] = []

        /// This file and those of further frames.
        package var all: [File] { [self] + following }
        /// The same, each with those over other screens behind it.
        package var allRead: [File] { all.flatMap { [$0] + $0.also } }
    }

    /// The frames that one name stands for.
    package struct Rendition: Hashable, Sendable {
        /// Frames are called `name`, or `name/0`, `name/1`, … when there are several.
        package var name: String
        package var transform: LayerTransform
        /// What is done to the colors of the cut picture, before it is transformed.
        package var colors: [ColorChange] = []
    }

    package var asset: String
    /// Ascending by density; not empty.
    package var files: [File]
    package var keying: Keying
    /// Nil when the asset is one picture.
    package var cutting: FrameCutting?
    /// How pixels become more or fewer; nil: nearest for pixel art, else by area where pictures shrink
    /// and cubic where they grow.
    package var filter: Resampling?
    package var renditions: [Rendition]
    /// Ascending; not empty.
    package var scales: [Int]

    /// The file to make a scale from: its own, else the next larger, else the largest.
    package func file(forScale scale: Int) -> File? {
        files.first { $0.density >= scale } ?? files.last
    }
}

/// What became of a `RenderJob`.
package struct RenderedAsset: Sendable {
    package var asset: String
    /// By rendition, then by cell.
    package var renditions: [(name: String, frames: [RenderedFrame])]
    /// What keying found, by file.
    package var reports: [(path: String, report: KeyReport)]
    /// One for each file that could not be used.
    package var failures: [RenderFailure]
    /// What cutting found, by file.
    package var cuts: [(path: String, report: CutReport)] = []
    /// What the pictures say about their greens; nil when no one asked.
    package var checked: CheckedAsset?
}

/// Why a file gave no frames.
package struct RenderFailure: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case unreadable(DiskError)
        case undecodable(ImageDecodingError)
        case unsliceable(SlicingError)
        /// Keying was asked for, and no screen was found.
        case noScreen(declared: KeyFacts.Declared, edge: HexColor?)
        /// Pictures over several screens are of no figure; the files are those that were read.
        case notTogether(TriangulationError, files: [String])
        case tooLarge
        /// A frame of another size than the first.
        case unevenFrame(found: PixelSize, expected: PixelSize)
        /// A file of another density shows so many frames.
        case otherCount(found: Int, expected: Int)
        /// So many frames, each as large as the largest, have more pixels than a picture may.
        case framesTooLarge(count: Int, limit: Int)
        case needsMemory(MemoryShortage)
    }

    /// As messages name it.
    package var path: String
    package var reason: Reason
}

/// What is read of a file.
package struct PictureReading: Hashable, Sendable {
    /// The layer or group of an Aseprite document; nil for all that is visible.
    package var part: String?
    /// Whether all its frames are, laid side by side; else the first is.
    package var isSheet = false

    /// Whether that is the first picture that the file shows.
    fileprivate var isPlain: Bool { part == nil && !isSheet }

    /// The memory that work on a file takes, by what it declares.
    func bytes(for need: PictureNeed, _ file: [UInt8]) -> Int {
        let ofOne = need.bytes(for: file)
        guard !isPlain, let header = try? readImageInfo(file) else { return ofOne }
        // More frames than a sheet may hold are an error before any is drawn.
        let most = max(1, DecodeLimits().maximumPixels / header.size.area)
        let (all, isMore) = ofOne.multipliedReportingOverflow(by: min(header.info.frames, most))
        return isMore ? .max : all
    }
}

/// Reads and decodes the files of jobs.
package struct FileReader: Sendable {
    /// Where the files are.
    package var disk: any Disk
    /// Files that were read already, by path.
    package var contents: [String: [UInt8]] = [:]

    /// The picture of a file, and where its frames are when they are its own.
    func decoded(
        _ file: RenderJob.File
    ) throws(RenderFailure) -> (picture: DecodedImage, cells: [PixelRect]?) {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = if let known = contents[file.path] { known } else { try disk.read(file.path) }
        } catch {
            throw RenderFailure(path: file.shownPath, reason: .unreadable(error))
        }
        do throws(ImageDecodingError) {
            let (part, isSheet) = (file.reading.part, file.reading.isSheet)
            if file.reading.isPlain { return (try decodeImage(bytes), nil) }
            let sheet = try decodeSheet(bytes, part: part)
            return (DecodedImage(image: sheet.image, info: sheet.info), isSheet ? sheet.cells : nil)
        } catch {
            throw RenderFailure(path: file.shownPath, reason: .undecodable(error))
        }
    }
}

/// What is asked to be done with a picture's background.
package struct Keying: Hashable, Sendable {
    package let wish: KeyWish
    /// Nil when it is never keyed.
    package let settings: KeySettings?
    /// How pictures are repaired that are not keyed.
    let matte: Matte

    package init(_ wish: KeyWish, _ settings: KeySettings) {
        self.wish = wish
        self.settings = wish == .never ? nil : settings
        matte = settings.matte
    }

    /// For pictures that stay as they are.
    package static let never = Keying(.never, KeySettings())

    func settings(for decoded: borrowing DecodedImage) -> KeySettings? {
        let isTransparent = decoded.info.hasAlpha && !decoded.image.isOpaque
        return wish == .whenOpaque && isTransparent ? nil : settings
    }
}

/// A picture from the sources, decoded and keyed.
package struct SourcePicture: Hashable, Sendable {
    /// As it was decoded; straight alpha.
    ///
    /// Nil when it was keyed, unless asked for.
    package let source: StraightImage?
    /// Straight alpha; the source itself when it was neither keyed nor repaired.
    package let image: StraightImage
    /// Nil when the picture was not keyed.
    package let report: KeyReport?
    /// What was repaired in a picture that is cut out already; nil when nothing was.
    package let matte: MatteReport?
    /// Where the frames are that the file has of its own; nil when it is one picture.
    package let ownCells: [PixelRect]?
    /// Why what the file says of its colors could not be honored; nil when it was.
    package let colorTrouble: String?
    /// Hard edges and few colors; such art is enlarged without smoothing.
    package let isPixelArt: Bool

    /// Keys a decoded picture.
    ///
    /// `cells` are where its file's own frames are; `verdicts` are of all frames, where this is one of
    /// several files. With `keepsSource` a keyed picture is a second one; otherwise it replaces the
    /// decoded one.
    init(
        _ decoded: consuming DecodedImage,
        _ cells: [PixelRect]?,
        keying: Keying,
        verdicts: AreaVerdicts?,
        keepsSource: Bool
    ) {
        ownCells = cells
        colorTrouble = decoded.info.colorTrouble
        let settings = keying.settings(for: decoded)
        guard let settings else {
            var picture = decoded.image
            source = decoded.image
            report = nil
            matte = repairMatte(of: &picture, keying.matte)
            image = picture
            isPixelArt = picture.isHardEdged
            return
        }
        var hints = KeyHints(decoded.info)
        hints.verdicts = verdicts
        source = keepsSource ? decoded.image : nil
        var picture = (consume decoded).image
        let found = key(inPlace: &picture, settings: settings, hints: hints)
        (image, report, isPixelArt) = (picture, found, found.isPixelArt)
        matte = found.matte
    }

    /// Keys pictures of one figure over several screens.
    ///
    /// The first is the one that is wanted; with `keepsSource` it is kept as it was, too.
    init(
        _ pictures: [(picture: DecodedImage, cells: [PixelRect]?)],
        _ settings: KeySettings,
        keepsSource: Bool
    ) throws(TriangulationError) {
        let keyed = try triangulate(
            pictures.map(\.picture.image),
            settings: settings,
            hints: pictures.map { KeyHints($0.picture.info) }
        )
        ownCells = pictures[0].cells
        colorTrouble = pictures.lazy.compactMap(\.picture.info.colorTrouble).first
        source = keepsSource ? pictures[0].picture.image : nil
        (image, report, isPixelArt) = (keyed.image, keyed.report, keyed.image.isHardEdged)
        matte = nil
    }
}

extension Check {
    package static let frameTooLarge = Check("frame-too-large", isFixed: true)
    package static let alsoUnfit = Check("also-unfit")
    package static let needsMemory = Check("needs-memory", isFixed: true)
}

extension RenderPlan {
    /// What failed, in the order of the jobs and each once.
    ///
    /// `rendered` is by job, nil for those that were not run.
    package func failures(in rendered: [RenderedAsset?], _ catalog: Catalog) -> [Diagnostic] {
        var reported: Set<Diagnostic> = []
        return zip(jobs, rendered).flatMap { job, asset in
            (asset?.failures ?? []).map { $0.diagnostic(of: job.asset, in: catalog) }
        }
        .filter { reported.insert($0).inserted }
    }
}

extension Diagnostic {
    /// A finding about how a sheet is cut, reported where that was set, once for all assets that it
    /// does not fit.
    package func atCutting(of asset: String, in catalog: Catalog) -> Diagnostic {
        var result = spoiling([.grid(of: asset)])
        guard let place = catalog.placeOfCutting(asset) else { return result }
        result.related = [location].compactMap(\.self) + related
        result.location = place
        result.message = "\"\(asset)\": \(message)"
        return result.reportedOnce(at: place, "grid")
    }
}

extension Catalog {
    /// Where it says how an asset is cut.
    func placeOfCutting(_ asset: String) -> SourceLocation? {
        let sheet = sheet(for: asset)
        return sheet.value.cutting.flatMap { sheet.location(of: $0.member) }
    }
}

extension RenderFailure {
    /// As `diagnostic`; a way of cutting is reported where it was set, once for all that it does not
    /// fit, and a wrong number of figures of each sheet.
    package func diagnostic(of asset: String, in catalog: Catalog) -> Diagnostic {
        switch reason {
        case .unsliceable(.wrongCount), .otherCount:
            var result = diagnostic.spoiling([.grid(of: asset)])
            result.related += [catalog.placeOfCutting(asset)].compactMap(\.self)
            return result
        case .unsliceable: return diagnostic.atCutting(of: asset, in: catalog)
        default: return diagnostic
        }
    }

    package var diagnostic: Diagnostic {
        let place = SourceLocation(path: path)
        var related: [SourceLocation] = []
        let (check, message, help): (Check, String, String)
        switch reason {
        case .unreadable(let error): return .unreadable(path, error.reason)
        case .undecodable(let error): return error.diagnostic(at: place)
        case .noScreen(let declared, let edge):
            return .noKeyFound(in: path, declared: declared, edge: edge)
        case .unsliceable(.wrongCount(let boxes, let expected)):
            check = .figureCount
            message =
                "the sheet shows another number of figures, found \(boxes.count): "
                + "\(list(boxes)), expected \(expected)"
            help =
                "correct \"count\" under \"sheets\", or draw the sheet again; "
                + "'kiln slice --debug-image' shows the boxes"
        case .unsliceable(let error):
            (check, message) = (.gridDoesNotFit, error.description)
            help =
                error.isOfGrid
                ? "correct the grid under \"sheets\", or the size of the picture"
                : "correct how the sheet is cut under \"sheets\", or the picture"
        case .otherCount(let found, let expected):
            check = .figureCount
            message =
                "the file has another number of frames than that of another density, "
                + "found \(found), expected \(expected)"
            help = "export both from one drawing, or say \"count\" under \"sheets\""
        case .framesTooLarge(let count, let limit):
            check = .frameTooLarge
            message =
                "the sheet's \(count) frames, each as large as the largest, would have more than "
                + "\(limit) pixels"
            help = "cut off what is far larger than the others, or cut the sheet with \"grid\""
        case .notTogether(let error, let files):
            (check, message) = (.alsoUnfit, error.message(files))
            help = error.help(files, isCatalog: true)
            related = files.filter { $0 != path }.map { SourceLocation(path: $0) }
        case .needsMemory(let shortage):
            (check, message) = (.needsMemory, shortage.description)
            help = "raise --memory, or make the picture smaller"
        case .unevenFrame(let found, let expected):
            check = .numberedFrames
            message =
                "a numbered frame has another size than the first, found \(found), "
                + "expected \(expected)"
            help = "export all frames on one canvas"
        case .tooLarge:
            check = .frameTooLarge
            message = "a frame would have more than \(LayerPicture.largestArea) pixels"
            help = "lower the placement's scale or the target's scales"
        }
        return Diagnostic(check, at: place, message: message, help: help, related: related)
    }
}

extension SlicingError {
    /// Whether it is about lengths or numbers of equal cells.
    fileprivate var isOfGrid: Bool {
        switch self {
        case .impossibleGrid, .tooSmall, .unevenCells, .insetTooLarge: true
        case .cellTooLarge, .outside, .nothingFound, .onlySpecks, .noRectangles, .wrongCount,
            .impossibleExpectation:
            false
        }
    }
}

extension ImageDecodingError {
    fileprivate func diagnostic(at place: SourceLocation) -> Diagnostic {
        var words = [description]
        // What is known to be something else ends with what to do.
        if case .notAPicture = self {
            words = description.split(separator: "; ", maxSplits: 1).map(String.init)
        }
        return Diagnostic(
            .unreadablePicture,
            at: place,
            message: words[0],
            help: words.count > 1 ? words[1] : "export the picture again"
        )
    }
}
