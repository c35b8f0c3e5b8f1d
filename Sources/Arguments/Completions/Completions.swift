/// The shells that completion is made for.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Program {
    /// A script that teaches a shell to complete the program's commands, options and values.
    ///
    /// bash: `source <(kiln completions bash)`; zsh: the same, or a file `_kiln` in `$fpath`; fish:
    /// a file `kiln.fish` in `~/.config/fish/completions`.
    package func completions(for shell: Shell) -> String {
        switch shell {
        case .bash: bashCompletions()
        case .zsh: zshCompletions()
        case .fish: fishCompletions()
        }
    }
}

extension Command {
    /// What may stand in the place of an argument, all places together.
    var completions: (words: [String], offersFiles: Bool, offersDirectories: Bool) {
        var words: [String] = []
        for case .words(let more) in positionals.map(\.value.completion) { words += more }
        let others = positionals.map(\.value.completion)
        return (words, others.contains(.files), others.contains(.directories))
    }
}

/// Text in single quotes, as bash and zsh read it.
func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
}
