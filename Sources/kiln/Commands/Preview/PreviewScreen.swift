import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore
import ImageCodec
import Raster

/// Where a preview's pictures go: a file, or the terminal.
struct PreviewScreen: Sendable {
    private enum Place: Sendable {
        case file(String, Kind)
        case standardOutput
        case terminal(TerminalCanvas)
    }

    private enum Kind: String, CaseIterable, Sendable {
        case png
        case apng
        case gif
    }

    private let place: Place
    /// Once something was drawn that is to be drawn over.
    private var scene: TerminalScene?
    private let background: Backdrop?
    private let values: Values

    init(_ values: Values) throws {
        self.values = values
        background = try values[PreviewCommand.background]?.backdrop
        let output = try values[PreviewCommand.output]
        if try Shared.isStreamed(to: output, values) {
            place = .standardOutput
            return
        }
        if let path = output {
            let kind = Kind.allCases.first { path.lowercased().hasSuffix("." + $0.rawValue) }
            guard let kind else {
                throw values.usageError(
                    "invalid value for --output, found '\(path)', expected a .png, .apng or .gif"
                )
            }
            place = .file(path, kind)
            return
        }
        // JSON alone stands on standard output.
        let chosen =
            try values[Shared.json]
            ? TerminalImageProtocol.none : values[PreviewCommand.image]
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
                ask: { TerminalDevice()?.ask() }
            )
        )
    }

    /// Writes or draws pictures, then says what they are made of.
    func show(_ shown: PreviewJob.Shown) async throws {
        switch place {
        case .file(let path, let kind): try await write(shown, to: path, as: kind)
        case .standardOutput:
            let picture = shown.sequence.frames[0]
            let drawn = background.map { picture.laid(over: $0) } ?? picture
            Console.standardOutput.write(try encodePNG(drawn))
            try report(shown, on: .standardError)
        case .terminal(let canvas): try draw(shown, on: canvas)
        }
    }

    /// As `show`, but in a place that is drawn over, and until `shouldStop`.
    ///
    /// Without a picture the findings take its place.
    ///
    /// - Returns: false when the user wants to end.
    mutating func showAgain(
        _ outcome: PreviewJob.Outcome,
        until shouldStop: () -> Bool
    ) async throws -> Bool {
        guard case .terminal(let canvas) = place, Console.standardOutput.isTerminal else {
            if let shown = outcome.shown { try await show(shown) }
            Console.standardError.print(outcome.allFindings)
            return true
        }
        // The window may have another size by now.
        var current = canvas
        current.size = terminalSize()
        // Characters are as large as before when the terminal does not tell.
        current.size.cell = current.size.cell ?? canvas.size.cell
        var scene = self.scene ?? TerminalScene(on: current)
        scene.canvas = current
        defer { self.scene = scene }
        var lines = try values.isQuiet ? [] : outcome.shown?.facts ?? []
        if !outcome.allFindings.isEmpty {
            lines += renderText(outcome.allFindings).split(separator: "\n").map(String.init)
        }
        lines = lines.map { printable($0.replacing("\t", with: " ")) }
        lines = lines.flatMap { $0.wrapped(to: current.size.columns - 1) }
        lines = Array(lines.prefix(max(1, current.size.rows - 5)))
        guard let shown = outcome.shown else {
            Console.standardOutput.write(try scene.show(nil, lines: lines))
            return true
        }
        let sequence = shown.sequence.map { $0.laid(over: background ?? .checker) }
        if sequence.frames.count > 1, current.imageProtocol != .none {
            let room = scene.room(lines: 1)
            let fitted = sequence.map { $0.fitted(into: room) }
            let caption = lines.joined(separator: " | ")
            return try scene.play(fitted, caption: caption, until: shouldStop) != .interrupted
        }
        let fitted = sequence.frames[0].fitted(into: scene.room(lines: lines.count))
        Console.standardOutput.write(try scene.show(fitted, lines: lines))
        return true
    }

    private func draw(_ shown: PreviewJob.Shown, on canvas: TerminalCanvas) throws {
        // Two rows for the facts and the prompt.
        let rows = max(4, canvas.size.rows - 2 - shown.facts.count)
        let room = canvas.room(rows: rows)
        let fitted = shown.sequence.map {
            $0.laid(over: background ?? .checker).fitted(into: room)
        }
        var ending: AnimationPlayer.Ending?
        if fitted.frames.count > 1, Console.standardOutput.isTerminal,
            canvas.imageProtocol != .none
        {
            ending = try AnimationPlayer(fitted, on: canvas).play()
        } else {
            Console.standardOutput.write(try canvas.still(fitted.frames[0]))
        }
        try report(shown)
        if ending == .interrupted { Interruption.finish() }
    }

    private func write(
        _ shown: PreviewJob.Shown,
        to path: String,
        as kind: Kind
    ) async throws {
        let sequence = shown.sequence.map { picture in
            background.map { picture.laid(over: $0) } ?? picture
        }
        let bytes: [UInt8]
        switch kind {
        case .png: bytes = try encodePNG(sequence.frames[0])
        case .apng: bytes = try encodeAPNG(sequence)
        case .gif:
            guard let gif = encodeGIF(sequence) else {
                throw DiskError(.write, path, reason: "a GIF holds at most 65535 pixels a side")
            }
            bytes = gif
        }
        try await values.write(bytes, to: path, reading: [values[Shared.catalog]])
        try report(shown, writtenTo: path, frames: kind == .png ? 1 : sequence.frames.count)
    }

    private struct Report: Encodable {
        /// Absent where none was written.
        var file: String?
        var width: Int
        var height: Int
        /// Those that were drawn.
        var frames: Int
        var facts: [String]
        /// What is wrong with the pictures, as text.
        var findings: [String]
    }

    /// Says what pictures are made of, and where they are.
    private func report(
        _ shown: PreviewJob.Shown,
        writtenTo path: String? = nil,
        frames count: Int? = nil,
        on console: Console = .standardOutput
    ) throws {
        let size = shown.sequence.size
        let count = count ?? shown.sequence.frames.count
        if try values[Shared.json] {
            let report = Report(
                file: path,
                width: size.width,
                height: size.height,
                frames: count,
                facts: shown.facts,
                findings: shown.findings.map(\.description)
            )
            console.print(try Document(encoding: report))
        } else if try !values.isQuiet {
            console.print(lines: shown.facts)
            guard let path else { return }
            console.print("wrote \(path) (\(size)\(count > 1 ? ", \(count) frames" : ""))")
        }
    }
}

private func terminalSize() -> TerminalSize { TerminalDevice()?.size ?? TerminalSize() }

extension String {
    /// Lines of at most `width` letters, broken at spaces where there are some.
    fileprivate func wrapped(to width: Int) -> [String] {
        let width = max(8, width)
        var lines: [String] = []
        var rest = self[...]
        while rest.count > width {
            let end = rest.index(rest.startIndex, offsetBy: width)
            let space = rest[..<end].lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
            lines.append(String(rest[..<(space ?? end)]))
            rest = rest[(space ?? end)...].drop { $0 == " " }
        }
        return lines + [String(rest)]
    }
}
