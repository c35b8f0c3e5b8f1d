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

/// The thing of a catalog that a command line names by its id, for commands that change it.
struct NamedThing {
    static let kind = Flag<Retired.Kind?>("kind", value: "KIND", .choice(among: RenamePlan.kinds))
        .whenAbsent("the only kind with that id")
        .help("what the id belongs to")
    static let against = Flag("against", value: "BAKE", .file)
        .help("an earlier bake's folder or manifest; an id that it has is listed under 'retired'")

    let kind: Retired.Kind
    let id: String
    let loaded: LoadedCatalog
    /// The text that `loaded` was read from.
    let bytes: [UInt8]
    /// The bake of '--against'.
    let released: OpenedBake?

    /// Nil if the catalog cannot be read; that is printed.
    init?(_ id: String, _ values: Values, _ disk: RealDisk) throws {
        let (loaded, diagnostics) = try LoadedCatalog.load(try values[Shared.catalog], disk: disk)
        guard let loaded else {
            Console.standardError.print(report: diagnostics)
            return nil
        }
        let kinds = try values[Self.kind].map { [$0] } ?? RenamePlan.kinds
        let having = kinds.filter { loaded.catalog.ids(of: $0).contains(id) }
        guard let kind = having.first else {
            let known = kinds.flatMap { loaded.catalog.ids(of: $0) }
            let near = nearestMatch(to: id, in: known).map { "; did you mean \($0)?" } ?? ""
            throw values.usageError("the catalog has no id '\(id)'\(near)")
        }
        guard having.count == 1 else {
            let names = having.map(\.rawValue).joined(separator: " and ")
            throw values.usageError("\(names) have the id '\(id)': choose one with '--kind'")
        }
        self.kind = kind
        self.id = id
        self.loaded = loaded
        bytes = try disk.read(loaded.path)
        released = try values[Self.against].map { try OpenedBake($0, disk: disk) }
    }
}

/// `kiln remove ID [CATALOG]`: a thing goes, with what refers to it.
enum RemoveCommand {
    static let id = Positional("ID", .id(of: .things)).help("the id to remove")
    static let art = Flag("art").help("also delete the art that nothing else uses")
    static let command = Command<Action>(
        "remove",
        summary: "remove an item, species, image or look and all references to it",
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
