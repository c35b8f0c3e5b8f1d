import Bake
import Diagnostics
import ImageCodec
import KilnManifest
import Raster

// Several looks side by side.
extension PreviewJob {
    /// Looks in a row of a sheet.
    struct Row {
        var title = ""
        /// Without a look where nothing fits.
        var cells: [(label: String, look: Look?)]
    }

    func rows(_ loaded: LoadedCatalog) -> [Row] {
        switch subject {
        case .look: return [Row(cells: [("", look)])]
        case .beforeAfter: return []
        case .speciesGrid:
            let cells = loaded.speciesIDs.map { id -> (label: String, look: Look?) in
                var other = look
                other.species = id
                return (id, loaded.fits(look.worn, id) ? other : nil)
            }
            return cells.chunked(columns).map { Row(cells: $0) }
        case .overlayGrid:
            let cells = loaded.items(ofAny: [look.species]).filter(\.isOverlay).map { item in
                var other = look
                other.overlays.append(item.id)
                return (label: item.id, look: Optional(other))
            }
            return cells.chunked(columns).map { Row(cells: $0) }
        case .sheet:
            let species = look.species.isEmpty ? loaded.speciesIDs : [look.species]
            let items = loaded.items(ofAny: species)
            let dresses = [nil] + items.map(Optional.some)
            return dresses.chunked(columns).flatMap { dresses in
                species.map { id in
                    let bare = Look(species: id, axes: look.axes)
                    return Row(
                        title: id,
                        cells: dresses.map { item in
                            guard let item else { return ("undressed", bare) }
                            var worn = bare
                            worn.base = item.isOverlay ? nil : item.id
                            worn.overlays = item.isOverlay ? [item.id] : []
                            return (item.id, loaded.fits([item.id], id) ? worn : nil)
                        }
                    )
                }
            }
        }
    }

    func show(
        _ drawn: [DrawnLook?],
        in rows: [Row],
        _ loaded: LoadedCatalog,
        _ outcome: inout Outcome
    ) {
        var waiting = drawn[...]
        let cells = rows.map { row in
            row.cells.map { cell in cell.look.flatMap { _ in waiting.popFirst() ?? nil } }
        }
        let timeline = SheetTimeline(cells.flatMap { $0 }.map { $0?.milliseconds ?? [] })
        var step = 0
        var frames: [StraightImage] = []
        repeat {
            let shown =
                timeline.steps.indices.contains(step) ? timeline.steps[step].frames[...] : []
            guard let frame = sheet(of: cells, showing: shown, in: rows) else {
                outcome.diagnostics.append(.sheetTooLarge(in: loaded))
                return
            }
            if let problem = problem(loaded, steps: timeline.steps.count, of: frame.size) {
                outcome.diagnostics.append(problem)
                return
            }
            frames.append(frame)
            step += 1
        } while step < timeline.steps.count
        let durations = frames.count > 1 ? timeline.steps.map { min($0.duration, 60_000) } : nil
        let count = drawn.count { $0 != nil }
        let empty = drawn.count - count
        var facts = [
            "\(counted(count, "look"))" + (empty > 0 ? ", \(empty) without a picture" : "")
        ]
        facts += otherErrors(loaded)
        outcome.shown = PictureSequence(frames: frames, fps: 1, durations: durations)
            .map { Shown(sequence: $0, facts: facts) }
    }

    /// Nil when it would be larger than a raster can be.
    private func sheet(
        of cells: [[DrawnLook?]],
        showing frames: ArraySlice<Int>,
        in rows: [Row]
    ) -> StraightImage? {
        var frames = frames
        var pictures = cells.map { row in
            row.map { look -> StraightImage? in
                let frame = frames.popFirst() ?? 0
                return look.flatMap { $0.images.indices.contains(frame) ? $0.images[frame] : nil }?
                    .straight()
            }
        }[...]
        let width = pictures.joined().compactMap { $0?.width }.max() ?? 0
        let sheet = ContactSheet(
            rows: rows.map { row in
                let own = pictures.popFirst() ?? []
                return ContactSheet.Row(
                    title: row.title,
                    cells: zip(row.cells, own).map { cell, picture in
                        ContactSheet.Cell(picture: picture, label: cell.label)
                    }
                )
            }
        )
        return sheet.drawn(sheetStyle(forWidth: width))
    }

    /// A sheet that stands still.
    func showing(
        _ sheet: StraightImage?,
        _ facts: [String],
        _ diagnostics: [Diagnostic],
        _ loaded: LoadedCatalog
    ) -> Outcome {
        guard let sheet, let still = PictureSequence(frames: [sheet], fps: 1) else {
            return Outcome(diagnostics: diagnostics + [.sheetTooLarge(in: loaded)])
        }
        return Outcome(shown: Shown(sequence: still, facts: facts), diagnostics: diagnostics)
    }
}

