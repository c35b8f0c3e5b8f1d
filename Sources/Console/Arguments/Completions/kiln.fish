# Completion of @@NAME@@ for fish: ~/.config/fish/completions/@@NAME@@.fish
function __@@NAME@@_starts
    test (count (commandline -opc)) -eq 1
end
function __@@NAME@@_runs
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end
function __@@NAME@@_ids
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    command $program @@ASKING@@ $argv[1] -- $words 2>/dev/null
end
complete -c @@NAME@@ -f
complete -c @@NAME@@ -n __@@NAME@@_starts -s h -l help -d 'show help'
complete -c @@NAME@@ -n __@@NAME@@_starts -l version -d 'show the version'
complete -c @@NAME@@ -n __@@NAME@@_starts -a help -d 'show help for a command'
@@CASES@@
