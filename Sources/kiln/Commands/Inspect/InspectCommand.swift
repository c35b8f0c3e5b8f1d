import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore
import ImageCodec

/// `kiln inspect FILE…`: what a picture, an atlas or a manifest holds.
enum InspectCommand {
    static let files = Positional(repeating: "FILE", .stream)
        .help(
            "a picture (PNG, JPEG, WebP, GIF, Aseprite), a descriptor of an atlas, a manifest, or - "
                + "for standard input"
        )
    static let json = Flag("json").help("print a JSON array, one object a file")

    static let command = Command<Action>(
        "inspect",
        summary: "show what pictures, atlases and manifests contain",
        description: """
            For a picture: decodes it fully and shows its format, size, transparency, frames and \
            durations, color information, and the SHA-256 of its first frame's pixels \
            (straight-alpha RGBA8, row by row). For an atlas descriptor in any format that Kiln \
            writes, or a manifest: its pages, frames and animations. For Godot pass a .tres or \
            the folder NAME.sprites, for Xcode the folder NAME.spriteatlas.
            """,
        examples: [
            Example("kiln inspect --json hat.png", "Print facts about hat.png as JSON."),
            Example("kiln inspect build/manifest.json", "List the frames of a bake."),
        ],
        positionals: [files],
        groups: [FlagGroup("Output", [json])],
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

    /// What an Aseprite document says beside its pixels.
    private static func details(of facts: PictureFacts) -> [String] {
        var lines = (facts.layers ?? []).map { "  layer \($0)" }
        lines += (facts.tags ?? []).map { tag in
            let repeats = tag.repeats == 0 ? "" : ", \(tag.repeats) times"
            let play = "frames \(tag.first) to \(tag.last), \(tag.direction)\(repeats)"
            return "  tag \(tag.name): \(play)"
        }
        lines += (facts.slices ?? []).map { slice in
            let kinds = [slice.isNineSlice ? ", nine-slice" : "", slice.hasPivot ? ", pivot" : ""]
            return "  slice \(slice.name): \(slice.width)x\(slice.height)+\(slice.x)+\(slice.y)"
                + kinds.joined()
        }
        return lines
    }
}
