import Bake
import Catalog
import Console
import Diagnostics

/// `kiln completions SHELL`: a script for tab completion.
enum CompletionsCommand {
    static let shell = Positional("SHELL", .choice(of: Shell.self)).help("the shell")

    static let command = Command<Action>(
        "completions",
        summary: "print a shell's completion script",
        positionals: [shell],
        action: printing { Kiln.program.completions(for: try $0[shell]) }
    )
}

/// `kiln schema`: describes the files that people and games read, for editors and other programs.
enum SchemaCommand {
    enum Which: String, CaseIterable, Sendable {
        case catalog
        case manifest
        case typescript
    }

    static let which = Positional(optional: "SCHEMA", .choice(of: Which.self), default: .catalog)
        .help("catalog or manifest; typescript declares the manifest for TypeScript")

    static let command = Command<Action>(
        "schema",
        summary: "print the JSON Schema of the catalog or the manifest",
        positionals: [which],
        action: printing { values in
            switch try values[which] {
            case .catalog: catalogSchema()
            case .manifest: embeddedText("manifest.schema.json")
            case .typescript: embeddedText("manifest.d.ts")
            }
        }
    )
}

/// `kiln man`: the manual page.
enum ManCommand {
    static let command = Command<Action>(
        "man",
        summary: "print the manual page",
        action: printing { _ in Kiln.program.manual(date: date) }
    )

    /// When the declarations, and so the page, last changed much.
    private static let date = "2026-11-22"
}

/// `kiln explain [ID]…`: what findings mean and how to mend them.
enum ExplainCommand {
    static let ids = Positional(
        anyNumber: "ID",
        ValueKind(expected: "an id", completion: .words(Check.all.map(\.id))) { $0 }
    )
    .help("the id of a check, such as fringe; * and ? are wildcards")

    static let command = Command<Action>(
        "explain",
        summary: "explain what a finding means and how to fix it",
        positionals: [ids],
        groups: ["Output": [Shared.json]],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let patterns = try values[ids]
        let checks = try patterns.isEmpty ? Check.all : Check.named(by: patterns)
        let output = Console.standardOutput
        if try values[Shared.json] {
            output.print(Document(json: explanationsAsJSON(checks, links: Shared.links)))
        } else if patterns.isEmpty {
            output.print(lines: list(of: checks))
        } else {
            let texts = checks.map { check in
                let lines = explanation(
                    of: check,
                    width: output.width,
                    usesColor: output.isColored,
                    links: Shared.links
                )
                return lines.joined(separator: "\n") + "\n"
            }
            output.print(Document(own: texts.joined(separator: "\n")))
        }
        return .clean
    }
}
