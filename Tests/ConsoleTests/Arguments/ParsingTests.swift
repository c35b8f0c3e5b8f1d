import Console
import Testing

/// A command line, and what its command reads or the message it gets.
struct Line: CustomTestStringConvertible, Sendable {
    let words: [String]
    let expected: String

    init(_ words: String..., gives expected: String) {
        self.words = words
        self.expected = expected
    }

    var testDescription: String { words.joined(separator: " ") }

    /// What happens with the line, as text.
    var outcome: String {
        get throws {
            do {
                switch try sample.parse(words) {
                case .run(let command, let values): return try command.action(values)
                case .version(let text): return text
                case .help(let help):
                    return String(help.rendered(width: 80, isBold: false).prefix { $0 != "\n" })
                }
            } catch let error as UsageError {
                return error.message
            }
        }
    }
}

@Suite struct ParsingTests {
    @Test(arguments: [
        Line("pack", "in", "-o", "out", gives: "in -> out"),
        Line("pack", "-o", "out", "in", gives: "in -> out"),
        Line("pack", "in", "-oout", gives: "in -> out"),
        Line("pack", "in", "-o=out", gives: "in -> out"),
        Line("pack", "in", "--output", "out", gives: "in -> out"),
        Line("pack", "in", "--output=out", gives: "in -> out"),
        Line("pack", "in", "--output=a=b", gives: "in -> a=b"),
        Line("pack", "in", "--output=-dash", gives: "in -> -dash"),
        Line("pack", "in", "-o-dash", gives: "in -> -dash"),
        Line("pack", "-o", "./-", "./-", gives: "./- -> ./-"),
        Line("key", "-", "x", gives: "-,x threshold=0.4 offset=0 key=none"),
        Line("__ids", "species", "--", "resolve", "--axis", gives: "asked"),
        Line("pack", "-o", "out", "--", "--json", gives: "--json -> out"),
        Line("pack", "-o", "out", "in", "--", gives: "in -> out"),
        Line("pack", "-qv", "in", "-o", "out", gives: "in -> out quiet verbose"),
        Line("pack", "-vqo", "out", "in", gives: "in -> out quiet verbose"),
        Line("pack", "-vqoout", "in", gives: "in -> out quiet verbose"),
        Line("pack", "in", "-vv", "-v", "-o", "out", gives: "in -> out verbose"),
        Line(
            "pack",
            "in",
            "--json",
            "-o",
            "out",
            "--padding",
            "0",
            gives: "in -> out padding=0 json"
        ),
        Line(
            "pack",
            "in",
            "-o",
            "out",
            "--padding=64",
            "-j8",
            gives: "in -> out padding=64 jobs=8"
        ),
        Line("pack", "in", "-o", "out", "--no-trim", gives: "in -> out no-trim"),
        Line("pack", "in", "-o", "out", "--color", "never", gives: "in -> out color=never"),
        Line("pack", "in", "-o", "out", "--name", "é ü", gives: "in -> out name=é ü"),
        Line(
            "pack",
            "-f",
            "phaser",
            "in",
            "--format=kiln",
            "-o",
            "out",
            "-fphaser",
            gives: "in -> out formats=phaser+kiln+phaser"
        ),
        Line("key", "a.png", gives: "a.png threshold=0.4 offset=0 key=none"),
        Line("key", "a", "-t", "1", "b", "c", gives: "a,b,c threshold=1.0 offset=0 key=none"),
        Line("key", "a", "-t.5", gives: "a threshold=0.5 offset=0 key=none"),
        Line("key", "a", "-t1e-3", gives: "a threshold=0.001 offset=0 key=none"),
        Line("key", "a", "--offset", "-3", gives: "a threshold=0.4 offset=-3 key=none"),
        Line("key", "a", "--offset=-3", gives: "a threshold=0.4 offset=-3 key=none"),
        Line("key", "-5", "-.5", gives: "-5,-.5 threshold=0.4 offset=0 key=none"),
        Line("key", "a", "--key", "#00fF00", gives: "a threshold=0.4 offset=0 key=#00fF00"),
        Line("resolve", "dog", "hat", gives: "catalog.json: dog wears hat"),
        Line("resolve", "my.json", "dog", "hat", gives: "my.json: dog wears hat"),
        Line("init", gives: "started"),
        Line("completions", "zsh", gives: "zsh"),
    ])
    func `options and arguments mix freely`(line: Line) throws {
        #expect(try line.outcome == line.expected)
    }

    @Test(arguments: [
        Line(gives: "kiln 1.2.3: bakes game sprites"),
        Line("--help", gives: "kiln 1.2.3: bakes game sprites"),
        Line("-h", "whatever", gives: "kiln 1.2.3: bakes game sprites"),
        Line("help", gives: "kiln 1.2.3: bakes game sprites"),
        Line("help", "--help", gives: "kiln 1.2.3: bakes game sprites"),
        Line("--version", gives: "kiln 1.2.3"),
        Line("help", "pack", gives: "kiln pack: pack a folder of images into pages"),
        Line("pack", "--help", gives: "kiln pack: pack a folder of images into pages"),
        Line("pack", "a", "b", "c", "-vh", gives: "kiln pack: pack a folder of images into pages"),
        Line("help", "pakc", gives: "unknown command 'pakc'; did you mean 'pack'?"),
        Line("help", "pack", "key", gives: "unexpected argument 'key', expected one command"),
    ])
    func `help and version need nothing else`(line: Line) throws {
        #expect(try line.outcome == line.expected)
    }

