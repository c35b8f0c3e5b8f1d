import Bake
import Catalog
import Console
import Diagnostics
import FileStore

/// A change of a catalog's text and of the names of files, made completely or not at all.
///
/// A killed run leaves the old catalog or the new one, each with its files; names that it does not
/// need may be left over.
struct CatalogEdit: Sendable {
    let catalog: String
    let old: [UInt8]
    /// Nil if only files change.
    let new: [UInt8]?
    var moves: [Fix.Move] = []
    /// New files.
    var copies: [(path: String, bytes: [UInt8])] = []
    var removals: [String] = []

    /// The changes for people.
    var diff: [String] {
        unifiedDiff(of: catalog, from: old, to: new ?? old, moves)
            + copies.map { "create \($0.path)" } + removals.map { "delete \($0)" }
    }

    /// - Throws: `DiskError` if a file changed meanwhile or is in the way, and nothing changed
    ///   then; if an old name cannot be removed, both names are left.
    func apply(disk: any Disk) throws(DiskError) {
        // On a disk that ignores case the file itself may be there.
        for move in moves
        where disk.linkStamp(move.new) != nil && !disk.isSameFile(move.new, move.old) {
            throw DiskError(.rename, move.old, reason: "there is a file \(move.new) already")
        }
        // First each file has both names.
        var made: [String] = []
        do throws(DiskError) {
            for move in moves where disk.linkStamp(move.new) == nil {
                try disk.addName(move.new, to: move.old)
                made.append(move.new)
            }
            for copy in copies {
                try disk.create(copy.bytes, at: copy.path, permissions: nil)
                made.append(copy.path)
            }
            if let new { try disk.replace(new, at: catalog, over: Digest(of: old)) }
        } catch {
            for path in made { try? disk.remove(path) }
            throw error
        }
        for move in moves {
            // A name in other letters may be the same one; otherwise both names are there.
            if made.contains(move.new) || move.new.lowercased() != move.old.lowercased() {
                try disk.remove(move.old)
            } else {
                try disk.rename(move.old, to: move.new)
            }
        }
        for path in removals { try disk.remove(path) }
    }
}

extension Disk {
    /// Gives a file a second name; a copy where the file system has no links.
    fileprivate func addName(_ name: String, to path: String) throws(DiskError) {
        do throws(DiskError) {
            try link(path, to: name)
        } catch {
            guard linkStamp(name) == nil else { throw error }
            try create(try read(path), at: name, permissions: permissions(of: path))
        }
    }
}

/// `kiln add FILE…`: pictures become things of a catalog.
enum AddCommand {
    static let files = Positional(repeating: "FILE", .file)
        .help("a picture; one that is not in the catalog's sources is copied there")
    static let kind = Flag("as", value: "KIND", .choice(of: AddedKind.self))
        .whenAbsent("what the names say")
        .help("what the pictures are")
    static let catalog = Flag("catalog", value: "PATH", .file)
        .whenAbsent(Shared.nearestCatalogText)
        .help("the catalog, or the folder that holds its catalog.json")

    static let command = Command<Action>(
        "add",
        summary: "add pictures to a catalog",
        positionals: [files],
        groups: [
            "Adding": [kind, catalog, Shared.dryRun],
            "Output": [Shared.json, Shared.quiet],
        ],
        action: run
    )

    private struct Outcome: Encodable {
        struct Addition: Encodable {
            /// A JSON Pointer.
            var add: String
            /// JSON, as text.
            var value: String
        }
        var additions: [Addition]
        var files: [String]
        /// What was guessed, as sentences.
        var doubts: [String]
        var isDryRun: Bool
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        let (loaded, diagnostics) = try LoadedCatalog.load(
            try values[catalog] ?? Shared.nearestCatalog,
            disk: disk
        )
        guard let loaded, loaded.errorsOfCatalog.isEmpty else {
            Console.standardError.print(report: diagnostics)
            return .inputHasErrors
        }
        let bytes = try disk.read(loaded.path)
        let plan = try await AddPlan(
            try values[files],
            as: try values[kind],
            to: loaded,
            bytes: bytes,
            disk: disk
        )
        var edit = CatalogEdit(catalog: loaded.path, old: bytes, new: plan.text)
        for (from, to) in plan.copies {
            edit.copies.append((joinPath(loaded.folder, to), try disk.read(from)))
        }
        let isDone = try !values[Shared.dryRun]
        if isDone { try edit.apply(disk: disk) }
        let outcome = Outcome(
            additions: plan.additions.map { .init(add: $0.pointer, value: $0.value) },
            files: edit.copies.map { $0.path },
            doubts: plan.doubts,
            isDryRun: !isDone
        )
        try values.present(outcome) {
            var lines = edit.diff
            lines += plan.known.map { "\($0) needs no entry: the catalog uses a file of this name" }
            lines += plan.doubts.map { "please check: \($0)" }
            let entries = counted(plan.additions.count, "entry", "entries")
            if !plan.additions.isEmpty {
                lines.append("\(isDone ? "added" : "would add") \(entries) to \(loaded.path)")
            }
            return lines
        }
        return .clean
    }
}
