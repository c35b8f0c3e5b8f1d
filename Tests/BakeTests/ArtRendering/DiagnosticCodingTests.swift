import Bake
import Diagnostics
import FileStore
import Testing

/// Findings on their way through the cache.
struct DiagnosticCodingTests {
    private static let check = Check.tagName

    /// Every member differs from what a plain finding has.
    private static func whole(_ fix: Fix) -> Diagnostic {
        let excerpt = SourceLocation.Excerpt(text: #""hat","#, markStart: 1, markLength: 3)
        let location = SourceLocation(
            path: "game/catalog.json",
            position: SourceLocation.Position(line: 3, column: 9),
            excerpt: excerpt
        )
        var finding = Diagnostic(
            check,
            severity: .error,
            at: location,
            message: "the hat is odd, found \u{E000}\"é\"",
            help: "mend it",
            related: [SourceLocation(path: "art/hat.png"), location]
        )
        finding.fix = fix
        finding.others = 7
        finding.spoils = [.canvas, .species("dog"), .art(ofItem: "hat"), .pixels(of: "a.png")]
        finding.follows = [.sources, .place("id", location)]
        finding.consequences = 59
        return finding
    }

    private static let fixes: [Fix] = [
        .replace("hta", with: "hat"),
        .rename([Fix.Move(from: "art/Hat.png", to: "art/hat.png")]),
    ]

    private func written(_ findings: [Diagnostic]) -> [UInt8] {
        var out = ByteWriter()
        out.put(StoredFindings(all: findings))
        return out.bytes
    }

    private func read(_ bytes: [UInt8]) throws(ByteReader.Damage) -> [Diagnostic] {
        var reader = ByteReader(bytes)
        let findings: StoredFindings = try reader.value()
        try reader.finish()
        return findings.all
    }

    @Test(arguments: fixes)
    func `a finding comes back whole`(fix: Fix) throws {
        let finding = Self.whole(fix)
        let plain = Diagnostic(Self.check, message: "")
        for (member, other) in zip(
            Mirror(reflecting: finding).children,
            Mirror(reflecting: plain).children
        )
        where member.label != "check" {
            #expect("\(member.value)" != "\(other.value)", "\(member.label ?? "")")
        }
        #expect(try read(written([finding, plain])) == [finding, plain])
    }

    @Test func `equal findings are equal bytes`() {
        let findings = (0..<20).map { _ in Self.whole(Self.fixes[0]) }
        #expect(Set(findings.map { written([$0]) }).count == 1)
    }

    @Test func `a finding of an unknown check is damage`() {
        let finding = Diagnostic(Check("other"), message: "")
        #expect(throws: ByteReader.Damage.self) { try read(written([finding])) }
    }

    @Test func `numbers that no check reports are damage`() {
        var finding = Diagnostic(Self.check, message: "")
        finding.others = -1
        #expect(throws: ByteReader.Damage.self) { try read(written([finding])) }
        finding.others = 0
        finding.location = SourceLocation(
            path: "a",
            position: SourceLocation.Position(line: 0, column: 1)
        )
        #expect(throws: ByteReader.Damage.self) { try read(written([finding])) }
    }

    @Test func `damaged bytes end in damage or findings, never in a trap`() {
        let bytes = written(Self.fixes.map(Self.whole))
        for count in bytes.indices { _ = try? read(Array(bytes[..<count])) }
        for index in bytes.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] ^= mask
                _ = try? read(damaged)
            }
        }
    }
}