    @Test(arguments: [
        Line("pakc", gives: "unknown command 'pakc'; did you mean 'pack'?"),
        Line("Key", gives: "unknown command 'Key'; did you mean 'key'?"),
        Line("comp", gives: "unknown command 'comp'; did you mean 'completions'?"),
        Line("frobnicate", gives: "unknown command 'frobnicate'"),
        Line("", gives: "unknown command ''"),
        Line("--versoin", gives: "unknown option '--versoin'; did you mean '--version'?"),
        Line("--", gives: "unknown option '--'"),
        Line(
            "--jobs=3",
            "pack",
            gives: "option '--jobs' stands before the command, expected it after the command"
        ),
        Line(
            "pack",
            "--paddin",
            "3",
            gives: "unknown option '--paddin'; did you mean '--padding'?"
        ),
        Line("pack", "--pad=3", gives: "unknown option '--pad'; did you mean '--padding'?"),
        Line(
            "pack",
            "--Padding",
            "3",
            gives: "unknown option '--Padding'; did you mean '--padding'?"
        ),
        Line(
            "pack",
            "-padding",
            "3",
            gives: "unknown option '-padding'; did you mean '--padding'?"
        ),
        Line("pack", "--notrim", gives: "unknown option '--notrim'; did you mean '--no-trim'?"),
        Line("pack", "--no-json", gives: "unknown option '--no-json'"),
        Line("pack", "--j", "3", gives: "unknown option '--j'"),
        Line("pack", "-qx", gives: "unknown option '-x'"),
        Line("pack", "--hlep", gives: "unknown option '--hlep'; did you mean '--help'?"),
        Line("pack", "---", gives: "unknown option '---'"),
        Line("pack", "--=x", gives: "unknown option '--'"),
        Line(
            "pack",
            "in",
            "-o",
            gives: "missing value for '-o', expected the path of a folder"
        ),
        Line(
            "pack",
            "in",
            "--output",
            "--json",
            gives: "missing value for '--output', found '--json', expected the path of a folder"
        ),
        Line(
            "pack",
            "in",
            "-o",
            "--",
            "out",
            gives: "missing value for '-o', found '--', expected the path of a folder"
        ),
        Line("pack", "--json=yes", gives: "option '--json' takes no value, found 'yes'"),
        Line("pack", "--no-trim=1", gives: "option '--no-trim' takes no value, found '1'"),
        Line("pack", "-q=1", gives: "option '-q' takes no value, found '1'"),
        Line(
            "pack",
            "--padding",
            "two",
            gives: "invalid value for --padding, found 'two', expected a whole number, 0 to 64"
        ),
        Line(
            "pack",
            "--padding=65",
            gives: "invalid value for --padding, found '65', expected a whole number, 0 to 64"
        ),
        Line(
            "pack",
            "--padding",
            "-1",
            gives: "invalid value for --padding, found '-1', expected a whole number, 0 to 64"
        ),
        Line(
            "pack",
            "--padding=99999999999999999999",
            gives: "invalid value for --padding, found '99999999999999999999', "
                + "expected a whole number, 0 to 64"
        ),
        Line(
            "pack",
            "-j",
            "1.5",
            gives: "invalid value for -j, found '1.5', expected a whole number, 1 to 64"
        ),
        Line(
            "pack",
            "--output=",
            gives: "invalid value for --output, found '', expected the path of a folder"
        ),
        Line(
            "pack",
            "--name",
            "",
            gives: "invalid value for --name, found '', expected text that is not empty"
        ),
        Line(
            "pack",
            "--color",
            "alway",
            gives: "invalid value for --color, found 'alway', expected auto, always or never; "
                + "did you mean 'always'?"
        ),
        Line(
            "pack",
            "-fgodot",
            gives:
                "invalid value for -f, found 'godot', expected kiln, texturepacker-hash or phaser"
        ),
        Line(
            "key",
            "-t",
            "nan",
            gives: "invalid value for -t, found 'nan', expected a number, 0 to 1"
        ),
        Line(
            "key",
            "-t",
            "0x1",
            gives: "invalid value for -t, found '0x1', expected a number, 0 to 1"
        ),
        Line(
            "key",
            "--offset",
            "3px",
            gives: "invalid value for --offset, found '3px', expected a whole number"
        ),
        Line(
            "key",
            "--key",
            "green",
            gives: "invalid value for --key, found 'green', expected a color as #RRGGBB, or auto"
        ),
        Line(
            "completions",
            "fihs",
            gives: "invalid value for SHELL, found 'fihs', expected bash, zsh or fish; "
                + "did you mean 'fish'?"
        ),
        Line(
            "pack",
            "-o",
            "a",
            "in",
            "--output=b",
            gives: "option '--output' given twice, found 'a' and 'b', expected one"
        ),
        Line("pack", "in", gives: "missing option '-o DIR'"),
        Line("pack", "-o", "out", gives: "missing argument 'DIR', expected DIR"),
        Line("key", gives: "missing argument 'INPUT', expected INPUT…"),
        Line("resolve", "dog", gives: "missing argument 'ITEM', expected [CATALOG] SPECIES ITEM"),
        Line(
            "resolve",
            "a",
            "b",
            "c",
            "d",
            gives: "unexpected argument 'd', expected [CATALOG] SPECIES ITEM"
        ),
        Line(
            "pack",
            "in",
            "-o",
            "-",
            gives: "invalid value for -o, found '-', expected the path of a folder; "
                + "did you mean './-'?"
        ),
        // `cp` and its kind take the target as their last argument.
        Line(
            "pack",
            "in",
            "out",
            gives: "unexpected argument 'out', expected DIR; did you mean '-o out'?"
        ),
        Line("pack", "in", "more", "-o", "out", gives: "unexpected argument 'more', expected DIR"),
        Line("__id", gives: "unknown command '__id'"),
        Line("init", "here", gives: "unexpected argument 'here', expected none"),
        Line(
            "pack",
            "-o",
            "out",
            "",
            gives: "invalid value for DIR, found '', expected the path of a folder"
        ),
    ])
    func `what is wrong is named`(line: Line) throws {
        #expect(try line.outcome == line.expected)
    }

