import Foundation
import TestSupport
import Testing

/// What other projects copy or refer to names options that there are.
struct RecipeTests {
    @Test(arguments: [
        "Documentation/ci.md", ".pre-commit-hooks.yaml", ".github/actions/validate/action.yml",
    ]) func `recipes name options that the command has`(file: String) throws {
        let text = try String(contentsOf: Repository.file(file), encoding: .utf8)
        let known = try ["bake", "validate", "diff"].map {
            try BuiltCommand([$0, "--help"]).output
        }
        .joined()
        var count = 0
        for match in text.matches(of: #/(?:^|[^\-\w])(--[a-z][a-z\-]+)/#) {
            let option = String(match.1)
            // Those of git in the hook by hand.
            guard !["--cached", "--name-only", "--diff-filter"].contains(option) else { continue }
            #expect(known.contains(option), "\(file): \(option)")
            count += 1
        }
        #expect(count > 1)
    }

    @Test func `recipes name formats and checks that there are`() throws {
        let text = try String(contentsOf: Repository.file("Documentation/ci.md"), encoding: .utf8)
        for match in text.matches(of: #/--format ([a-z]+)/#) {
            #expect(
                ["text", "json", "github", "sarif", "junit", "gitlab"].contains(String(match.1)),
                "\(match.0)"
            )
        }
    }

    /// The action's own steps, with the command that was built.
    @Test func `the action's script runs with each of its inputs`() throws {
        let game = try LittleGame()
        let action = try String(
            contentsOf: Repository.file(".github/actions/validate/action.yml"),
            encoding: .utf8
        )
        let script = try #require(action.components(separatedBy: "      run: |\n").last)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
            .joined(separator: "\n")
        func run(_ inputs: [String: String]) throws -> BuiltCommand {
            let defaults = [
                "CATALOG": "catalog.json", "STRICT": "true", "BASELINE": "", "AGAINST": "",
                "SARIF": "kiln.sarif", "MORE": "", "REPOSITORY": "", "REF": "",
            ]
            return try BuiltCommand(
                [],
                in: game.folder.url,
                environment: defaults.merging(inputs) { $1 },
                script: "KILN=\"$0\" exec bash -euo pipefail -c '"
                    + script.replacing("'", with: "'\\''") + "'"
            )
        }
        let plain = try run([:])
        #expect(plain.status == 1, "\(plain.errors)")
        #expect(plain.output.contains("::error file=art/overlay_hat.png,title=empty-picture::"))
        #expect(try game.read("kiln.sarif").contains("empty-picture"))
        #expect(try !game.read("kiln.sarif").contains("helpUri"))
        _ = try run([
            "GITHUB_SERVER_URL": "https://example.org", "REPOSITORY": "a/kiln", "REF": "0.2.0",
        ])
        let page = "https://example.org/a/kiln/blob/0.2.0/Documentation/diagnostics.md"
        #expect(try game.read("kiln.sarif").contains("\"helpUri\": \"\(page)#empty-picture\""))
        let lenient = try run(["STRICT": "false", "MORE": "--ignore empty-*  --select *"])
        #expect(lenient.status == 0, "\(lenient.errors)")
        #expect(lenient.output.contains("::warning "))
        #expect(try run(["BASELINE": "none.json"]).status == 2)
        #expect(try run(["AGAINST": "none"]).status == 2)
    }
}
