import Console
import Diagnostics

// How commands tell what they did and found: the one place that knows `--json` and `--quiet`.
extension Values {
    /// Whether nothing but errors is printed.
    var isQuiet: Bool { get throws { try declares(Shared.quiet) && self[Shared.quiet] } }

    /// Prints what a command without a catalog found; errors only with `--quiet`.
    func report(_ findings: [Diagnostic]) throws {
        let least: Severity = try isQuiet ? .error : .note
        Console.standardError.print(remarks: findings.filter { $0.severity >= least })
    }

    /// Prints what a command did: as JSON with `--json`, else as lines unless `--quiet` is given.
    ///
    /// - Parameters:
    ///   - outcome: what it did.
    ///   - console: where lines go.
    ///   - lines: the same for people.
    /// - Throws: what `lines` throws, and what cannot be encoded.
    func present(
        _ outcome: some Encodable,
        on console: Console = .standardOutput,
        lines: () throws -> [PrintableText]
    ) throws {
        if try self[Shared.json] {
            Console.standardOutput.print(try Document(encoding: outcome))
        } else if try !isQuiet {
            let lines = try lines()
            if !lines.isEmpty { console.print(lines: lines) }
        }
    }

    /// The same, with lines of which nothing is known.
    func present(_ outcome: some Encodable, text: () throws -> [String]) throws {
        try present(outcome) { try text().map { PrintableText($0) } }
    }
}

/// Tells of outputs of earlier runs.
func staleLines(_ paths: [String], removing: String = "removed") -> [String] {
    paths.map { "\(removing) \($0), which is no output any more" }
}