    @Test func `an error names the command whose help to read`() throws {
        let error = #expect(throws: UsageError.self) { try sample.parse(["pack", "--jsn"]) }
        #expect(
            error?.description == """
                error: unknown option '--jsn'; did you mean '--json'?
                  help: try 'kiln pack --help'
                """
        )
        let outer = #expect(throws: UsageError.self) { try sample.parse(["pock"]) }
        #expect(outer?.help == "try 'kiln --help'")
    }

    @Test func `a command may add complaints of its own`() throws {
        guard case .run(_, let values) = try sample.parse(["init"]) else {
            Issue.record("not a command")
            return
        }
        let error = values.usageError("'--json' and '--quiet' exclude each other")
        #expect(error.message == "'--json' and '--quiet' exclude each other")
        #expect(error.help == "try 'kiln init --help'")
    }

    @Test(arguments: [
        // `A… [B]`: the repeating argument leaves the optional one its word.
        (["1"], "1 | none"), (["1", "2"], "1 | 2"), (["1", "2", "3"], "1 2 | 3"),
    ])
    func `a repeating argument shares with an optional one behind it`(
        words: [String],
        expected: String
    ) throws {
        let first = Positional(repeating: "A", .text).help("words")
        let second = Positional(optional: "B", .text).help("words")
        let command = Command<Int>("x", summary: "", positionals: [first, second], action: 7)
        let program = Program("p", version: "", summary: "", groups: ["": [command]])
        guard case .run(let found, let values) = try program.parse(["x"] + words) else {
            Issue.record("not a command")
            return
        }
        let read = "\(try values[first].joined(separator: " ")) | \(try values[second] ?? "none")"
        #expect(read == expected)
        #expect(found.action == 7)
    }

    @Test(arguments: [
        // `[A] [B…]`: the optional one comes first, and neither needs a word.
        ([], "none | "), (["1"], "1 | "), (["1", "2", "3"], "1 | 2 3"),
    ])
    func `any number of arguments may be none`(words: [String], expected: String) throws {
        let first = Positional(optional: "A", .text).help("words")
        let second = Positional(anyNumber: "B", .text).help("words")
        let command = Command<Int>("x", summary: "", positionals: [first, second], action: 7)
        let program = Program("p", version: "", summary: "", groups: ["": [command]])
        guard case .run(_, let values) = try program.parse(["x"] + words) else {
            Issue.record("not a command")
            return
        }
        let read = "\(try values[first] ?? "none") | \(try values[second].joined(separator: " "))"
        #expect(read == expected)
    }

    @Test func `options that many commands have are added once`() throws {
        let color = Flag("color").help("words")
        let more = Flag("more").help("words")
        let own = Command("x", summary: "", groups: ["Messages": [color]], action: 0)
        let both = own.adding([color, more], to: "Messages")
        #expect(both.flags.map(\.name) == ["color", "more"])
        #expect(both.groups.map(\.heading) == ["Messages"])
        let bare = Command("x", summary: "", action: 0).adding([color], to: "Messages")
        #expect(bare.flags.map(\.name) == ["color"])
    }

    @Test func `no short line of odd words brings the parser down`() throws {
        let words = [
            "-", "--", "-o", "--output", "=", "-=", "--=", "-h", "-5", "", "pack", "é", "-é",
        ]
        for command in ["pack", "key", "resolve", "init", "help", "-", ""] {
            for a in words {
                for b in words {
                    for c in words {
                        // Any outcome will do, as long as it is one.
                        #expect(try !Line(command, a, b, c, gives: "").outcome.isEmpty)
                    }
                }
            }
        }
    }
}
