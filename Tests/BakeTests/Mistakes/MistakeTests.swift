import Diagnostics
import TestSupport
import Testing

/// Single mistakes that people make: each is found, at its place, with a help that mends it, and
/// brings no other findings with it.
struct MistakeTests {
    @Test func `the game without a mistake is clean`() async throws {
        let found = try await MistakeGame().findings()
        #expect(found.map(\.description) == [])
    }

    /// A mistake that is not found as it should be is named in the failure with what was reported.
    private func expectMost(_ mistakes: [Mistake], missing: Set<String>) async throws {
        var reported: [String] = []
        var silent: Set<String> = []
        for mistake in mistakes {
            guard let complaint = try await mistake.complaint() else { continue }
            silent.insert(mistake.title)
            if !missing.contains(mistake.title) {
                reported.append("\(mistake.title): \(complaint)")
            }
        }
        #expect(reported.joined(separator: "\n\n") == "")
        #expect(missing.subtracting(silent) == [], "these are found by now")
        #expect(silent.count * 20 <= mistakes.count)
    }

    @Test func `mistakes in a catalog's text`() async throws {
        try await expectMost(
            catalogMistakes,
            missing: [
                // Told with what they bring about.
                "an anchor in pixels of twice the density", "an asset of nobody",
                "a rule that fits no file",
            ]
        )
    }

    @Test func `mistakes with files and what is in them`() async throws {
        try await expectMost(
            fileMistakes,
            // In cells as small as these a figure may well end at the edge.
            missing: ["feet cut off"]
        )
    }

    @Test func `what a fix or a help proposes mends the mistake, and brings no other`() async throws
    {
        var complaints: [String] = []
        var count = 0
        for mistake in catalogMistakes + fileMistakes {
            let (isApplied, complaint) = try await mistake.complaintAboutRemedy()
            count += isApplied ? 1 : 0
            complaint.map { complaints.append("\(mistake.title): \($0)") }
        }
        #expect(complaints.joined(separator: "\n\n") == "")
        #expect(count > 30)
    }

    /// Every member of the catalog's text, with two letters exchanged, and with one left out.
    @Test func `misspelled members`() async throws {
        let names: Set<String> = ["mood", "head", "neck", "idle", "last-fallback", "price"]
        var mistakes: [Mistake] = []
        let lines = MistakeGame.catalog.split(separator: "\n").map(String.init)
        for line in lines {
            for match in line.matches(of: /"([A-Za-z]+)": ?/) {
                let name = String(match.1)
                guard !names.contains(name), name.count > 1 else { continue }
                let (head, tail) = (name.prefix(name.count / 2), name.dropFirst(name.count / 2))
                let exchanged =
                    String(head.dropLast()) + String(tail.prefix(1)) + String(head.suffix(1))
                    + String(tail.dropFirst())
                for typo in [exchanged, String(name.dropLast())] where typo != name {
                    var mistake = Mistake()
                    mistake.title = "\(typo) for \(name)"
                    mistake.old = line
                    mistake.new = line.replacing("\"\(name)\":", with: "\"\(typo)\":")
                    mistake.check = "unknown-member"
                    mistake.words = [name]
                    mistakes.append(mistake)
                }
            }
        }
        #expect(mistakes.count > 100)
        try await expectMost(mistakes, missing: [])
    }
}
