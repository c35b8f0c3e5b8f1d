import Console
import Testing

@Suite struct HelpTests {
    private func help(_ words: String..., width: Int = 80, isBold: Bool = false) throws -> String {
        guard case .help(let help) = try sample.parse(words) else { return "no help" }
        return help.rendered(width: width, isBold: isBold)
    }

    @Test func `a program shows its commands, examples first`() throws {
        try expectLines(
            help("--help"),
            """
            kiln 1.2.3: bakes game sprites

            Usage: kiln COMMAND [arguments] [options]

            Turns sheets and green-screen art into texture atlases that a game loads.

            Examples:
              kiln bake -o build
                  Bake ./catalog.json into build.

            Single steps:
              pack           pack a folder of images into pages
              key            cut pictures out of their green: it's quick [no catalog]
              resolve        explain which picture an item uses

            Setup:
              init           start a project
              completions    print a completion script

            Options:
              -h, --help     show this help; -h is shorter
                  --version  show the version

            Exit status:
              0              clean
              1              the input has errors
              2              could not run

            'kiln help COMMAND' describes a command.

            """
        )
    }

    @Test func `a command shows its arguments and options by group`() throws {
        try expectLines(
            help("pack", "--help"),
            """
            kiln pack: pack a folder of images into pages

            Usage: kiln pack DIR -o DIR [options]

            Packs every picture below DIR into as few pages as it can. A frame is named by
            its path inside of DIR, without the extension.

            Needs no catalog.

            Examples:
              kiln pack sprites -o build
                  Pack all images of sprites.
              kiln pack sprites -o build --max-size 1024 --format phaser
                  Smaller pages, for old phones, and a descriptor that Phaser reads.

            Arguments:
              DIR               the folder of images

            Layout:
                  --padding N   pixels between neighbors (0 to 64; default: 2)
                                Without any, a game that scales its sprites sees the colors
                                of the one beside.
                  --max-size N  pixels a side of the largest page (1 to 16384;
                                default: 2048)
                  --no-trim     keep empty borders

            Output:
              -o, --output DIR  where the pages go (required)
                  --name NAME   the pages' name
              -f, --format F    a descriptor to write (kiln, texturepacker-hash, phaser;
                                may be repeated; default: kiln)

            Common options:
              -j, --jobs N      images worked on at a time (1 to 64; default: one per core)
                  --json        print the result as JSON
                  --color WHEN  color the messages (auto, always, never; default: auto)
                                'auto' colors them on a terminal, unless NO_COLOR is set.
              -q, --quiet       print nothing but errors
              -v, --verbose     say what is done, and why
              -h, --help        show this help; -h is shorter

            """
        )
        #expect(try help("help", "pack") == help("pack", "--help"))
    }

    @Test func `short help keeps to one line a thing`() throws {
        try expectLines(
            help("resolve", "-h"),
            """
            kiln resolve: explain which picture an item uses

            Usage: kiln resolve [CATALOG] SPECIES ITEM [options]

            Arguments:
              [CATALOG]        the catalog (default: catalog.json)
              SPECIES          who wears it
              ITEM             what is worn

            Look:
              -a, --axis AXIS  how it is worn (may be repeated)
              -h, --help       show this help; -h is shorter

            'kiln resolve --help' shows more.

            """
        )
        let short = try help("pack", "-h")
        for absent in ["Examples", "Packs every picture", "Without any", "unless NO_COLOR"] {
            #expect(!short.contains(absent))
        }
    }

    @Test func `a long term stands above its meaning on a narrow terminal`() throws {
        try expectLines(
            help("key", "--help", width: 44),
            """
            kiln key: cut pictures out of their green:
            it's quick [no catalog]

            Usage: kiln key INPUT… [options]

            Arguments:
              INPUT…          pictures to key

            Keying:
              -t, --threshold X
                              how much green is solid
                              (0 to 1; default: 0.4)
                  --offset N  steps to shift
                              (default: 0)
                  --key COLOR
                              the color to remove
                              (default: auto)
                  --mask FILE
                              also write the alpha
              -h, --help      show this help; -h is
                              shorter

            """
        )
    }

    @Test(arguments: [["--help"], ["pack", "--help"], ["pack", "-h"], ["key", "--help"]])
    func `no line is longer than the terminal is wide`(words: [String]) throws {
        guard case .help(let help) = try sample.parse(words) else { return }
        for width in 60...120 {
            let lines = help.rendered(width: width, isBold: false).split(separator: "\n")
            for line in lines where !line.hasPrefix("  kiln ") {
                #expect(line.count <= width && line.last != " ", "\(line)")
            }
        }
        #expect(help.rendered(width: 0, isBold: false) == help.rendered(width: 40, isBold: false))
    }

    @Test func `headings are bold when asked, and nothing else changes`() throws {
        let bold = try help("pack", "--help", isBold: true)
        #expect(bold.contains("\n\u{1B}[1mLayout:\u{1B}[0m\n"))
        #expect(bold.contains("\n\u{1B}[1mUsage:\u{1B}[0m kiln pack"))
        let plain = bold.split(separator: "\u{1B}[1m").joined()
            .split(separator: "\u{1B}[0m").joined()
        #expect(plain == (try help("pack", "--help")))
    }

    /// Compares line by line, so that a failure shows the line.
    private func expectLines(_ text: String, _ expected: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, wanted) in zip(lines, wanted) { try #require(line == wanted) }
        #expect(lines.count == wanted.count)
    }
}
