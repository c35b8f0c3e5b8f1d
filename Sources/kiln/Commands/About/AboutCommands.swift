import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import KilnManifest

/// `kiln completions SHELL`: a script for tab completion.
enum CompletionsCommand {
    static let shell = Positional("SHELL", .choice(of: Shell.self)).help("the shell")

    static let command = Command<Action>(
        "completions",
        summary: "print a shell's completion script",
        positionals: [shell],
        action: printing { Kiln.program.completions(for: try $0[shell]) }
    )
}

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

/// `kiln man`: the manual page.
enum ManCommand {
    static let command = Command<Action>(
        "man",
        summary: "print the manual page",
        action: printing { _ in Kiln.program.manual(date: date) }
    )

    /// When the declarations, and so the page, last changed much.
    private static let date = "2026-11-22"
}

/// `kiln explain [ID]…`: what findings mean and how to mend them.
enum ExplainCommand {
    static let ids = Positional(
        anyNumber: "ID",
        ValueKind(expected: "an id", completion: .words(Check.all.map(\.id))) { $0 }
    )
    .help("the id of a check, such as fringe; * and ? are wildcards")

    static let command = Command<Action>(
        "explain",
        summary: "explain what a finding means and how to fix it",
        positionals: [ids],
        groups: ["Output": [Shared.json]],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let patterns = try values[ids]
        let checks = try patterns.isEmpty ? Check.all : Check.named(by: patterns)
        let output = Console.standardOutput
        if try values[Shared.json] {
            output.print(Document(json: explanationsAsJSON(checks, links: Shared.links)))
        } else if patterns.isEmpty {
            output.print(lines: list(of: checks))
        } else {
            let texts = checks.map { check in
                let lines = explanation(
                    of: check,
                    width: output.width,
                    usesColor: output.isColored,
                    links: Shared.links
                )
                return lines.joined(separator: "\n") + "\n"
            }
            output.print(Document(own: texts.joined(separator: "\n")))
        }
        return .clean
    }
}

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

    /// Prints nothing where there is no catalog: shells show no errors during completion.
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
