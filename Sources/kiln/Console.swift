internal import Bake
internal import Diagnostics
internal import PictureFiles
internal import Reports

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Standard output or standard error, and what may be sent there.
///
/// Every line for people goes through one of the `print` methods, which let no value of others
/// steer the terminal, begin a line, or command GitHub's runner. When standard output cannot be
/// written, the process ends: see `OutputFailure`.
struct Console: Sendable {
    private let file: Int32
    /// Whether a person watches it.
    let isTerminal: Bool
    private(set) var isColored: Bool
    /// Whether GitHub's runner reads the lines.
    private let isWatchedByRunner: Bool

    static let standardOutput = Console(file: STDOUT_FILENO)
    static let standardError = Console(file: STDERR_FILENO)

    /// Color: on a terminal that is not dumb, unless `NO_COLOR` has a value; always when
    /// `CLICOLOR_FORCE` or `FORCE_COLOR` has one.
    private init(file: Int32) {
        self.file = file
        isTerminal = isatty(file) == 1
        let environment = Machine.environment
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        let isForced = isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR")
        let isWanted = isTerminal && environment["TERM"] != "dumb"
        isColored = !isSet("NO_COLOR") && (isForced || isWanted)
        isWatchedByRunner = isSet("GITHUB_ACTIONS")
    }

    /// The same with color as an option asks for it.
    func colored(_ when: When) -> Console {
        var console = self
        console.isColored = when.isOn(isColored)
        return console
    }

    /// Columns of the terminal, at most 100; 80 when there is none.
    var width: Int {
        var size = winsize()
        guard isTerminal, unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else {
            return 80
        }
        return min(Int(size.ws_col), 100)
    }
}

extension Console {
    /// Writes a text and a line feed.
    func print(_ text: PrintableText) { write(lines: text.text) }

    /// Writes lines, each with its line feed.
    func print(lines: [PrintableText]) {
        write(lines: lines.map(\.text).joined(separator: "\n"))
    }

    /// Writes lines of which nothing is known: each stays one.
    func print(lines: [String]) { print(lines: lines.map { PrintableText($0) }) }

    /// Writes findings; nothing when there are none.
    func print(_ diagnostics: [Diagnostic]) {
        if !diagnostics.isEmpty { print(report: diagnostics) }
    }

    /// Writes findings, or that there are none.
    func print(report diagnostics: [Diagnostic]) {
        write(lines: renderText(diagnostics, usesColor: isColored))
    }

    /// Writes what an error says of itself: a line, and further ones that are indented.
    ///
    /// A line that is not indented comes from a value in the text and is no line.
    func printError(_ text: String) {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, !part.hasPrefix("  ") {
                lines[lines.count - 1] = last + "\n" + part
            } else {
                lines.append(String(part))
            }
        }
        print(lines: lines)
    }

    /// Writes a text for a machine, in which values are quoted as its form wants it.
    func print(_ document: Document) {
        write(Array(document.ended.utf8))
    }

    private func write(lines: String) {
        let text = lines.hasSuffix("\n") ? lines : lines + "\n"
        write(Array((isWatchedByRunner ? withoutCommands(text) : text).utf8))
    }

    /// Writes bytes as they are: pictures for terminals, and what Kiln itself made.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe systemWrite(file, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR || errno == EAGAIN {
                if errno == EAGAIN { waitUntilWritable() }
                continue
            }
            guard count > 0 else {
                // Nothing is left to complain to.
                if file == STDERR_FILENO { return }
                OutputFailure.end(errno)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// For descriptors that somebody else made non-blocking.
    private func waitUntilWritable() {
        var entry = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, 1000)
    }
}

/// Standard output that takes nothing more.
enum OutputFailure {
    /// Ends the process: with 2 and a word about it, or in silence when the reader has enough.
    ///
    /// A closed pipe ends it by `SIGPIPE`, as it ends every program that does not ask for anything
    /// else: shells tell 141, and nothing is printed. Commands print after their work is done.
    static func end(_ number: Int32) -> Never {
        if number == EPIPE { endBySignal(SIGPIPE) }
        let reason = unsafe String(cString: strerror(number)).lowercased()
        Console.standardError.print("kiln: cannot write standard output: \(reason)")
        exit(with: .couldNotRun)
    }

    /// Looks whether all was taken: some file systems tell only when a file is closed.
    static func endUnlessComplete() {
        if close(STDOUT_FILENO) != 0, errno != EBADF, errno != EINTR { end(errno) }
    }
}

/// Makes the standard streams fit for use; called before any file is opened.
func prepareStandardStreams() {
    // Whoever closes standard error, or the pipe behind it, shall not end a bake half way.
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that took the number of a closed stream would get what is printed.
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(file, F_GETFD) < 0 {
        // Writing to standard output fails then, as it does when it is closed.
        _ = unsafe open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
}

private func endBySignal(_ number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    // Threads of the concurrency runtime hold signals back.
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    raise(number)
    exit(128 + number)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, buffer, count)
}

/// Ends the process.
func exit(with status: ExitStatus) -> Never { exit(status.rawValue) }
