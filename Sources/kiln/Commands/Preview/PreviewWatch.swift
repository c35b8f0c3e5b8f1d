internal import Bake
internal import Diagnostics
internal import Preview

/// Draws, and draws again whenever a file changes that the catalog may read, until Ctrl-C.
///
/// Whatever is wrong with the files is shown in place of the picture, until they are right again.
func watchAndDraw(_ job: PreviewJob, _ screen: PreviewScreen) async throws -> ExitStatus {
    Interruption.notice()
    var watched = [job.catalog]
    while true {
        // Watching begins before drawing, so that no save is missed.
        let watcher = try FileWatcher(watched)
        let outcome: PreviewJob.Outcome
        do {
            outcome = try await job.draw()
        } catch let error as DiskError {
            outcome = PreviewJob.Outcome(
                diagnostics: [
                    Diagnostic(
                        id: "unreadable-catalog",
                        at: SourceLocation(path: error.path),
                        message: error.reason
                    )
                ],
                watched: watched
            )
        }
        if outcome.watched != watched, !outcome.watched.isEmpty {
            watched = outcome.watched
            continue
        }
        var hasChanged = false
        let goesOn = try screen.showAgain(outcome) {
            guard case .changed? = try? watcher.next(timeout: .zero) else { return false }
            hasChanged = true
            return true
        }
        guard goesOn else { break }
        if hasChanged { continue }
        if case .interrupted = try watcher.next() { break }
    }
    Interruption.finish()
    return .clean
}
