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
    var completions: PlaceOffers {
        positionals.reduce(into: PlaceOffers()) { $0.add($1.value.completion) }
    }
}

/// What several arguments take, any of which may stand where the cursor is.
struct PlaceOffers {
    var words: [String] = []
    /// Kinds of words that the program is asked for.
    var asked: [String] = []
    var offersFiles = false
    var offersDirectories = false

    mutating func add(_ completion: Completion) {
        switch completion {
        case .nothing: break
        case .files: offersFiles = true
        case .directories: offersDirectories = true
        case .words(let more): words += more
        case .asked(let kind, let more):
            asked.append(kind)
            words += more
        }
    }
}

/// A word as a shell reads it back.
package func shellQuoted(_ word: String) -> String {
    isPlainWord(word.replacing("=", with: ".")) ? word : quoted(word)
}

/// Text in single quotes, as bash and zsh read it.
func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
}
