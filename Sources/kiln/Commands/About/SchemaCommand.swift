import Bake
import Catalog
import Console

/// `kiln schema`: describes the files that people and games read, for editors and other programs.
enum SchemaCommand {
    enum Which: String, CaseIterable, Sendable {
        case catalog
        case manifest
        case typescript
    }

    static let which = Positional(optional: "SCHEMA", .choice(of: Which.self), default: .catalog)
        .help("catalog or manifest; typescript declares the manifest for TypeScript")

    static let command = Command<Action>(
        "schema",
        summary: "print the JSON Schema of the catalog or the manifest",
        description:
            "Editors use a schema (draft 2020-12) to complete and check catalogs.",
        examples: [
            "kiln schema > Schemas/catalog.schema.json": "Save the catalog's schema.",
            "kiln schema manifest": "Print the manifest's schema.",
            "kiln schema typescript > manifest.d.ts": "Declare the manifest for TypeScript.",
        ],
        positionals: [which],
        action: printing { values in
            switch try values[which] {
            case .catalog: catalogSchema()
            case .manifest: embeddedText("manifest.schema.json")
            case .typescript: embeddedText("manifest.d.ts")
            }
        }
    )
}
