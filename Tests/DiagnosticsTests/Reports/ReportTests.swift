import Diagnostics
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct ReportTests {
    private static let reference = Check("unknown-reference")
    private static let new = Check("new-id", .note)

    private let findings = [
        Diagnostic(
            ReportTests.reference,
            at: SourceLocation(
                path: "my art/catalog.json",
                position: .init(line: 3, column: 13),
                excerpt: .init(text: "\t\"ü🐶\": [\"hat_starw\"]", markStart: 12, markLength: 11)
            ),
            message: "there is no item \"hat_starw\"",
            help: "did you mean \"hat_straw\"?"
        ),
        Diagnostic(
            Check("duplicate-asset"),
            severity: .warning,
            at: SourceLocation(path: "b/50%,hat.png"),
            message: "two files are <one> & the same\u{1B}[31m",
            related: [SourceLocation(path: "a/hat.png", position: .init(line: 1, column: 2))]
        ),
        Diagnostic(ReportTests.new, message: "the item \"cap\" is new"),
    ]

    /// The command ran in the folder `game` of the repository.
    private let game = ReportPaths(workingFolder: "/home/ci/repo/game", root: "/home/ci/repo")

    @Test(
        arguments: [
            ("catalog.json", "game/catalog.json"), ("./art/hat.png", "game/art/hat.png"),
            ("../catalog.json", "catalog.json"),
            ("/home/ci/repo/art/hat.png", "art/hat.png"),
            ("../../repo/game/hat.png", "game/hat.png"),
            // Outside of the repository, and in a folder whose name only begins alike.
            ("../../other/hat.png", "/home/ci/other/hat.png"), ("/tmp/hat.png", "/tmp/hat.png"),
            ("/home/ci/repository/hat.png", "/home/ci/repository/hat.png"),
        ] as [(String, String)]
    ) func `paths count from the repository's root`(_ path: String, _ expected: String) {
        let finding = Diagnostic(Check("x"), at: SourceLocation(path: path), message: "m")
        let report = GitHubReport([finding], paths: game)
        #expect(report.commands.hasPrefix("::error file=\(expected),title=x::m%0Asee: "))
        #expect(report.stepSummary.contains("`\(expected)`"))
        let sarif = renderSARIF([finding], paths: game, version: "1")
        let place =
            expected.hasPrefix("/")
            ? #""uri": "file://\#(expected)""# + "\n"
            : #""uri": "\#(expected)","# + "\n" + #""uriBaseId": "%SRCROOT%""#
        let lines = sarif.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.joined(separator: "\n").contains(place))
        #expect(sarif.contains("originalUriBaseIds"))
    }

    @Test func `SARIF fingerprints do not depend on the working folder`() {
        let finding = Diagnostic(
            Check("x"),
            at: SourceLocation(path: "hat.png"),
            message: "m"
        )
        var above = finding
        above.location?.path = "game/hat.png"
        let root = ReportPaths(workingFolder: "/home/ci/repo", root: "/home/ci/repo")
        #expect(
            renderSARIF([finding], paths: game, version: "1")
                == renderSARIF([above], paths: root, version: "1")
        )
    }

    @Test func `text shows the line and a mark below`() {
        #expect(
            renderText(findings) == """
                note[new-id]: the item "cap" is new

                b/50%,hat.png: warning[duplicate-asset]: two files are <one> & the same\\u{1b}[31m
                  see: a/hat.png:1:2

                my art/catalog.json:3:13: error[unknown-reference]: there is no item "hat_starw"
                    \t"ü🐶": ["hat_starw"]
                    \t        ^~~~~~~~~~~
                  help: did you mean "hat_straw"?

                1 error, 1 warning, 1 note in 2 files

                """
        )
        #expect(renderText([]) == "no problems\n")
    }

    @Test func `color is added only when asked for`() {
        #expect(!renderText(findings).contains("\u{1B}"))
        let colored = renderText([findings[2]], usesColor: true)
        #expect(
            colored == "\u{1B}[1;36mnote[new-id]\u{1B}[0m: the item \"cap\" is new\n\n1 note\n"
        )
    }

    @Test func `JSON holds everything known`() {
        #expect(
            renderJSON(findings) == #"""
                {
                  "diagnostics": [
                    {
                      "id": "new-id",
                      "severity": "note",
                      "message": "the item \"cap\" is new",
                      "documentation": "kiln explain new-id",
                      "fingerprint": "05ef3f21dce20bf3"
                    },
                    {
                      "id": "duplicate-asset",
                      "severity": "warning",
                      "message": "two files are <one> & the same\u001b[31m",
                      "path": "b/50%,hat.png",
                      "related": [
                        {
                          "path": "a/hat.png",
                          "line": 1,
                          "column": 2
                        }
                      ],
                      "documentation": "kiln explain duplicate-asset",
                      "fingerprint": "a77c6f0a990660c6"
                    },
                    {
                      "id": "unknown-reference",
                      "severity": "error",
                      "message": "there is no item \"hat_starw\"",
                      "path": "my art/catalog.json",
                      "line": 3,
                      "column": 13,
                      "help": "did you mean \"hat_straw\"?",
                      "documentation": "kiln explain unknown-reference",
                      "fingerprint": "d4867f54bf4b8211"
                    }
                  ],
                  "summary": {
                    "errors": 1,
                    "warnings": 1,
                    "notes": 1
                  }
                }

                """#
        )
    }

    @Test func `GitHub gets the gravest first`() {
        let report = GitHubReport(findings, paths: game)
        #expect(
            report.commands == """
                ::error file=game/my art/catalog.json,line=3,col=13,endColumn=24,title=unknown-reference::there is no item "hat_starw"%0Ahelp: did you mean "hat_straw"?%0Asee: kiln explain unknown-reference
                ::warning file=game/b/50%25%2Chat.png,title=duplicate-asset::two files are <one> & the same\\u{1b}[31m%0Asee: kiln explain duplicate-asset
                ::notice title=new-id::the item "cap" is new%0Asee: kiln explain new-id
                1 error, 1 warning, 1 note

                """
        )
        #expect(
            report.stepSummary == """
                ### kiln: 1 error, 1 warning, 1 note

                | severity | where | what | help |
                | --- | --- | --- | --- |
                | error | `game/my art/catalog.json:3:13` | `unknown-reference` there is no item "hat\\_starw" | did you mean "hat\\_straw"? |
                | warning | `game/b/50%,hat.png` | `duplicate-asset` two files are &lt;one&gt; &amp; the same\\\\u{1b}\\[31m |  |
                | note |  | `new-id` the item "cap" is new |  |

                """
        )
    }

    private func finding(_ id: String, _ severity: Severity, _ number: Int) -> Diagnostic {
        Diagnostic(
            Check(id),
            severity: severity,
            at: SourceLocation(path: "a.png", position: .init(line: number, column: 1)),
            message: "m\(number)"
        )
    }

    @Test func `GitHub shows ten annotations of each level, and the last one tells the rest`() {
        let many = (10..<50).map { finding("x", $0 < 30 ? .warning : .error, $0) }
        let lines = GitHubReport(many).commands.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") })
        #expect(lines[10..<20].allSatisfy { $0.hasPrefix("::warning ") })
        #expect(lines[20] == "20 errors, 20 warnings")
        for severity in ["error", "warning"] {
            let own = lines.filter { $0.hasPrefix("::\(severity) ") }.joined()
            let numbers = severity == "error" ? 30..<50 : 10..<30
            #expect(numbers.allSatisfy { own.contains("m\($0)") })
            #expect(own.contains("title=x (11)::"))
        }
        #expect(GitHubReport(many).stepSummary.split(separator: "\n").count == 43)
        #expect(GitHubReport(Array(many.prefix(10))).commands.contains("(") == false)
    }

    @Test func `of more than ten checks on GitHub none is lost`() {
        let many = (10..<32).flatMap {
            [finding("x\($0)", .error, $0), finding("x\($0)", .error, 1)]
        }
        let lines = GitHubReport(many).commands.split(separator: "\n")
        #expect(lines.count == 11)
        let text = lines.joined()
        #expect((10..<32).allSatisfy { text.contains("x\($0)") })
        #expect(lines[8].contains(",title=x18 (2)::"))
        #expect(lines[9].contains("x31 (26)::"))
        #expect(lines[9].contains("%0Aand 5 more; the step's summary lists them%0Asee: "))
    }

    @Test func `SARIF columns count UTF-16 and paths are URIs`() {
        let text = renderSARIF(
            [findings[0]],
            paths: ReportPaths(workingFolder: "/home/me/a b", root: "/home/me"),
            version: "1.2.3"
        )
        #expect(text.contains(#""uri": "a%20b/my%20art/catalog.json""#))
        // The tab, two quotes, the umlaut (1), the dog (2), and `: [`.
        #expect(text.contains(#""startColumn": 10"#))
        #expect(text.contains(#""endColumn": 21"#))
        #expect(text.contains(#""columnKind": "utf16CodeUnits""#))
        #expect(text.contains(#""semanticVersion": "1.2.3""#))
    }

    @Test func `SARIF fingerprints do not move with the line`() throws {
        func prints(_ diagnostics: [Diagnostic]) -> [Substring] {
            renderSARIF(diagnostics, version: "1").split(separator: "\n")
                .filter { $0.contains("kilnFinding") }
        }
        var moved = findings[0]
        moved.location?.position?.line += 7
        #expect(prints([findings[0]]) == prints([moved]))
        #expect(Set(prints([findings[0], moved, findings[1]])).count == 3)
        var measured = findings[0]
        measured.message = "found 12.5 % in \"hat1\""
        var again = measured
        again.message = "found 9 % in \"hat1\""
        #expect(prints([measured]) == prints([again]))
        again.message = "found 9 % in \"hat2\""
        #expect(prints([measured]) != prints([again]))
    }

    @Test func `SARIF says what its rules mean, and links only to published pages`() throws {
        func rules(_ links: DocumentationLinks) throws -> [[String: Any]] {
            let text = renderSARIF(findings, version: "1", links: links)
            let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let runs = log?["runs"] as? [[String: Any]]
            let driver = (runs?.first?["tool"] as? [String: Any])?["driver"] as? [String: Any]
            return try #require(driver?["rules"] as? [[String: Any]])
        }
        let known = try #require(
            try rules(DocumentationLinks()).first { $0["id"] as? String == "unknown-reference" }
        )
        func text(_ member: String, _ kind: String = "text") -> String {
            (known[member] as? [String: String])?[kind] ?? ""
        }
        #expect(text("shortDescription") == "something that is referred to does not exist")
        #expect(text("fullDescription").hasSuffix("The look could not be drawn."))
        #expect(text("help").contains("Correct the name. The help line shows the most similar one"))
        #expect(text("help", "markdown").contains("**Fix.** Correct the name"))
        #expect(known["helpUri"] == nil)
        #expect(try rules(DocumentationLinks(root: "")).allSatisfy { $0["helpUri"] == nil })
        let published = try rules(DocumentationLinks(root: "https://example.org/kiln"))
        #expect(
            published.contains {
                $0["helpUri"] as? String
                    == "https://example.org/kiln/Documentation/diagnostics.md#new-id"
            }
        )
    }

    @Test func `GitLab gets a path, a line and a fingerprint of each finding`() throws {
        let text = renderGitLab(findings, paths: game)
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        )
        let places = entries.map { entry -> String in
            let location = entry["location"] as? [String: Any]
            let line = (location?["lines"] as? [String: Any])?["begin"] as? Int
            return "\(location?["path"] as? String ?? ""):\(line ?? 0)"
        }
        #expect(places == ["catalog.json:1", "game/b/50%,hat.png:1", "game/my art/catalog.json:3"])
        #expect(entries.map { $0["severity"] as? String } == ["info", "minor", "major"])
        #expect(Set(entries.compactMap { $0["fingerprint"] as? String }).count == 3)
    }

    /// A title for the window, a command in a line of its own, ends of sections, and no text.
    private static let hostile =
        "\u{1B}]0;x\u{7}%0A::error::]]>\0\n::error::\u{FFFD}\u{FFFE}\u{9B}\u{2028}</x>\"'|`"
        + pathText([0xE9])

    private let hostileFinding = Diagnostic(
        Check("duplicate-asset"),
        at: SourceLocation(
            path: hostile + ".png",
            position: .init(line: 1, column: 1),
            excerpt: .init(text: hostile, markStart: 0, markLength: 3)
        ),
        message: "found \(hostile)",
        help: "rename \(hostile)",
        related: [SourceLocation(path: hostile)]
    )

    @Test func `hostile names stay inside JSON`() throws {
        let texts = [
            renderJSON([hostileFinding]), renderSARIF([hostileFinding], paths: game, version: "1"),
        ]
        for text in texts {
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(text.utf8))
            }
        }
        let object = try JSONSerialization.jsonObject(with: Data(texts[0].utf8))
        let found = (object as? [String: Any])?["diagnostics"] as? [[String: Any]]
        #expect(found?.first?["path"] as? String == Self.hostile + ".png")
        #expect(texts[1].contains("%0A%3A%3Aerror%3A%3A"))
        #expect(texts[1].contains("%E9.png\""))
    }

    @Test func `hostile names stay inside XML`() throws {
        final class Reader: NSObject, XMLParserDelegate {
            var names: [String] = []
            func parser(
                _ parser: XMLParser,
                didStartElement element: String,
                namespaceURI: String?,
                qualifiedName: String?,
                attributes: [String: String]
            ) {
                if let name = attributes["classname"], name != "kiln" { names.append(name) }
            }
        }
        let text = renderJUnit([hostileFinding], of: [])
        let reader = Reader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        #expect(parser.parse())
        let shown =
            "\\u{1b}]0;x\\u{7}%0A::error::]]>\\u{0}\\u{a}::error::\u{FFFD}\u{FFFD}"
            + "\\u{9b}\\u{2028}</x>\"'|`\\xE9"
        #expect(reader.names == [shown + ".png"])
    }

    @Test func `hostile names are no commands of GitHub`() {
        let report = GitHubReport([hostileFinding], paths: game)
        let lines = report.commands.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3 && lines[1] == "1 error" && lines[2].isEmpty)
        #expect(lines[0].hasPrefix("::error file=game/\\u{1b}]0;x\\u{7}%250A%3A%3Aerror"))
        // After the properties and before the message.
        let properties = lines[0].dropFirst(2).components(separatedBy: "::")[0]
        #expect(properties.hasSuffix(",title=duplicate-asset"))
        #expect(report.commands.unicodeScalars.allSatisfy { $0 == "\n" || !$0.steersTerminals })
        #expect(report.stepSummary.split(separator: "\n").count == 4)
        #expect(
            report.stepSummary.unicodeScalars.allSatisfy { $0 == "\n" || !$0.steersTerminals }
        )
    }

    @Test func `JUnit counts findings and clean checks`() {
        let checks: [Check] = [Self.reference, Self.new, Check("fringe")]
        let text = renderJUnit(findings, of: checks)
        #expect(text.contains("<testsuites name=\"kiln\" tests=\"4\" failures=\"1\">"))
        #expect(
            text.contains(
                """
                    <testcase classname="my art/catalog.json" name="unknown-reference: there is no item &quot;hat_starw&quot;" line="3">
                      <failure message="there is no item &quot;hat_starw&quot;" type="error">my art/catalog.json:3:13: error[unknown-reference]: there is no item &quot;hat_starw&quot;&#10;  help: did you mean &quot;hat_straw&quot;?&#10;  see: kiln explain unknown-reference</failure>
                    </testcase>

                """
            )
        )
        #expect(text.contains("two files are &lt;one&gt; &amp; the same\\u{1b}[31m"))
        #expect(text.contains("<testcase classname=\"kiln\" name=\"fringe\"/>"))
        #expect(renderJUnit(findings, of: checks, strict: true).contains("failures=\"2\""))
    }
}
