internal import Arguments
internal import Bake
internal import ImageCodec

/// `kiln inspect FILE…`: what a picture holds.
enum InspectCommand {
    static let files = Positional(
        repeating: "FILE",
        .file,
        help: "a picture (PNG or JPEG)"
    )
    static let json = Flag("json", help: "print a JSON array, one object a file")

    static let command = Command<Action>(
        "inspect",
        summary: "show what pictures hold",
        description: """
            Decodes each file in full and shows its format, its size, whether it carries \
            transparency, and the SHA-256 of its pixels as straight-alpha RGBA8, row by row.
            """,
        examples: [Example("kiln inspect --json hat.png", "Print the facts of hat.png as JSON.")],
        positionals: [files],
        groups: [FlagGroup("Output", [json])],
        action: run
    )

    /// A file's entry in the JSON array.
    fileprivate struct Entry: Encodable {
        var path: String
        var format: String?
        var width: Int?
        var height: Int?
        var hasAlpha: Bool?
        var frames: Int?
        var rgba8SHA256: String?
        var error: String?
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let isJSON = try values[json]
        var entries: [Entry] = []
        var status = ExitStatus.clean
        for path in try values[files] {
            do throws(PictureFailure) {
                let facts = try inspectPicture(path, disk: RealDisk())
                if isJSON {
                    entries.append(Entry(facts))
                } else {
                    Console.standardOutput.print(summary(of: facts))
                }
            } catch {
                status = .worse(status, error.isUnreadable ? .couldNotRun : .inputHasErrors)
                entries.append(Entry(path: path, error: error.message))
                if !isJSON {
                    Console.standardError.print("\(path): error: \(error.message)")
                }
            }
        }
        if isJSON { Console.standardOutput.print(try jsonText(entries)) }
        return status
    }

    private static func summary(of facts: PictureFacts) -> String {
        var text = "\(facts.path): \(facts.format.displayName) \(facts.width)x\(facts.height)"
        text += facts.hasAlpha ? ", with alpha" : ", opaque"
        if facts.frames > 1 { text += ", \(facts.frames) frames" }
        return text + ", pixels sha256 \(facts.rgba8SHA256)"
    }
}

extension InspectCommand.Entry {
    fileprivate init(_ facts: PictureFacts) {
        self.init(
            path: facts.path,
            format: facts.format.rawValue,
            width: facts.width,
            height: facts.height,
            hasAlpha: facts.hasAlpha,
            frames: facts.frames,
            rgba8SHA256: facts.rgba8SHA256
        )
    }
}

extension ExitStatus {
    /// The graver of two.
    static func worse(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
        left.rawValue >= right.rawValue ? left : right
    }
}
