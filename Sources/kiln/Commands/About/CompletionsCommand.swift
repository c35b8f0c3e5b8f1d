import Console

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
