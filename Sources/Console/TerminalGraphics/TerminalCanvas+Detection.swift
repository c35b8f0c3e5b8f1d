extension TerminalCanvas {
    /// Finds out how to show pictures: from the environment where it says so, else from the terminal.
    ///
    /// Nothing is asked when there is no terminal, in a terminal multiplexer (it would answer for
    /// itself), when the user has chosen, or when the environment names a terminal that is known.
    ///
    /// `ask` asks the terminal once; nil when it does not answer in time.
    package static func detect(
        chosen: TerminalImageProtocol? = nil,
        environment: [String: String],
        isTerminal: Bool,
        size: TerminalSize,
        ask: () -> TerminalAnswer?
    ) -> TerminalCanvas {
        let clues = TerminalClues(environment)
        if let chosen { return TerminalCanvas(chosen, colors: clues.colors, size: size) }
        guard isTerminal, clues.term != "dumb" else { return TerminalCanvas(.none, size: size) }
        var canvas = TerminalCanvas(.blocks, colors: clues.colors, size: size)
        if clues.isMultiplexer { return canvas }
        if let known = clues.imageProtocol {
            canvas.imageProtocol = known
            return canvas
        }
        guard let answer = ask() else { return canvas }
        canvas.size.cell = size.cell ?? answer.cell
        if answer.hasKittyGraphics {
            canvas.imageProtocol = .kitty
        } else if answer.hasSixel {
            // Visual Studio Code draws both once pictures are allowed; iTerm's keep all colors.
            canvas.imageProtocol = clues.program == "vscode" ? .iterm : .sixel
        }
        return canvas
    }
}

/// What environment variables tell about a terminal.
private struct TerminalClues {
    let term: String
    let program: String
    private let environment: [String: String]

    init(_ environment: [String: String]) {
        self.environment = environment
        term = environment["TERM"] ?? ""
        program = environment["TERM_PROGRAM"] ?? ""
    }

    private func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }

    var isMultiplexer: Bool {
        isSet("TMUX") || isSet("STY") || isSet("ZELLIJ") || program == "tmux"
            || term.hasPrefix("tmux") || term.hasPrefix("screen")
    }

    /// The protocol of a terminal that is known by name; nil when it has to be asked.
    var imageProtocol: TerminalImageProtocol? {
        switch term {
        case "xterm-kitty", "xterm-ghostty": return .kitty
        case "foot", "foot-extra", "mlterm": return .sixel
        // The Linux console and Apple's terminal show text only.
        case "linux": return .blocks
        default: break
        }
        switch program {
        case "ghostty", "kitty": return .kitty
        case "iTerm.app", "WezTerm", "mintty", "WarpTerminal", "rio": return .iterm
        case "Apple_Terminal": return .blocks
        default: break
        }
        if isSet("KITTY_WINDOW_ID") || isSet("GHOSTTY_RESOURCES_DIR") { return .kitty }
        // Survives ssh, which passes LC_* on.
        if environment["LC_TERMINAL"] == "iTerm2" { return .iterm }
        return nil
    }

    var colors: TerminalColors {
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) { return .direct }
        // Apple's terminal had 256 colors for most of its life, and says so when it has more.
        if program == "Apple_Terminal" { return .indexed }
        let isKnown =
            ["kitty", "ghostty", "alacritty", "foot", "direct"].contains { term.contains($0) }
            || ["iTerm.app", "WezTerm", "vscode", "mintty", "WarpTerminal", "ghostty", "rio"]
                .contains(program)
            || isSet("WT_SESSION") || isSet("KONSOLE_VERSION")
        return isKnown ? .direct : .indexed
    }
}
