import AtlasBuilding
import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// `kiln preview --species ID …`: what the player will see.
enum PreviewCommand {
    static let species = Flag("species", short: "s", value: "ID", .id(of: .species))
        .help("the pet to draw")
    static let base = Flag("base", short: "b", value: "ITEM", .id(of: .outfits))
        .help("the outfit worn in place of the pet's own sprite")
    static let overlay = Flag(repeating: "overlay", value: "ITEM", .id(of: .overlays))
        .help("an item drawn over the pet")
    static let axis = Flag(repeating: "axis", value: "AXIS", .assignment)
        .help("the value of an axis, as NAME=VALUE")
    static let look = Flag("look", value: "ID", .id(of: .looks))
        .help("a look of the catalog, instead of --species and its items")
        .excludes(
            [species, base, overlay, axis],
            because: "name a look of the catalog, or dress a '--species' yourself"
        )
        .excludes(sheet, because: "'--sheet' draws the whole catalog")
        .excludes(html, because: "'--html' draws the whole catalog")
    static let grid = Flag("grid", value: "WHAT", .choice(of: Grid.self))
        .help("draw the look on all species, or the species in each of its overlays")
        .excludes(beforeAfter, because: "each is a picture of its own")
        .excludes([species], whenSetTo: "species", because: "the grid shows all species")
    static let sheet = Flag("sheet")
        .help("draw a contact sheet: every species by every item")
        .excludes(grid, beforeAfter, because: "each is a picture of its own")
        .excludes(
            [base, overlay],
            because: "the sheet shows every item by itself; for one look on all species use "
                + "'--grid species'"
        )
    static let columns = Flag("columns", value: "N", .integer(in: 1...1000))
        .whenAbsent("12, of --grid 6")
        .help("the number of pictures per row of a sheet")
        .needs(sheet, grid)
    static let beforeAfter = Flag("before-after")
        .help("draw originals next to keyed or repaired results, with fringe or changes marked")
        .excludes(animation, frame, because: "files are shown whole, as they lie in the sources")

    static let animation = Flag("animation", short: "a", value: "NAME", .id(of: .animations))
        .help("play this animation, or take --frame from it")
    static let frame = Flag("frame", value: "N", .integer(in: -1_000_000...1_000_000))
        .whenAbsent("all of an animation, else 0")
        .help("the frame to draw, from 0; negative numbers count from the end")
    static let scale = Flag("scale", value: "N", .integer(in: 1...8), default: 1)
        .help("pixels per point")
    static let background = Flag("background", value: "COLOR|IMAGE", .ground)
        .help("checker, white, black, #RRGGBB or an image of the catalog behind the art")
    static let output = Flag("output", short: "o", value: "FILE", .stream.output)
        .help("a .png, .apng or .gif to write instead of drawing in the terminal")
        .excludes(image, because: "a file needs no terminal")
        .excludes([watch], whenSetTo: "-", because: "standard output takes one picture")
    static let image = Flag("image", value: "HOW", .choice(of: TerminalImageProtocol.self))
        .whenAbsent("what the terminal can")
        .help("how the terminal draws: kitty, iterm, sixel, blocks, or none for the facts alone")
    static let html = Flag("html", value: "FILE", .file.output)
        .help("write a gallery page of the whole catalog, with a dressing room")
        .excludes(sheet, grid, beforeAfter, because: "each is a picture of its own")
        .excludes(
            [
                species, base, overlay, axis, animation, frame, scale, background, output, image,
                watch,
            ],
            because: "the page shows the whole catalog and lets its reader choose; '--html' names "
                + "its file"
        )
    static let against = Flag("against", value: "DIR", .directory)
        .help("show in the gallery what differs from an earlier bake")
        .needs(html, because: "for a list use 'kiln diff'")
    static let watch = Flag("watch", short: "w").help("redraw whenever a source is saved")

    enum Grid: String, CaseIterable, Sendable {
        case species
        case overlays
    }

    static let command = Command<Action>(
        "preview",
        summary: "draw a dressed pet, in the terminal or into a file",
        positionals: [Shared.catalog],
        groups: [
            "Look": [species, base, overlay, axis, look, Shared.profile],
            "Instead of one look": [sheet, grid, columns, beforeAfter, html, against],
            "Picture": [animation, frame, scale, background],
            "Output": [
                output, Shared.force.needs(output, html), image, watch,
                Shared.json.excludes(watch, because: "a program reads one result"), Shared.quiet,
                Shared.jobs, Shared.memory,
            ],
        ],
        strayArguments: overlay,
        action: run
    )

