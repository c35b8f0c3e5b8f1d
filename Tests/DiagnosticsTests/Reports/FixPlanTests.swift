import Diagnostics
import Testing

struct FixPlanTests {
    private static let check = Check("x")

    private func finding(
        _ line: Int,
        _ column: Int,
        _ old: String,
        _ new: String,
        path: String = "c.json"
    ) -> Diagnostic {
        let place = SourceLocation(path: path, position: .init(line: line, column: column))
        var finding = Diagnostic(Self.check, at: place, message: "m")
        finding.fix = .replace(old, with: new)
        return finding
    }

    private func plan(_ findings: [Diagnostic], _ text: String) -> FixPlan {
        FixPlan(findings, path: "c.json", bytes: Array(text.utf8))
    }

    private func text(_ plan: FixPlan) -> String? {
        plan.text.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `places are kept by every line ending`(end: String)
    {
        let text = "{ü\"a\",\(end)\t\"bb\": \"a\"}\(end)"
        let plan = plan(
            [finding(2, 8, "\"a\"", "\"long\""), finding(1, 4, "\"a\"", "\"z\"")],
            text
        )
        #expect(self.text(plan) == "{ü\"z\",\(end)\t\"bb\": \"long\"}\(end)")
        #expect(plan.count == 2)
        #expect(
            plan.diff == [
                "--- c.json", "+++ c.json", "@@ -1,2 +1,2 @@", "-{ü\"a\",", "-\t\"bb\": \"a\"}",
                "+{ü\"z\",", "+\t\"bb\": \"long\"}",
            ]
        )
    }

    @Test func `two edits of one line are one change of it`() {
        let plan = plan([finding(1, 1, "a", "AA"), finding(1, 3, "b", "")], "a b c")
        #expect(text(plan) == "AA  c")
        let noEnd = "\\ No newline at end of file"
        #expect(plan.diff.dropFirst(2) == ["@@ -1 +1 @@", "-a b c", noEnd, "+AA  c", noEnd])
    }

    @Test func `what is not there any more, lies elsewhere or overlaps is left`() {
        let left = [
            finding(1, 1, "b", "x"), finding(9, 1, "a", "x"), finding(1, 5, "cd", "x"),
            finding(1, 1, "a", "x", path: "other.json"),
        ]
        #expect(plan(left, "a b c").text == nil)
        #expect(plan(left, "a b c").count == 0)
        let both = plan([finding(1, 1, "a b", "x"), finding(1, 3, "b c", "y")], "a b c")
        #expect(text(both) == "x c")
        #expect(both.count == 1)
    }

    @Test func `what follows from another finding is left`() {
        var root = finding(1, 1, "a", "A").spoiling([.ids])
        root.fix = nil
        let plan = plan([root, finding(1, 3, "b", "B").following([.ids])], "a b c")
        #expect(text(plan) == nil)
        #expect(plan.count == 0)
    }

    @Test func `a reference is left while what it nearly names has an error`() {
        let catalog = #"{"id": "hta", "looks": ["hat"]}"#
        let reference = finding(1, 25, "\"hat\"", "\"hta\"")
        var definition = finding(1, 8, "", "")
        definition.fix = nil
        #expect(text(plan([definition, reference], catalog)) == nil)
        definition.severity = .warning
        #expect(
            text(plan([definition, reference], catalog)) == #"{"id": "hta", "looks": ["hta"]}"#
        )
    }

    @Test func `files are renamed group by group, and no name is taken twice`() {
        func moving(_ moves: [(String, String)]) -> Diagnostic {
            var finding = Diagnostic(Self.check, message: "m")
            finding.fix = .rename(moves.map { Fix.Move(from: $0.0, to: $0.1) })
            return finding
        }
        let plan = plan(
            [
                moving([("A.png", "a.png"), ("A@2x.png", "a@2x.png")]),
                moving([("AA.png", "a.png")]),
            ],
            "{}"
        )
        #expect(plan.text == nil && plan.count == 1)
        #expect(plan.diff == ["rename A.png to a.png", "rename A@2x.png to a@2x.png"])
    }
}
