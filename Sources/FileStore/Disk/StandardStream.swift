/// Standard input and output, for `-` on a command line.
package enum StandardStream {
    /// `./-` is a file of that name.
    package static let path = "-"
    /// The base name for results of standard input.
    package static let stem = "stdin"

    /// Reads standard input to its end; throws also beyond the maximum file size.
    package static func contents() throws(DiskError) -> [UInt8] {
        try RealDisk.rest(of: 0, "standard input") { _ in
            "it has more than \(RealDisk.largestFile) bytes"
        }
    }
}

/// The base name for an input's results: its name without extension, `stdin` for `-`.
package func outputStem(of input: String) -> String {
    input == StandardStream.path ? StandardStream.stem : withoutExtension(lastPart(of: input))
}
