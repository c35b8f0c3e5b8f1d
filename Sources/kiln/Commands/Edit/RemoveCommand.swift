import Bake
import Catalog
import Console
import Diagnostics
import FileStore

/// `kiln remove ID [CATALOG]`: a thing goes, with what refers to it.
enum RemoveCommand {
    static let id = Positional("ID", .id(of: .things)).help("the id to remove")
    static let art = Flag("art").help("also delete the art that nothing else uses")
    static let command = Command<Action>(
        "remove",
        summary: "remove an item, species, image or look and all references to it",
        description: """
            Removes the entry with the id and every reference to it. What cannot exist without \
            it goes too: a species takes its looks and the items that only it wears. All other \
            bytes of the catalog stay. Art stays unless --art deletes it. Either everything is \
            changed or nothing.
            """,
        examples: [
            "kiln remove hat": "Remove the item hat, and keep its art.",
            "kiln remove fox --art --dry-run": "Print what would go with the species fox.",
            "kiln remove hat --against released": "List hat as retired if released games have it.",
        ],
        positionals: [id, Shared.catalog],
        groups: [
            "Removing": [NamedThing.kind, NamedThing.against, art, Shared.dryRun],
            "Output": [Shared.json, Shared.quiet],
        ],
        action: run
    )

    private struct Outcome: Encodable {
        var removed: [RemovePlan.Thing]
        var retired: [RemovePlan.Thing]
        /// Deleted with '--art', left otherwise.
        var unusedFiles: [String]
        var isDryRun: Bool
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        guard let thing = try NamedThing(try values[id], values, disk) else {
            return .couldNotRun
        }
        let plan = try RemovePlan(
            thing.kind,
            thing.id,
            from: thing.loaded,
            bytes: thing.bytes,
            takesArt: try values[art],
            isReleased: { thing.released?.has($0.kind, $0.id) ?? false },
            disk: disk
        )
        var edit = CatalogEdit(catalog: thing.loaded.path, old: thing.bytes, new: plan.text)
        if try values[art] { edit.removals = plan.unusedFiles }
        let isDone = try !values[Shared.dryRun]
        if isDone { try edit.apply(disk: disk) }
        let outcome = Outcome(
            removed: plan.removed,
            retired: plan.retired,
            unusedFiles: plan.unusedFiles,
            isDryRun: !isDone
        )
        let kept = edit.removals.isEmpty ? plan.unusedFiles : []
        let ids = plan.removed.map(\.id).joined(separator: ", ")
        try values.present(outcome) {
            var lines = edit.diff
            for path in kept { lines.append("kept \(path): nothing uses it now") }
            let verb = isDone ? "removed" : "would remove"
            return lines + ["\(verb) \(ids) from \(thing.loaded.path)"]
        }
        return .clean
    }
}
