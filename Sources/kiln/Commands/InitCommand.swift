import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// `kiln init [DIR]`: a small catalog to begin with.
enum InitCommand {
    static let folder = Positional(optional: "DIR", .directory, default: ".")
        .help("where to write the catalog")

    static let picture = Flag("from", value: "PATH", .file)
        .help(
            "start with your own art: a folder, or a picture of a pet or a row of its frames",
            details: """
                A picture is copied. A screen is removed, and a row of figures is cut and becomes \
                an animation. The file name gives the ids: bunny-idle-row.png makes the species \
                bunny with the animation idle.

                In a folder, file names say what the pictures are: cat_pet is a species, \
                cat_pet_robe its outfit and overlay_hat an overlay. Folders called pets, outfits \
                or overlays say the same, and other pictures are images. An outfit that is \
                called after a species, such as cat_wizard, is only for it. Numbered pictures \
                that resemble each other become the frames of an animation. Images called room, \
                background, scene or splash keep their backgrounds. A folder inside DIR is used \
                where it is, and other art is copied to assets-src. The output lists what to \
                check.
                """
        )
        .excludes(
            template.set(
                to: InitTemplate.allCases.filter { $0 != .pet }.map(\.rawValue)
            ),
            because: "'--from' begins a pet"
        )

    static let template = Flag("template", value: "NAME", .choice(), default: InitTemplate.pet)
        .help(
            "the kind of game to start",
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
            "kiln init game && kiln bake game -o build": "Start a game and bake it.",
            "kiln init moods --template moods": "Start with faces instead of pets.",
            "kiln init mochi --from bunny-idle-row.png": "Make a pet from a generated row.",
            "kiln init --from art": "Write a catalog for a folder of art.",
        ],
        positionals: [folder],
        groups: [
            "Art": [template, picture],
            "Output": [Shared.json, Shared.quiet],
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let folder = try values[folder]
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
        let begun =
            if let picture, RealDisk().kind(of: picture) == .folder {
                try await initCatalog(in: folder, adopting: picture, disk: RealDisk())
            } else if let picture {
                try await initCatalog(in: folder, from: picture, disk: RealDisk())
            } else {
                try await initCatalog(in: folder, template, disk: RealDisk())
            }
        try await begun.present(in: folder, checksArt: picture != nil, values)
        return .clean
    }
}
