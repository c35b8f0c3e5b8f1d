import Diagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How a command ended; see the last section of `kiln --help`.
package enum ExitStatus: Int32, Sendable {
    case clean = 0
    /// The input has errors, or a check found differences.
    case inputHasErrors = 1
    /// The tool could not do its work: usage, unreadable catalog, input or output.
    case couldNotRun = 2
}

/// Standard output that takes nothing more.
package enum OutputFailure {
    /// Ends the process: with 2 and a word about it, or in silence when the reader has enough.
    ///
    /// A closed pipe ends it by `SIGPIPE`, as it ends every program that does not ask for anything
    /// else: shells tell 141, and nothing is printed. Commands print after their work is done.
    static func end(_ number: Int32) -> Never {
        if number == EPIPE { endBySignal(SIGPIPE) }
        let reason = unsafe String(cString: strerror(number)).lowercased()
        Console.standardError.print("kiln: error: cannot write standard output: \(reason)")
        exit(with: .couldNotRun)
    }

    /// Looks whether all was taken: some file systems tell only when a file is closed.
    package static func endUnlessComplete() {
        if close(STDOUT_FILENO) != 0, errno != EBADF, errno != EINTR { end(errno) }
    }
}

/// Makes the standard streams fit for use; called before any file is opened.
package func prepareStandardStreams() {
    // Whoever closes standard error, or the pipe behind it, shall not end a bake half way.
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that took the number of a closed stream would get what is printed.
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(file, F_GETFD) < 0 {
        // Writing to standard output fails then, as it does when it is closed.
        _ = unsafe open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
}

/// Ends the process with an error unless it may open enough files.
///
/// With fewer than that the runtime of tasks traps before any of our code can report an error, so this
/// is called before the first task.
package func refuseFewFiles() {
    let files = (0..<fewestFiles).map { _ in unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    for file in files where file >= 0 { close(file) }
    guard let last = files.last, last < 0 else { return }
    let count = files.count { $0 >= 0 }
    Console.standardError.printError(
        """
        kiln: error: cannot open enough files at once, found \(count), expected \(fewestFiles)
          help: raise the limit, as with 'ulimit -n 256'
        """
    )
    exit(with: .couldNotRun)
}

/// More than a command with few jobs opens at once: those of the tasks' runtime, locks and files.
private let fewestFiles = 24

package func exit(with status: ExitStatus) -> Never { exit(status.rawValue) }
