import AtlasBuilding
import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore
import Results

/// `kiln key INPUT… -o FILE|DIR`: removes the background of loose pictures.
enum KeyCommand {
    static let inputs = Positional(
        repeating: "INPUT",
        .stream,
        help: "a picture, a folder of pictures, or - for standard input"
    )
    static let output = Flag(
        required: "output",
        short: "o",
        value: "FILE|DIR",
        .stream.output,
        help: "where results go: STEM.png in a folder, one .png file for one picture, or - for "
            + "standard output"
    )
    static let mask = Flag("mask", help: "also write the alpha, as STEM-mask.png")
    static let fringe = Flag(
        "fringe",
        help: "also write where edges lean to the screen's color, as STEM-fringe.png"
    )
    static let report = Flag("report", help: "print what was found in each picture")

    static let keyColor = Flag(
        "key",
        value: "COLOR|auto",
        .keyColor,
        default: .color(RGB(0, 255, 0)),
        help: "the color to remove, as #RRGGBB; auto finds it on the border"
    )
    static let also = Flag(
        repeating: "also",
        value: "FILE",
        .file,
        help:
            "the same figure over another screen, which makes color and alpha exact"
    )
    static let alsoKey = Flag(
        repeating: "also-key",
        value: "COLOR",
        .color,
        help:
            "the screens of the pictures of --also, in their order, where borders do not tell them"
    )
    static let differences = Flag(
        "differences",
        value: "FILE",
        .file.output,
        help: "also write a .png of where the pictures of --also show different things"
    )
    static let mode = Flag(
        "mode",
        value: "MODE",
        .choice(of: KeyMode.self),
        default: .best,
        help: "best, fast, distance (the formula of many games) or gpuimage (GPUImage's filter)"
    )
    static let preset = Flag(
        "preset",
        value: "NAME",
        .choice(of: Preset.self),
        help: "solid for plants and clothes, glass for lenses and bubbles"
    )
    static let threshold = Flag(
        "threshold",
        value: "X",
        .number(in: 0...KeyMode.distance.greatest),
        defaultText: "0.4; 0.5 in mode distance",
        help: "greens above it stay solid, below it are see-through; above 1 in mode distance only"
    )
    static let smoothing = Flag(
        "smoothing",
        value: "X",
        .number(in: 0...KeyMode.distance.greatest),
        defaultText: "0.1; 0.08 in mode distance",
        help: "how wide the passage at the threshold is; above 1 in mode distance only"
    )
    static let spill = Flag(
        "spill",
        value: "X",
        .number(in: 0...1),
        default: 0,
        help: "how much of the screen's light on the art's rim is taken away"
    )
    static let keep = Flag(
        repeating: "keep",
        value: "COLOR|BOX",
        .keyMark,
        help: "a color that is always solid, or a box x,y,width,height in which all is"
    )
    static let clear = Flag(
        repeating: "clear",
        value: "COLOR|BOX",
        .keyMark,
        help: "a color that is always background, or such a box"
    )
    static let shadow = Flag(
        "shadow",
        value: "WHAT",
        .choice(of: KeyShadow.self),
        default: .unmix,
        help: "what becomes of cast shadows: unmix (see-through), keep (as they are) or remove"
    )
    static let frames = Flag(
        "frames",
        help: "the pictures are frames of one figure: its greens, shadows and glass are judged "
            + "over all of them"
    )
    static let edge = Flag(
        "edge",
        value: "N",
        .integer(in: 0...16),
        default: 4,
        help: "how far color reaches under clear pixels, in pixels"
    )
    static let erode = Flag(
        "erode",
        value: "N",
        .integer(in: 0...16),
        default: 0,
        help: "pixels taken off the silhouette"
    )
    static let feather = Flag(
        "feather",
        value: "N",
        .integer(in: 0...16),
        default: 0,
        help: "pixels over which the silhouette is softened"
    )

    static let command = Command<Action>(
        "key",
        summary: "remove the green screen of pictures",
        description: """
            Finds the painted background of each picture and turns it into transparency. Edges are \
            separated into color and alpha, so that no rim of the screen's color stays. A picture \
            in which no screen is found is an error, unless it is cut out already: that one stays \
            as it is. Results are put in place together, or none.

            With --also the same figure over other screens is taken into account, and glass, glow \
            and shadow come out exactly. The figure may be shifted; what else differs is reported.
            """,
        examples: [
            Example("kiln key hat.png -o keyed.png", "Key one picture."),
            Example("kiln key art -o keyed --report", "Key a folder and say what was found."),
            Example("kiln key lens.png -o out --preset glass", "Keep see-through parts."),
            Example(
                "kiln key ghost-green.png --also ghost-magenta.png -o ghost.png",
                "Key a figure that was painted over two screens."
            ),
            Example(
                "convert hat.psd png:- | kiln key - -o - | pngquant - > hat.png",
                "Key between two other programs."
            ),
        ],
        positionals: [inputs],
        groups: [
            FlagGroup(
                "Output",
                [
                    output, Shared.force, mask, fringe, differences, report, Shared.png,
                    Shared.json, Shared.quiet, Shared.jobs, Shared.memory,
                ]
            ),
            FlagGroup("Several screens", [also, alsoKey]),
            FlagGroup(
                "Keying",
                [
                    keyColor, mode, preset, threshold, smoothing, spill, keep, clear, shadow,
                    frames,
                ]
            ),
            FlagGroup("Edges", [edge, erode, feather]),
        ],
        action: Shared.budgeted(run)
    )

