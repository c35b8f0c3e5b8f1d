import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// `kiln init [DIR]`: a small catalog to begin with.
enum InitCommand {
    static let folder = Positional(
        optional: "DIR",
        .directory,
        default: ".",
        help: "where to write the catalog"
    )

    static let picture = Flag(
        "from",
        value: "PATH",
        .file,
        help: "start with your own art: a folder, or a picture of a pet or a row of its frames",
        details: """
            A picture is copied. A screen is removed, and a row of figures is cut and becomes \
            an animation. The file name gives the ids: bunny-idle-row.png makes the species \
            bunny with the animation idle.

            Of a folder, names say what pictures are: cat_pet is a species, cat_pet_robe its \
            outfit, overlay_hat an overlay, and others are images; so do folders called pets, \
            outfits or overlays. Numbered pictures that resemble each other become the frames \
            of an animation. A folder inside of DIR is used where it is; other art is copied \
            into assets-src. The output lists what to check.
            """
    ).excludes(
        template.set(
            to: InitTemplate.allCases.filter { $0 != .pet }.map(\.rawValue)
        ),
        because: "'--from' begins a pet"
    )

    static let template = Flag(
        "template",
        value: "NAME",
        .choice(of: InitTemplate.self),
        default: .pet,
        help: "the kind of game to start",
        details: InitTemplate.allCases.map { "\($0.rawValue): \($0.about)." }
            .joined(separator: "\n\n")
    )

    static let command = Command<Action>(
        "init",
        summary: "write a small catalog that bakes",
        description: """
            Writes catalog.json, its schema for editors, and a few pictures in assets-src: a pet \
            with two frames, an outfit, and a hat on a green screen. --template starts other \
            kinds of games, and --from starts with your own art. Existing files are \
            never overwritten. The output suggests what to try next.
            """,
        examples: [
            Example("kiln init game && kiln bake game -o build", "Start a game and bake it."),
            Example("kiln init moods --template moods", "Start with faces instead of pets."),
            Example(
                "kiln init mochi --from bunny-idle-row.png",
                "Make a pet from a generated row."
            ),
            Example("kiln init --from art", "Write a catalog for a folder of art."),
        ],
        positionals: [folder],
        groups: [
            FlagGroup("Art", [template, picture]),
            FlagGroup("Output", [Shared.json, Shared.quiet]),
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let folder = try values[folder]
        let begun: NewCatalog
        let template = try values[template]
        let picture = try values[picture]
        if RealDisk().kind(of: folder) == .file {
            throw DiskError(
                .create,
                folder,
                reason: "a file with this name is in the way",
                help: isPictureName(folder)
                    ? "name a folder, and the picture behind '--from': 'kiln init DIR --from \(folder)'"
                    : "name another folder"
            )
        }
        begun =
            if let picture, RealDisk().kind(of: picture) == .folder {
                try await initCatalog(in: folder, adopting: picture, disk: RealDisk())
            } else if let picture {
                try await initCatalog(in: folder, from: picture, disk: RealDisk())
            } else {
                try await initCatalog(in: folder, template, disk: RealDisk())
            }
        let found = picture == nil ? [] : try await findings(in: folder)
        if try values[Shared.json] {
            let report = Report(
                written: begun.paths,
                species: begun.species,
                animation: begun.animation,
                findings: picture == nil ? nil : found.map(\.description),
                doubts: begun.doubts.isEmpty ? nil : begun.doubts,
                next: nextSteps(begun, in: folder)
            )
            Console.standardOutput.print(try Document(encoding: report))
        } else if try !values[Shared.quiet] {
            for file in begun.paths { Console.standardOutput.print("wrote \(file)") }
            if !begun.doubts.isEmpty {
                Console.standardOutput.print("please check:")
                for doubt in begun.doubts { Console.standardOutput.print("  \(doubt)") }
            }
            if !found.isEmpty {
                Console.standardError.print(
                    "the art itself has problems, which kiln validate --strict reports:"
                )
                Console.standardError.print(report: found)
            }
            Console.standardOutput.print("next:")
            for line in nextSteps(begun, in: folder) {
                let words = line.map(shellQuoted).joined(separator: " ")
                Console.standardOutput.print("  \(words)")
            }
        }
        return .clean
    }

    /// What is wrong with the user's own art, which no catalog mends.
    private static func findings(in folder: String) async throws -> [Diagnostic] {
        let disk = RealDisk()
        let (loaded, diagnostics) = try LoadedCatalog.load(folder, disk: disk)
        guard let loaded else { return diagnostics }
        return try await loaded.validate(jobs: Machine.cores, disk: disk)
            .withholdingConsequences()
            .filter { $0.severity != .note }
    }

    /// What was begun, for machines.
    private struct Report: Encodable {
        var written: [String]
        /// Absent without '--from'.
        var species: String?
        var animation: String?
        /// What 'kiln validate --strict' reports of the user's own picture, as text.
        var findings: [String]?
        /// What was guessed, as sentences; absent when nothing was.
        var doubts: [String]?
        /// Command lines, word by word.
        var next: [[String]]
    }

    /// The arguments of commands that work where the user is.
    private static func nextSteps(_ begun: NewCatalog, in folder: String) -> [[String]] {
        let catalog = folder == "." ? [] : [folder]
        var steps = [
            ["validate"] + catalog + ["--strict"],
            ["bake"] + catalog + begun.bake + ["-o", "build"],
        ]
        if begun.preview.isEmpty {
            steps.append(["inspect", "build/manifest.json"])
        } else {
            steps.insert(["preview"] + catalog + begun.preview, at: 0)
        }
        return steps.map { ["kiln"] + $0 }
    }
}
