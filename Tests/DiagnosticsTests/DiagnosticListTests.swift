import Diagnostics
import Testing

@Suite struct DiagnosticListTests {
    private func finding(
        _ number: Int,
        _ severity: Severity = .error,
        id: String = "fringe"
    ) -> Diagnostic {
        Diagnostic(
            Check(id),
            severity: severity,
            at: SourceLocation(path: "a", position: .init(line: number, column: 1)),
            message: "number \(number)"
        )
    }

    @Test func `as many as a person reads are all there`() {
        let all = (1...100).map { finding($0) }
        #expect(DiagnosticList(all).diagnostics == all)
        #expect(all.inReportOrder() == all)
    }

    @Test func `of more than that the first are there, and the number of the others`() {
        let list = DiagnosticList(
            (1...250).map { finding($0) } + [finding(1, .note), finding(2, id: "clipped")]
        )
        let found = list.diagnostics
        #expect(found.count == 103)
        #expect(found[99].message == "number 100")
        #expect(found[102].message == "and 150 more of this kind")
        #expect(found[102].id == "fringe" && found[102].severity == .error)
        #expect(found[102].others == 150)
    }

    @Test func `lists that were cut add up`() {
        let once = DiagnosticList((1...250).map { finding($0) }).diagnostics
        let twice = (once + (300...400).map { finding($0) } + once).inReportOrder()
        #expect(twice.count == 101)
        #expect(twice.last?.others == 601 - 100)
        #expect(twice.inReportOrder() == twice)
    }

    @Test func `of all kinds together the gravest stay`() {
        let kinds = (0..<20).flatMap { kind in
            (1...100).map { finding($0, kind < 9 ? .error : .warning, id: "kind-\(kind)") }
        }
        let found = DiagnosticList(kinds).diagnostics
        let kept = found.filter { $0.others == 0 }
        #expect(kept.count == 1000)
        #expect(kept.count(where: { $0.severity == .error }) == 900)
        #expect(found.reduce(0) { $0 + max(1, $1.others) } == 2000)
    }

    @Test func `a long text keeps its beginning and its end`() {
        #expect(shortened("0123456789", to: 10) == "0123456789")
        #expect(shortened("0123456789abcdefghij", to: 15) == "012345678…hij")
        for limit in 4...40 {
            let text = shortened(String(repeating: "äö€😀", count: 20), to: limit)
            #expect(text.utf8.count <= limit)
            #expect(!text.contains("\u{fffd}"))
        }
        let long = String(repeating: "x", count: 10_000_000)
        let diagnostic = Diagnostic(Check("fringe"), message: "found \(long)", help: long)
        #expect(diagnostic.message.utf8.count <= Diagnostic.textLimit)
        #expect((diagnostic.help ?? "").utf8.count <= Diagnostic.textLimit)
    }
}