extension Diagnostic {
    fileprivate static func sheetTooLarge(in loaded: LoadedCatalog) -> Diagnostic {
        undrawable(
            in: loaded,
            "the sheet would be larger than a picture may be",
            help: "draw one look with --species, or write a page with --html"
        )
    }

    fileprivate static func tooLarge(
        _ what: String,
        _ width: Int,
        _ height: Int,
        in loaded: LoadedCatalog,
        help: String
    ) -> Diagnostic {
        let limits = DecodeLimits()
        return undrawable(
            in: loaded,
            "\(what) would be larger than a picture may be, found \(width)x\(height), "
                + "expected at most \(limits.maximumSide) a side and \(limits.maximumPixels) in all",
            help: help
        )
    }
}

extension DrawnLook {
    /// How long each picture is shown.
    fileprivate var milliseconds: [Int] {
        durations ?? images.map { _ in max(1, Int((1000 / fps).rounded())) }
    }
}

extension Array {
    /// Parts of at most `count`, in order.
    func chunked(_ count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map {
            Array(self[$0..<Swift.min($0 + count, self.count)])
        }
    }
}

// How large pictures will be is known from the catalog alone: what is too large is refused before
// any work begins.
extension PreviewJob {
    /// No animation has more pixels in all its frames; they are in memory together.
    private static let mostAnimatedPixels = 1 << 28

    /// Why the pictures cannot be had; nil when their size is none.
    func problemOfSize(_ loaded: LoadedCatalog) -> Diagnostic? {
        let (width, height) = loaded.sides(atScale: options.scale)
        let limits = DecodeLimits()
        guard let picture = PixelSize(width: width, height: height), limits.allow(picture) else {
            return .tooLarge("a picture", width, height, in: loaded, help: "lower --scale")
        }
        switch subject {
        case .beforeAfter:
            // Pictures are shrunk when they are many, but never below a few pixels.
            let count = loaded.certainlyKeyedCount(of: namedLook)
            return problem(loaded, .onePixel, rows: count, columns: 3)
        case .look:
            return problem(
                loaded,
                steps: loaded.frameCount(of: look, options),
                of: picture,
                help: "lower --scale, or draw a shorter --animation or one --frame"
            )
        case .speciesGrid:
            let (rows, columns) = grid(of: loaded.speciesIDs.count)
            return problem(loaded, picture, rows: rows, columns: columns)
        case .overlayGrid:
            let count = loaded.items(ofAny: [look.species]).count(where: \.isOverlay)
            let (rows, columns) = grid(of: count)
            return problem(loaded, picture, rows: rows, columns: columns)
        case .sheet:
            let species = look.species.isEmpty ? loaded.speciesIDs : [look.species]
            let (rows, columns) = grid(of: loaded.items(ofAny: species).count + 1)
            return problem(
                loaded,
                picture,
                rows: species.count * rows,
                columns: columns,
                titles: species
            )
        }
    }

    /// An animation of so many pictures is refused when memory would not hold it.
    func problem(
        _ loaded: LoadedCatalog,
        steps: Int,
        of picture: PixelSize,
        help: String = "lower --scale, or draw one species or one --frame"
    ) -> Diagnostic? {
        guard steps > 1, steps > Self.mostAnimatedPixels / picture.area else { return nil }
        return .undrawable(
            in: loaded,
            "the animation would have too many pixels, found \(steps) frames of "
                + "\(picture), expected at most \(Self.mostAnimatedPixels) pixels in all",
            help: help
        )
    }

    /// All frames of all looks of a moving sheet are in memory together.
    func problem(ofAll looks: [Look], _ loaded: LoadedCatalog) -> Diagnostic? {
        guard looks.count > 1, case .all = options.frames else { return nil }
        let (width, height) = loaded.sides(atScale: options.scale)
        guard let picture = PixelSize(width: width, height: height) else { return nil }
        let steps = looks.reduce(0) { $0 + loaded.frameCount(of: $1, options) }
        return problem(loaded, steps: steps, of: picture)
    }

    private func grid(of cells: Int) -> (rows: Int, columns: Int) {
        ((cells + columns - 1) / columns, min(cells, columns))
    }

    private func problem(
        _ loaded: LoadedCatalog,
        _ picture: PixelSize,
        rows: Int,
        columns: Int,
        titles: [String] = []
    ) -> Diagnostic? {
        let (width, height) = ContactSheet.sides(
            rows: rows,
            columns: columns,
            titles: titles,
            picture: picture,
            style: SheetStyle().suited(toWidth: picture.width)
        )
        if let size = PixelSize(width: width, height: height), DecodeLimits().allow(size) {
            return nil
        }
        return .tooLarge(
            "a sheet of \(rows) rows of up to \(columns) pictures",
            width,
            height,
            in: loaded,
            help: "lower --scale, draw one species with --grid overlays, or write a page "
                + "with --html"
        )
    }
}
