internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

// Signals belong to the process, so their memory does too; a handler may only touch an atomic.
private let requestedSignal = Atomic<Int32>(0)

/// Notices Ctrl-C and its like instead of ending the process at once, so that the terminal can be
/// put in order first.
package enum Interruption {
    /// From now on SIGINT, SIGTERM and SIGHUP are remembered once instead of ending the process; the second of a
    /// kind ends it.
    package static func notice() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            _ = signal(number) { number in
                requestedSignal.store(number, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
        }
    }

    /// The signal that asked the process to end; nil when none came.
    package static var signalNumber: Int32? {
        let number = requestedSignal.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    static var isRequested: Bool { signalNumber != nil }

    /// Ends the process as the remembered signal would have, so that a shell sees the reason;
    /// returns when there was none.
    package static func finish() {
        guard let number = signalNumber else { return }
        _ = signal(number, SIG_DFL)
        // Threads of the concurrency runtime hold signals back.
        var own = sigset_t()
        unsafe sigemptyset(&own)
        unsafe sigaddset(&own, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
        raise(number)
    }
}
