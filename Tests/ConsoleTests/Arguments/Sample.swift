import Console

/// A small program with every kind of declaration; its commands say what they read.
typealias Action = @Sendable (Values) throws -> String

enum When: String, CaseIterable {
    case auto
    case always
    case never
}

enum Format: String, CaseIterable {
    case kiln
    case hash = "texturepacker-hash"
    case phaser
}

extension ValueKind where Value == Int {
    /// A number of which help gives no limits.
    static var wholeNumber: ValueKind { ValueKind(expected: "a whole number") { Int($0) } }
}

struct Color: Equatable {
    var text: String
}

enum Common {
    static let jobs = Flag("jobs", short: "j", value: "N", .integer(in: 1...64))
        .whenAbsent("one per core").help("images worked on at a time")
    static let color = Flag("color", value: "WHEN", .choice(of: When.self), default: .auto)
        .help("color the messages")
    static let json = Flag("json").help("print the result as JSON")
    static let quiet = Flag("quiet", short: "q").help("print nothing but errors")
    static let verbose = Flag("verbose", short: "v").help("say what is done, and why")

    static var flags: [any Declared] { [jobs, json, color, quiet, verbose] }
}

enum Pack {
    static let folder = Positional("DIR", .directory).help("the folder of images")
    static let output = Flag(required: "output", short: "o", value: "DIR", .directory.output)
        .help("where the pages go")
    static let name = Flag("name", value: "NAME", .text).help("the pages' name")
    static let padding = Flag("padding", value: "N", .integer(in: 0...64), default: 2)
        .help("pixels between neighbors")
    static let pageSize = Flag("max-size", value: "N", .integer(in: 1...16384), default: 2048)
        .help("pixels a side of the largest page")
    static let noTrim = Flag("no-trim").help("keep empty borders")
    static let formats = Flag(
        repeating: "format",
        short: "f",
        value: "F",
        .choice(of: Format.self)
    )
    .whenAbsent("kiln").help("a descriptor to write")

    static let command = Command<Action>(
        "pack",
        summary: "pack a folder of images into pages",
        positionals: [folder],
        groups: [
            "Layout": [padding, pageSize, noTrim],
            "Output": [output, name, formats],
            "Common options": Common.flags,
        ]
    ) { values in
        let folder: String = try values[folder]
        let output: String = try values[output]
        let name: String? = try values[name]
        let padding: Int = try values[padding]
        let noTrim: Bool = try values[noTrim]
        let formats = try values[formats].map(\.rawValue)
        let jobs: Int? = try values[Common.jobs]
        let color: When = try values[Common.color]
        let switches = [
            "json": try values[Common.json], "quiet": try values[Common.quiet],
            "verbose": try values[Common.verbose],
        ]
        return [
            folder, "->", output,
            name.map { "name=\($0)" },
            values.has(Pack.padding) ? "padding=\(padding)" : nil,
            noTrim ? "no-trim" : nil,
            formats.isEmpty ? nil : "formats=\(formats.joined(separator: "+"))",
            jobs.map { "jobs=\($0)" },
            values.has(Common.color) ? "color=\(color)" : nil,
            switches.filter(\.value).keys.sorted().joined(separator: " "),
        ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

enum Key {
    static let inputs = Positional(repeating: "INPUT", .stream).help("pictures to key")
    static let threshold = Flag(
        "threshold",
        short: "t",
        value: "X",
        .number(in: 0...1),
        default: 0.4
    )
    .help("how much green is solid")
    static let offset = Flag("offset", value: "N", .wholeNumber, default: 0).help("steps to shift")
    static let key = Flag(
        "key",
        value: "COLOR",
        ValueKind<Color>(
            expected: "a color as #RRGGBB, or auto",
            completion: .words(["auto", "00FF00"])
        ) { text in
            let isColor =
                text.count == 7 && text.first == "#" && text.dropFirst().allSatisfy(\.isHexDigit)
            return text == "auto" || isColor ? Color(text: text) : nil
        }
    ).whenAbsent("auto").help("the color to remove")
    static let mask = Flag("mask", value: "FILE", .file).help("also write the alpha")

    static let command = Command<Action>(
        "key",
        summary: "cut pictures out of their green: it's quick [no catalog]",
        positionals: [inputs],
        groups: ["Keying": [threshold, offset, key, mask]]
    ) { values in
        let inputs: [String] = try values[inputs]
        let threshold: Double = try values[threshold]
        let offset: Int = try values[offset]
        let key: Color? = try values[key]
        let settings = "threshold=\(threshold) offset=\(offset) key=\(key?.text ?? "none")"
        return "\(inputs.joined(separator: ",")) \(settings)"
    }
}

enum Resolve {
    static let catalog = Positional(optional: "CATALOG", .file, default: "catalog.json")
        .help("the catalog")
    static let species = Positional("SPECIES", .asked("species")).help("who wears it")
    static let item = Positional("ITEM", .asked("items")).help("what is worn")
    static let axis = Flag(
        repeating: "axis",
        short: "a",
        value: "AXIS",
        .asked("axes", besides: ["any"])
    )
    .help("how it is worn")

    static let command = Command<Action>(
        "resolve",
        summary: "explain which picture an item uses",
        positionals: [catalog, species, item],
        groups: ["Look": [axis]]
    ) { values in
        "\(try values[catalog]): \(try values[species]) wears \(try values[item])"
    }
}

extension ValueKind<String> {
    /// Words that only the program knows.
    static func asked(_ kind: String, besides words: [String] = []) -> ValueKind {
        ValueKind(expected: "a name", completion: .asked(kind, besides: words)) { $0 }
    }
}

enum Setup {
    static let shell = Positional("SHELL", .choice(of: Shell.self)).help("which shell to teach")

    static let completions = Command<Action>(
        "completions",
        summary: "print a completion script",
        positionals: [shell]
    ) { values in try values[shell].rawValue }

    static let ids = Command<Action>(
        askingCommand,
        summary: "list names",
        positionals: [
            Positional("KIND", .text).help("words"),
            Positional(repeating: "WORD", .text).help("words"),
        ]
    ) { _ in "asked" }

    static let start = Command<Action>("init", summary: "start a project") { _ in "started" }
}

let sample = Program<Action>(
    "kiln",
    version: "1.2.3",
    summary: "bakes game sprites",
    texts: """
        # kiln

        Turns sheets and green-screen art into texture atlases that a game loads.

        - `kiln bake -o build`: Bake ./catalog.json into build.

        ## Exit status

        - `0`: clean
        - `1`: the input has errors
        - `2`: could not run

        # pack

        Packs every picture below DIR into as few pages as it can. A frame is named by its path
        inside of DIR, without the extension.

        Needs no catalog.

        - `kiln pack sprites -o build`: Pack all images of sprites.
        - `kiln pack sprites -o build --max-size 1024 --format phaser`: Smaller pages, for old
          phones, and a descriptor that Phaser reads.

        ## --color

        'auto' colors them on a terminal, unless NO_COLOR is set.

        ## --padding

        Without any, a game that scales its sprites sees the colors of the one beside.

        # manual

        ## FILES

        - `catalog.json`: What there is; 'quoted' \\ and -o…

        ## SEE ALSO

        The documentation.

        """,
    groups: [
        "Single steps": [Pack.command, Key.command, Resolve.command],
        "Setup": [Setup.start, Setup.completions],
    ],
    hidden: [Setup.ids]
)
