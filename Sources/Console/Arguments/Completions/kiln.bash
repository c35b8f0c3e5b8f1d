# Completion of @@NAME@@ for bash: source this file.
# Ids come from the program, which reads the catalog named on the line.
_@@NAME@@_ids() {
    local program=${COMP_WORDS[0]/#\~\//$HOME/}
    words+=" $("$program" @@ASKING@@ "$1" -- "${COMP_WORDS[@]:1}" 2>/dev/null)"
}
_@@NAME@@() {
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
        words='@@COMMANDS@@ help'
        options='--help --version'
    else
        case ${COMP_WORDS[1]} in
        help)
            if (( COMP_CWORD == 2 )); then
                words='@@COMMANDS@@'
            fi
            ;;
@@CASES@@
        esac
    fi
    if [[ $current == -* ]]; then
        words=$options paths=
    fi
    COMPREPLY=($(compgen -W "$words" -- "$name$current"))
    # Only the text after "=" is replaced.
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
complete -F _@@NAME@@ @@NAME@@
