import Console
import Testing

/// What options declare of each other is checked, and shown.
struct FlagRuleTests {
    private enum Mode: String, CaseIterable, Sendable {
        case best
        case fast
    }

    private enum Cut {
        static let grid = Flag("grid", value: "CxR", .text).help("cut a grid")
        static let auto = Flag("auto").help("find the figures").excludes(grid)
        static let margin = Flag("margin", value: "N", .text).help("pixels around")
            .needs(grid, auto)
        static let mode = Flag("mode", value: "M", .choice(of: Mode.self)).help("how")
        static let frames = Flag("frames").help("judge all")
            .excludes(mode.set(to: "fast"), because: "'best' alone judges areas")
        static let shape = Flag("shape", value: "S", .text).help("how outlines run")
            .needs(mode.set(to: "best"))
        static let output = Flag("output", short: "o", value: "FILE", .stream).help("where to")
            .excludes([frames], whenSetTo: "-")
    }

    private let program = Program(
        "tool",
        version: "1",
        summary: "cut",
        groups: [
            "All": [
                Command(
                    "cut",
                    summary: "cut",
                    groups: [
                        "Options": [
                            Cut.grid, Cut.auto, Cut.margin, Cut.mode, Cut.frames, Cut.shape,
                            Cut.output,
                        ]
                    ],
                    action: 0
                )
            ]
        ]
    )

    @Test(
        arguments: [
            ("--grid a --auto", "'--auto' and '--grid' exclude each other"),
            ("--margin 2", "'--margin' needs '--grid' or '--auto'"),
            (
                "--frames --mode fast",
                "'--frames' and '--mode fast' exclude each other; 'best' alone judges areas"
            ),
            ("--shape round", "'--shape' needs '--mode best'"),
            ("--shape round --mode fast", "'--shape' needs '--mode best'"),
            ("-o - --frames", "'-o -' and '--frames' exclude each other"),
        ]
    )
    func `a command line against a rule is refused`(line: String, message: String) {
        let error = #expect(throws: UsageError.self) {
            try program.parse(["cut"] + line.split(separator: " ").map(String.init))
        }
        #expect(error?.message == message)
    }

    @Test(
        arguments: [
            "--grid a --margin 2", "--auto --margin 2", "--frames --mode best", "--frames",
            "--shape round --mode best", "-o file --frames", "-o -",
        ]
    )
    func `other command lines are taken`(line: String) throws {
        _ = try program.parse(["cut"] + line.split(separator: " ").map(String.init))
    }

    @Test func `the long help lists rules`() throws {
        guard case .help(let help) = try program.parse(["help", "cut"]) else {
            Issue.record("no help")
            return
        }
        let text = help.rendered(width: 80, isBold: false)
        for sentence in [
            "Not with --grid.", "Needs --grid or --auto.", "Not with --mode fast.",
            "Needs --mode best.", "With -, not with --frames.",
        ] {
            #expect(text.contains(sentence), "\(text)")
        }
    }

    @Test func `zsh offers no option next to one that excludes it`() {
        let script = program.completions(for: .zsh)
        #expect(script.contains("(--grid --auto)--grid"))
        #expect(script.contains("(--auto --grid)--auto"))
        #expect(script.contains("(--frames)--frames"))
    }
}
