import Diagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard input and output, for `-` on a command line.
package enum StandardStream {
    /// `./-` is a file of that name.
    package static let path = "-"
    /// The base name for results of standard input.
    package static let stem = "stdin"

    /// Reads standard input to its end; throws also beyond the maximum file size.
    package static func contents() throws(DiskError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = unsafe read(STDIN_FILENO, &chunk, chunk.count)
            if got == 0 { return bytes }
            if got < 0 {
                let number = errno
                if number == EINTR { continue }
                // Another process made it non-blocking.
                guard number == EAGAIN else {
                    throw failure(unsafe String(cString: strerror(number)))
                }
                var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&entry, 1, 1000)
                continue
            }
            bytes += chunk[..<got]
            guard bytes.count <= RealDisk.largestFile else {
                throw failure("it has more than \(RealDisk.largestFile) bytes")
            }
        }
    }

    private static func failure(_ reason: String) -> DiskError {
        DiskError(.read, "standard input", reason: reason.lowercased())
    }
}

/// The base name for an input's results: its name without extension, `stdin` for `-`.
package func outputStem(of input: String) -> String {
    input == StandardStream.path ? StandardStream.stem : withoutExtension(lastPart(of: input))
}
