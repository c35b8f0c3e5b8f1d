extension Program {
    func fishCompletions() -> String {
        let starts = "-n __\(name)_starts"
        var lines = [
            "# Completion of \(name) for fish: ~/.config/fish/completions/\(name).fish",
            "function __\(name)_starts",
            "    test (count (commandline -opc)) -eq 1",
            "end",
            "function __\(name)_runs",
            "    set -l words (commandline -opc)",
            "    test (count $words) -ge 2; and test $words[2] = $argv[1]",
            "end",
            // What the catalog of the line holds is asked of the program.
            "function __\(name)_ids",
            "    set -l words (commandline -opc)",
            "    set -l program $words[1]",
            "    set -e words[1]",
            "    command $program \(askingCommand) $argv[1] -- $words 2>/dev/null",
            "end",
            "complete -c \(name) -f",
            "complete -c \(name) \(starts) -s h -l help -d 'show help'",
            "complete -c \(name) \(starts) -l version -d 'show the version'",
            "complete -c \(name) \(starts) -a help -d 'tell more about a command'",
        ]
        for command in commands {
            let offer = "-a \(command.name) -d \(fishQuoted(command.summary))"
            lines.append("complete -c \(name) \(starts) \(offer)")
            // Only in the second place: "kiln help bake".
            let isHelp = "__\(name)_runs help; and test (count (commandline -opc)) -eq 2"
            lines.append("complete -c \(name) -n '\(isHelp)' \(offer)")
        }
        lines += commands.flatMap(fishLines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func fishLines(_ command: Command<Action>) -> [String] {
        let start = "complete -c \(name) -n '__\(name)_runs \(command.name)'"
        let flags = command.flags.map { flag in
            let text = "-d \(fishQuoted(flag.summary))"
            let short = flag.short.map { "-s \($0) " } ?? ""
            let value = flag.value.map { " " + fishOffer($0.completion) } ?? ""
            return "\(start) \(short)-l \(flag.long)\(value) \(text)"
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
