internal import Arguments
internal import ArtRendering
internal import Bake
internal import CatalogLoading
internal import Diagnostics
internal import FileStore
internal import KilnManifest
internal import LookDrawing
internal import PictureFiles
internal import Preview
internal import Raster

/// Which pictures a preview draws.
struct PreviewJob: Sendable {
    enum Subject: Sendable {
        case look(Look)
        case speciesGrid(Look)
        case overlayGrid(Look)
        case sheet
        /// Of one look, or of the whole catalog.
        case beforeAfter(Look?)

        /// The same, of another look.
        func with(_ look: Look) -> Subject {
            switch self {
            case .look: .look(look)
            case .speciesGrid: .speciesGrid(look)
            case .overlayGrid: .overlayGrid(look)
            case .sheet: .sheet
            case .beforeAfter: .beforeAfter(look)
            }
        }
    }

    var catalog: String
    var subject: Subject
    var options: DrawOptions
    var title: String
    /// The catalog's look to draw, in place of the subject's own.
    var lookID: String?
    /// Whether something was said about what lies behind.
    var hasGround = false

    /// What came of drawing.
    struct Outcome: Sendable {
        /// Nil when there is an error.
        var shown: Shown?
        var diagnostics: [Diagnostic]
        /// The catalog could not be read at all.
        var couldNotRun = false
        /// What to watch for changes.
        var watched: [String]
    }

    /// Overlays beside each other in a grid of them.
    static let gridColumns = 6

    /// Pictures with facts about them.
    struct Shown: Sendable {
        var sequence: PictureSequence
        /// Lines for people.
        var facts: [String]
    }

    init(_ values: Values) throws {
        catalog = try values[Shared.catalog]
        let look = Look(
            species: try values[PreviewCommand.species] ?? "",
            base: try values[PreviewCommand.base],
            overlays: try values[PreviewCommand.overlay],
            axes: Dictionary(
                try values[PreviewCommand.axis].map { ($0.name, $0.value) }
            ) { _, last in last }
        )
        let grid = try values[PreviewCommand.grid]
        let isSheet = try values[PreviewCommand.sheet]
        let isBeforeAfter = try values[PreviewCommand.beforeAfter]
        if [grid != nil, isSheet, isBeforeAfter].count(where: { $0 }) > 1 {
            throw values.usageError("'--grid', '--sheet' and '--before-after' exclude each other")
        }
        lookID = try values[PreviewCommand.look]
        if look.species.isEmpty, lookID == nil, !isSheet, !isBeforeAfter, grid != .species {
            throw values.usageError("missing option '--species ID', or '--look ID'")
        }
        subject =
            switch grid {
            case .species: .speciesGrid(look)
            case .overlays: .overlayGrid(look)
            case nil where isBeforeAfter:
                .beforeAfter(look.species.isEmpty && lookID == nil ? nil : look)
            case nil: isSheet ? .sheet : .look(look)
            }
        title = look.species
        options = DrawOptions(jobs: try values[Shared.jobs] ?? Machine.cores)
        options.animation = try values[PreviewCommand.animation]
        options.scale = try values[PreviewCommand.scale]
        let ground = try values[PreviewCommand.background]
        hasGround = ground != nil
        options.background = ground?.image
        if isBeforeAfter, ground?.image != nil {
            throw values.usageError(
                "'--before-after' shows no image behind its pictures, give '--background' a color"
            )
        }
        let frame = try values[PreviewCommand.frame]
        let isOneLook = if case .look = subject { true } else { false }
        let isMoving = try options.animation != nil || values.writesAnimation
        options.frames = frame.map { .one($0) } ?? (isMoving && isOneLook ? .all : .one(0))
    }

    /// Loads the catalog and draws, as far as `memory` does not have it already; `changed` are the
    /// files that changed since the last time, nil when that is not known.
    func draw(_ memory: inout DrawMemory, changed: [String]?) async throws -> Outcome {
        let disk = RealDisk()
        let (loaded, findings) = try memory.load(catalog, changed: changed, disk: disk)
        guard let loaded else {
            return Outcome(diagnostics: findings, couldNotRun: true, watched: [catalog])
        }
        var outcome = Outcome(diagnostics: [], watched: loaded.watchedPaths)
        guard let lookID else {
            try await draw(loaded, &memory, &outcome)
            return outcome
        }
        guard let look = loaded.look(named: lookID) else {
            outcome.diagnostics = [loaded.noLook(named: lookID)]
            return outcome
        }
        var job = self
        job.subject = subject.with(look)
        job.title = look.species
        if !hasGround { job.options.background = loaded.background(ofLook: lookID) }
        try await job.draw(loaded, &memory, &outcome)
        return outcome
    }

