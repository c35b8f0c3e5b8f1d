import Bake
import Diagnostics
import Foundation
import KilnManifest
import TestSupport
import Testing

/// What a stored catalog has to learn, as Swift and in words.
struct CatalogSwiftTests {
    /// Names that mean something to the language, to terminals and to strings.
    private static let odd = [
        "default", "self\\(x)", "\"quo\nted\"", "Größe 🐕", "\u{202E}war", "a|b:c,d\te", "\"\"\"##",
    ]

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

    /// What the compiler makes of the files, without a warning; nil when it refuses them.
    ///
    /// With a `main.swift` among them, what the program prints; else nothing.
    private func compile(_ files: [String: String], _ options: [String] = []) throws -> String? {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-swift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try files.sorted { $0.key < $1.key }.map { name, text in
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let program = folder.appending(path: "program").path
        let isProgram = files["main.swift"] != nil
        let output = isProgram ? ["-o", program] : ["-typecheck"]
        let flags = ["-swift-version", "6", "-warnings-as-errors"]
        guard Tool.run("swiftc", flags + output + options + paths) != nil else { return nil }
        return isProgram ? Tool.run(program, []).map { String(decoding: $0, as: UTF8.self) } : ""
    }

    private static let isCompilerPresent = Tool.path("swiftc") != nil

    @Test(
        .enabled(if: isCompilerPresent, "there is no swiftc"),
        arguments: [[], ["-default-isolation", "MainActor"]]
    )
    func `a migration goes through the changes`(options: [String]) throws {
        let migration = """
            func facts(_ entry: Update2.Entry) -> String {
                "\\(entry.section) \\(entry.id.debugDescription) \\(entry.name ?? "-") "
                    + "\\(entry.equipStyle ?? "-") \\(entry.slot ?? "-") "
                    + "\\(entry.assets["dog"] ?? []) \\(entry.extras ?? "-")"
            }
            for change in Update2.changes {
                switch change {
                case .added(let entry): print("added", facts(entry))
                case .changed(let old, let new, let details):
                    print("changed", facts(old), facts(new), details)
                case .retired(let entry): print("retired", facts(entry))
                }
            }
            print(_3_1.changes.count)
            """
        let files = [
            "Update2.swift": catalogSwift(changes(), file: "Update2.swift"),
            "3-1.swift": catalogSwift([], file: "3-1.swift"), "main.swift": migration,
        ]
        func facts(_ change: CatalogChange, _ entry: CatalogEntry?) -> String {
            let extras = entry?.extras.map { ManifestValue.object($0).description } ?? "-"
            return "\(change.section) \(change.id.debugDescription) \(entry?.name ?? "-") "
                + "\(entry?.equipStyle ?? "-") \(entry?.slot ?? "-") "
                + "\(entry?.assets?["dog"] ?? []) \(extras)"
        }
        let expected = changes().map { change in
            switch change.kind {
            case .added: "added \(facts(change, change.new))"
            case .retired: "retired \(facts(change, change.old))"
            case .changed:
                "changed \(facts(change, change.old)) \(facts(change, change.new)) \(change.details)"
            }
        }
        let printed = try compile(files, options)
        #expect(printed == (expected + ["0", ""]).joined(separator: "\n"))
        #expect(expected.count == 9)
    }

    @Test(
        .enabled(if: isCompilerPresent, "there is no swiftc"),
        arguments: ["class", "Type", "Entry", "String", "été", "2", "", "a.b.swift", "Sendable"]
    )
    func `a file of any name makes a type of its own`(file: String) throws {
        #expect(try compile(["a.swift": catalogSwift(changes(), file: file)]) == "")
    }

    @Test func `nothing in a name ends the text or shows it otherwise than it is`() throws {
        let text = catalogSwift(changes(), file: "U.swift")
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 32 })
        #expect(!text.contains("\u{202E}") && text.contains(#"\u{202E}war"#))
        #expect(text.contains(#"self\u{5C}(x)"#) && text.contains("Größe"))
        #expect(text.contains(##"private static let rows = ###"""##))
        #expect(text.split(separator: "\n").allSatisfy { $0.last != " " && $0.last != "\t" })
        #expect(text == catalogSwift(changes(), file: "U.swift"))
    }

    @Test func `people read a line of each, and more where more is different`() {
        let lines = catalogLines(changes(), isColored: false).map(\.text)
        let expected = [
            "  changed  robe ", "  added    default ", "  retired  scarf ",
        ]
        #expect(lines.first == "items" && lines.last == "7 added, 1 changed, 1 retired")
        for beginning in expected {
            #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning): \(lines)")
        }
        #expect(lines.allSatisfy { !$0.contains("\u{202E}") && !$0.contains("\n") })
        #expect(catalogLines([], isColored: false).map(\.text) == ["nothing to update"])
    }
}
