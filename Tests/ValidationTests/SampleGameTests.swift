import Catalog
import Foundation
import Testing
import Validation

@Suite struct SampleGameTests {
    @Test func theSampleGamesCatalogIsClean() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let bytes = [UInt8](try Data(contentsOf: package.appending(path: "catalog.json")))
        let (read, diagnostics) = readCatalog(bytes, path: "catalog.json")
        #expect(diagnostics == [])
        #expect(checkCatalog(try #require(read)) == [])
    }
}
