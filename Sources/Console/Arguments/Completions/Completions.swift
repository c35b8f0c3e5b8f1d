import Diagnostics

package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Program {
    /// A script that teaches a shell to complete the program's commands, options and values.
    ///
    /// What the catalog of the line holds is asked of the program, which answers in plain words.
    ///
    /// bash: `source <(kiln completions bash)`; zsh: the same, or a file `_kiln` in `$fpath`; fish:
    /// a file `kiln.fish` in `~/.config/fish/completions`.
    package func completions(for shell: Shell) -> String {
        let cases =
            switch shell {
            case .bash: commands.map(bashCase)
            case .zsh: commands.map(zshCase)
            case .fish: commands.flatMap(fishOffers) + commands.flatMap(fishLines)
            }
        let parts = [
            "NAME": name, "ASKING": askingCommand,
            "COMMANDS": commands.map(\.name).joined(separator: " "),
            "ENTRIES": commands.map { quoted("\($0.name):\($0.summary)") }
                .joined(separator: "\n        "),
            "CASES": cases.joined(separator: "\n"),
        ]
        // One pass, so that what is put in is not looked into.
        return embeddedText("kiln.\(shell.rawValue)").split(
            separator: "@@",
            omittingEmptySubsequences: false
        )
        .map { parts[String($0)] ?? String($0) }.joined()
    }
}

// bash, from 3.2 on, without the bash-completion package.
extension Program {
    private func bashCase(_ command: Command<Action>) -> String {
        let values = command.flags.compactMap { flag -> String? in
            guard let value = flag.value else { return nil }
            let spellings = flag.spellings.joined(separator: "|")
            return "            \(spellings)) \(bashOffer(value.completion)) ;;\n"
        }
        let places = command.completions
        let paths = places.offersFiles ? "files" : places.offersDirectories ? "directories" : ""
        let asked = places.asked.map {
            "\n                [[ $current == -* ]] || _\(name)_ids \($0)"
        }
        let options = command.flags.flatMap(\.spellings) + ["--help"]
        return """
                    \(command.name))
                        case $previous in
            \(values.joined())\
                        *)
                            words='\(places.words.joined(separator: " "))' paths=\(paths)
                            options='\(options.joined(separator: " "))'\(asked.joined())
                            ;;
                        esac
                        ;;
            """
    }

    private func bashOffer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: "paths=files"
        case .directories: "paths=directories"
        case .words(let words): "words='\(words.joined(separator: " "))'"
        case .asked(let kind, let words):
            "words='\(words.joined(separator: " "))'; _\(name)_ids \(kind)"
        }
    }
}

// zsh.
extension Program {
    private func zshCase(_ command: Command<Action>) -> String {
        let help = "'(- *)'{-h,--help}'[show help]'"
        let places = command.positionals.indices.map { zshSpec($0, of: command.positionals) }
        let specs =
            command.flags.flatMap { zshSpecs($0, excluding: command.excluded(by: $0)) } + [help]
            + places
        let lines = specs.map { " \\\n                \($0)" }.joined()
        return """
                    \(command.name))
                        _arguments -s -S\(lines)
                        ;;
            """
    }

    /// One specification a spelling; a spelling shuts out the others unless it may be repeated, and
    /// those of the options that it excludes.
    private func zshSpecs(
        _ flag: Declaration,
        excluding excluded: [Declaration]
    ) -> [String] {
        let shutOut =
            (flag.isRepeatable ? [] : flag.spellings) + excluded.flatMap(\.spellings)
        let others =
            (shutOut.isEmpty ? "" : "(\(shutOut.joined(separator: " ")))")
            + (flag.isRepeatable ? "*" : "")
        return flag.spellings.map { spelling in
            let text = "[\(zshEscaped(flag.summary))]"
            guard let value = flag.value else { return quoted(others + spelling + text) }
            // "=": the value follows an equals sign or comes next; "+": in the word or next.
            let joint = spelling.hasPrefix("--") ? "=" : "+"
            return quoted(others + spelling + joint + text + zshOffer(value.name, value.completion))
        }
    }

