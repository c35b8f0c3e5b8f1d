extension Program {
    func zshCompletions() -> String {
        let function = "_\(name)"
        let entries = commands.map { quoted("\($0.name):\($0.summary)") }
        let cases = commands.map(zshCase).joined(separator: "\n")
        return #"""
            #compdef \#(name)
            # Completion of \#(name) for zsh: a file _\#(name) in $fpath, or source this.
            # What the catalog of the line holds is asked of the program.
            \#(function)_ids() {
                local -a ids
                ids=(${(f)"$($program \#(askingCommand) $1 -- "${(@Q)words}" 2>/dev/null)"} "${@:2}")
                compadd -a ids
            }
            \#(function)() {
                local program=${${(Q)words[1]}/#\~\//$HOME/}
                local context state state_descr line
                typeset -A opt_args
                local -a commands
                commands=(
                    \#(entries.joined(separator: "\n        "))
                )
                _arguments -C \
                    '(- *)'{-h,--help}'[show help]' \
                    '(- *)--version[show the version]' \
                    '1:command:->command' \
                    '*::argument:->argument' && return
                case $state in
                command)
                    commands+=('help:tell more about a command')
                    _describe -t commands command commands
                    ;;
                argument)
                    case $words[1] in
                    help)
                        (( CURRENT == 2 )) && _describe -t commands command commands
                        ;;
            \#(cases)
                    esac
                    ;;
                esac
            }
            if [[ $funcstack[1] == \#(function) ]]; then
                \#(function) "$@"
            else
                compdef \#(function) \#(name)
            fi

            """#
    }

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
        _ flag: FlagDeclaration,
        excluding excluded: [FlagDeclaration]
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
            return quoted(others + spelling + joint + text + zshOffer(value))
        }
    }

    private func zshSpec(_ index: Int, of positionals: [PositionalDeclaration]) -> String {
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
            .map { zshAction($0.value.completion) }.filter { $0 != " " }
        guard positional.arity == .optional, actions.count > 1 else {
            return quoted(start + zshOffer(positional.value))
        }
        return quoted("\(start):\(zshEscaped(positional.name)):{\(actions.joined(separator: ";"))}")
    }

    private func zshOffer(_ value: ValueDeclaration) -> String {
        ":\(zshEscaped(value.name)):\(zshAction(value.completion, isAlone: true))"
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
