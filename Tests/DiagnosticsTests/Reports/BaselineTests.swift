import Diagnostics
import Testing

struct BaselineTests {
    private static let fringe = Check("fringe", .warning)
    private static let broken = Check("json-syntax", isFixed: true)
    private static let paths = ReportPaths(workingFolder: "/repo", root: "/repo/game")
    private static let everything: @Sendable (String, String) -> Bool = { _, _ in true }

    private func fringe(_ path: String, _ message: String, line: Int? = nil) -> Diagnostic {
        Diagnostic(
            Self.fringe,
            at: SourceLocation(path: path, position: line.map { .init(line: $0, column: 1) }),
            message: message
        )
    }

    private func baseline(_ findings: [Diagnostic]) -> Baseline {
        Baseline().updated(with: findings, paths: Self.paths, isWhole: Self.everything)
    }

    private func reported(_ baseline: Baseline, _ findings: [Diagnostic]) -> [String] {
        baseline.applied(
            to: findings,
            paths: Self.paths,
            isWhole: Self.everything,
            file: "base.json"
        ).findings.map(\.description)
    }

    @Test func `a known finding is known on another line, with another number and from elsewhere`()
    {
        let known = baseline([fringe("game/a.png", "12 % of \"hat2\" lean, by 1.5", line: 3)])
        #expect(
            reported(known, [fringe("game/a.png", "9 % of \"hat2\" lean, by 12", line: 80)]) == []
        )
        #expect(
            reported(known, [fringe("/repo/game/b/../a.png", "9 % of \"hat2\" lean, by 2")]) == []
        )
    }

    @Test func `another name, file or check is another finding, and the old one is stale`() {
        let known = baseline([fringe("game/a.png", "12 % of \"hat2\" lean")])
        let stale = """
            base.json: warning[stale-baseline]: fringe in a.png is known but gone: # % of "hat2" lean
              help: take it out with --update-baseline, so that it stays away
            """
        for other in [
            fringe("game/a.png", "12 % of \"hat3\" lean"),
            fringe("game/b.png", "12 % of \"hat2\" lean"),
        ] {
            #expect(reported(known, [other]) == [other.description, stale])
        }
        #expect(reported(known, []) == [stale])
    }

    @Test func `of several alike as many are known as were`() {
        let two = [1, 5].map { fringe("game/c.json", "x", line: $0) }
        let third = fringe("game/c.json", "x", line: 9)
        #expect(reported(baseline(two), two + [third]) == [third.description])
        #expect(
            reported(baseline(two + [third]), two).first?.contains("fringe in c.json is known")
                == true
        )
        #expect(reported(baseline(two + [third]), two + [third]) == [])
    }

    @Test func `what cannot be baked and notes are never known`() {
        let fixed = Diagnostic(Self.broken, message: "found a comma")
        var note = fringe("game/a.png", "x")
        note.severity = .note
        let known = baseline([fixed, note])
        #expect(known.count == 0)
        #expect(reported(known, [fixed, note]) == [fixed.description, note.description])
    }

    @Test func `a part of a run neither calls the rest stale nor forgets it`() {
        let all = [fringe("game/a.png", "x"), fringe("game/b.png", "x")]
        let onlyA: (String, String) -> Bool = { _, path in path == "a.png" }
        let known = baseline(all)
        let outcome = known.applied(to: [], paths: Self.paths, isWhole: onlyA, file: "base.json")
        #expect(outcome.findings.count == 1)
        let updated = known.updated(with: [], paths: Self.paths, isWhole: onlyA)
        #expect(updated == baseline([all[1]]))
    }

    @Test func `the file is sorted, without lines and numbers, and reads back`() throws {
        let known = baseline([
            fringe("game/b.png", "12 % \"é\""), fringe("game/a.png", "x", line: 1),
            fringe("game/a.png", "x", line: 2), Diagnostic(Self.fringe, message: "everywhere"),
        ])
        #expect(
            known.json == """
                {
                  "kilnBaseline": 1,
                  "findings": [
                    {
                      "id": "fringe",
                      "message": "everywhere"
                    },
                    {
                      "id": "fringe",
                      "path": "a.png",
                      "message": "x",
                      "count": 2
                    },
                    {
                      "id": "fringe",
                      "path": "b.png",
                      "message": "# % \\"é\\""
                    }
                  ]
                }

                """
        )
        #expect(try Baseline(Array(known.json.utf8), path: "base.json") == known)
    }

    @Test(arguments: [
        ("{", "it is not JSON"), ("{\"findings\": []}", "it is no baseline of version 1"),
        ("{\"kilnBaseline\": 2, \"findings\": []}", "it is no baseline of version 1"),
        ("{\"kilnBaseline\": 1, \"findings\": [{}]}", "an entry lacks its id or message"),
        ("[]", "it is no baseline of version 1"),
    ]) func `a file that is none is refused`(text: String, reason: String) {
        let failure = CommandFailure(
            "cannot read the baseline b.json: \(reason)",
            help: "make one with --update-baseline, at a path where nothing else is"
        )
        #expect(throws: failure) { try Baseline(Array(text.utf8), path: "b.json") }
    }
}
