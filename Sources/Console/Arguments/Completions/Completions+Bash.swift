extension Program {
    /// Works from bash 3.2 on, without the bash-completion package.
    func bashCompletions() -> String {
        let function = "_\(name)"
        let names = commands.map(\.name) + ["help"]
        let cases = commands.map(bashCase).joined(separator: "\n")
        return #"""
            # Completion of \#(name) for bash: source this file.
            # What the catalog of the line holds is asked of the program; it answers in plain words.
            \#(function)_ids() {
                local program=${COMP_WORDS[0]/#\~\//$HOME/}
                words+=" $("$program" \#(askingCommand) "$1" -- "${COMP_WORDS[@]:1}" 2>/dev/null)"
            }
            \#(function)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                local words= paths= options= word at=$COMP_CWORD name=
                COMPREPLY=()
                # bash takes "--name=value" for three words, and so "axis=value".
                if [[ $current == = ]]; then
                    current=
                elif [[ $previous == = ]]; then
                    at=$((at - 1))
                fi
                if [[ ${COMP_WORDS[at]} == = ]]; then
                    previous=${COMP_WORDS[at-1]}
                    if [[ $previous != -* ]] && (( at > 2 )); then
                        name=$previous=
                        previous=${COMP_WORDS[at-2]}
                        [[ $previous == = ]] && previous=${COMP_WORDS[at-3]}
                    fi
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
                COMPREPLY=($(compgen -W "$words" -- "$name$current"))
                # Only what stands behind the "=" is replaced.
                [[ -n $name ]] && COMPREPLY=("${COMPREPLY[@]#"$name"}")
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