    /// Files have no image behind them, and items are worn by somebody.
    private static func refuseUnfitBeforeAfter(_ values: Values) throws {
        guard try values[beforeAfter] else { return }
        if try values[background]?.image != nil {
            throw values.usageError(
                "'--before-after' shows no image behind its pictures, give '--background' a color"
            )
        }
        guard !values.has(species), !values.has(look) else { return }
        let worn = [values.name(of: base), values.name(of: overlay), values.name(of: axis)]
        if let name = worn.compactMap(\.self).first {
            throw values.usageError("'\(name)' needs '--species'")
        }
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        try refuseUnfitBeforeAfter(values)
        try values.refuseUnfitOutputs(besides: try values[Shared.catalog])
        if let page = try values[html] { return try await writeGallery(to: page, values) }
        let job = try PreviewJob(values)
        let screen: PreviewScreen
        do {
            screen = try PreviewScreen(values)
        } catch {
            // No output would help where the catalog is something else.
            guard let other = RealDisk().otherFile(inPlaceOf: job.catalog) else { throw error }
            Console.standardError.print([other])
            return .couldNotRun
        }
        if try values[watch] {
            return try await watchAndDraw(job, screen)
        }
        var memory = DrawMemory()
        let outcome = try await job.draw(&memory, changed: nil)
        Console.standardError.print(outcome.allFindings)
        guard let shown = outcome.shown else {
            return outcome.couldNotRun ? .couldNotRun : .inputHasErrors
        }
        try await screen.show(shown)
        return outcome.diagnostics.hasErrors ? .inputHasErrors : .clean
    }
}

/// Draws, and draws again whenever a file changes that the catalog may read, until Ctrl-C.
///
/// Whatever is wrong with the files is shown in place of the picture, until they are right again.
func watchAndDraw(_ job: PreviewJob, _ screen: PreviewScreen) async throws -> ExitStatus {
    Interruption.notice()
    var screen = screen
    var memory = DrawMemory()
    var watched = [job.catalog]
    var changed: [String]?
    while true {
        // Watching begins before drawing, so that no save is missed.
        let watcher = try FileWatcher(watched, isInterrupted: { Interruption.isRequested })
        let outcome: PreviewJob.Outcome
        do {
            outcome = try await job.draw(&memory, changed: changed)
        } catch let error as DiskError {
            outcome = PreviewJob.Outcome(
                diagnostics: [.unreadableCatalog(error)],
                watched: watched
            )
        }
        if outcome.watched != watched {
            // The catalog names other folders: what they hold is read once more under watch.
            watched = outcome.watched
            changed = nil
            continue
        }
        var news: [String]?
        let goesOn = try await screen.showAgain(outcome) {
            guard case .changed(let files)? = try? watcher.next(timeout: .zero) else {
                return false
            }
            news = files
            return true
        }
        guard goesOn else { break }
        if let news {
            changed = news
            continue
        }
        guard case .changed(let files) = try watcher.next() else { break }
        changed = files
    }
    Interruption.finish()
    return .clean
}

/// Writes the gallery page of a catalog as a profile has it; it shows what differs from an earlier bake.
func writeGallery(to path: String, _ values: Values) async throws -> ExitStatus {
    let disk = RealDisk()
    let (loaded, findings) = try LoadedCatalog.load(
        try values[Shared.catalog],
        profile: try values[Shared.profile],
        isDrawn: true,
        disk: disk
    )
    guard let loaded else {
        Console.standardError.print(findings)
        return .couldNotRun
    }
    try loaded.refuseUnknownProfile()
    if let problem = problemOfSize(loaded) {
        Console.standardError.print([problem])
        return .inputHasErrors
    }
    let jobs = try values.jobs
    var gallery = try await loaded.gallery(jobs: jobs)
    if let earlier = try values[PreviewCommand.against] {
        let pages = gallery.pages
        var shown: [Gallery.Change] = []
        let comparison = try compareBakes(
            ComparedBake(try OpenedBake(earlier, disk: disk)),
            ComparedBake(gallery.manifest) { pages[$0] }
        ) { shown.append(try Gallery.Change($0)) }
        gallery.show(comparison.changes, shown, comparedWith: printable(earlier))
    }
    let page = try gallery.html()
    try await values.write(page, to: path, reading: [loaded.path])
    let found = (gallery.findings ?? []).map(\.diagnostic)
    let outcome = WrittenGallery(file: path, bytes: page.count, findings: found.map(\.description))
    try values.present(outcome) { ["wrote \(path) (\(bytesText(page.count)))"] }
    let errors = found.filter { $0.severity == .error }
    Console.standardError.print(errors)
    return errors.isEmpty ? .clean : .inputHasErrors
}

private struct WrittenGallery: Encodable {
    var file: String
    var bytes: Int
    /// As text.
    var findings: [String]
}

/// A page with more entries opens in no browser; nil when there are few enough.
private func problemOfSize(_ loaded: LoadedCatalog) -> Diagnostic? {
    let most = 100_000
    let count = loaded.speciesIDs.reduce(loaded.catalog.looks.count) {
        $0 + loaded.items(ofAny: [$1]).count + 1
    }
    guard count > most else { return nil }
    return .undrawable(
        in: loaded,
        "the gallery would have too many entries, found \(count) looks, species and "
            + "items on them, expected at most \(most)",
        help: "draw single looks with --species, or say in the catalog who can wear an item"
    )
}
