internal import Arguments
internal import Bake
internal import Console
internal import Diagnostics
internal import FileStore
internal import PictureFiles
internal import Reports

/// Where the report of a validation goes, and in which forms.
struct ReportOutput: Sendable {
    static let format = Flag(
        repeating: "format",
        value: "F",
        .wantedReport,
        defaultText: "text",
        help: "text for people; json, sarif, junit or gitlab for machines; github for annotations",
        details: """
            F=FILE writes a report into a file; so one run may give several. One may go to standard \
            output.
            """
    )
    static let output = Flag(
        "output",
        short: "o",
        value: "FILE",
        .file,
        help: "write the report there in place of standard output"
    )

    enum Format: String, CaseIterable, Sendable {
        case text
        case json
        case github
        case sarif
        case junit
        case gitlab
    }

    /// A format and the file that it goes to; nil is standard output.
    struct Wanted: Sendable {
        var format: Format
        var file: String?
    }

    private let reports: [Wanted]
    private let console: Console
    private let isQuiet: Bool
    private let rules: LooseRules
    private let links = DocumentationLinks(root: Machine.environment["KILN_DOCS_URL"])

    init(_ values: Values) throws {
        var wanted = try values[Self.format]
        if try values[Shared.json] { wanted.append(Wanted(format: .json)) }
        if wanted.isEmpty { wanted.append(Wanted(format: .text)) }
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
        let files = wanted.compactMap(\.file)
        guard Set(files).count == files.count else {
            throw values.usageError("two reports go to one file")
        }
        reports = wanted
        console = Console.standardOutput
        isQuiet = try values[Shared.quiet]
        rules = try Shared.rules(values)
    }

    /// Whether nothing but text on standard output is wanted.
    var isTextAlone: Bool {
        reports.count == 1 && reports[0].format == .text && reports[0].file == nil
    }

    /// Shows what mends findings, where it does not get into a report's way.
    func tell(_ fixes: FixRun, isDone: Bool) {
        let isText = reports.contains { $0.format == .text && $0.file == nil }
        let console = isText ? console : .standardError
        guard !isQuiet else { return }
        if fixes.count == 0 {
            console.print("nothing to fix without a doubt")
        } else {
            console.print(lines: fixes.diff)
            console.print("\(isDone ? "fixing" : "would fix") \(fixes.count) findings")
        }
    }

    /// Gives all reports.
    ///
    /// - Parameters:
    ///   - found: what there is to tell.
    ///   - isStrict: whether warnings fail.
    ///   - catalog: which no report may replace.
    /// - Returns: how the run ends.
    /// - Throws: `Obstruction` and `DiskError` of a report's file.
    func tell(_ found: Found, isStrict: Bool, catalog: String) async throws -> ExitStatus {
        for report in reports {
            if let file = report.file {
                try await writeLoose(
                    Array(try document(report.format, found.diagnostics, isStrict).ended.utf8),
                    to: file,
                    reading: [catalog],
                    rules,
                    disk: RealDisk()
                )
            } else if report.format == .text {
                tellPeople(found)
            } else {
                console.print(try document(report.format, found.diagnostics, isStrict))
            }
        }
        if !found.couldRead { return .couldNotRun }
        return ReportSummary(found.diagnostics).fails(strict: isStrict) ? .inputHasErrors : .clean
    }

    private func tellPeople(_ found: Found) {
        if isQuiet {
            console.print(found.diagnostics.filter { $0.severity == .error })
            return
        }
        console.print(report: found.diagnostics, pointsToGuide: true)
        if found.hidden > 0 { console.print("\(found.hidden) known, not shown") }
        for line in found.news { console.print(line) }
    }

    private func document(
        _ format: Format,
        _ diagnostics: [Diagnostic],
        _ isStrict: Bool
    ) throws -> Document {
        switch format {
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

extension ValueKind where Value == ReportOutput.Wanted {
    /// `sarif`, or `sarif=FILE`.
    fileprivate static var wantedReport: ValueKind {
        let words = ReportOutput.Format.allCases.map(\.rawValue)
        return ValueKind(
            expected: "one of " + words.joined(separator: ", ") + ", maybe with =FILE behind it",
            completion: .words(words)
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let format = ReportOutput.Format(rawValue: String(parts[0])) else { return nil }
            guard parts.count > 1 else { return ReportOutput.Wanted(format: format) }
            return parts[1].isEmpty
                ? nil : ReportOutput.Wanted(format: format, file: String(parts[1]))
        }
    }
}
