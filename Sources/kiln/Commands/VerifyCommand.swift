import Bake
import Console
import Diagnostics
import FileStore

/// `kiln verify ATLAS DIR`: restores every sprite of an atlas and compares.
enum VerifyCommand {
    static let atlas = Positional("ATLAS", .file, help: "a descriptor; its pages lie beside it")
    static let folder = Positional("DIR", .directory, help: "the pictures that were packed")

    static let command = Command<Action>(
        "verify",
        summary: "check that an atlas restores to its pictures",
        description: """
            Reads the descriptor as an engine does, cuts each sprite out of the page, turns it \
            back, gives it its margins, and compares it with the picture of the same name, pixel \
            for pixel; frames of walk.gif are walk_0, walk_1, … Descriptors of the other pages, \
            NAME-1.json beside NAME-0.json, belong to it. Of Godot's resources name the folder \
            NAME.sprites, of Xcode's NAME.spriteatlas. Pages with premultiplied colors have lost \
            precision and do not restore exactly.
            """,
        examples: [
            Example("kiln verify build/atlas-0.json sprites", "Check what kiln pack wrote.")
        ],
        positionals: [atlas, folder],
        groups: [FlagGroup("Output", [Shared.json, Shared.quiet])],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let (verified, flaws) = try await verifyAtlas(
            try values[atlas],
            against: try values[folder],
            disk: RealDisk()
        )
        if try values[Shared.json] {
            let report = Report(verified: verified, flaws: flaws.map(Report.Flaw.init))
            Console.standardOutput.print(try Document(encoding: report))
            return flaws.isEmpty ? .clean : .inputHasErrors
        }
        for flaw in flaws { Console.standardError.print("error: \(flaw)") }
        if try !values[Shared.quiet] {
            Console.standardOutput.print(
                "\(counted(verified, "frame restores", "frames restore")) exactly, "
                    + "\(flaws.count) \(flaws.count == 1 ? "does" : "do") not"
            )
        }
        return flaws.isEmpty ? .clean : .inputHasErrors
    }

    private struct Report: Encodable {
        struct Flaw: Encodable {
            var frame: String
            var message: String

            init(_ flaw: AtlasFlaw) {
                frame = flaw.frame
                message = flaw.description
            }
        }

        var verified: Int
        var flaws: [Flaw]
    }
}
