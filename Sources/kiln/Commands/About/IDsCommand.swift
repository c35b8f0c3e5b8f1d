import Catalog
import Console
import Diagnostics
import FileStore
import KilnManifest

/// Words of a catalog that shells offer: what the completion scripts ask for.
enum CatalogWords: String, CaseIterable, Sendable {
    case species
    case items
    case outfits
    case overlays
    case looks
    case images
    case animations
    case axes
    case targets
    case profiles
    /// Whatever `rename` and `remove` change.
    case things
}

extension ValueKind where Value == String {
    /// The name of something in the catalog, which shells look up.
    static func id(of words: CatalogWords) -> ValueKind {
        nonEmpty("text that is not empty", .asked(words.rawValue))
    }
}

/// `kiln __ids KIND -- WORD…`: the ids of the catalog that a line names, for completion.
enum IDsCommand {
    static let kind = Positional("KIND", .choice(of: CatalogWords.self)).help("what to list")
    static let line = Positional(repeating: "WORD", ValueKind<String>(expected: "a word") { $0 })
        .help("the line so far, from the command on")

    static let command = Command<Action>(
        askingCommand,
        summary: "list ids of the catalog, one per line",
        positionals: [kind, line],
        action: run
    )

    /// Says nothing where there is no catalog: whoever waits for completion reads no errors.
    static func run(_ values: Values) async throws -> ExitStatus {
        let words = Array(try values[line].dropFirst())
        guard let catalog = catalog(among: words, disk: RealDisk()) else { return .clean }
        let ids = catalog.words(try values[kind]).filter { word in
            // bash would run what is in others.
            !word.hasPrefix("-") && isPlainWord(word.replacing("=", with: ""))
        }
        if !ids.isEmpty {
            Console.standardOutput.print(Document(own: ids.joined(separator: "\n")))
        }
        return .clean
    }

    /// The first of the words that is one, else the nearest.
    private static func catalog(among words: [String], disk: RealDisk) -> Catalog? {
        for word in words + [Shared.nearestCatalog] where !word.hasPrefix("-") && !word.isEmpty {
            guard let stamp = disk.stamp(word) else { continue }
            let file = stamp.isFolder ? joinPath(word, "catalog.json") : word
            // Whoever waits does not wait for a picture of a gigabyte.
            guard file.hasSuffix(".json"), let bytes = try? disk.read(file) else { continue }
            let catalog = readCatalog(bytes, path: file).catalog
            // JSON that is no catalog reads as one without anything in it.
            if let catalog, !(catalog.species.isEmpty && catalog.images.isEmpty) { return catalog }
        }
        return nil
    }
}

extension Catalog {
    /// In the order of the file, each once.
    fileprivate func words(_ kind: CatalogWords) -> [String] {
        let all: [String] =
            switch kind {
            case .species: species.map(\.id)
            case .items: items.map(\.id)
            case .outfits: items.filter { $0.equipStyle == .replaceSprite }.map(\.id)
            case .overlays: items.filter { $0.equipStyle == .overlay }.map(\.id)
            case .looks: looks.map(\.id)
            case .images: images.map(\.id)
            case .animations: animations + sheets.flatMap { $0.own.animations.map(\.name) }
            case .axes: axes.flatMap { axis in axis.ids.map { "\(axis.name)=\($0)" } }
            case .targets: targets.map(\.id)
            case .profiles: profiles.map(\.name)
            case .things: RenamePlan.kinds.flatMap(ids)
            }
        return all.filter { !$0.isEmpty }.uniqued
    }
}
