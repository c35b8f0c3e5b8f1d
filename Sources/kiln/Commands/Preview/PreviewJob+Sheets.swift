import Bake
import Diagnostics
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
