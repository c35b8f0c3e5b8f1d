internal import Arguments
internal import Bake
internal import Console
internal import Diagnostics
internal import FileStore
internal import LooseTools

/// `kiln init [DIR]`: a small catalog to begin with.
enum InitCommand {
    static let folder = Positional(
        optional: "DIR",
        .directory,
        default: ".",
        help: "where to write it"
    )

    static let command = Command<Action>(
        "init",
        summary: "write a small catalog that bakes",
        description: """
            Writes catalog.json and two pictures under assets-src: a pet of two frames, and a hat \
            on a green screen. Nothing that is there already is overwritten.
            """,
        examples: [
            Example("kiln init game && kiln bake game -o build", "Begin a game, and bake it.")
        ],
        positionals: [folder],
        groups: [FlagGroup("Output", [Shared.quiet])],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let files = try await initCatalog(in: try values[folder], disk: RealDisk())
        if try !values[Shared.quiet] {
            for file in files { Console.standardOutput.print("wrote \(file)") }
        }
        return .clean
    }
}
