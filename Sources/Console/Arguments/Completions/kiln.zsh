#compdef @@NAME@@
# Completion of @@NAME@@ for zsh: a file _@@NAME@@ in $fpath, or source this.
# Ids come from the program, which reads the catalog named on the line.
_@@NAME@@_ids() {
    local -a ids
    ids=(${(f)"$($program @@ASKING@@ $1 -- "${(@Q)words}" 2>/dev/null)"} "${@:2}")
    compadd -a ids
}
_@@NAME@@() {
    local program=${${(Q)words[1]}/#\~\//$HOME/}
    local context state state_descr line
    typeset -A opt_args
    local -a commands
    commands=(
        @@ENTRIES@@
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
@@CASES@@
        esac
        ;;
    esac
}
if [[ $funcstack[1] == _@@NAME@@ ]]; then
    _@@NAME@@ "$@"
else
    compdef _@@NAME@@ @@NAME@@
fi
