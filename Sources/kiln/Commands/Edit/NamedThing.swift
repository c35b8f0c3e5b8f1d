import Bake
import Catalog
import Console
import Diagnostics
import FileStore

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
