internal import Arguments
internal import Bake
internal import Diagnostics
internal import ImageCodec
internal import Preview
internal import Raster

/// Where a preview's pictures go: a file, or the terminal.
struct PreviewScreen: Sendable {
    private enum Place: Sendable {
        case file(String, Kind)
        case terminal(TerminalCanvas)
    }

    private enum Kind: String, CaseIterable, Sendable {
        case png
        case apng
        case gif
    }

    private let place: Place
    private let background: Backdrop?
    private let isQuiet: Bool

    init(_ values: Values) throws {
        background = try values[PreviewCommand.background]
        isQuiet = try values[Shared.quiet]
        if let path = try values[PreviewCommand.output] {
            let kind = Kind.allCases.first { path.lowercased().hasSuffix("." + $0.rawValue) }
            guard let kind else {
                throw values.usageError(
                    "unfit value for '--output', found '\(path)', expected a .png, .apng or .gif"
                )
            }
            place = .file(path, kind)
            return
        }
        let chosen = try values[PreviewCommand.image]
        let isTerminal = Console.standardOutput.isTerminal
        if chosen == nil, !isTerminal {
            throw values.usageError(
                "standard output is no terminal, name a file with '-o', or a form with '--image'"
            )
        }
        place = .terminal(
            TerminalCanvas.detect(
                chosen: chosen,
                environment: Machine.environment,
                isTerminal: isTerminal,
                size: terminalSize(),
                ask: askTerminal
            )
        )
    }

    /// Writes or draws pictures, then says what they are made of.
    func show(_ shown: PreviewJob.Shown) throws -> ExitStatus {
        switch place {
        case .file(let path, let kind): try write(shown, to: path, as: kind)
        case .terminal(let canvas):
            let ending = try draw(shown, on: canvas, until: { false })
            if ending == .interrupted { Interruption.finish() }
        }
        return .clean
    }

    /// As `show`, but in a place that is drawn over, and until `shouldStop`.
    ///
    /// - Returns: false when the user wants to end.
    func showAgain(
        _ outcome: PreviewJob.Outcome,
        until shouldStop: () -> Bool
    ) throws -> Bool {
        if case .terminal = place, Console.standardOutput.isTerminal {
            Console.standardOutput.print("\u{1B}[H\u{1B}[2J")
        }
        guard let shown = outcome.shown else {
            Console.standardError.print(outcome.diagnostics)
            return true
        }
        switch place {
        case .file(let path, let kind): try write(shown, to: path, as: kind)
        case .terminal(let canvas):
            if try draw(shown, on: canvas, until: shouldStop) == .interrupted { return false }
        }
        Console.standardError.print(outcome.diagnostics)
        return true
    }

    private func draw(
        _ shown: PreviewJob.Shown,
        on canvas: TerminalCanvas,
        until shouldStop: () -> Bool
    ) throws -> AnimationPlayer.Ending? {
        // Two rows for the facts and the prompt.
        let rows = max(4, canvas.size.rows - 2 - shown.facts.count)
        let fitted = shown.sequence.laid(over: background ?? .checker)
            .fitted(into: canvas.room(rows: rows))
        var ending: AnimationPlayer.Ending?
        if fitted.frames.count > 1, Console.standardOutput.isTerminal,
            canvas.imageProtocol != .none
        {
            ending = try AnimationPlayer(fitted, on: canvas).play(until: shouldStop)
        } else if let first = fitted.frames.first {
            Console.standardOutput.write(try canvas.still(first))
        }
        if !isQuiet { Console.standardOutput.print(shown.facts.joined(separator: "\n")) }
        return ending
    }

    private func write(
        _ shown: PreviewJob.Shown,
        to path: String,
        as kind: Kind
    ) throws {
        let sequence = background.map { shown.sequence.laid(over: $0) } ?? shown.sequence
        let bytes: [UInt8]
        switch kind {
        case .png: bytes = try encodePNG(sequence.frames[0])
        case .apng: bytes = try encodeAPNG(sequence)
        case .gif:
            guard let gif = encodeGIF(sequence, transparency: .hard) else {
                throw DiskError(.write, path, reason: "a GIF holds at most 65535 pixels a side")
            }
            bytes = gif
        }
        try writeWhole(bytes, to: path, disk: RealDisk())
        guard !isQuiet else { return }
        for fact in shown.facts { Console.standardOutput.print(fact) }
        let count = sequence.frames.count
        let frames = count > 1 && kind != .png ? ", \(count) frames" : ""
        Console.standardOutput.print("wrote \(path) (\(sequence.size)\(frames))")
    }
}

private func terminalSize() -> TerminalSize {
    guard let device = TerminalDevice() else { return TerminalSize() }
    return device.size
}

private func askTerminal() -> TerminalAnswer? {
    guard let device = TerminalDevice() else { return nil }
    return device.ask()
}
