import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
    case github
    case sarif
    case junit
    case gitlab
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

extension ReportFormat {
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
