import Catalog
import Diagnostics
import Foundation
import KilnManifest
import TestSupport
import Testing

/// The sample game in the repository: its names leave nothing to be desired.
@Suite struct SampleGameTests {
    @Test func `everything resolves and nothing is left over`() throws {
        let bytes = [UInt8](try Data(contentsOf: Repository.file("catalog.json")))
        let (read, diagnostics) = readCatalog(bytes, path: "catalog.json")
        #expect(diagnostics == [])
        let catalog = try #require(read)
        let folder = Repository.file("assets-src").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .map { "assets-src/" + $0 }
        let index = AssetIndex(files: files, sourceDensity: catalog.sourceDensity)
        #expect(index.diagnostics == [])
        let coverage = Coverage(catalog: catalog, index: index)
        #expect(coverage.diagnostics.filter { $0.severity > .note } == [])
        #expect(coverage.cells.count == 3 + 3 * catalog.items.count)
        let overlays = coverage.cells.filter { $0.item?.equipStyle == .overlay }
        #expect(Set(overlays.compactMap(\.resolution.level)) == [0, 1, 2, 3, 4])
    }
}
