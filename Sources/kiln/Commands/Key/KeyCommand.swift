import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore
import KernelTypes
import Raster

/// `kiln key INPUT… -o FILE|DIR`: removes the background of loose pictures.
enum KeyCommand {
    static let inputs = Positional(repeating: "INPUT", .stream)
        .help("a picture, a folder of pictures, or - for standard input")
    static let output = Flag(required: "output", short: "o", value: "FILE|DIR", .stream.output)
        .help(
            "where results go: a folder for STEM.png, a .png file for one picture, or - for "
                + "standard output"
        )
        .excludes(
            [mask, fringe, differences, Shared.json],
            whenSetTo: "-",
            because: "standard output takes the picture alone"
        )
    static let mask = Flag("mask").help("also write the alpha, as STEM-mask.png")
    static let fringe = Flag("fringe")
        .help("also write where edges show the screen's color, as STEM-fringe.png")
    static let report = Flag("report").help("print what was found in each picture")

    static let keyColor = Flag(
        "key",
        value: "COLOR|auto",
        .keyColor,
        default: .color(RGB(0, 255, 0))
    )
    .help("the color to remove, as #RRGGBB; auto finds it on the border")
    static let also = Flag(repeating: "also", value: "FILE", .file)
        .help("the same figure over another screen, which makes color and alpha exact")
        .excludes(mode.set(to: "distance", "gpuimage"), because: "a formula takes one picture")
    static let alsoKey = Flag(repeating: "also-key", value: "COLOR", .color)
        .help(
            "the screen colors of the --also pictures, in order, if their borders do not show them"
        )
        .needs(also, because: "name a picture over another screen")
    static let differences = Flag("differences", value: "FILE", .pngFile.output)
        .help("also write a .png of the differences between the --also pictures")
        .needs(also, because: "name a picture over another screen")
    static let mode = Flag("mode", value: "MODE", .choice(of: KeyMode.self), default: .best)
        .help("best, fast, distance (the formula of many games) or gpuimage (GPUImage's filter)")
    static let preset = Flag("preset", value: "NAME", .choice(of: KeyPreset.self))
        .help("solid for plants and clothes, glass for lenses and bubbles")
    static let threshold = Flag("threshold", value: "X", .number(in: 0...KeyMode.distance.greatest))
        .whenAbsent("0.4; 0.5 in mode distance")
        .help(
            "greens above it stay solid, below it become translucent; above 1 in mode distance only"
        )
    static let smoothing = Flag("smoothing", value: "X", .number(in: 0...KeyMode.distance.greatest))
        .whenAbsent("0.1; 0.08 in mode distance")
        .help("the width of the transition at the threshold; above 1 in mode distance only")
    static let spill = Flag("spill", value: "X", .number(in: 0...1), default: 0)
        .help("how much of the screen's light on the art to remove")
    static let keep = Flag(repeating: "keep", value: "COLOR|BOX", .keyMark)
        .help("a color that is always solid, or a box x,y,width,height that is")
    static let clear = Flag(repeating: "clear", value: "COLOR|BOX", .keyMark)
        .help("a color that is always background, or a box that is")
    static let shadow = Flag("shadow", value: "WHAT", .choice(of: KeyShadow.self), default: .unmix)
        .help("cast shadows: unmix (translucent), keep (unchanged) or remove")
    static let frames = Flag("frames")
        .help(
            "the pictures are frames of one figure: judge its greens, shadows and glass "
                + "over all of them"
        )
        .excludes(also)
        .excludes(
            mode.set(to: "fast", "distance", "gpuimage"),
            because: "'best' alone judges areas"
        )
    static let edge = Flag("edge", value: "N", .integer(in: 0...16), default: 4)
        .help("how far color extends under clear pixels, in pixels")
    static let erode = Flag("erode", value: "N", .integer(in: 0...16), default: 0)
        .help("pixels to remove from the silhouette")
    static let feather = Flag("feather", value: "N", .integer(in: 0...16), default: 0)
        .help("pixels over which to soften the silhouette")

