import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// An error that names by itself what it is about.
protocol ReportedFailure: Error {
    var findings: [Diagnostic] { get }
    /// Whether the input could not be read at all.
    var isUnreadable: Bool { get }
}

extension ReportedFailure {
    var status: ExitStatus { isUnreadable ? .couldNotRun : .inputHasErrors }
}

extension PictureFailure: ReportedFailure {
    var findings: [Diagnostic] { [finding] }
}

extension PackFailure: ReportedFailure {}

extension Diagnostic: ReportedFailure {
    var findings: [Diagnostic] { [self] }
    var isUnreadable: Bool { false }
}

extension UnreadablePage: ReportedFailure {
    var findings: [Diagnostic] { [Diagnostic(.error, about: path, reason)] }
    var isUnreadable: Bool { true }
}

extension ExitStatus {
    /// Reports the error that ended a command, and how it ends then: the one place where it is reported.
    ///
    /// - Returns: 1 when what the command was given is at fault, 2 when it could not do its work.
    static func reporting(_ error: any Error) -> ExitStatus {
        let console = Console.standardError
        switch error {
        case is CancellationError:
            // `interruptible` has reported it.
            return .couldNotRun
        case let failure as any ReportedFailure:
            console.print(remarks: failure.findings)
            return failure.status
        case is DiskError: console.printError("\(Generator.name): error: \(error)")
        default: console.printError("\(Generator.name): \(error)")
        }
        return .couldNotRun
    }

    static func worse(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
        left.rawValue >= right.rawValue ? left : right
    }
}

/// Prints a text of the program itself.
func printing(_ text: @escaping @Sendable (Values) throws -> String) -> Action {
    { values in
        Console.standardOutput.print(Document(own: try text(values)))
        return .clean
    }
}

// How commands tell what they did and found: the one place that knows `--json` and `--quiet`.
extension Values {
    /// Whether nothing but errors is printed.
    var isQuiet: Bool { get throws { try declares(Shared.quiet) && self[Shared.quiet] } }

    var jobs: Int { get throws { try self[Shared.jobs] ?? Machine.cores } }

    /// Prints what a command without a catalog found; errors only with `--quiet`.
    func report(_ findings: [Diagnostic]) throws {
        let least: Severity = try isQuiet ? .error : .note
        Console.standardError.print(remarks: findings.filter { $0.severity >= least })
    }

    /// Prints what a command did: as JSON with `--json`, else as lines unless `--quiet` is given.
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

    /// Writes a file that an option names.
    func write(_ bytes: [UInt8], to path: String, reading inputs: [String]) async throws {
        let rules = try Shared.rules(self)
        try await writeLoose(bytes, to: path, reading: inputs, rules, disk: RealDisk())
    }
}

/// Tells of outputs of earlier runs.
func staleLines(_ paths: [String], removing: String = "removed") -> [String] {
    paths.map { "\(removing) stale output \($0)" }
}
