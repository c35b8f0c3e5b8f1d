internal import Diagnostics
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Runs `work` so that Ctrl-C, or a request to terminate, cancels it first: it ends between two
/// pieces of work, with its staging removed.
///
/// The process then ends by the same signal, as shells expect. A second signal ends it at once.
///
/// - Throws: what `work` throws, unless it was interrupted.
func interruptible<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let task = Task(operation: work)
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            signal(number, SIG_DFL)
            task.cancel()
        }
        source.resume()
        return (number: number, source: source)
    }
    defer {
        for entry in sources {
            entry.source.cancel()
            // What comes after, such as writing to a pipe that nobody empties, ends by signals too.
            signal(entry.number, SIG_DFL)
        }
    }
    do {
        return try await task.value
    } catch is CancellationError {
        Console.standardError.print("interrupted: nothing was written")
        for entry in sources where isDefault(entry.number) { end(by: entry.number) }
        throw CancellationError()
    }
}

private func end(by number: Int32) {
    // Threads of the concurrency runtime hold signals back.
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    raise(number)
}

/// Whether the handler gave the signal back.
private func isDefault(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
}

/// A clock that only goes forward.
@Sendable
func monotonicNanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