    static let matte = Flag("matte", value: "COLOR|auto|none", .matte, default: Matte.none)
        .help(
            "repair pictures that are cut out already: clear haze, make leaks solid and take the "
                + "color that they were cut from out of rims; auto finds that color"
        )
        .excludes(also)
        .excludes(mode.set(to: "distance", "gpuimage"), because: "a formula repairs nothing")
    static let linear = Flag("linear")
        .help("measure colors in linear light, as Core Image's color cube does")
        .needs(mode.set(to: "distance"), because: "the other modes do not measure so")

    static let command = Command<Action>(
        "key",
        summary: "remove the green screen of pictures",
        positionals: [inputs],
        groups: [
            "Output": [
                output, Shared.force, mask, fringe, differences, report, Shared.png, Shared.json,
                Shared.quiet, Shared.jobs, Shared.memory,
            ],
            "Several screens": [also, alsoKey],
            "Keying": [
                keyColor, mode, preset, threshold, smoothing, spill, keep, clear, shadow, frames,
                linear,
            ],
            "Edges": [edge, erode, feather, matte],
        ],
        action: run
    )

    static func settings(_ values: Values) throws -> KeySettings {
        let mode = try values[mode]
        var settings = KeySettings(
            key: try values[keyColor],
            mode: mode,
            preset: try values[preset],
            threshold: try within(mode, threshold, values),
            smoothing: try within(mode, smoothing, values),
            spill: try values[spill],
            shadow: try values[shadow],
            edge: try values[edge],
            erode: try values[erode],
            feather: try values[feather],
            matte: try values[matte]
        )
        settings.isLinear = try values[linear]
        settings.kept = try values[keep]
        settings.cleared = try values[clear]
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
            "invalid value for --\(flag.declaration.name), found '\(value)', "
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
        if isStreamed { try refuseSeveral(inputs, for: "-o -", values) }
        let disk = try Shared.disk(reading: inputs + values[also], values)
        var request = KeyRequest(
            inputs: inputs,
            output: destination,
            settings: try settings(values),
            jobs: try values.jobs
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
        try values.report(keyed.findings)
        if !keyed.isWritten { Console.standardError.print("nothing was written") }
        let shows = try values[report]
        let console: Console = isStreamed ? .standardError : .standardOutput
        try values.present(keyed.outcomes, on: console) {
            keyed.outcomes.flatMap { outcome -> [PrintableText] in
                guard case .success(let success) = outcome.result else { return [] }
                let files = success.outputs.joined(separator: ", ")
                return (keyed.isWritten && !isStreamed ? ["wrote \(files)"] : [])
                    + (shows ? success.lines.map { PrintableText($0) } : [])
            }
        }
        return keyed.outcomes.reduce(.clean) { status, outcome in
            guard case .failure(let failure) = outcome.result else { return status }
            return .worse(status, failure.status)
        }
    }
}

// Inputs and outputs that no rule of a single option can judge.
extension KeyCommand {
    /// Pictures of `--also` belong to one picture, and so do their screens.
    static func refuseUnfit(_ request: KeyRequest, _ values: Values) throws {
        guard !request.also.isEmpty else { return }
        if request.keys.count > request.also.count + 1 {
            throw values.usageError(
                "'--also-key' is given \(request.keys.count - 1) times, expected at most once for each "
                    + "'--also', which is given \(request.also.count == 1 ? "once" : "\(request.also.count) times")"
            )
        }
        try refuseSeveral(request.inputs, request.also, for: "--also", values)
    }

    /// Refuses several inputs, and folders, where one picture is wanted.
    static func refuseSeveral(
        _ inputs: [String],
        _ others: [String] = [],
        for option: String,
        _ values: Values
    ) throws {
        if inputs.count > 1 {
            throw values.usageError("'\(option)' takes one picture, found \(inputs.count) inputs")
        }
        for path in inputs + others
        where path != StandardStream.path && RealDisk().stamp(path)?.isFolder == true {
            throw values.usageError("'\(option)' takes one picture, found the folder '\(path)'")
        }
    }

