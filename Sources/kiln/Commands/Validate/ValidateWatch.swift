import Console
import Diagnostics
import FileStore

/// Validates, and validates again whenever a file changes that the catalog may read, until Ctrl-C.
func watchAndValidate(
    _ run: ValidateRun,
    _ output: ReportOutput,
    isStrict: Bool
) async throws -> ExitStatus {
    Interruption.notice()
    var watched = run.watched
    while true {
        // Watching begins before looking, so that no save is missed.
        let watcher = try FileWatcher(watched, isInterrupted: { Interruption.isRequested })
        let found = try await run.find()
        if run.watched != watched {
            watched = run.watched
            continue
        }
        _ = try await output.tell(found, isStrict: isStrict, catalog: run.catalog)
        Console.standardError.print("waiting for changes; Ctrl-C ends")
        guard case .changed(let files) = try watcher.next() else { break }
        Console.standardOutput.print("")
        let more = files.count > 3 ? " and \(files.count - 3) more" : ""
        Console.standardOutput.print("\(files.prefix(3).joined(separator: ", "))\(more) changed")
    }
    Interruption.finish()
    return .clean
}
