import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// Which pictures a preview draws.
struct PreviewJob: Sendable {
    enum Subject: Sendable {
        case look, speciesGrid, overlayGrid
        /// Of all species, or of one; its axis values hold for all.
        case sheet
        /// Of one look, or of the whole catalog.
        case beforeAfter
    }

    var catalog: String
    var profile: String?
    let subject: Subject
    /// What is said of looks.
    var look: Look
    var options: DrawOptions
    /// The catalog's look to draw, in place of that one.
    var lookID: String?
    /// Whether something was said about what is behind.
    var hasGround = false
    /// The color behind the pictures of sheets.
    private var backdrop = Backdrop.checker

    struct Outcome: Sendable {
        /// Nil when there is an error.
        var shown: Shown?
        var diagnostics: [Diagnostic]
        /// The catalog could not be read at all, or does not have what was asked for.
        var couldNotRun = false
        /// What to watch for changes.
        var watched: [String] = []

        /// Also those that kept nothing from being drawn.
        var allFindings: [Diagnostic] { diagnostics + (shown?.findings ?? []) }
    }

    /// How many pictures stand next to each other.
    var columns: Int
    /// What the command line lacks, unless the catalog has nothing but images, which are drawn then.
    var lacking: UsageError?

    /// Pictures with facts about them.
    struct Shown: Sendable {
        var sequence: PictureSequence
        /// Lines for people.
        var facts: [String]
        /// What is wrong with the pictures although they could be drawn.
        var findings: [Diagnostic] = []
    }

    init(_ values: Values) throws {
        catalog = try values[Shared.catalog]
        profile = try values[Shared.profile]
        look = Look(
            species: try values[PreviewCommand.species] ?? "",
            base: try values[PreviewCommand.base],
            overlays: try values[PreviewCommand.overlay],
            axes: Dictionary(try values[PreviewCommand.axis]) { _, last in last }
        )
        let grid = try values[PreviewCommand.grid]
        let isSheet = try values[PreviewCommand.sheet]
        let isBeforeAfter = try values[PreviewCommand.beforeAfter]
        lookID = try values[PreviewCommand.look]
        if look.species.isEmpty, lookID == nil, !isSheet, !isBeforeAfter, grid != .species {
            lacking = values.usageError("missing option '--species ID', or '--look ID'")
        }
        subject =
            switch grid {
            case .species: .speciesGrid
            case .overlays: .overlayGrid
            case nil: isBeforeAfter ? .beforeAfter : isSheet ? .sheet : .look
            }
        columns = try values[PreviewCommand.columns] ?? (grid == .overlays ? 6 : 12)
        options = DrawOptions(jobs: try values.jobs)
        options.animation = try values[PreviewCommand.animation]
        options.scale = try values[PreviewCommand.scale]
        let ground = try values[PreviewCommand.background]
        hasGround = ground != nil
        options.background = ground?.image
        backdrop = ground?.backdrop ?? backdrop
        let frame = try values[PreviewCommand.frame]
        let file = try values[PreviewCommand.output]?.lowercased() ?? ""
        options.frames =
            switch frame {
            case let frame?: subject == .look ? .one(frame) : .around(frame)
            case nil where file.hasSuffix(".apng") || file.hasSuffix(".gif"): .all
            case nil where options.animation != nil && !values.has(PreviewCommand.output): .all
            case nil: .around(0)
            }
    }

    /// Loads the catalog and draws, as far as `memory` does not have it already; `changed` are the
    /// files that changed since the last time, nil when that is not known.
    func draw(_ memory: inout DrawMemory, changed: [String]?) async throws -> Outcome {
        let disk = RealDisk()
        let (loaded, findings) = try memory.load(
            catalog,
            profile: profile,
            changed: changed,
            disk: disk
        )
        guard let loaded else {
            return Outcome(diagnostics: findings, couldNotRun: true, watched: [catalog])
        }
        try loaded.refuseUnknownProfile()
        var outcome = try await drawNamed(loaded, &memory)
        outcome.watched = loaded.watchedPaths
        return outcome
    }