    /// Whether a path ends as that of a picture that is no PNG.
    static func looksLikeOtherPicture(_ path: String) -> Bool {
        let endings = [".jpg", ".jpeg", ".gif", ".apng", ".webp", ".bmp", ".tga", ".tif", ".tiff"]
        let isFolder = path.hasSuffix("/") || RealDisk().stamp(path)?.isFolder == true
        return !isFolder && endings.contains { path.lowercased().hasSuffix($0) }
    }
}

extension ValueKind where Value == KeyMark {
    static var keyMark: ValueKind {
        ValueKind(expected: "a color as #RRGGBB, or a box as x,y,width,height") { text in
            guard text.contains(",") else {
                return ValueKind<RGB>.color.convert(text).map { .color($0) }
            }
            guard let boxes = parsedRectangles(text), boxes.count == 1 else { return nil }
            return .box(boxes[0])
        }
    }
}

extension KeyOutcome.Success {
    /// How many areas people are shown.
    private static let mostAreas = 12

    /// What was found in the picture: indented lines for people.
    var lines: [String] {
        var lines: [String] = []
        if let screen = report.screen {
            var line = "screen \(screen.color), " + (screen.isFlat ? "flat" : "uneven")
            line += ", noise \(decimal(screen.noise, 1))"
            if !screen.shades.isEmpty {
                line += ", shades " + screen.shades.map(\.description).joined(separator: " ")
            }
            if screen.distanceToDeclared > 0 {
                line += ", \(screen.distanceToDeclared) levels from the declared key"
            }
            lines.append(line)
        } else {
            lines.append(isUnchanged ? "no screen" : "no screen was looked for")
        }
        if let matte = report.matte {
            lines.append(
                "repaired: cut from \(matte.background), haze \(percent(matte.share(matte.haze))), "
                    + "leaks \(percent(matte.share(matte.leaks))), "
                    + "rim \(percent(matte.share(matte.rim)))"
            )
        }
        for other in report.triangulation?.others ?? [] {
            var line = "also \(other.screen.color), " + (other.screen.isFlat ? "flat" : "uneven")
            line += ", noise \(decimal(other.screen.noise, 1))"
            if other.x != 0 || other.y != 0 {
                line += ", shifted by \(decimal(other.x, 2)), \(decimal(other.y, 2))"
            }
            lines.append(line)
        }
        lines.append(
            "mode \(report.mode.rawValue)" + (report.hasSubsampledChroma ? ", coarse chroma" : "")
                + (report.isPixelArt ? ", pixel art" : "")
        )
        lines.append(
            "pixels: \(report.clearPixels) clear, \(report.partialPixels) partial, "
                + "\(report.opaquePixels) opaque"
        )
        // Of several screens nothing hangs on the threshold.
        if report.triangulation == nil {
            lines.append(
                "near the threshold \(percent(report.shareNearThreshold)), fringe "
                    + "\(Fringe.percent(report.fringe)), residue \(percent(report.residue))"
            )
        }
        if let several = report.triangulation {
            let boxes = several.differences
            lines.append(
                boxes.isEmpty
                    ? "the pictures agree"
                    : "the pictures differ in \(percent(several.differingShare)): "
                        + boxes.prefix(4).map(\.sizeAndPlace).joined(separator: ", ")
                        + (boxes.count > 4 ? " and \(boxes.count - 4) more" : "")
            )
        }
        if let taken = report.taken {
            lines.append("became see-through: \(percent(taken.share)), such as \(taken.color)")
        }
        let shown = report.areas.prefix(Self.mostAreas)
        for area in shown {
            lines.append(
                "\(area.kind.rawValue) \(area.color), \(area.pixels) pixels in \(area.box.sizeAndPlace): "
                    + area.reason.rawValue
            )
        }
        if report.areas.count > shown.count {
            lines.append(
                "and \(report.areas.count - shown.count) smaller areas of the screen's hue"
            )
        }
        return lines.map { "  " + $0 }
    }
}
