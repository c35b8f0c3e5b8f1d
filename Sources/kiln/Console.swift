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
struct Console: Sendable {
    private let file: Int32
    /// Whether a person watches it.
    let isTerminal: Bool
    private(set) var isColored: Bool

    static let standardOutput = Console(file: 1)
    static let standardError = Console(file: 2)

    /// Color: on a terminal that is not dumb, unless `NO_COLOR` has a value; always when
    /// `CLICOLOR_FORCE` or `FORCE_COLOR` has one.
    private init(file: Int32) {
        self.file = file
        isTerminal = isatty(file) == 1
        let environment = ProcessInfo.processInfo.environment
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        let isForced = isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR")
        let isWanted = isTerminal && environment["TERM"] != "dumb"
        isColored = !isSet("NO_COLOR") && (isForced || isWanted)
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

    /// Writes a text and a line feed, unless the text ends in one.
    func print(_ text: String) {
        write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }

    /// Writes all bytes; a closed pipe is no error.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe systemWrite(file, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, buffer, count)
}

/// Ends the process.
func exit(with status: ExitStatus) -> Never { exit(status.rawValue) }

/// A value as JSON for `--json`: indented, members sorted.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
