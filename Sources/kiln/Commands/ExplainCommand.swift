import Bake
import Console
import Diagnostics

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
        description: """
            Prints the documentation of a check: what it finds, why that matters, how to fix it, \
            and an example. Works offline. Without an id, lists all checks.
            """,
        examples: [
            "kiln explain fringe": "Explain the check fringe.",
            "kiln explain 'key-*'": "Explain all checks about keying.",
            "kiln explain --json": "Print all checks as JSON.",
        ],
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
