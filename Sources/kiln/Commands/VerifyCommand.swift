import Bake
import Console
import Diagnostics
import FileStore

/// `kiln verify ATLAS DIR`: restores every sprite of an atlas and compares.
enum VerifyCommand {
    static let atlas = Positional("ATLAS", .file).help("a descriptor, with its pages next to it")
    static let folder = Positional("DIR", .directory).help("the pictures that were packed")

    static let command = Command<Action>(
        "verify",
        summary: "check that an atlas restores to its pictures",
        description: """
            Reads the descriptor as an engine does, cuts each sprite out of its page, undoes \
            rotation and trimming, and compares it with the picture of the same name, pixel by \
            pixel. Frames of walk.gif are walk_0, walk_1, … Descriptors of other pages, such as \
            NAME-1.json next to NAME-0.json, are included. For Godot pass the folder \
            NAME.sprites, for Xcode NAME.spriteatlas. Premultiplied pages have lost precision \
            and do not restore exactly.
            """,
        examples: [
            "kiln verify build/atlas-0.json sprites": "Check what kiln pack wrote."
        ],
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
