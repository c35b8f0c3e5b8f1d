extension Program {
    func zshCompletions() -> String {
        let function = "_\(name)"
        let entries = commands.map { quoted("\($0.name):\($0.summary)") }
        let cases = commands.map(zshCase).joined(separator: "\n")
        return #"""
            #compdef \#(name)
            # Completion of \#(name) for zsh: a file _\#(name) in $fpath, or source this.
            \#(function)() {
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
        let specs = command.flags.flatMap(zshSpecs) + [help] + command.positionals.map(zshSpec)
        let lines = specs.map { " \\\n                \($0)" }.joined()
        return """
                    \(command.name))
                        _arguments -s -S\(lines)
                        ;;
            """
    }

    /// One specification a spelling; a spelling shuts out the others unless it may be repeated.
    private func zshSpecs(_ flag: FlagDeclaration) -> [String] {
        let others = flag.isRepeatable ? "*" : "(\(flag.spellings.joined(separator: " ")))"
        return flag.spellings.map { spelling in
            let text = "[\(zshEscaped(flag.summary))]"
            guard let value = flag.value else { return quoted(others + spelling + text) }
            // "=": the value follows an equals sign or comes next; "+": in the word or next.
            let joint = spelling.hasPrefix("--") ? "=" : "+"
            return quoted(others + spelling + joint + text + zshOffer(value))
        }
    }

    private func zshSpec(_ positional: PositionalDeclaration) -> String {
        let start =
            switch positional.arity {
            case .one: ""
            case .optional: ":"
            case .oneOrMore, .anyNumber: "*"
            }
        return quoted(start + zshOffer(positional.value))
    }

    private func zshOffer(_ value: ValueDeclaration) -> String {
        let action =
            switch value.completion {
            case .nothing: " "
            case .files: "_files"
            case .directories: "_path_files -/"
            case .words(let words): "(\(words.joined(separator: " ")))"
            }
        return ":\(zshEscaped(value.name)):\(action)"
    }

    private func zshEscaped(_ text: String) -> String {
        String(text.flatMap { "\\[]:".contains($0) ? ["\\", $0] : [$0] })
    }
}
