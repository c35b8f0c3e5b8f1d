import Diagnostics
import FileStore

/// The changes that mend what a validation found, done to the files.
struct FixRun: Sendable {
    /// How many findings are mended.
    let count: Int
    private let edit: CatalogEdit

    /// What would change.
    var diff: [String] { edit.diff }

    init(_ found: Found, catalog: String, disk: any Disk) throws(DiskError) {
        let bytes = try disk.read(catalog)
        let plan = FixPlan(found.diagnostics, path: catalog, bytes: bytes)
        count = plan.count
        edit = CatalogEdit(
            catalog: catalog,
            old: bytes,
            new: plan.text,
            moves: plan.moves.flatMap(\.self)
        )
    }

    func apply(disk: any Disk) throws(DiskError) { try edit.apply(disk: disk) }
}
