import Bake
import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct SampleCatalogTests {
    @Test func `the sample game's catalog is clean`() throws {
        let bytes = [UInt8](try Data(contentsOf: Repository.file("catalog.json")))
        let (read, diagnostics) = readCatalog(bytes, path: "catalog.json")
        #expect(diagnostics == [])
        #expect(checkCatalog(try #require(read)) == [])
    }
}
