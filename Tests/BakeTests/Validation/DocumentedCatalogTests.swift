import Bake
import Catalog
import Diagnostics
import Foundation
import TestSupport
import Testing

/// The catalogs in README and Documentation, which people copy.
struct DocumentedCatalogTests {
    /// A block of JSON on a page.
    struct Sample: CustomTestStringConvertible, Sendable {
        let page: String
        let text: String

        /// Whether it is a whole catalog, not some members of one.
        var isComplete: Bool { text.contains("\"catalogVersion\"") }

        var testDescription: String { "\(page): \(text.prefix(60))" }

        /// The members in a catalog around them.
        var catalog: String {
            if isComplete { return text }
            let mood = #""axes": { "mood": ["happy", "sleepy"] }, "species": [{ "id": "dog" }]"#
            let inner: String
            if text.contains("\"each\"") {
                inner = "\(mood), \"looks\": [\(text)]"
            } else if text.hasPrefix("{") {
                inner = "\"items\": [\(text)]"
            } else if text.hasPrefix("\"grid\"") {
                inner = "\"sheets\": { \"*\": { \(text) } }"
            } else {
                inner = text
            }
            let canvas = #""canvas": { "width": 9, "height": 9 }, "#
            return #"{ "catalogVersion": 1, "name": "sample", "#
                + (text.contains("\"canvas\"") ? "" : canvas) + inner + " }"
        }
    }

    static let samples: [Sample] = {
        let folder = Repository.file("Documentation")
        let pages = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let paths =
            ["README.md"] + pages.filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }
        return paths.sorted().flatMap { path in
            let page = (try? String(contentsOf: Repository.file(path), encoding: .utf8)) ?? ""
            return page.components(separatedBy: "```json\n").dropFirst()
                .compactMap { $0.components(separatedBy: "\n```").first }
                .map { Sample(page: path, text: $0) }
        }
    }()

    @Test func `all pages with catalogs are read`() {
        #expect(Self.samples.count { $0.isComplete } >= 5)
        #expect(Self.samples.count { !$0.isComplete } >= 10)
        let pages = Set(Self.samples.filter(\.isComplete).map(\.page))
        #expect(pages.contains("README.md") && pages.contains("Documentation/your-own-game.md"))
    }

    @Test(arguments: samples)
    func `what a page shows of a catalog reads without a finding`(sample: Sample) throws {
        let (catalog, found) = readCatalog(Array(sample.catalog.utf8), path: sample.page)
        #expect(found.map(\.description) == [])
        let read = try #require(catalog)
        // Members by themselves name what others would define.
        if sample.isComplete { #expect(checkCatalog(read).map(\.description) == []) }
    }
}
