import Console
import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
    private let page = sample.manual(date: "2026-01-31")

    /// The page as readers of it see it: without the escapes that only roff needs.
    private var shown: String {
        var text = page
        for (escape, shown) in [
            ("\\-", "-"), ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\(aq", "'"),
            ("\\[u2026]", "…"), ("\\e", "\\"),
        ] {
            text = text.replacingOccurrences(of: escape, with: shown)
        }
        return text
    }

    @Test func `every flag, argument and example of every command is in the page`() {
        for command in sample.commands {
            let parts = shown.components(separatedBy: ".SS \"kiln \(command.name)\"\n")
            #expect(parts.count == 2, "\(command.name)")
            let own = parts.last?.components(separatedBy: "\n.S").first ?? ""
            for flag in command.flags {
                let isThere = own.contains("--\(flag.name)")
                #expect(isThere, "\(command.name) --\(flag.name)")
                if let short = flag.short { #expect(own.contains("-\(short), --\(flag.name)")) }
            }
            for place in command.positionals { #expect(own.contains(place.name)) }
            for example in sample.texts[command.name]?.entries ?? [] {
                #expect(own.contains(example.term))
            }
        }
        let color = "--color WHEN\nColor the messages (auto, always, never; default: auto)."
        #expect(shown.contains(color))
        #expect(shown.contains("default: 2"))
        #expect(!shown.contains("__ids"))
    }

    @Test func `the page has the sections that manual pages have`() {
        let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
        #expect(
            headings == [
                ".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"DESCRIPTION\"", ".SH \"SINGLE STEPS\"",
                ".SH \"SETUP\"", ".SH \"EXAMPLES\"", ".SH \"EXIT STATUS\"", ".SH \"FILES\"",
                ".SH \"SEE ALSO\"",
            ]
        )
        let title = ".TH \"KILN\" \"1\" \"2026-01-31\" \"kiln 1.2.3\" \"User Commands\"\n"
        #expect(page.hasPrefix(title))
        #expect(page.contains("\nWhat there is; \\(aqquoted\\(aq \\e and \\-o\\[u2026]\n"))
    }

    @Test(.enabled(if: Tool.path("mandoc") != nil, "mandoc is absent"))
    func `mandoc finds nothing to complain about`() throws {
        let input = Data(page.utf8)
        #expect(Tool.run("mandoc", ["-Tlint", "-Wwarning"], input: input) == Data())
    }

    @Test(.enabled(if: Tool.path("groff") != nil, "groff is absent"))
    func `groff shows text as it was meant`() throws {
        let output = try #require(
            Tool.run("groff", ["-man", "-Tutf8", "-Kutf8"], input: Data(page.utf8))
        )
        let text = String(decoding: output, as: UTF8.self)
            .replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/.\u{8}/, with: "")
        #expect(text.contains("Cut pictures out of their green: it's quick [no catalog]"))
        #expect(text.contains("--no-trim") && text.contains("'quoted' \\ and -o…"))
    }
}
