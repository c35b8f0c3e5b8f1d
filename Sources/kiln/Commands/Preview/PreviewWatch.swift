import Bake
import Console
import FileStore

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
