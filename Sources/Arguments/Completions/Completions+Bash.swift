extension Program {
    /// Works from bash 3.2 on, without the bash-completion package.
    func bashCompletions() -> String {
        let function = "_\(name)"
        let names = commands.map(\.name) + ["help"]
        let cases = commands.map(bashCase).joined(separator: "\n")
        return #"""
            # Completion of \#(name) for bash: source this file.
            \#(function)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local words= paths= options= word
                COMPREPLY=()
                # bash takes "--name=value" for three words.
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD-2]}
                fi
                if (( COMP_CWORD == 1 )); then
                    words='\#(names.joined(separator: " "))'
                    options='--help --version'
                else
                    case ${COMP_WORDS[1]} in
                    help)
                        if (( COMP_CWORD == 2 )); then
                            words='\#(commands.map(\.name).joined(separator: " "))'
                        fi
                        ;;
            \#(cases)
                    esac
                fi
                if [[ $current == -* ]]; then
                    words=$options paths=
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                case $paths in
                files) compopt -o default 2>/dev/null && return ;;
                directories) compopt -o dirnames 2>/dev/null && return ;;
                *) return ;;
                esac
                # Without compopt readline cannot be asked, so the paths are listed here.
                while IFS= read -r word; do
                    COMPREPLY+=("$word")
                done < <(if [[ $paths == files ]]; then compgen -f -- "$current"
                    else compgen -d -- "$current"; fi)
            }
            complete -F \#(function) \#(name)

            """#
    }

    private func bashCase(_ command: Command<Action>) -> String {
        let values = command.flags.compactMap { flag -> String? in
            guard let value = flag.value else { return nil }
            let spellings = flag.spellings.joined(separator: "|")
            return "            \(spellings)) \(bashOffer(value.completion)) ;;\n"
        }
        let places = command.completions
        let paths = places.offersFiles ? "files" : places.offersDirectories ? "directories" : ""
        let options = command.flags.flatMap(\.spellings) + ["--help"]
        return """
                    \(command.name))
                        case $previous in
            \(values.joined())\
                        *)
                            words='\(places.words.joined(separator: " "))' paths=\(paths)
                            options='\(options.joined(separator: " "))'
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
        }
    }
}
