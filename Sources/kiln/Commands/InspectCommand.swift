import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore
import ImageCodec
import Results

/// `kiln inspect FILE…`: what a picture, an atlas or a manifest holds.
enum InspectCommand {
    static let files = Positional(
        repeating: "FILE",
        .stream,
        help:
            "a picture (PNG, JPEG, WebP, GIF, Aseprite), a descriptor of an atlas, a manifest, or - "
            + "for standard input"
    )
    static let json = Flag("json", help: "print a JSON array, one object a file")

    static let command = Command<Action>(
        "inspect",
        summary: "show what pictures, atlases and manifests hold",
        description: """
            Of a picture: decodes it in full and shows its format, its size, whether it carries \
            transparency, its frames with their times, what it says of its colors, and the SHA-256 \
            of its first frame's pixels as the file has them: straight-alpha RGBA8, row by row. Of an \
            atlas's descriptor in any format that Kiln writes, or of a manifest: its pages and frames, \
            where each lies, and its animations. Of Godot's resources name a .tres or the folder \
            NAME.sprites, of Xcode's the folder NAME.spriteatlas.
            """,
        examples: [
            Example("kiln inspect --json hat.png", "Print the facts of hat.png as JSON."),
            Example("kiln inspect build/manifest.json", "List the frames of a bake."),
        ],
        positionals: [files],
        groups: [FlagGroup("Output", [json])],
        action: run
    )

    /// A file's entry in the JSON array.
    fileprivate enum Entry: Encodable {
        case picture(PictureFacts)
        case atlas(AtlasEntry)
        case failure(Failure)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .picture(let entry): try entry.encode(to: encoder)
            case .atlas(let entry): try entry.encode(to: encoder)
            case .failure(let entry): try entry.encode(to: encoder)
            }
        }
    }

    fileprivate struct Failure: Encodable {
        var path: String
        var error: String
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let isJSON = try values[json]
        let disk = try Shared.disk(reading: try values[files], values)
        var entries: [Entry] = []
        var lines: [String] = []
        var status = ExitStatus.clean
        for path in try values[files] {
            let failure: (path: String, isUnreadable: Bool, message: String)
            var help: String?
            do {
                if isDescriptorPath(path, disk: disk) {
                    let atlas = try describeAtlas(path, disk: disk)
                    if isJSON { entries.append(.atlas(AtlasEntry(atlas))) }
                    if !isJSON { lines = atlasLines(atlas) }
                } else {
                    let facts = try inspectPicture(path, disk: disk)
                    if isJSON { entries.append(.picture(facts)) }
                    if !isJSON { lines = [summary(of: facts)] + details(of: facts) }
                }
                if !isJSON { Console.standardOutput.print(lines: lines) }
                continue
            } catch let error as PictureFailure {
                failure = (error.path, error.isUnreadable, error.message)
            } catch let error as UnreadableAtlas {
                failure = (error.path, error.isUnreadable, error.message)
                help = error.help
            }
            status = .worse(status, failure.isUnreadable ? .couldNotRun : .inputHasErrors)
            entries.append(.failure(Failure(path: path, error: failure.message)))
            if !isJSON {
                Console.standardError.print("\(failure.path): error: \(failure.message)")
                if let help { Console.standardError.print("  help: \(help)") }
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

extension ExitStatus {
    /// The graver of two.
    static func worse(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
        left.rawValue >= right.rawValue ? left : right
    }
}
