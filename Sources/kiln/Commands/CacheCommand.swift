import Bake
import Console
import Diagnostics
import FileStore

/// `kiln cache [CATALOG]`: what is remembered, and forgetting it.
enum CacheCommand {
    static let stats = Flag("stats", help: "print the size of the cache (the default)").excludes(
        clear
    )
    static let clear = Flag(
        "clear",
        help: "delete what bakes stored there, nothing else; the next bake rebuilds everything"
    )

    static let command = Command<Action>(
        "cache",
        summary: "look at the cache of a catalog, or clear it",
        description: """
            Bakes keep their results in .kiln-cache beside the catalog, by the digest of all they \
            follow from. The folder may be deleted at any time, and several processes may share it.
            """,
        examples: [
            Example("kiln cache", "Say how much the cache of ./catalog.json holds."),
            Example("kiln cache --clear game", "Forget all bakes of game/catalog.json."),
            Example("kiln cache --cache-dir /tmp/cache", "Look at a cache elsewhere."),
        ],
        positionals: [Shared.catalog],
        groups: [FlagGroup("Cache", [stats, clear, Shared.cacheFolder, Shared.json])],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        let folder = try values[Shared.cacheFolder]
        var catalog = try values[Shared.catalog]
        // A misspelled name shall not mean the cache of whatever lies beside it.
        if folder == nil { catalog = try disk.existingCatalog(catalog) }
        let cache = CacheFolder(at: folder, orBesides: catalog, disk: disk)
        let facts = cache.statistics()
        var others: [String] = []
        if try values[clear] {
            others = try cache.clear()
        } else if let trouble = cache.trouble {
            throw trouble
        }
        if let first = others.first {
            let named = others.count == 1 ? first : "\(first) and \(others.count - 1) more"
            let message = "left \(facts.folder), which holds what is not Kiln's: \(named)"
            try values.report([Diagnostic(.warning, about: nil, message)])
        }
        try values.present(facts) {
            let what =
                "\(counted(facts.entries, "entry", "entries")) (\(bytesText(facts.bytes))) of "
                + counted(facts.bakes, "bake")
            return try values[clear]
                ? ["removed \(what) from \(facts.folder)"] : ["\(facts.folder): \(what)"]
        }
        return .clean
    }
}
