import Foundation
import Synchronization

/// Work on a thread of its own: tests that wait would leave no thread to tasks.
public final class Background<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let done = DispatchSemaphore(value: 0)

    public init(_ work: @escaping @Sendable () -> Result) {
        Thread.detachNewThread { [self] in
            let value = work()
            result.withLock { $0 = value }
            done.signal()
        }
    }

    /// What came out; to be asked once.
    public func wait() -> Result? {
        done.wait()
        return result.withLock { $0 }
    }
}

/// A terminal that is played by the test: what is written to `path` is read from it, and back.
public final class PseudoTerminal: Sendable {
    private let master: Int32
    private let slave: Int32
    public let path: String

    public init?(columns: Int = 80, rows: Int = 24, width: Int = 0, height: Int = 0) {
        #if os(Linux)
        // What posix_openpt, unlockpt and ptsname do; Glibc's module does not show them.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
        var (lock, number) = (Int32(0), Int32(0))
        guard master >= 0, ioctl(master, setLock, &lock) == 0,
            ioctl(master, getNumber, &number) == 0
        else { return nil }
        path = "/dev/pts/\(number)"
        #else
        master = posix_openpt(O_RDWR | O_NOCTTY)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
        else { return nil }
        path = String(cString: name)
        #endif
        // Kept open, so that the other end does not hang up between two openings.
        slave = open(path, O_RDWR | O_NOCTTY)
        var size = winsize(
            ws_row: UInt16(rows),
            ws_col: UInt16(columns),
            ws_xpixel: UInt16(width),
            ws_ypixel: UInt16(height)
        )
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        close(slave)
        close(master)
    }

    /// Descriptor of the end that programs write to.
    public var file: Int32 { slave }

    /// What arrives, until nothing more comes for a while.
    public func read(quiet milliseconds: Int32 = 100) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, milliseconds) > 0 else { return bytes }
            let count = Foundation.read(master, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// What a user types, or the terminal answers.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Whether typed letters are shown and lines are edited, as a shell wants it.
    public var isCooked: Bool {
        var state = termios()
        guard tcgetattr(slave, &state) == 0 else { return false }
        return state.c_lflag & tcflag_t(ECHO) != 0 && state.c_lflag & tcflag_t(ICANON) != 0
    }
}
