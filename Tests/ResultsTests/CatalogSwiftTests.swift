import BakeComparison
import Foundation
import KilnManifest
import Results
import TestSupport
import Testing

/// What a stored catalog has to learn, as Swift and in words.
struct CatalogSwiftTests {
    /// Names that mean something to the language, to terminals and to strings.
    private static let odd = ["default", "self\\(x)", "\"quo\nted\"", "Größe 🐕", "\u{202E}war"]

    private func changes() -> [CatalogChange] {
        let old = SampleGame.manifest
        var new = old
        new.items[0].equipStyle = .overlay
        new.items.removeLast()
        for id in Self.odd {
            new.items.append(
                Manifest.Item(
                    id: id,
                    name: id,
                    equipStyle: .overlay,
                    art: [.init(species: "dog", asset: id, frames: [id])],
                    slot: id,
                    extras: [id: .array([.string(id), 1.5, .null])]
                )
            )
        }
        return catalogUpdate(from: old, to: new)
    }

    /// Whether the compiler takes the files without a warning.
    private func compiles(_ files: [String: String], _ options: [String] = []) throws -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-swift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try files.sorted { $0.key < $1.key }.map { name, text in
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let flags = ["-typecheck", "-swift-version", "6", "-warnings-as-errors"]
        return Tool.run("swiftc", flags + options + paths) != nil
    }

    private static let isCompilerPresent = Tool.path("swiftc") != nil

    @Test(
        .enabled(if: isCompilerPresent, "there is no swiftc"),
        arguments: [[], ["-default-isolation", "MainActor"]]
    )
    func `a migration can go through the changes`(options: [String]) throws {
        let migration = """
            func migrate(_ store: inout [String: String]) {
                for change in Update2.changes {
                    switch change {
                    case .added(let entry): store[entry.id] = entry.extras ?? entry.json
                    case .changed(let old, let new, let details):
                        store[old.id] = nil
                        store[new.id] = details.joined() + (new.assets["dog"]?.first ?? "")
                    case .retired(let entry):
                        switch entry.section {
                        case .items, .species: store[entry.id] = entry.equipStyle ?? "gone"
                        case .catalog, .axes, .slots, .images, .looks, .animations: break
                        }
                    }
                }
            }
            func migrateAgain() -> Int { _3_1.changes.count }
            """
        let files = [
            "Update2.swift": catalogSwift(changes(), file: "Update2.swift"),
            "3-1.swift": catalogSwift([], file: "3-1.swift"), "Migration.swift": migration,
        ]
        #expect(try compiles(files, options))
        #expect(try !compiles(["Migration.swift": migration], options))
    }

    @Test(
        .enabled(if: isCompilerPresent, "there is no swiftc"),
        arguments: ["class", "Type", "Entry", "String", "été", "2", "", "a.b.swift", "Sendable"]
    )
    func `a file of any name makes a type of its own`(file: String) throws {
        #expect(try compiles(["a.swift": catalogSwift(changes(), file: file)]))
    }

    @Test func `ids are literals that end nowhere but at their end`() throws {
        let text = catalogSwift(changes(), file: "U.swift")
        for literal in [
            #""default""#, #""self\\(x)""#, #""\"quo\u{A}ted\"""#, #""Größe \u{1F415}""#,
            #""\u{202E}war""#,
        ] {
            #expect(text.contains("id: \(literal), name: \(literal)"), "\(literal)")
        }
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
        #expect(text == catalogSwift(changes(), file: "U.swift"))
    }

    @Test func `people read a line of each, and more where more is different`() {
        let lines = catalogLines(changes(), isColored: false).map { "\($0)" }
        let expected = [
            "  changed  robe ", "  added    default ", "  retired  scarf ",
        ]
        #expect(lines.first == "items" && lines.last == "5 added, 1 changed, 1 retired")
        for beginning in expected {
            #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning): \(lines)")
        }
        #expect(lines.allSatisfy { !$0.contains("\u{202E}") && !$0.contains("\n") })
        #expect(catalogLines([], isColored: false).map { "\($0)" } == ["nothing to update"])
    }
}
