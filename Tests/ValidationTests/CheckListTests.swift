import Diagnostics
import Foundation
import Testing
import Validation

@Suite struct CheckListTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func idsAreUniqueAndReadable() {
        let ids = Check.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil })
    }

    @Test func everyCheckHasItsPageAndItsExample() throws {
        let page = try String(
            contentsOf: Self.package.appending(path: "Documentation/diagnostics.md"),
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
        let sources = Self.package.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        var reported: Set<String> = []
        for path in paths where path.hasSuffix(".swift") && !path.hasSuffix("CheckList.swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            guard text.contains("Diagnostic") || text.contains("report(") else { continue }
            for match in text.matches(
                of: /"([a-z0-9]+(?:-[a-z0-9]+)+|misfit|fringe|clipped|upscaled)"/
            ) {
                reported.insert(String(match.1))
            }
            for match in text.matches(of: /Diagnostic\(\s*id: "([^"]+)"/) {
                #expect(Check.named(String(match.1)) != nil, "\(match.1) in \(path)")
            }
        }
        for check in Check.all { #expect(reported.contains(check.id), "\(check.id)") }
    }
}
