import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// Where the report of a validation goes, and in which forms.
struct ReportOutput: Sendable {
    static let format = Flag(repeating: "format", value: "F", .wantedReport)
        .whenAbsent("text")
        .help("text for people; json, sarif, junit or gitlab for machines; github for annotations")
    /// For commands whose standard output is for something else.
    static let report = Flag(repeating: "report", value: "FORMAT", .reportFile)
        .help("write the findings to a file, as FORMAT=FILE; see 'kiln validate --format'")
    static let output = Flag("output", short: "o", value: "FILE", .file.output)
        .help("write the report to FILE instead of standard output")

    static let maxFindings = Flag("max-findings", value: "N", .integer(in: 0...1_000_000))
        .whenAbsent("50 on a terminal, else all")
        .help("the maximum number of findings to print, most severe first; 0 for all")
    static let statistics = Flag("statistics")
        .help("print the number of findings per check instead of the findings")

    private let reports: [WantedReport]
    /// Of the text on standard output; nil for all.
    private let limit: Int?
    private let wantsStatistics: Bool
    private let console: Console
    private let isQuiet: Bool
    private let values: Values

    init(_ values: Values) throws {
        var wanted = try values[Self.format]
        if try values[Shared.json] { wanted.append(WantedReport(format: .json)) }
        if wanted.isEmpty { wanted.append(WantedReport(format: .text)) }
        let loose = wanted.filter { $0.file == nil }.map(\.format.rawValue)
        guard loose.count < 2 else {
            throw values.usageError(
                "one report goes to standard output, found \(loose.joined(separator: " and ")); "
                    + "'--format F=FILE' writes a file"
            )
        }
        if let file = try values[Self.output] {
            guard let index = wanted.firstIndex(where: { $0.file == nil }) else {
                throw values.usageError("'--output' has no report: each '--format' has a file")
            }
            wanted[index].file = file
        }
        reports = wanted
        console = Console.standardOutput
        let most = try values[Self.maxFindings] ?? (console.isTerminal ? 50 : 0)
        limit = most == 0 ? nil : most
        wantsStatistics = try values[Self.statistics]
        let hasText = wanted.contains { $0.format == .text && $0.file == nil }
        if wantsStatistics || values.has(Self.maxFindings), !hasText {
            let name = values.name(of: Self.statistics) ?? "--max-findings"
            throw values.usageError("'\(name)' needs a text report on standard output")
        }
        isQuiet = try values[Shared.quiet]
        self.values = values
    }

    /// Whether nothing but text on standard output is wanted.
    var isTextAlone: Bool {
        reports.count == 1 && reports[0].format == .text && reports[0].file == nil
    }

    /// Shows what mends findings, where it does not get into a report's way.
    func report(_ fixes: FixPlan, isDone: Bool) {
        let isText = reports.contains { $0.format == .text && $0.file == nil }
        let console = isText ? console : .standardError
        guard !isQuiet else { return }
        if fixes.count == 0 {
            console.print("found nothing that can be fixed automatically")
        } else {
            console.print(lines: fixes.diff)
            console.print("\(isDone ? "fixing" : "would fix") \(counted(fixes.count, "finding"))")
        }
    }

    /// Gives all reports, none of which may replace the catalog.
    func report(_ found: Found, isStrict: Bool, catalog: String) async throws -> ExitStatus {
        var found = found
        found.diagnostics = found.diagnostics.withholdingConsequences()
        for report in reports {
            if report.file != nil {
                try await report.write(
                    found.diagnostics,
                    isStrict: isStrict,
                    reading: [catalog],
                    values
                )
            } else if report.format == .text {
                printForPeople(found)
            } else {
                console.print(try report.format.document(found.diagnostics, isStrict: isStrict))
            }
        }
        if !found.couldRead { return .couldNotRun }
        return ReportSummary(found.diagnostics).fails(strict: isStrict) ? .inputHasErrors : .clean
    }

    private func printForPeople(_ found: Found) {
        if isQuiet {
            console.print(found.diagnostics.filter { $0.severity == .error })
            return
        }
        if found.diagnostics.isEmpty, found.hidden > 0 {
            console.print("no new problems (\(found.hidden) known)")
            for line in found.news { console.print(line) }
            return
        }
        if wantsStatistics {
            console.print(statistics: found.diagnostics)
        } else {
            console.print(report: found.diagnostics, pointsToGuide: true, limit: limit)
        }
        if found.hidden > 0 { console.print("\(found.hidden) known, not shown") }
        for line in found.news { console.print(line) }
    }
}

enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
    case github
    case sarif
    case junit
    case gitlab

    /// The findings in this form; the step's summary on GitHub goes where the runner wants it.
    ///
    /// - Throws: `DiskError` when that cannot be written.
    func document(_ diagnostics: [Diagnostic], isStrict: Bool) throws -> Document {
        let links = Shared.links
        switch self {
        case .text: return Document(own: renderText(diagnostics, pointsToGuide: true))
        case .json:
            return Document(json: renderJSON(diagnostics, paths: repositoryPaths, links: links))
        case .gitlab:
            return Document(json: renderGitLab(diagnostics, paths: repositoryPaths, links: links))
        case .junit:
            return Document(
                xml: renderJUnit(diagnostics, of: Check.all, strict: isStrict, links: links)
            )
        case .sarif:
            return Document(
                json: renderSARIF(
                    diagnostics,
                    paths: repositoryPaths,
                    version: Generator.version,
                    links: links
                )
            )
        case .github:
            let report = GitHubReport(diagnostics, paths: repositoryPaths, links: links)
            if let file = Machine.path("GITHUB_STEP_SUMMARY") {
                try RealDisk().append(report.stepSummary, to: file)
            }
            return Document(own: report.commands)
        }
    }

    /// Paths from the root of the checked out repository, which is the working folder unless the
    /// runner says otherwise.
    private var repositoryPaths: ReportPaths {
        let disk = RealDisk()
        let here = disk.realPath(".") ?? "/"
        let root = Machine.path("GITHUB_WORKSPACE") ?? Machine.path("CI_PROJECT_DIR")
        return ReportPaths(workingFolder: here, root: root.flatMap(disk.realPath) ?? here)
    }
}

/// A form, and the file that it goes to; nil is standard output.
struct WantedReport: Sendable {
    var format: ReportFormat
    var file: String?

    /// Writes it, if it has a file; never onto one of `inputs`.
    func write(
        _ diagnostics: [Diagnostic],
        isStrict: Bool = false,
        reading inputs: [String],
        _ values: Values
    ) async throws {
        guard let file else { return }
        let text = try format.document(diagnostics, isStrict: isStrict).ended
        try await values.write(Array(text.utf8), to: file, reading: inputs)
    }
}

extension ValueKind where Value == WantedReport {
    /// `sarif`, or `sarif=FILE`.
    static var wantedReport: ValueKind {
        let words = ReportFormat.allCases.map(\.rawValue)
        return ValueKind(
            expected: "one of " + words.joined(separator: ", ") + ", maybe with =FILE behind it",
            completion: .words(words)
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let format = ReportFormat(rawValue: String(parts[0])) else { return nil }
            guard parts.count > 1 else { return WantedReport(format: format) }
            return parts[1].isEmpty
                ? nil : WantedReport(format: format, file: String(parts[1]))
        }.writing(\.file)
    }

    /// The same, always with a file.
    static var reportFile: ValueKind {
        let any = ValueKind.wantedReport
        return ValueKind(expected: "a format with =FILE behind it, as sarif=kiln.sarif") { text in
            any.convert(text).flatMap { $0.file == nil ? nil : $0 }
        }.writing(\.file)
    }
}