    enum Preset: String, CaseIterable, Sendable {
        case solid
        case glass
    }

    static func settings(_ values: Values) throws -> KeySettings {
        let named: KeySettings? =
            switch try values[preset] {
            case .solid: .solid
            case .glass: .glass
            case nil: nil
            }
        let mode = try values[mode]
        let (kept, cleared) = (try values[keep], try values[clear])
        var settings = KeySettings(
            key: try values[keyColor],
            mode: mode,
            threshold: try within(mode, threshold, values) ?? named?.threshold,
            smoothing: try within(mode, smoothing, values),
            spill: try values[spill],
            keep: kept.compactMap(\.color),
            clear: cleared.compactMap(\.color),
            shadow: try values[shadow],
            edge: try values[edge],
            erode: try values[erode],
            feather: try values[feather]
        )
        settings.keepBoxes = kept.compactMap(\.box)
        settings.clearBoxes = cleared.compactMap(\.box)
        return settings
    }

    /// A threshold or smoothing, which mode `distance` lets reach farther than the others.
    private static func within(
        _ mode: KeyMode,
        _ flag: Flag<Double?>,
        _ values: Values
    ) throws -> Double? {
        guard let value = try values[flag], value > mode.greatest else { return try values[flag] }
        throw values.usageError(
            "invalid value for --\(flag.declaration.long), found '\(value)', "
                + "expected 0 to \(Int(mode.greatest)) in mode \(mode.rawValue); "
                + "only '--mode distance' goes to \(Int(KeyMode.distance.greatest))"
        )
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let destination = try values[output]
        if looksLikeOtherPicture(destination) {
            throw values.usageError(
                "invalid value for --output, found '\(destination)', expected a .png or a folder"
            )
        }
        let inputs = try values[inputs]
        let isStreamed = try Shared.isStreamed(to: destination, values)
        if isStreamed { try refuseStreaming(of: inputs, values) }
        let disk = try Shared.disk(reading: inputs + values[also], values)
        var request = KeyRequest(
            inputs: inputs,
            output: destination,
            settings: try settings(values),
            jobs: try values[Shared.jobs] ?? Machine.cores
        )
        request.also = try values[also]
        request.keys = [values.has(keyColor) ? try values[keyColor] : nil]
        request.keys += try values[alsoKey].map { .color($0) }
        request.differences = try values[differences]
        request.areFrames = try values[frames]
        try refuseUnfit(request, values)
        request.writesMask = try values[mask]
        request.writesFringe = try values[fringe]
        request.rules = try Shared.rules(values)
        request.effort = try values[Shared.png]
        let keyed = try await interruptible { [request] in
            try await keyPictures(request, disk: disk)
        }
        if let bytes = keyed.streamed { Console.standardOutput.write(bytes) }
        let console = isStreamed ? Console.standardError : .standardOutput
        let outcomes = keyed.outcomes
        var status = ExitStatus.clean
        for outcome in outcomes {
            guard case .failure(let failure) = outcome.result else { continue }
            status = .worse(status, failure.isUnreadable ? .couldNotRun : .inputHasErrors)
            Console.standardError.print("\(failure.path): error: \(failure.message)")
            if let help = failure.help { Console.standardError.print("  help: \(help)") }
        }
        if try !values[Shared.quiet] {
            for outcome in outcomes {
                let notes = KeyEntry(outcome).notes
                if !notes.isEmpty { Console.standardError.print(lines: notes) }
            }
            for (first, second) in keyed.clashes {
                Console.standardError.print(
                    "\(second): warning: the name differs only in case from \(first), so that on "
                        + "some file systems they are the same file"
                )
            }
        }
        if !keyed.isWritten { Console.standardError.print("nothing was written") }
        if try values[Shared.json] {
            Console.standardOutput.print(try Document(encoding: outcomes.map(KeyEntry.init)))
        } else if try !values[Shared.quiet] {
            for outcome in outcomes {
                guard case .success(let success) = outcome.result else { continue }
                if keyed.isWritten, !isStreamed {
                    let files = success.outputs.joined(separator: ", ")
                    Console.standardOutput.print("wrote \(files)")
                }
                if try values[report] {
                    console.print(lines: KeyEntry(outcome).lines)
                }
            }
        }
        return status
    }
}
