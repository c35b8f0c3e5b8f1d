import Bake
import Console
import Diagnostics
import FileStore

/// `kiln resolve [CATALOG] SPECIES ITEM`: the fallback chain, explained.
enum ResolveCommand {
    // Optional each, because --all takes a catalog alone; `Request` tells them apart.
    static let catalog = Positional(optional: "CATALOG", .file)
        .help("the catalog (.json), or the folder that holds its catalog.json")
    static let species = Positional(optional: "SPECIES", .id(of: .species)).help("the pet")
    static let item = Positional(optional: "ITEM", .id(of: .items))
        .help("the item it wears; without it, explain the undressed pet")
    static let all = Flag("all").help("print the coverage matrix: every species by every item")
        .excludes(images, image, axis)

    static let images = Flag("images").help("explain every image of the catalog").excludes(
        image,
        axis
    )
    static let image = Flag("image", value: "ID", .id(of: .images))
        .help("explain one image of the catalog")
    static let axis = Flag(repeating: "axis", value: "AXIS", .assignment)
        .help("only this value of an axis, as NAME=VALUE")

    static let command = Command<Action>(
        "resolve",
        summary: "explain which file an item resolves to",
        description: """
            Prints every name that is tried for an item on a species, in order: which names \
            exist, which one wins, and what it shadows. Then it prints the keying and placement \
            settings in effect and where each comes from. Axis values with the same result share \
            one report.
            """,
        examples: [
            Example("kiln resolve penguin scarf", "Explain the penguin's scarf."),
            Example("kiln resolve game/catalog.json dog", "Explain the undressed dog."),
            Example("kiln resolve dog --axis mood=happy", "Explain the dog in one mood."),
            Example("kiln resolve --all", "Show which template supplies what for whom."),
            Example("kiln resolve --images", "Show the files of images, and their settings."),
            Example("kiln resolve --image room --axis mood=happy", "Explain one image."),
        ],
        positionals: [catalog, species, item],
        groups: [FlagGroup("Output", [axis, all, images, image, Shared.json])],
        action: run
    )

    private struct Request {
        var catalog = Shared.nearestCatalog
        var species: String?
        var item: String?
        var wantsImages = false
        var image: String?

        init(_ values: Values) throws {
            var words = [
                try values[ResolveCommand.catalog], try values[ResolveCommand.species],
                try values[ResolveCommand.item],
            ].compactMap { $0 }
            wantsImages = try values[ResolveCommand.images]
            image = try values[ResolveCommand.image]
            if image != nil {
                guard words.count < 2 else {
                    throw values.usageError("'--image' takes a catalog, and axis values")
                }
                catalog = words.first ?? catalog
                return
            }
            let showsAll = try values[ResolveCommand.all] || wantsImages
            // Ids hold neither a point nor a slash.
            if let first = words.first,
                showsAll || words.count == 3 || first.contains(".") || first.contains("/")
            {
                catalog = words.removeFirst()
            }
            if showsAll {
                guard words.isEmpty else {
                    let flag = wantsImages ? "--images" : "--all"
                    throw values.usageError("'\(flag)' takes a catalog and nothing else")
                }
                return
            }
            guard let species = words.first else {
                throw values.usageError("missing argument 'SPECIES', expected a species' id")
            }
            self.species = species
            item = words.dropFirst().first
        }
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try Request(values)
        let (loaded, findings) = try LoadedCatalog.load(request.catalog, disk: RealDisk())
        guard let loaded else {
            Console.standardError.print(findings)
            return .couldNotRun
        }
        // What cannot be used is told; the rest is explained as if it were not there.
        let errors = loaded.errorsOfCatalog
        Console.standardError.print(errors)
        let status = try explain(request, loaded, values)
        return status == .clean && !errors.isEmpty ? .inputHasErrors : status
    }

    private static func explain(
        _ request: Request,
        _ loaded: LoadedCatalog,
        _ values: Values
    ) throws -> ExitStatus {
        let axes = Dictionary(try values[axis].map { ($0.name, $0.value) }) { _, last in last }
        if request.wantsImages || request.image != nil {
            let reports =
                try request.image.map { try loaded.explain(image: $0, axes: axes) }
                ?? loaded.imageReports
            try values.present(reports) {
                reports.map(imageLines).joined(separator: [""]).map(\.self)
            }
            return reports.contains { $0.files.isEmpty } ? .inputHasErrors : .clean
        }
        guard let species = request.species else {
            let matrix = loaded.coverageMatrix(withAttempts: try values[Shared.json])
            try values.present(matrix) { coverageLines(matrix) }
            return matrix.contains { $0.asset == nil } ? .inputHasErrors : .clean
        }
        let reports = try loaded.explain(species: species, item: request.item, axes: axes)
        try values.present(reports) {
            reports.map(resolutionLines).joined(separator: [""]).map(\.self)
        }
        let lacksArt = reports.contains { $0.asset == nil && $0.excludedBy == nil }
        guard lacksArt else { return .clean }
        Console.standardError.print(
            remarks: loaded.findings(aboutNamesOf: species, wearing: request.item)
        )
        return .inputHasErrors
    }
}
