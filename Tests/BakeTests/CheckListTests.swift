import Bake
import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite struct CheckListTests {
    @Test func `ids are unique and readable`() {
        let ids = Check.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil })
    }

    @Test func `every check has its page and its example`() throws {
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
            #expect(check.documentation == "Documentation/diagnostics.md#\(id)")
            let severity = check.severity.rawValue + (check.isFixed ? ", *fixed*" : "")
            #expect(page.contains("| [`\(id)`](#\(id)) | \(severity) | \(check.title) |"), "\(id)")
        }
    }

    /// Each id is in an expectation of some test.
    @Test func `every check has a test`() throws {
        let text = try Self.tests()
        for check in Check.all {
            let isReported = text.contains("[\(check.id)]: ") || text.contains("\"\(check.id)\"")
            #expect(isReported, "\(check.id)")
        }
    }

    /// A check that a module reports and no list names would stand in the expectations alone.
    @Test func `every finding that a test expects is of a check in the list`() throws {
        var reported: Set<String> = []
        for match in try Self.tests().matches(of: #/(?:note|warning|error)\[([a-z0-9-]+)\]: /#) {
            reported.insert(String(match.1))
        }
        #expect(reported.subtracting(Check.all.map(\.id)) == [])
        #expect(reported.count > 50)
    }

    /// What all tests say, but for those of reports, whose findings are made up.
    private static func tests() throws -> String {
        let folder = Repository.file("Tests")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix("Tests.swift") && !$0.hasSuffix("/ReportTests.swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .joined()
    }
}
