import Bake
import Console
import Diagnostics
import FileStore

/// `kiln cache [CATALOG]`: what is remembered, and forgetting it.
enum CacheCommand {
    static let stats = Flag("stats")
        .help("print the size of the cache (the default)")
        .excludes(clear)
    static let clear = Flag("clear")
        .help("delete what bakes stored there and nothing else; the next bake rebuilds everything")

    static let command = Command<Action>(
        "cache",
        summary: "show the size of a catalog's cache, or clear it",
        positionals: [Shared.catalog],
        groups: ["Cache": [stats, clear, Shared.cacheFolder, Shared.json]],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        let folder = try values[Shared.cacheFolder]
        var catalog = try values[Shared.catalog]
        // A misspelled name shall not mean the cache of whatever is next to it.
        if folder == nil { catalog = try disk.existingCatalog(catalog) }
        let cache = CacheFolder(of: catalog, at: folder, disk: disk)
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
