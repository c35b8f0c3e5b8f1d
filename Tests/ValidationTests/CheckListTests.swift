import Diagnostics
import Foundation
import TestSupport
import Testing
import Validation

@Suite struct CheckListTests {
    @Test func idsAreUniqueAndReadable() {
        let ids = Check.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil })
    }

    @Test func everyCheckHasItsPageAndItsExample() throws {
        let page = try String(
            contentsOf: Repository.file("Documentation/diagnostics.md"),
            encoding: .utf8
        )
        let sections = page.components(separatedBy: "\n### ").dropFirst()
        #expect(sections.count == Check.all.count)
        for section in sections {
            let id = String(section.prefix { $0 != "\n" })
            let check = try #require(Check.named(id), "\(id)")
            #expect(section.contains("*Severity: \(check.severity.rawValue).*"), "\(id)")
            #expect(section.contains("**Why.**") && section.contains("**Fix.**"), "\(id)")
            #expect(section.contains("[\(id)]: "), "\(id)")
            #expect(page.contains("| [`\(id)`](#\(id)) | \(check.severity.rawValue)"), "\(id)")
        }
    }

    /// Whatever room reports a diagnostic, its id is in the list; and the list has no id that
    /// nobody reports.
    @Test func theListHoldsTheIDsThatAreReported() throws {
        var words: Set<String> = []
        for (path, text) in try Self.sources() where !path.hasSuffix("CheckList.swift") {
            for match in text.matches(of: /"([a-z0-9]+(?:-[a-z0-9]+)+)"/) {
                let word = String(match.1)
                words.insert(word)
                let isKnown = Check.named(word) != nil || Self.otherWords.contains(word)
                #expect(isKnown, "\(word) in \(path)")
            }
            for match in text.matches(of: /(?:\bid:|report\()\s*"([a-z0-9]+)"/) {
                let word = String(match.1)
                words.insert(word)
                let isKnown = Check.named(word) != nil || Self.otherWords.contains(word)
                #expect(isKnown, "\(word) in \(path)")
            }
        }
        for check in Check.all { #expect(words.contains(check.id), "\(check.id)") }
    }

    /// Each id stands in an expectation of some test.
    @Test func everyCheckHasATest() throws {
        let folder = Repository.file("Tests")
        let text = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix("Tests.swift") && !$0.hasSuffix("/ReportTests.swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .joined()
        for check in Check.all {
            let isTold = text.contains("[\(check.id)]: ") || text.contains("\"\(check.id)\"")
            #expect(isTold, "\(check.id)")
        }
    }

    /// Words with a hyphen, and ids of catalogs, that are no checks.
    private static let otherWords: Set = [
        "0-1", "assets-src", "blob-in-hat", "built-in", "game", "rotate", "system-out",
        "texturepacker-array", "texturepacker-hash",
    ]

    /// The text of the rooms that report findings, by path.
    private static func sources() throws -> [(path: String, text: String)] {
        let folder = Repository.file("Sources")
        let reporting = ["Catalog/", "AssetNaming/", "Validation/", "Bake/", "kiln/Commands/"]
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { path in
                path.hasSuffix(".swift") && reporting.contains(where: path.hasPrefix)
            }
            .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
            .filter { $0.0.hasPrefix("kiln/") ? $0.1.contains("Diagnostic(") : true }
    }
}