    private func drawNamed(
        _ loaded: LoadedCatalog,
        _ memory: inout DrawMemory
    ) async throws -> Outcome {
        guard let lookID else { return try await draw(loaded, &memory) }
        guard let named = loaded.catalog.looks.first(where: { $0.id == lookID }) else {
            return Outcome(diagnostics: loaded.noLook(named: lookID), couldNotRun: true)
        }
        var job = self
        job.look = named.look
        if !hasGround { job.options.background = named.background }
        return try await job.draw(loaded, &memory)
    }

    private func draw(_ loaded: LoadedCatalog, _ memory: inout DrawMemory) async throws -> Outcome {
        // What a look of the catalog names is the catalog's fault.
        let unknown = loaded.unknownNames(
            in: lookID == nil ? namedLook : nil,
            background: hasGround ? options.background : nil
        )
        if !unknown.isEmpty { return Outcome(diagnostics: unknown, couldNotRun: true) }
        if let problem = problemOfSize(loaded) { return Outcome(diagnostics: [problem]) }
        if subject == .beforeAfter { return try await drawBeforeAfter(loaded) }
        let hasImages = !loaded.catalog.images.isEmpty
        if loaded.speciesIDs.isEmpty, hasImages, let axes = axesOfImages {
            return try await drawImages(for: axes, loaded, &memory)
        }
        if let lacking, !loaded.speciesIDs.isEmpty || !hasImages { throw lacking }
        let rows = rows(loaded)
        let looks = rows.flatMap { $0.cells.compactMap(\.look) }
        if looks.isEmpty {
            let errors = loaded.errorsOfCatalog
            return Outcome(diagnostics: errors.isEmpty ? [nothingToDraw(loaded)] : errors)
        }
        if let problem = problem(ofAll: looks, loaded) { return Outcome(diagnostics: [problem]) }
        // Its pictures are looked at while the look is drawn.
        async let looked =
            subject == .look
            ? loaded.findings(aboutPicturesOf: looks[0], jobs: options.jobs) : []
        let (drawn, diagnostics) = try await drawLooks(
            loaded,
            looks,
            options,
            memory: &memory
        )
        var outcome = Outcome(diagnostics: diagnostics)
        // What is wrong in no file is wrong on the command line: an animation that nothing has.
        outcome.couldNotRun =
            drawn.allSatisfy { $0 == nil }
            && diagnostics.contains { $0.check == .unknownReference && $0.location == nil }
        if subject == .look {
            guard !diagnostics.hasErrors, let look = drawn[0] else { return outcome }
            let images = look.images.map { $0.straight() }
            outcome.shown = PictureSequence(
                frames: images,
                fps: look.fps,
                loops: look.loops,
                durations: look.durations
            )
            .map { Shown(sequence: $0, facts: facts(of: look) + otherErrors(loaded)) }
            let reported = Set(diagnostics.map(\.message))
            outcome.shown?.findings = try await looked.filter { !reported.contains($0.message) }
            return outcome
        }
        // What is wrong with the whole catalog leaves nothing to show; one look leaves its place empty.
        if drawn.contains(where: { $0 != nil }) || !diagnostics.hasErrors {
            show(drawn, in: rows, loaded, &outcome)
        }
        return outcome
    }

    /// Says that there is more to see to.
    func otherErrors(_ loaded: LoadedCatalog) -> [String] {
        let count = loaded.countOfOtherErrors
        guard count > 0 else { return [] }
        return ["the catalog has \(counted(count, "other error")): 'kiln validate' lists them"]
    }

    /// The look; nil when originals of the whole catalog are drawn.
    var namedLook: Look? { subject == .beforeAfter && look.species.isEmpty ? nil : look }

