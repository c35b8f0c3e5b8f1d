import Foundation
import TestSupport
import Testing

/// The page that takes newcomers from a folder of art to a bake: all it says to type works.
struct OwnGamePageTests {
    private static func blocks(_ language: String) throws -> [String] {
        let page = try String(
            contentsOf: Repository.file("Documentation/your-own-game.md"),
            encoding: .utf8
        )
        return page.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    /// Runs lines of the page, which name the clone of Kiln `~/kiln`.
    private func type(_ lines: String, in folder: URL) throws -> BuiltCommand {
        let script = lines.replacing("~/kiln/", with: Repository.root.path + "/")
        return try BuiltCommand(
            [script],
            in: folder,
            script: #"KILN=$0 exec bash -ec 'kiln() { "$KILN" "$@"; }; eval "$1"' bash "$1""#
        )
    }

    @Test(.enabled(if: Tool.path("bash") != nil, "bash is absent"))
    func `every command of the page works in order, and says what it shows`() throws {
        let folder = try TemporaryFolder()
        let commands = try Self.blocks("sh")
        let catalogs = try Self.blocks("json")
        let reported = try Self.blocks("text")
        try #require(commands.count == 8 && catalogs.count == 2)
        let first = try type(commands[0], in: folder.url)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.hasPrefix(reported[0]))
        #expect(try type(commands[1], in: folder.url).status == 0)

        let game = folder.url.appending(path: "pets")
        let catalog = game.appending(path: "catalog.json")
        try Data(catalogs[0].utf8).write(to: catalog)
        #expect(try type(commands[2], in: game).status == 0)
        let wrong = try BuiltCommand(["validate"], in: game)
        #expect(wrong.status == 1)
        #expect(wrong.output == reported[1] + "\n")

        try Data(catalogs[1].utf8).write(to: catalog)
        // The blocks of commands, each with what the page shows of it.
        for (block, shown) in zip(commands.dropFirst(3), [2, nil, 3, 4, 6]) {
            let run = try type(block, in: game)
            let output = run.errors + run.output
            #expect(run.status == 0, "\(block): \(output)")
            for line in shown.map({ reported[$0].split(separator: "\n") }) ?? [] {
                #expect(output.contains(line), "\(block): \(output)")
            }
        }
        #expect(try type("kiln resolve --all", in: game).output.hasPrefix(reported[5] + "\n"))
        for file in ["sheet.png", "look.png", "wave.gif", "gallery.html", "build/manifest.json"] {
            let path = game.appending(path: file).path
            #expect(FileManager.default.fileExists(atPath: path), "\(file)")
        }
        let again = try type("kiln bake -o build", in: game)
        #expect(again.output.hasPrefix("build is up to date: nothing has changed"))
    }
}
