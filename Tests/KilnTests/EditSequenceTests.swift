import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Commands that change a catalog, one after the other in any order.
///
/// Whatever the order, the catalog stays valid, bytes that a command does not concern stay, what is
/// left looks the same, and a killed command leaves the old catalog or the new one.
struct EditSequenceTests {
    /// Games in several styles of JSON: as Kiln writes it, on one line, and with tabs and CR LF.
    private static let starts: [Start] = {
        do {
            let folder = try TemporaryFolder()
            let made = try BuiltCommand(["init", "-q"], in: folder.url)
            precondition(made.status == 0, made.errors)
            let line = try LittleGame()
            try line.put("art/overlay_hat.png", try line.picture(.init(r: 9, g: 9, b: 200)))
            try FileManager.default.removeItem(at: line.folder.url.appending(path: "art/spare.png"))
            let tabs = try LittleGame()
            try tabs.put("art/overlay_hat.png", try line.picture(.init(r: 9, g: 9, b: 200)))
            try FileManager.default.removeItem(at: tabs.folder.url.appending(path: "art/spare.png"))
            let text = try line.read("catalog.json")
            let lines = text.replacing(#/\n *(.)/#) { "\r\n\t\($0.1)" }
            try tabs.put("catalog.json", lines.replacing("\t}", with: "}"))
            try line.put("catalog.json", text.filter { !$0.isWhitespace })
            return [folder, line.folder, tabs.folder].map(Start.init)
        } catch { preconditionFailure("\(error)") }
    }()

    /// A game to copy.
    private struct Start: @unchecked Sendable { let folder: TemporaryFolder }

    /// A game that changes.
    private struct Game {
        let folder: TemporaryFolder
        let species: String
        /// The folder of sources, with a slash.
        let sources: String
        var items: Set<String> = []

        init(_ start: Start) throws {
            let start = start.folder
            folder = try TemporaryFolder()
            let files = FileManager.default
            for name in try files.contentsOfDirectory(atPath: start.url.path) {
                try files.copyItem(
                    at: start.url.appending(path: name),
                    to: folder.url.appending(path: name)
                )
            }
            let text = try String(
                contentsOf: folder.url.appending(path: "catalog.json"),
                encoding: .utf8
            )
            let first = try #require(text.firstMatch(of: /"species":\s*\[\s*\{\s*"id":\s*"(\w+)"/))
            species = String(first.1)
            sources = text.contains("assets-src") ? "assets-src/" : "art/"
        }

        var catalog: [UInt8] {
            get throws {
                [UInt8](try Data(contentsOf: folder.url.appending(path: "catalog.json")))
            }
        }

        func run(_ words: [String]) throws -> BuiltCommand {
            try BuiltCommand(words, in: folder.url)
        }

        /// The first species in an item, as the game shows it.
        func picture(wearing item: String?) throws -> Data? {
            let path = "look-\(UUID().uuidString).png"
            let worn = item.map { ["--overlay", $0] } ?? []
            let run = try run(["preview", "-s", species, "-q", "-o", path] + worn)
            guard run.status == 0 else { return nil }
            return try Data(contentsOf: folder.url.appending(path: path))
        }
    }

    @Test(arguments: 0..<200)
    func `any order of changes leaves a valid catalog`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var game = try Game(Self.starts[Int(seed % 3)])
        let bare = try game.picture(wearing: nil)
        #expect(bare != nil)
        for step in 0..<5 {
            let before = try game.catalog
            let item = game.items.sorted().randomElement(using: &random)
            switch (Int.random(in: 0..<10, using: &random), item) {
            case (6...7, let item?):
                let worn = try game.picture(wearing: item)
                let new = "renamed\(step)"
                let run = try game.run(["rename", item, new, "-q"])
                #expect(run.status == 0, "\(run.errors)")
                let text = String(decoding: try game.catalog, as: UTF8.self)
                #expect(text.replacing(new, with: item) == String(decoding: before, as: UTF8.self))
                #expect(try game.picture(wearing: new) == worn)
                game.items.remove(item)
                game.items.insert(new)
            case (8, let item?):
                let run = try game.run(["remove", item, "--art", "-q"])
                #expect(run.status == 0, "\(run.errors)")
                #expect(before.holds(inOrder: try game.catalog))
                game.items.remove(item)
            case (9, _):
                #expect(try game.run(["fmt", "-q"]).status == 0)
                #expect(try game.catalog.ink == before.ink)
            case (let choice, _):
                let name = "thing\(step)"
                let size = try #require(
                    Self.size(of: game.folder.url.appending(path: "catalog.json"))
                )
                let picture = StraightImage(size, size) { x, y in
                    (size / 2 - 2..<size / 2 + 2).contains(x) && (2..<6).contains(y)
                        ? StraightPixel(r: 200, g: UInt8(20 + seed), b: 90) : .clear
                }
                // What is not among the sources is copied.
                let isLoose = choice < 3
                let path = (isLoose ? "" : game.sources) + "overlay_\(name).png"
                try Data(try encodePNG(picture)).write(to: game.folder.url.appending(path: path))
                let run = try game.run(["add", path, "-q"])
                #expect(run.status == 0, "\(run.output)\(run.errors)")
                // A list that outgrows its line gets a line for each element.
                #expect(try game.catalog.ink.holds(inOrder: before.ink))
                game.items.insert(name)
            }
            let validated = try game.run(["validate"])
            #expect(validated.status == 0, "\(validated.output)")
            #expect(!validated.output.contains("warning"), "\(validated.output)")
        }
        #expect(try game.picture(wearing: nil) == bare)
    }

    /// The side of a game's canvas.
    private static func size(of catalog: URL) -> Int? {
        guard let text = try? String(contentsOf: catalog, encoding: .utf8) else { return nil }
        return text.firstMatch(of: /"width":\s*(\d+)/).flatMap { Int($0.1) }
    }

    @Test(arguments: 0..<20)
    func `a killed change leaves the old catalog or the new one`(seed: UInt64) throws {
        let changed = try Game(Self.starts[0])
        let words = [["rename", "hat", "top_hat"], ["remove", "hat", "--art"]][Int(seed % 2)]
        #expect(try changed.run(words).status == 0)
        let new = try changed.catalog
        let game = try Game(Self.starts[0])
        let old = try game.catalog
        _ = try BuiltCommand(
            words,
            in: game.folder.url,
            script: #""$0" "$@" & sleep 0.00\#(seed % 10); kill -9 $! 2> /dev/null; wait"#
        )
        let left = try game.catalog
        #expect(left == old || left == new)
        #expect(try game.run(["validate"]).status == 0)
        if left == old { #expect(try game.run(words).status == 0) }
        #expect(try game.catalog == new)
    }
}

extension [UInt8] {
    /// All but white space.
    fileprivate var ink: [UInt8] { filter { !" \n\r\t".utf8.contains($0) } }

    /// Whether all bytes of another text occur in this one, in the same order.
    fileprivate func holds(inOrder other: [UInt8]) -> Bool {
        var rest = other[...]
        for byte in self where byte == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
