import Diagnostics
import Testing

struct MatterTests {
    private let root = Check("root")
    private let leaf = Check("leaf")

    private func finding(
        _ check: Check,
        _ message: String,
        spoils: Set<Matter> = [],
        follows: Set<Matter> = [],
        severity: Severity = .error
    ) -> Diagnostic {
        Diagnostic(check, severity: severity, message: message).spoiling(spoils).following(follows)
    }

    private func reported(_ findings: [Diagnostic]) -> [String] {
        findings.withholdingConsequences().map { "\($0.message) \($0.consequences)" }
    }

    @Test func `what follows from an error is withheld and counted with its root`() {
        let found = [
            finding(leaf, "no dog", follows: [.sources]),
            finding(root, "no folder", spoils: [.sources]),
            finding(leaf, "no cat", follows: [.sources, .naming]),
            finding(leaf, "other", follows: [.canvas]),
        ]
        #expect(reported(found) == ["no folder 2", "other 0"])
    }

    @Test func `a root that follows from another hands its consequences on`() {
        let found = [
            finding(root, "grid", spoils: [.grid(of: "dog")], follows: [.sheets]),
            finding(leaf, "frames", follows: [.grid(of: "dog")]),
            finding(root, "sheets", spoils: [.sheets]),
        ]
        #expect(reported(found) == ["sheets 2"])
    }

    @Test func `of findings with one root between them the first is reported`() {
        let anchor = Matter.id("anchor", "head")
        let found = ["hat", "cap", "bow"].map {
            finding(leaf, $0, spoils: [anchor], follows: [anchor])
        }
        #expect(reported(found) == ["hat 2"])
    }

    @Test func `a finding reported once may have a cause that comes after it`() {
        let anchor = Matter.id("anchor", "head")
        let found = [
            finding(leaf, "hat", spoils: [anchor], follows: [anchor, .species("cat")]),
            finding(leaf, "cap", spoils: [anchor], follows: [anchor, .species("cat")]),
            finding(root, "cat", spoils: [.species("cat")]),
        ]
        #expect(reported(found) == ["cat 2"])
    }

    @Test func `warnings are no roots, and a ring is reported whole`() {
        let mild = [
            finding(root, "mild", spoils: [.canvas], severity: .warning),
            finding(leaf, "kept", follows: [.canvas]),
        ]
        #expect(reported(mild) == ["mild 0", "kept 0"])
        let ring = [
            finding(root, "a", spoils: [.sources], follows: [.naming]),
            finding(root, "b", spoils: [.naming], follows: [.sources]),
        ]
        #expect(reported(ring) == ["a 0", "b 0"])
    }

    @Test func `the others of a kind follow where all that were kept do`() {
        var list = DiagnosticList()
        for number in 0..<300 {
            list.append(finding(leaf, "\(number)", follows: [.sources, .item("\(number)")]))
        }
        let found = [finding(root, "no folder", spoils: [.sources])] + list.diagnostics
        #expect(reported(found) == ["no folder 300"])
    }
}