    private func drawBeforeAfter(_ loaded: LoadedCatalog) async throws -> Outcome {
        let (pictures, diagnostics) = try await keyedOriginals(
            loaded,
            of: namedLook,
            options
        )
        if diagnostics.hasErrors { return Outcome(diagnostics: diagnostics) }
        if pictures.isEmpty {
            let problem = Diagnostic.undrawable(
                in: loaded,
                "none of these pictures is keyed or repaired",
                help: "opaque overlays are keyed by themselves; elsewhere \"key\": true or "
                    + "\"chroma\": {\"matte\": \"auto\"} asks for it"
            )
            return Outcome(diagnostics: diagnostics + [problem])
        }
        let facts = pictures.map { "\($0.name): \($0.file); \($0.facts)" }
        let sheet = beforeAfter(pictures, style: sheetStyle(forWidth: 0))
        return showing(sheet, facts, diagnostics, loaded)
    }

    /// How a sheet of pictures of a width looks.
    func sheetStyle(forWidth width: Int) -> SheetStyle {
        var style = SheetStyle().suited(toWidth: width)
        style.backdrop = backdrop
        return style
    }

    /// Front to back, as one sees it.
    private func facts(of look: DrawnLook) -> [String] {
        look.layers.reversed().map { layer in
            "\(layer.item ?? self.look.species): \(layer.file), name \(layer.level) "
                + "of \(layer.levels) (\(layer.template)); \(layer.keying)"
                + (layer.cutting.map { "; \($0)" } ?? "")
        }
    }
}

// A catalog may have images alone, such as badges or the icons of an app.
extension PreviewJob {
    /// The axis values of a sheet of images; nil where something else is asked for.
    var axesOfImages: [String: String]? {
        switch subject {
        case .look: lacking == nil ? nil : look.axes
        case .sheet: look.species.isEmpty ? look.axes : nil
        case .speciesGrid, .overlayGrid, .beforeAfter: nil
        }
    }

    /// A sheet of the images of a catalog that has no species.
    func drawImages(
        for axes: [String: String],
        _ loaded: LoadedCatalog,
        _ memory: inout DrawMemory
    ) async throws -> Outcome {
        let (images, diagnostics) = try await Bake.drawImages(
            loaded,
            for: axes,
            options,
            room: PixelRoom(width: 512, height: 512),
            memory: &memory
        )
        if images.isEmpty {
            let problem = Diagnostic.undrawable(
                in: loaded,
                "no image of the catalog has a picture",
                help: "'kiln resolve --images' lists the names tried"
            )
            return Outcome(diagnostics: diagnostics.isEmpty ? [problem] : diagnostics)
        }
        let cells = images.map { image in
            let axes = image.axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let size = image.picture.size == image.size ? [] : ["\(image.size)"]
            return ContactSheet.Cell(
                picture: image.picture,
                label: image.id,
                note: (axes + size).joined(separator: " ")
            )
        }
        let width = images.map(\.picture.width).max() ?? 0
        let sheet = ContactSheet(rows: cells.chunked(columns).map { ContactSheet.Row(cells: $0) })
        let facts = [counted(images.count, "image")] + otherErrors(loaded)
        return showing(sheet.drawn(sheetStyle(forWidth: width)), facts, diagnostics, loaded)
    }

    /// A sheet or a grid without a single look.
    func nothingToDraw(_ loaded: LoadedCatalog) -> Diagnostic {
        let (message, help): (String, String?) =
            if subject == .overlayGrid, loaded.speciesIDs.contains(look.species) {
                ("species \"\(look.species)\" has no overlays", "'--species' alone draws it")
            } else if loaded.speciesIDs.isEmpty {
                (
                    "the catalog has no species",
                    loaded.catalog.images.isEmpty
                        ? nil : "'kiln preview --sheet' draws its images"
                )
            } else {
                ("there is nothing to draw", nil)
            }
        return .undrawable(in: loaded, message, help: help)
    }
}

extension Diagnostic {
    /// Why nothing of a catalog is drawn.
    static func undrawable(
        in loaded: LoadedCatalog,
        _ message: String,
        help: String?
    ) -> Diagnostic {
        let place = SourceLocation(path: loaded.path)
        return Diagnostic(.undrawableLook, at: place, message: message, help: help)
    }
}
