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
        description: """
            The script completes commands, options and their values. Species, items, looks and \
            other ids come from the catalog named on the line, or from ./catalog.json.
            """,
        examples: [
            "source <(kiln completions bash)": "Complete in this bash session.",
            "kiln completions zsh > \"${fpath[1]}/_kiln\"": "Complete in every zsh session.",
            "kiln completions fish > ~/.config/fish/completions/kiln.fish":
                "Complete in every fish session.",
        ],
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
        description:
            "Editors use a schema (draft 2020-12) to complete and check catalogs.",
        examples: [
            "kiln schema > Schemas/catalog.schema.json": "Save the catalog's schema.",
            "kiln schema manifest": "Print the manifest's schema.",
            "kiln schema typescript > manifest.d.ts": "Declare the manifest for TypeScript.",
        ],
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
        description: """
            Prints all commands and options in roff, for `man`. `make install` installs the \
            page.
            """,
        examples: [
            "kiln man | man -l -": "Read the manual page.",
            "kiln man > ~/.local/share/man/man1/kiln.1": "Install it for yourself.",
        ],
        action: printing { _ in Kiln.program.manual(date: date, sections) }
    )

    /// When the declarations, and so the page, last changed much.
    private static let date = "2026-11-22"

    private static let sections: HelpTopics = [
        "ENVIRONMENT": [
            "NO_COLOR": "Messages have no color when it is set.",
            "CLICOLOR_FORCE, FORCE_COLOR":
                "Messages have color wherever they go when one of them is set.",
            "KILN_CACHE, KILN_CACHE_MODE":
                "The defaults of '--cache' and '--cache-mode' of 'kiln bake'.",
            "KILN_CACHE_TOKEN":
                "Sent to that server as a bearer token.",
            "KILN_CACHE_USER, KILN_CACHE_PASSWORD":
                "Sent to that server where there is no token. NETRC names another file than ~/.netrc.",
            "CURL_CA_BUNDLE, SSL_CERT_FILE":
                "Certificates to trust in place of the system's.",
        ],
        "FILES": [
            "catalog.json":
                "The catalog: what exists and how to bake it. Commands read the one in the working "
                + "folder by default.",
            ".kiln-cache/":
                "Next to the catalog: results of earlier bakes. You can delete it at any time.",
            "manifest.json":
                "In the output folder: what a game loads, and which files Kiln may replace.",
            ".kiln-files":
                "Next to files that commands without a catalog wrote: which of them Kiln may "
                + "replace.",
        ],
        "SEE ALSO": [
            "": "The pages of Kiln's folder Documentation: your-own-game.md to begin with, "
                + "catalog.md, keying.md, previews.md, atlases.md, game-data.md, many-machines.md and "
                + "diagnostics.md."
        ],
    ]
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
