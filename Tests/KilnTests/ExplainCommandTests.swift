import Bake
import Diagnostics
import Foundation
import TestSupport
import Testing

/// `kiln explain`: the documentation's text, wherever the program is.
struct ExplainCommandTests {
    @Test func `a finding is explained without a file next to the program`() throws {
        let folder = try TemporaryFolder()
        let run = try BuiltCommand(["explain", "byte-order-mark"], in: folder.url)
        #expect(run.status == 0)
        #expect(
            run.output == """
                byte-order-mark: the file begins with a byte order mark
                error, fixed: it cannot be baked

                The file begins with the three bytes of a byte order mark.

                Why. JSON has none, and many readers stop at it.

                Fix. Save the file as UTF-8 without BOM.

                    catalog.json:1:1: error[byte-order-mark]: the file begins with a byte order mark

                """
        )
        let published = try BuiltCommand(
            ["explain", "byte-order-mark"],
            in: folder.url,
            environment: ["KILN_DOCS_URL": "https://example.org/kiln"]
        )
        #expect(
            published.output == run.output
                + "\nsee https://example.org/kiln/Documentation/diagnostics.md#byte-order-mark\n"
        )
    }

    @Test func `patterns explain several, and no id lists all`() throws {
        let some = try BuiltCommand(["explain", "key-*", "fringe"]).output
        #expect(some.contains("key-mismatch: ") && some.contains("\n\nkey-near-subject: "))
        #expect(some.contains("\nfringe: "))
        let list = try BuiltCommand(["explain"]).output.split(separator: "\n")
        #expect(list.count == Check.all.count)
        #expect(list[0].hasPrefix("json-syntax "))
        #expect(list[0].hasSuffix("error, fixed  the text is not strict JSON"))
    }

    @Test func `an unknown id is a usage error with the nearest one`() throws {
        let run = try BuiltCommand(["explain", "frnge"])
        #expect(run.status == 2)
        #expect(
            run.errors
                == "kiln: error: there is no check \"frnge\"\n  help: did you mean \"fringe\"?\n"
        )
    }

    @Test func `programs get all of it as JSON`() throws {
        let text = try BuiltCommand(["explain", "--json"]).output
        let all = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        )
        #expect(all.map { $0["id"] as? String } == Check.all.map(\.id))
        for entry in all {
            for member in ["about", "why", "fix", "markdown"] {
                let text = entry[member] as? String ?? ""
                #expect(!text.isEmpty && !text.hasPrefix(" "), "\(entry["id"] ?? "") \(member)")
            }
        }
    }

    /// What is built in is the page itself, each section whole.
    @Test func `the guide is the documentation`() throws {
        let page = try String(
            contentsOf: Repository.file("Documentation/diagnostics.md"),
            encoding: .utf8
        )
        for check in Check.all {
            let guide = try #require(CheckGuide(check), "\(check.id)")
            #expect(page.contains("### \(check.id)\n\n\(guide.markdown)\n"), "\(check.id)")
            #expect(!guide.markdown.contains("\n## ") && !guide.markdown.contains("\n### "))
        }
    }
}