    private func draw(
        _ loaded: LoadedCatalog,
        _ memory: inout DrawMemory,
        _ outcome: inout Outcome
    ) async throws {
        if let problem = problemOfSize(loaded) {
            outcome.diagnostics = [problem]
            return
        }
        if case .beforeAfter(let look) = subject {
            try await drawBeforeAfter(of: look, loaded, &outcome)
            return
        }
        let rows = rows(loaded)
        let looks = rows.flatMap { $0.cells.map(\.look) }
        let (drawn, diagnostics) = try await drawLooks(
            loaded,
            looks,
            options,
            memory: &memory,
            disk: RealDisk()
        )
        outcome.diagnostics = diagnostics
        if case .look = subject {
            guard let look = drawn[0] else { return }
            let images = look.images.map { $0.straight() }
            outcome.shown = PictureSequence(
                frames: images,
                fps: look.fps,
                loops: look.loops,
                durations: look.durations
            )
            .map { Shown(sequence: $0, facts: facts(of: look)) }
            return
        }
        guard !diagnostics.hasErrors else { return }
        let pictures = drawn.map { $0?.images.first?.straight() }
        show(sheet(of: pictures, in: rows), ["\(looks.count) looks"], loaded, &outcome)
    }

    private func drawBeforeAfter(
        of look: Look?,
        _ loaded: LoadedCatalog,
        _ outcome: inout Outcome
    ) async throws {
        let (pictures, diagnostics) = try await keyedOriginals(
            loaded,
            of: look,
            options,
            disk: RealDisk()
        )
        outcome.diagnostics = diagnostics
        guard !diagnostics.hasErrors else { return }
        if pictures.isEmpty {
            outcome.diagnostics.append(.nothingKeyed(in: loaded.path))
            return
        }
        let facts = pictures.map { "\($0.asset): \($0.file); \($0.facts)" }
        show(beforeAfter(pictures.map(BeforeAfter.init)), facts, loaded, &outcome)
    }

    /// Nil when it would be larger than a raster can be.
    private func sheet(of pictures: [StraightImage?], in rows: [Row]) -> StraightImage? {
        var pictures = pictures[...]
        let width = pictures.compactMap { $0?.width }.max() ?? 0
        let sheet = ContactSheet(
            rows: rows.map { row in
                ContactSheet.Row(
                    title: row.title,
                    cells: row.cells.map { cell in
                        ContactSheet.Cell(
                            picture: pictures.popFirst() ?? nil,
                            label: cell.label
                        )
                    }
                )
            }
        )
        return sheet.drawn(SheetStyle.light.suited(toWidth: width))
    }

    private func show(
        _ sheet: StraightImage?,
        _ facts: [String],
        _ loaded: LoadedCatalog,
        _ outcome: inout Outcome
    ) {
        guard let sheet, let still = PictureSequence(frames: [sheet], fps: 1) else {
            outcome.diagnostics.append(.sheetTooLarge(in: loaded.path))
            return
        }
        outcome.shown = Shown(sequence: still, facts: facts)
    }

    private struct Row {
        var title = ""
        var cells: [(label: String, look: Look)]
    }

    private func rows(_ loaded: LoadedCatalog) -> [Row] {
        switch subject {
        case .look(let look): return [Row(cells: [("", look)])]
        case .beforeAfter: return []
        case .speciesGrid(let look):
            let cells = loaded.speciesIDs.map { id in
                var other = look
                other.species = id
                return (label: id, look: other)
            }
            return [Row(cells: cells)]
        case .overlayGrid(let look):
            let cells = loaded.items(for: look.species).filter(\.isOverlay).map { item in
                var other = look
                other.overlays.append(item.id)
                return (label: item.id, look: other)
            }
            // Rows of a length that a page holds.
            return stride(from: 0, to: cells.count, by: Self.gridColumns).map { start in
                Row(cells: Array(cells[start..<min(start + Self.gridColumns, cells.count)]))
            }
        case .sheet:
            return loaded.speciesIDs.map { id in
                let worn = loaded.items(for: id).map { item in
                    (
                        label: item.id,
                        look: Look(
                            species: id,
                            base: item.isOverlay ? nil : item.id,
                            overlays: item.isOverlay ? [item.id] : []
                        )
                    )
                }
                return Row(title: id, cells: [("undressed", Look(species: id))] + worn)
            }
        }
    }

    /// Front to back, as one sees it.
    private func facts(of look: DrawnLook) -> [String] {
        look.layers.reversed().map { layer in
            "\(layer.item ?? title): \(layer.file), name \(layer.level) of \(layer.levels) "
                + "(\(layer.template)); \(layer.keying)"
        }
    }
}

extension BeforeAfter {
    fileprivate init(_ picture: KeyedOriginal) {
        self.init(
            name: picture.asset,
            original: picture.original,
            keyed: picture.keyed,
            key: picture.screen
        )
    }
}

extension Diagnostic {
    fileprivate static func nothingKeyed(in catalog: String) -> Diagnostic {
        Diagnostic(
            .undrawableLook,
            at: SourceLocation(path: catalog),
            message: "none of these pictures is keyed",
            help: "opaque overlays are keyed by themselves; \"key\": true asks for it elsewhere"
        )
    }

    fileprivate static func sheetTooLarge(in catalog: String) -> Diagnostic {
        Diagnostic(
            .undrawableLook,
            at: SourceLocation(path: catalog),
            message: "the sheet would be larger than a picture may be",
            help: "draw one look with --species, or write a page with --html"
        )
    }
}

extension Values {
    /// Whether the output file is of a kind that moves.
    fileprivate var writesAnimation: Bool {
        get throws {
            let name = try self[PreviewCommand.output]?.lowercased() ?? ""
            return name.hasSuffix(".apng") || name.hasSuffix(".gif")
        }
    }
}