    private func zshSpec(_ index: Int, of positionals: [Declaration]) -> String {
        let positional = positionals[index]
        let start =
            switch positional.arity {
            case .one: ""
            case .optional: ":"
            case .oneOrMore, .anyNumber: "*"
            }
        // Where an optional argument stands, the next one does when it is left out.
        let rest = positionals[index...]
        let skipped = rest.prefix { $0.arity == .optional }
        let actions = (skipped + rest.dropFirst(skipped.count).prefix(1))
            .map { zshAction($0.completion) }.filter { $0 != " " }
        guard positional.arity == .optional, actions.count > 1 else {
            return quoted(start + zshOffer(positional.name, positional.completion))
        }
        return quoted("\(start):\(zshEscaped(positional.name)):{\(actions.joined(separator: ";"))}")
    }

    private func zshOffer(_ name: String, _ completion: Completion) -> String {
        ":\(zshEscaped(name)):\(zshAction(completion, isAlone: true))"
    }

    /// What offers values; not `isAlone` is one of several commands in braces.
    private func zshAction(_ completion: Completion, isAlone: Bool = false) -> String {
        switch completion {
        case .nothing: " "
        case .files: "_files"
        case .directories: "_path_files -/"
        case .words(let words):
            (isAlone ? "(" : "compadd ") + words.joined(separator: " ") + (isAlone ? ")" : "")
        // The space keeps options for compadd away.
        case .asked(let kind, let words):
            " _\(name)_ids " + ([kind] + words).joined(separator: " ")
        }
    }

    private func zshEscaped(_ text: String) -> String {
        String(text.flatMap { "\\[]:".contains($0) ? ["\\", $0] : [$0] })
    }
}

// fish.
extension Program {
    /// What comes first on the line, and behind "help".
    private func fishOffers(_ command: Command<Action>) -> [String] {
        let offer = "-a \(command.name) -d \(fishQuoted(command.summary))"
        // Only in the second place: "kiln help bake".
        let isHelp = "__\(name)_runs help; and test (count (commandline -opc)) -eq 2"
        return [
            "complete -c \(name) -n __\(name)_starts \(offer)",
            "complete -c \(name) -n '\(isHelp)' \(offer)",
        ]
    }

    private func fishLines(_ command: Command<Action>) -> [String] {
        let start = "complete -c \(name) -n '__\(name)_runs \(command.name)'"
        let flags = command.flags.map { flag in
            let text = "-d \(fishQuoted(flag.summary))"
            let short = flag.short.map { "-s \($0) " } ?? ""
            let value = flag.value.map { " " + fishOffer($0.completion) } ?? ""
            return "\(start) \(short)-l \(flag.name)\(value) \(text)"
        }
        let places = command.completions
        var offers: [String] = []
        if places.offersFiles {
            offers.append("\(start) -F")
        } else if places.offersDirectories {
            offers.append("\(start) -a '(__fish_complete_directories)'")
        }
        offers += places.asked.map { "\(start) -a '(__\(name)_ids \($0))'" }
        if !places.words.isEmpty {
            offers.append("\(start) -a \(fishQuoted(places.words.joined(separator: " ")))")
        }
        return flags + ["\(start) -s h -l help -d 'show help'"] + offers
    }

    /// "x" asks for a value and offers no files, "r" asks for one and "F" offers files.
    private func fishOffer(_ completion: Completion) -> String {
        switch completion {
        case .nothing: "-x"
        case .files: "-r -F"
        case .directories: "-x -a '(__fish_complete_directories)'"
        case .words(let words): "-x -a \(fishQuoted(words.joined(separator: " ")))"
        case .asked(let kind, let words):
            "-x -a "
                + fishQuoted((["(__\(name)_ids \(kind))"] + words).joined(separator: " "))
        }
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.flatMap { "\\'".contains($0) ? ["\\", $0] : [$0] } + "'"
    }
}

extension Command {
    /// What may stand in the place of an argument, all places together.
    var completions: PlaceOffers {
        positionals.reduce(into: PlaceOffers()) { $0.add($1.completion) }
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
