package import Diagnostics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output or standard error, and what may be sent there.
///
/// Every line for people goes through one of the `print` methods, which let no value of others
/// steer the terminal, begin a line, or command GitHub's runner. When standard output cannot be
/// written, the process ends: see `OutputFailure`.
package struct Console: Sendable {
    private let file: Int32
    /// Whether a person watches it.
    package let isTerminal: Bool
    package var isColored: Bool { Self.color.isOn(isColoredByItself) }
    /// Without an option.
    private let isColoredByItself: Bool
    /// Whether GitHub's runner reads the lines.
    private let isWatchedByRunner: Bool

    package static let standardOutput = Console(file: STDOUT_FILENO)
    package static let standardError = Console(file: STDERR_FILENO)

    /// Color: on a terminal that is not dumb, unless `NO_COLOR` has a value; always when
    /// `CLICOLOR_FORCE` or `FORCE_COLOR` has one.
    private init(file: Int32) {
        self.file = file
        isTerminal = isatty(file) == 1
        let environment = ProcessInfo.processInfo.environment
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        let isForced = isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR")
        let isWanted = isTerminal && environment["TERM"] != "dumb"
        isColoredByItself = !isSet("NO_COLOR") && (isForced || isWanted)
        isWatchedByRunner = isSet("GITHUB_ACTIONS")
    }

    /// Color as an option asks for it, for all that runs within.
    @TaskLocal package static var color = When.auto

    /// Columns of the terminal, at most 100; 80 when none exists.
    package var width: Int {
        var size = winsize()
        guard isTerminal, unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else {
            return 80
        }
        return min(Int(size.ws_col), 100)
    }
}

extension Console {
    /// Writes a text and a line feed.
    package func print(_ text: PrintableText) { write(lines: text.text) }

    /// Writes lines, each with its line feed.
    package func print(lines: [PrintableText]) {
        write(lines: lines.map(\.text).joined(separator: "\n"))
    }

    /// Writes lines of which nothing is known: each stays one.
    package func print(lines: [String]) { print(lines: lines.map { PrintableText($0) }) }

    /// Writes findings; nothing when there are none.
    package func print(_ diagnostics: [Diagnostic]) {
        if !diagnostics.isEmpty { print(report: diagnostics) }
    }

    /// Writes findings, or that there are none.
    package func print(
        report diagnostics: [Diagnostic],
        pointsToGuide: Bool = false,
        limit: Int? = nil
    ) {
        write(
            lines: renderText(
                diagnostics,
                usesColor: isColored,
                pointsToGuide: pointsToGuide,
                limit: limit
            )
        )
    }

    /// Writes what a command without a catalog found; nothing when that is nothing.
    package func print(remarks: [Diagnostic]) {
        if !remarks.isEmpty { write(lines: renderRemarks(remarks, usesColor: isColored)) }
    }

    package func print(statistics diagnostics: [Diagnostic]) {
        write(lines: renderStatistics(diagnostics))
    }

    /// Writes what an error says of itself: a line, and further ones that are indented.
    ///
    /// A line that is not indented comes from a value in the text and is no line.
    package func printError(_ text: String) {
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
    package func print(_ document: Document) {
        write(Array(document.ended.utf8))
    }

    private func write(lines: String) {
        let text = lines.hasSuffix("\n") ? lines : lines + "\n"
        write(Array((isWatchedByRunner ? withoutCommands(text) : text).utf8))
    }

    /// Writes bytes as they are: pictures for terminals, and what Kiln itself made.
    package func write(_ bytes: [UInt8]) {
        // Nothing is left to complain to when standard error fails.
        if !writeAll(bytes, to: file), file != STDERR_FILENO { OutputFailure.end(errno) }
    }
}

/// Writes to a descriptor; false when no one reads any more, with the reason in `errno`.
@discardableResult
func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        // Never given up in the middle of a sequence; a second Ctrl-C ends the process.
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
            // Somebody else made the descriptor non-blocking.
            var entry = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&entry, 1, 1000)
            continue
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

package enum When: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    package func isOn(_ automatic: Bool) -> Bool {
        switch self {
        case .auto: automatic
        case .always: true
        case .never: false
        }
    }
}
