import AtlasBuilding
import Bake
import Catalog
import Console
import FileStore

/// `kiln import FILE [DIR]`: a catalog from a project or an atlas of another tool.
enum ImportCommand {
    static let file = Positional("FILE", .file).help("the project or the atlas")
    static let folder = Positional(optional: "DIR", .directory, default: ".")
        .help("where to write the catalog")
    static let root = Flag("root", value: "DIR", .directory)
        .whenAbsent("the folder above the project's")
        .help(
            "the folder that holds the project and all its pictures",
            details: "Nothing outside of it is read, whatever the project names."
        )

    static let command = Command<Action>(
        "import",
        summary: "write a catalog from another tool's project or atlas",
        description: """
            Reads projects of TexturePacker (.tps), Free Texture Packer (.ftpp), spright (.conf) \
            and libGDX (pack.json), asset catalogs of Xcode (.xcassets), and packed atlases, \
            whose sprites are cut out of the pages: \
            \(AtlasFormat.fileEndings.joined(separator: ", ")). Writes catalog.json, its \
            schema and the sprites in assets-src, with pivots, nine-slices and settings. \
            Existing files are never overwritten. The output lists what was not imported.
            """,
        examples: [
            "kiln import ui.tps game": "Write a catalog for a project into game.",
            "kiln import hero.atlas": "Cut the sprites out of an atlas.",
            "kiln import art/tools/ui.tps --root .": "Read pictures anywhere below here.",
        ],
        positionals: [file, folder],
        groups: [
            "Reading": [root],
            "Output": [Shared.json, Shared.quiet],
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let folder = try values[folder]
        let begun = try await importProject(
            try values[file],
            root: try values[root],
            into: folder,
            disk: RealDisk()
        )
        try await begun.present(in: folder, checksArt: true, values)
        return .clean
    }
}
