internal import Arguments
internal import Bake
internal import Console
internal import Diagnostics
internal import FileStore
internal import LooseTools
internal import PictureFiles

/// `kiln init [DIR]`: a small catalog to begin with.
enum InitCommand {
    static let folder = Positional(
        optional: "DIR",
        .directory,
        default: ".",
        help: "where to write it"
    )

    static let picture = Flag(
        "from",
        value: "PICTURE",
        .file,
        help: "begin with a picture of your own: a pet, or a row of its frames",
        details: """
            It is copied. A screen is found and removed, a row of figures is cut and becomes an \
            animation; the file's name gives the ids: bunny-idle-row.png is the species bunny, which \
            plays idle.
            """
    )

    static let command = Command<Action>(
        "init",
        summary: "write a small catalog that bakes",
        description: """
            Writes catalog.json, catalog.schema.json, by which editors complete and check it, and three \
            pictures under assets-src: a pet of two frames, the pet in an outfit, and a hat on a green \
            screen. With --from it is your own picture, and the hat. Nothing that is there already is \
            overwritten. Then it says what to try next.
            """,
        examples: [
            Example("kiln init game && kiln bake game -o build", "Begin a game, and bake it."),
            Example("kiln init mochi --from bunny-idle-row.png", "Make a pet of a generated row."),
        ],
        positionals: [folder],
        groups: [FlagGroup("Art", [picture]), FlagGroup("Output", [Shared.quiet])],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let folder = try values[folder]
        let begun: NewCatalog
        do {
            begun = try await initCatalog(in: folder, from: try values[picture], disk: RealDisk())
        } catch let failure as PictureFailure {
            Console.standardError.print("\(failure.path): error: \(failure.message)")
            return failure.isUnreadable ? .couldNotRun : .inputHasErrors
        }
        if try !values[Shared.quiet] {
            for file in begun.paths { Console.standardOutput.print("wrote \(file)") }
            Console.standardOutput.print("next:")
            for line in nextSteps(begun, in: folder) {
                Console.standardOutput.print("  \(line)")
            }
        }
        return .clean
    }

    /// Command lines that work where the user is.
    private static func nextSteps(_ begun: NewCatalog, in folder: String) -> [String] {
        let catalog = folder == "." ? [] : [folder]
        var look = ["--species", begun.species]
        if let outfit = begun.outfit { look += ["--base", outfit] }
        look += ["--overlay", "hat"]
        // The picture of a moment, or what moves.
        if begun.outfit == nil, let animation = begun.animation {
            look += ["--animation", animation, "-o", "pet.gif"]
        } else {
            look += ["-o", "look.png"]
        }
        return [
            ["preview"] + catalog + look,
            ["validate"] + catalog + ["--strict"],
            ["bake"] + catalog + ["-o", "build"],
        ].map { (["kiln"] + $0).map(shellQuoted).joined(separator: " ") }
    }
}
