import AtlasBuilding
import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import ImageCodec
import KilnManifest
import Raster

/// `kiln inspect FILE…`: what a picture, an atlas or a manifest holds.
enum InspectCommand {
    static let files = Positional(repeating: "FILE", .stream)
        .help(
            "a picture (PNG, JPEG, WebP, GIF, Aseprite), a descriptor of an atlas, a manifest, or - "
                + "for standard input"
        )
    static let json = Flag("json").help("print a JSON array, one object per file")

    static let command = Command<Action>(
        "inspect",
        summary: "show what pictures, atlases and manifests contain",
        positionals: [files],
        groups: ["Output": [json]],
        action: run
    )

    /// A file's entry in the JSON array.
    private struct Entry: Encodable {
        var value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let isJSON = try values[json]
        let disk = try Shared.disk(reading: try values[files], values)
        var entries: [Entry] = []
        var status = ExitStatus.clean
        func add(_ value: any Encodable, _ lines: [String]) {
            entries.append(Entry(value: value))
            if !isJSON { Console.standardOutput.print(lines: lines) }
        }
        for path in try values[files] {
            do {
                if isDescriptorPath(path, disk: disk) {
                    let atlas = try describeAtlas(path, disk: disk)
                    add(atlas, atlasLines(atlas))
                } else {
                    let facts = try inspectPicture(path, disk: disk)
                    add(facts, [summary(of: facts)] + details(of: facts))
                }
            } catch let failure as any ReportedFailure & Encodable {
                status = .worse(status, failure.status)
                entries.append(Entry(value: failure))
                if !isJSON { try values.report(failure.findings) }
            }
        }
        if isJSON { Console.standardOutput.print(try Document(encoding: entries)) }
        return status
    }

    private static func summary(of facts: PictureFacts) -> String {
        var text = "\(facts.path): \(facts.format.displayName) \(facts.width)x\(facts.height)"
        text += facts.hasAlpha ? ", with alpha" : ", opaque"
        if facts.frames > 1 { text += ", \(facts.frames) frames" }
        if let durations = facts.durations, let shortest = durations.min(),
            let longest = durations.max()
        {
            text += shortest == longest ? " of \(shortest) ms" : " of \(shortest) to \(longest) ms"
        }
        if let space = facts.colorSpace { text += ", colors of \(space)" }
        if let trouble = facts.colorTrouble { text += " (taken for sRGB: \(trouble))" }
        return text + ", pixels sha256 \(facts.rgba8SHA256)"
    }

    /// What an Aseprite document says besides its pixels.
    private static func details(of facts: PictureFacts) -> [String] {
        var lines = (facts.layers ?? []).map { "  layer \($0)" }
        lines += (facts.tags ?? []).map { tag in
            let repeats = tag.repeats == 0 ? "" : ", \(tag.repeats) times"
            let (first, last) = (tag.frames.lowerBound, tag.frames.upperBound)
            let play = "frames \(first) to \(last), \(tag.direction.rawValue)\(repeats)"
            return "  tag \(tag.name): \(play)"
        }
        lines += (facts.slices ?? []).map { slice in
            let kinds =
                (slice.center == nil ? "" : ", nine-slice")
                + (slice.pivot == nil ? "" : ", pivot")
            let bounds = slice.bounds
            return "  slice \(slice.name): \(bounds.size)+\(bounds.x)+\(bounds.y)\(kinds)"
        }
        return lines
    }
}

/// What an atlas holds: a line for the descriptor, for each page, and for each frame.
func atlasLines(_ described: DescribedAtlas) -> [String] {
    let count = described.atlases.reduce(0) { $0 + $1.pages.reduce(0) { $0 + $1.frames.count } }
    var lines = ["\(described.path): \(described.format.rawValue), \(counted(count, "frame"))"]
    if let manifest = described.manifest {
        lines[0] += ", \(manifest.species.count) species, \(counted(manifest.items.count, "item"))"
        lines[0] += ", \(counted(manifest.looks.count, "look"))"
        let placeholders = manifest.placeholders
        if !placeholders.isEmpty {
            lines.append("  placeholders for \(placeholders.joined(separator: ", "))")
        }
    }
    for atlas in described.atlases {
        for page in atlas.pages {
            var line = "  \(page.imageFile) \(page.width)x\(page.height)"
            if atlas.scale != 1 { line += " at scale \(plain(atlas.scale))" }
            if atlas.isPremultiplied { line += ", premultiplied" }
            if let file = page.normalMapFile { line += ", normal map \(file)" }
            lines.append(line)
            lines += page.frames.map { "    \(frameLine($0))" }
        }
        for animation in atlas.animations {
            lines.append(
                "  animation \(animation.name): \(animation.frames.joined(separator: ", ")) "
                    + pace(animation)
                    + (animation.loops ? "" : ", once")
            )
        }
    }
    return lines
}

private func frameLine(_ frame: AtlasFrame) -> String {
    var text = "\(frame.name) \(frame.width)x\(frame.height) at \(frame.x),\(frame.y)"
    if frame.isRotated { text += ", turned \(frame.rotation.rawValue)" }
    if frame.isTrimmed {
        text += ", trimmed from \(frame.sourceWidth)x\(frame.sourceHeight)"
        text += " at \(frame.trimX),\(frame.trimY)"
    }
    if let pivot = frame.pivot {
        text += ", pivot \(plain(pivot.x)),\(plain(pivot.y))"
    }
    if let slice = frame.nineSlice {
        text += ", nine-slice \(slice.left),\(slice.top),\(slice.right),\(slice.bottom)"
    }
    if !frame.aliases.isEmpty { text += ", also \(frame.aliases.joined(separator: ", "))" }
    return text
}

/// "at 6 fps", or how long each frame is shown.
private func pace(_ animation: AtlasDescription.Animation) -> String {
    guard let durations = animation.durations else {
        return "at \(plain(animation.framesPerSecond)) fps"
    }
    return "for \(durations.map(String.init).joined(separator: ", ")) ms"
}

/// `kiln verify ATLAS DIR`: restores every sprite of an atlas and compares.
enum VerifyCommand {
    static let atlas = Positional("ATLAS", .file).help("a descriptor, with its pages next to it")
    static let folder = Positional("DIR", .directory).help("the pictures that were packed")

    static let command = Command<Action>(
        "verify",
        summary: "check that an atlas restores to its pictures",
        positionals: [atlas, folder],
        groups: ["Output": [Shared.json, Shared.quiet]],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let verified = try await verifyAtlas(
            try values[atlas],
            against: try values[folder],
            disk: RealDisk()
        )
        let flaws = verified.flaws
        if try !values[Shared.json] {
            try values.report(flaws.map { Diagnostic(.error, about: nil, $0.description) })
        }
        try values.present(verified) {
            [
                "\(counted(verified.verified, "frame restores", "frames restore")) exactly, "
                    + "\(flaws.count) \(flaws.count == 1 ? "does" : "do") not"
            ]
        }
        return flaws.isEmpty ? .clean : .inputHasErrors
    }
}
