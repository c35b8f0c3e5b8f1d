import Foundation
import TestSupport
import Testing

/// `kiln man`: the page that `man kiln` shows.
@Suite struct ManTests {
    /// The page without the escapes that only roff needs.
    private static func manual() throws -> String {
        let run = try BuiltCommand(["man"])
        #expect(run.status == 0 && run.errors.isEmpty)
        return ["\\fB", "\\fI", "\\fR"].reduce(run.output) { $0.replacing($1, with: "") }
            .replacing("\\-", with: "-")
    }

    /// Others take neither the option nor standard input.
    private static let isManDB: Bool = {
        let version = Tool.run("man", ["--version"]) ?? Data()
        return String(decoding: version, as: UTF8.self).hasPrefix("man 2")
    }()

    @Test func `the manual page has every option that help shows`() throws {
        let page = try Self.manual()
        let commands = page.matches(of: /\.SS "kiln ([a-z]+)"/).map { String($0.output.1) }
        let help = try BuiltCommand(["-h"]).output
        #expect(commands.count >= 15)
        for command in commands { #expect(help.contains("\n  \(command) "), "\(command)") }
        for (index, command) in commands.enumerated() {
            let rest = try #require(page.components(separatedBy: ".SS \"kiln \(command)\"").last)
            let next = index + 1 < commands.count ? ".SS \"kiln \(commands[index + 1])\"" : ".SH"
            let own = try #require(rest.components(separatedBy: next).first)
            let options = try BuiltCommand([command, "-h"]).output
                .matches(of: /\n +(?:-[a-zA-Z], )?(--[a-z-]+)/).map { String($0.output.1) }
            for option in options where option != "--help" {
                #expect(own.contains(option), "\(command) \(option)")
            }
        }
        for part in ["catalog.json", ".kiln-cache/", "manifest.json", "EXIT STATUS", "SEE ALSO"] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test(.enabled(if: isManDB, "man-db is absent"))
    func `man shows the page without a warning`() throws {
        let run = try BuiltCommand(
            [],
            environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"],
            script: #""$0" man | man --warnings -l - | wc -l"#
        )
        #expect(run.errors.isEmpty, "\(run.errors)")
        #expect((Int(run.output.filter(\.isNumber)) ?? 0) > 300, "\(run.output)")
    }

    @Test(.enabled(if: Tool.path("mandoc") != nil, "mandoc is absent"))
    func `mandoc finds nothing to complain about`() throws {
        let page = Data(try BuiltCommand(["man"]).output.utf8)
        #expect(Tool.run("mandoc", ["-Tlint", "-Wwarning"], input: page) == Data())
    }
}
