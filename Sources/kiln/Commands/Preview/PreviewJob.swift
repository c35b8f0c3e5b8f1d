internal import Arguments
internal import Bake
internal import Diagnostics
internal import KilnManifest
internal import Preview
internal import Raster

/// Which pictures a preview draws.
struct PreviewJob: Sendable {
    enum Subject: Sendable {
        case look(Look)
        case speciesGrid(Look)
        case overlayGrid(Look)
        case sheet
    }

    var catalog: String
    var subject: Subject
    var options: DrawOptions
    var title: String

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
        if isSheet, grid != nil {
            throw values.usageError("'--sheet' and '--grid' exclude each other")
        }
        if look.species.isEmpty, !isSheet, grid != .species {
            throw values.usageError("missing option '--species ID'")
        }
        subject =
            switch grid {
            case .species: .speciesGrid(look)
            case .overlays: .overlayGrid(look)
            case nil: isSheet ? .sheet : .look(look)
            }
        title = look.species
        options = DrawOptions(jobs: try values[Shared.jobs] ?? Machine.cores)
        options.animation = try values[PreviewCommand.animation]
        options.scale = try values[PreviewCommand.scale]
        let frame = try values[PreviewCommand.frame]
        let isOneLook = if case .look = subject { true } else { false }
        let isMoving = try options.animation != nil || values.writesAnimation
        options.frames = frame.map { .one($0) } ?? (isMoving && isOneLook ? .all : .one(0))
    }

    /// Loads the catalog anew and draws.
    func draw() async throws -> Outcome {
        let disk = RealDisk()
        let (loaded, findings) = try LoadedCatalog.load(catalog, disk: disk)
        guard let loaded else {
            return Outcome(diagnostics: findings, couldNotRun: true, watched: [catalog])
        }
        let rows = rows(loaded)
        let looks = rows.flatMap { $0.cells.map(\.look) }
        let (drawn, diagnostics) = try await drawLooks(loaded, looks, options, disk: disk)
        var outcome = Outcome(diagnostics: diagnostics, watched: loaded.watchedPaths)
        if case .look = subject {
            guard let look = drawn[0] else { return outcome }
            let images = look.images.map { $0.straight() }
            outcome.shown = PictureSequence(frames: images, fps: look.fps, loops: look.loops)
                .map { Shown(sequence: $0, facts: facts(of: look)) }
            return outcome
        }
        guard !diagnostics.hasErrors else { return outcome }
        var pictures = drawn.map { $0?.images.first?.straight() }[...]
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
        if let image = sheet.drawn(), let still = PictureSequence(frames: [image], fps: 1) {
            outcome.shown = Shown(sequence: still, facts: ["\(looks.count) looks"])
        }
        return outcome
    }

    private struct Row {
        var title = ""
        var cells: [(label: String, look: Look)]
    }

    private func rows(_ loaded: LoadedCatalog) -> [Row] {
        switch subject {
        case .look(let look): return [Row(cells: [("", look)])]
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
            return stride(from: 0, to: cells.count, by: 6).map { start in
                Row(cells: Array(cells[start..<min(start + 6, cells.count)]))
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
            "\(layer.item ?? title): \(layer.files.joined(separator: ", ")) "
                + "(name \(layer.level) of \(layer.levels), \(layer.keying))"
        }
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
