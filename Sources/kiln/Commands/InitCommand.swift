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
            Writes catalog.json, catalog.schema.json, by which editors complete and check it, and three \
            pictures under assets-src: a pet of two frames, the pet in an outfit, and a hat on a green \
            screen. Nothing that is there already is overwritten. Then it says what to try next.
            """,
        examples: [
            Example("kiln init game && kiln bake game -o build", "Begin a game, and bake it.")
        ],
        positionals: [folder],
        groups: [FlagGroup("Output", [Shared.quiet])],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let folder = try values[folder]
        let files = try await initCatalog(in: folder, disk: RealDisk())
        if try !values[Shared.quiet] {
            for file in files { Console.standardOutput.print("wrote \(file)") }
            Console.standardOutput.print("next:")
            for line in nextSteps(in: folder) { Console.standardOutput.print("  \(line)") }
        }
        return .clean
    }

    /// Command lines that work where the user is.
    private static func nextSteps(in folder: String) -> [String] {
        let catalog = folder == "." ? [] : [folder]
        return [
            ["preview"] + catalog
                + ["--species", "blob", "--base", "robe", "--overlay", "hat", "-o", "look.png"],
            ["validate"] + catalog + ["--strict"],
            ["bake"] + catalog + ["-o", "build"],
        ].map { (["kiln"] + $0).map(shellQuoted).joined(separator: " ") }
    }
}
