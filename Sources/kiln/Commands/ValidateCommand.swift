internal import Arguments
internal import Bake
internal import Diagnostics

/// `kiln validate [CATALOG]`: every problem in one run.
enum ValidateCommand {
    static let format = Flag(
        "format",
        value: "F",
        .choice(of: Format.self),
        default: .text,
        help: "text for people, json for machines"
    )
    static let strict = Flag("strict", help: "let warnings fail")

    enum Format: String, CaseIterable, Sendable {
        case text
        case json
    }

    static let command = Command<Action>(
        "validate",
        summary: "report every problem of a catalog and its art",
        description: """
            Reads the catalog, resolves every item for every species, and decodes, keys and cuts \
            every picture that is used; writes nothing. Errors fail, with --strict warnings too.
            """,
        examples: [Example("kiln validate --strict", "Check ./catalog.json in CI.")],
        positionals: [Shared.catalog],
        groups: [FlagGroup("Output", [format, strict]), FlagGroup("Running", [Shared.jobs])],
        action: run
    )

    fileprivate struct Entry: Encodable {
        var id: String
        var severity: String
        var path: String?
        var line: Int?
        var column: Int?
        var message: String
        var help: String?
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let (loaded, findings) = try LoadedCatalog.load(
            try values[Shared.catalog],
            disk: RealDisk()
        )
        let jobs = try values[Shared.jobs] ?? Machine.cores
        let diagnostics = try await loaded?.validate(jobs: jobs, disk: RealDisk()) ?? findings
        switch try values[format] {
        case .json: Console.standardOutput.print(try jsonText(diagnostics.map(Entry.init)))
        case .text:
            Console.standardOutput.print(diagnostics)
            Console.standardOutput.print(countText(diagnostics) ?? "no problems")
        }
        let worst = diagnostics.map(\.severity).max() ?? .note
        let gravest: Severity = try values[strict] ? .warning : .error
        if loaded == nil { return .couldNotRun }
        return worst >= gravest ? .inputHasErrors : .clean
    }
}

extension ValidateCommand.Entry {
    fileprivate init(_ diagnostic: Diagnostic) {
        self.init(
            id: diagnostic.id,
            severity: diagnostic.severity.rawValue,
            path: diagnostic.location?.path,
            line: diagnostic.location?.position?.line,
            column: diagnostic.location?.position?.column,
            message: diagnostic.message,
            help: diagnostic.help
        )
    }
}
