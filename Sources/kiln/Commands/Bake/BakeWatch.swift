import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// Bakes, and bakes again whenever a file changes that the catalog may read, until Ctrl-C.
///
/// Findings are printed with every bake. While the catalog is broken, or a file is half written, the
/// outputs stay as they are. With `--port`, running games hear of each bake.
func watchAndBake(
    _ request: BakeRequest,
    _ names: [NamesFile],
    _ values: Values
) async throws -> ExitStatus {
    let catalog = try values[Shared.catalog]
    let isQuiet = try values[Shared.quiet]
    let games = try values[BakeCommand.port].map { try LoopbackServer(port: UInt16($0)) }
    if let games, !isQuiet {
        Console.standardError.print("games are notified of bakes at \(games.gameAddress)")
    }
    Interruption.notice()
    var watched = watchedPaths(catalog) ?? [catalogFile(catalog, disk: RealDisk())]
    var isBroken = false
    while !Interruption.isRequested {
        // Watching begins before baking, so that no save is missed.
        let watcher = try FileWatcher(watched, isInterrupted: { Interruption.isRequested })
        let note = try await bakeAgain(catalog, request, names, isQuiet: isQuiet)
        if let note, !isQuiet { Console.standardOutput.print(note.line) }
        if note == nil, isBroken, !isQuiet {
            Console.standardOutput.print("nothing changed: \(request.output) is up to date")
        }
        isBroken = note?.isBaked == false
        if note?.isBaked == true { games?.announceBake() }
        // While the catalog is broken, what it named is watched on.
        let now = watchedPaths(catalog) ?? watched
        if now != watched {
            // The catalog names other folders: what they hold is baked once more under watch.
            watched = now
            continue
        }
        guard try games?.serveGames(until: watcher) ?? watcher.hasNews() else { break }
    }
    Interruption.finish()
    return .clean
}

extension FileWatcher {
    /// Waits for a change; false after Ctrl-C.
    fileprivate func hasNews() throws -> Bool {
        if case .changed = try next() { true } else { false }
    }
}

extension LoopbackServer {
    /// Lets games in, and no one else, until a file changes; false after Ctrl-C.
    fileprivate func serveGames(until watcher: FileWatcher) throws -> Bool {
        let clock = ContinuousClock()
        var last = clock.now
        while true {
            if let request = nextRequest(), !admitGame(request) {
                send(.refusal(404, "there is nothing here"), to: request)
            }
            switch try watcher.next(timeout: .zero) {
            case .changed: return true
            case .interrupted: return false
            case .timedOut: break
            }
            if clock.now - last > .seconds(5) {
                keepAlive()
                last = clock.now
            }
        }
    }
}

/// What became of a bake under watch.
struct BakeNote: Sendable {
    let line: PrintableText
    /// Whether there are new outputs.
    let isBaked: Bool

    static func kept(_ output: String) -> BakeNote {
        BakeNote(line: "not baked: \(output) stays as it is", isBaked: false)
    }
}

/// Bakes once and prints what is wrong; nil when nothing was to be done.
func bakeAgain(
    _ catalog: String,
    _ request: BakeRequest,
    _ names: [NamesFile],
    isQuiet: Bool
) async throws -> BakeNote? {
    let errors = Console.standardError
    let start = ContinuousClock.now
    do {
        let outcome = try await bake(catalogAt: catalog, request, disk: RealDisk())
        errors.print(outcome.diagnostics.filter { $0.severity > (isQuiet ? .warning : .note) })
        guard let summary = outcome.summary else { return .kept(request.output) }
        for file in names { _ = try await file.publish(after: summary, mode: request.mode) }
        if summary.isUnchanged { return nil }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        let written = counted(summary.publication.written.count, "file")
        return BakeNote(
            line: "baked in \(Int(milliseconds)) ms, wrote \(written) to \(request.output)",
            isBaked: true
        )
    } catch let error as DiskError {
        let message = "cannot \(error.operation.rawValue) it: \(error.reason)"
        errors.print([Diagnostic(.error, about: error.path, message, help: error.help)])
        return .kept(request.output)
    } catch let error as Obstruction {
        _ = ExitStatus.reporting(error)
        return .kept(request.output)
    }
}

/// The catalog, and the files and folders that it may read; nil while it is broken.
private func watchedPaths(_ catalog: String) -> [String]? {
    (try? LoadedCatalog.load(catalog, disk: RealDisk()))?.loaded?.watchedPaths
}

/// Bakes a catalog alongside other work, one bake after another.
struct BackgroundBakes {
    private let catalog: String
    private let request: BakeRequest
    private var isDue = false
    private var running: Task<Void, Never>?
    /// What the bake that ended last says.
    private let finished = Mailbox<BakeNote?>()

    init(of catalog: String, _ request: BakeRequest) {
        self.catalog = catalog
        self.request = request
    }

    /// Asks for a bake, also of what changed since the one that runs began.
    mutating func ask() { isDue = true }

    /// Begins the bake that is due, and returns what a finished one says; nil if nothing changed.
    mutating func goOn() -> BakeNote? {
        let outcome = finished.take()
        if outcome != nil { running = nil }
        if isDue, running == nil {
            isDue = false
            running = Task { [catalog, request, finished] in
                let note: BakeNote?
                do {
                    note = try await bakeAgain(catalog, request, [], isQuiet: false)
                } catch {
                    _ = ExitStatus.reporting(error)
                    note = .kept(request.output)
                }
                finished.put(note)
            }
        }
        return outcome ?? nil
    }

    /// Waits for the bake that runs, which stops as soon as it can.
    func end() async {
        running?.cancel()
        await running?.value
    }
}
