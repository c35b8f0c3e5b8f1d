import Catalog
import Console
import Diagnostics
import KilnManifest

/// `kiln schema`: the JSON Schemas of the files that people and games read.
enum SchemaCommand {
    enum Which: String, CaseIterable, Sendable {
        case catalog
        case manifest
    }

    static let which = Positional(
        optional: "SCHEMA",
        .choice(of: Which.self),
        default: .catalog,
        help: "catalog or manifest"
    )

    static let command = Command<Action>(
        "schema",
        summary: "print the JSON Schema of the catalog or the manifest",
        description: "Both are of draft 2020-12; editors complete and check catalogs with them.",
        examples: [
            Example("kiln schema > Schemas/catalog.schema.json", "Keep the catalog's schema."),
            Example("kiln schema manifest", "Print the manifest's schema."),
        ],
        positionals: [which],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let text =
            switch try values[which] {
            case .catalog: catalogSchema()
            case .manifest: Manifest.schema
            }
        Console.standardOutput.print(Document(own: text))
        return .clean
    }
}
