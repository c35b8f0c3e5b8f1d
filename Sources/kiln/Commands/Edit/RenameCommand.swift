import Bake
import Catalog
import Console
import Diagnostics
import FileStore

/// `kiln rename ID NEW [CATALOG]`: another id, everywhere.
enum RenameCommand {
    static let id = Positional("ID", .id(of: .things)).help("the current id")
    static let newID = Positional("NEW", .text).help("the new id")
    static let command = Command<Action>(
        "rename",
        summary: "rename an id with its files and all references to it",
        description: """
            Changes the id where it is defined and everywhere in the catalog that refers to it, \
            renames the files that are named after it, and lets rules of "sheets" follow them. \
            Art that a thing names with "asset" keeps its name. All other bytes of the catalog \
            stay. Either everything is changed or nothing.
            """,
        examples: [
            "kiln rename hat top_hat": "Rename the item hat and its art.",
            "kiln rename hat top_hat --dry-run": "Print what that would change.",
            "kiln rename hat top_hat --against released":
                "List hat as retired if released games have it.",
        ],
        positionals: [id, newID, Shared.catalog],
        groups: [
            "Renaming": [NamedThing.kind, NamedThing.against, Shared.dryRun],
            "Output": [Shared.json, Shared.quiet],
        ],
        action: run
    )

    private struct Outcome: Encodable {
        var kind: String
        var old: String
        var new: String
        /// Places in the catalog.
        var places: Int
        var files: [Fix.Move]
        var isRetired: Bool
        var isDryRun: Bool
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        let (old, new) = (try values[id], try values[newID])
        guard let thing = try NamedThing(old, values, disk) else { return .couldNotRun }
        let (kind, loaded, bytes) = (thing.kind, thing.loaded, thing.bytes)
        let plan = try RenamePlan(
            kind,
            from: old,
            to: new,
            in: loaded.catalog,
            loaded.index,
            loaded.coverage,
            bytes: bytes,
            isRetired: thing.released?.has(kind, old) ?? false,
            isSameFile: { name, other in
                disk.isSameFile(joinPath(loaded.folder, name), joinPath(loaded.folder, other))
            }
        )
        // The plan counts from the catalog's folder, the disk from the current one.
        let moves = plan.moves.map {
            Fix.Move(
                from: joinPath(loaded.folder, $0.old),
                to: joinPath(loaded.folder, $0.new)
            )
        }
        let edit = CatalogEdit(catalog: loaded.path, old: bytes, new: plan.text, moves: moves)
        let isDone = try !values[Shared.dryRun]
        if isDone { try edit.apply(disk: disk) }
        let outcome = Outcome(
            kind: kind.rawValue,
            old: old,
            new: new,
            places: plan.places,
            files: moves,
            isRetired: plan.isRetired,
            isDryRun: !isDone
        )
        try values.present(outcome) {
            edit.diff + [
                "\(isDone ? "renamed" : "would rename") \(old) to \(new): "
                    + "\(counted(plan.places, "place")) in \(loaded.path), "
                    + counted(moves.count, "file")
            ]
        }
        return .clean
    }
}
