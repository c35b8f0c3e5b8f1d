package import ImageCodec
import Raster

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension AnimationPlayer {
    /// Why playing ended.
    package enum Ending: Hashable, Sendable {
        /// The last frame was shown, and the animation does not loop.
        case finished
        /// Ctrl-C or its like: see `Interruption`.
        case interrupted
        /// `shouldStop` said so.
        case stopped
    }

    /// Plays until the end, until Ctrl-C, or until `shouldStop`; the cursor is put back each time.
    ///
    /// Frames that are late are left out. From here on the process notices interruptions instead
    /// of ending: call `Interruption.finish()` when all is put away.
    package func play(
        to file: Int32 = 1,
        until shouldStop: () -> Bool = { false }
    ) throws(ImageEncodingError) -> Ending {
        Interruption.notice()
        let keyboard = TerminalDevice()
        guard let keyboard else { return try show(on: file, until: shouldStop) }
        // Typed letters would be drawn into the picture.
        return try keyboard.withoutEcho { () throws(ImageEncodingError) in
            try show(on: file, until: shouldStop)
        }
    }

    private func show(
        on file: Int32,
        until shouldStop: () -> Bool
    ) throws(ImageEncodingError) -> Ending {
        guard writeAll(opening(), to: file) else { return .stopped }
        defer { writeAll(closing(), to: file) }
        let clock = ContinuousClock()
        let start = clock.now
        var index = 0
        while true {
            if Interruption.isRequested { return .interrupted }
            if shouldStop() { return .stopped }
            guard writeAll(try frame(index), to: file) else { return .stopped }
            index = max(index + 1, dueFrame(after: start.duration(to: clock.now)))
            if let frameCount, index >= frameCount {
                // The last one is shown, however late.
                if index > frameCount { writeAll(try frame(frameCount - 1), to: file) }
                return .finished
            }
            sleep(until: start.advanced(by: .seconds(time(ofFrame: index))))
        }
    }

    private func dueFrame(after elapsed: Duration) -> Int {
        sequence.frame(at: elapsed / .seconds(1))
    }

    private func sleep(until end: ContinuousClock.Instant) {
        while !Interruption.isRequested {
            let left = end - .now
            guard left > .zero else { return }
            // A signal ends the wait at once when it meets this thread, else after 100 ms.
            poll(nil, 0, Int32(min(left, .milliseconds(99)) / .milliseconds(1)) + 1)
        }
    }
}

/// Writes to a descriptor; false when nobody reads any more.
@discardableResult
func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        // Never given up in the middle of a sequence; a second Ctrl-C ends the process.
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
