import Diagnostics
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// Signals belong to the process, so their memory does too; a handler may only touch an atomic.
private let requestedSignal = Atomic<Int32>(0)

/// Notices Ctrl-C and its like instead of ending the process at once, so that the terminal can be
/// put in order first.
package enum Interruption {
    /// From now on SIGINT, SIGTERM and SIGHUP are remembered once instead of ending the process; the
    /// second of a kind ends it.
    package static func notice() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            _ = signal(number) { number in
                requestedSignal.store(number, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
        }
    }

    /// Leaves this thread to signals, also those that the starter of the process held back.
    ///
    /// `dispatchMain` does this too, but unwinds the thread first, for which the static command has no tables.
    package static func waitForSignals() -> Never {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        while true { unsafe sigsuspend(&none) }
    }

    package static var isRequested: Bool { requestedSignal.load(ordering: .relaxed) != 0 }

    /// Waits on this thread, but no longer than until an interruption.
    static func sleep(until end: ContinuousClock.Instant) {
        while !isRequested {
            let left = end - .now
            guard left > .zero else { return }
            // A signal ends the wait at once when it meets this thread, else after 100 ms.
            poll(nil, 0, Int32(min(left, .milliseconds(99)) / .milliseconds(1)) + 1)
        }
    }

    /// Ends the process as the remembered signal would have, so that a shell sees the reason;
    /// returns when there was none.
    package static func finish() {
        if isRequested { endBySignal(requestedSignal.load(ordering: .relaxed)) }
    }
}

/// Runs `work` so that Ctrl-C, or a request to terminate, cancels it first: it ends between two
/// pieces of work, with its staging removed.
///
/// The process then ends by the same signal, as shells expect. A second signal ends it at once.
///
/// - Throws: what `work` throws, unless it was interrupted.
package func interruptible<Result: Sendable>(
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
            // What comes after, such as writing to a pipe that no one empties, ends by signals too.
            signal(entry.number, SIG_DFL)
        }
    }
    do {
        return try await task.value
    } catch is CancellationError {
        Console.standardError.print("interrupted: nothing was written")
        for entry in sources where isDefault(entry.number) { endBySignal(entry.number) }
        throw CancellationError()
    }
}

/// Whether the handler gave the signal back.
private func isDefault(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
}

/// Ends the process as the signal does where no one handles it.
func endBySignal(_ number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    // Threads of the concurrency runtime hold signals back.
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    raise(number)
    exit(128 + number)
}
