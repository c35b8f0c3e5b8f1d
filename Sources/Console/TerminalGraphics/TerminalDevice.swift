import Diagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal as the system knows it: an open file that is one.
@safe
package struct TerminalDevice: ~Copyable {
    private let file: Int32

    /// Opens the terminal that controls this process, whatever the standard streams are.
    ///
    /// Returns nil when none exists; `path` names another one, for tests.
    package init?(_ path: String = "/dev/tty") {
        file = unsafe open(systemPath(path), O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        if isatty(file) != 1 {
            close(file)
            return nil
        }
    }

    deinit { close(file) }

    /// The window's size; 80 x 24 when the terminal does not tell.
    package var size: TerminalSize {
        var window = winsize()
        guard unsafe ioctl(file, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
            window.ws_row > 0
        else { return TerminalSize() }
        let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
        return TerminalSize(
            columns: columns,
            rows: rows,
            cell: TerminalSize.cell(
                width: Int(window.ws_xpixel) / columns,
                height: Int(window.ws_ypixel) / rows
            )
        )
    }

    /// Asks the terminal what it can show, and waits for the answer.
    ///
    /// Nothing is asked from the background, where touching the terminal would stop the process.
    /// Returns nil when it did not answer in time.
    package func ask(timeout milliseconds: Int = 300) -> TerminalAnswer? {
        guard isInForeground else { return nil }
        return withoutEcho {
            guard writeAll(TerminalAnswer.question, to: file) else { return nil }
            return readAnswer(until: .now + .milliseconds(milliseconds))
        }
    }

    /// Whether the terminal may be touched; one that does not control this process always may.
    private var isInForeground: Bool {
        let group = tcgetpgrp(file)
        return group == -1 || group == getpgrp()
    }

    private func readAnswer(until end: ContinuousClock.Instant) -> TerminalAnswer? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 256)
        // An answer is a few dozen bytes; whoever sends thousands is no terminal.
        while bytes.count < 4096 {
            let left = end - .now
            guard left > .zero else { return nil }
            var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&wait, 1, Int32(min(left, .seconds(60)) / .milliseconds(1)) + 1)
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = unsafe read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
            if let answer = TerminalAnswer(parsing: bytes) { return answer }
        }
        return nil
    }

    /// Runs `body` while typed letters are neither shown nor held back until the line's end.
    func withoutEcho<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var before = termios()
        guard isInForeground, unsafe tcgetattr(file, &before) == 0 else {
            return try body()
        }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
        unsafe tcsetattr(file, TCSANOW, &quiet)
        // What arrives late must not show up as if it had been typed.
        defer { unsafe tcsetattr(file, TCSAFLUSH, &before) }
        return try body()
    }
}
