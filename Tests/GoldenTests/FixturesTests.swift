import Foundation
import TestSupport
import Testing

struct FixturesTests {
    /// A folder that looks like the fixtures', and one that does not.
    private let real: URL
    private let empty: URL

    init() throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "kiln-fixtures-\(UInt64.random(in: .min ... .max))")
        (real, empty) = (root.appending(path: "real"), root.appending(path: "empty"))
        for folder in [real, empty] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data().write(to: real.appending(path: "MANIFEST.csv"))
    }

    private func reason(_ fixtures: Fixtures) -> String? {
        do {
            _ = try fixtures.folder()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `fixtures that somebody asked for are there`() throws {
        // What fails here explains every other failure for want of fixtures.
        if Fixtures.areExpected { _ = try Fixtures.folder() }
    }

    @Test func `a folder that is named is taken, before the neighbor`() throws {
        let fixtures = Fixtures(environment: ["KILN_FIXTURES": real.path], neighbor: empty)
        #expect(fixtures.areExpected)
        #expect(try fixtures.folder().path == real.standardized.path)
        #expect(try Fixtures(environment: [:], neighbor: real).folder() == real.standardized)
        #expect(
            try Fixtures(environment: ["KILN_FIXTURES": ""], neighbor: real).folder()
                == real.standardized
        )
    }

    @Test func `a wrong path is an error that names it, even next to a right one`() {
        for path in [empty.path, "/no/such/folder"] {
            let fixtures = Fixtures(environment: ["KILN_FIXTURES": path], neighbor: real)
            #expect(fixtures.areExpected)
            #expect(
                reason(fixtures) == "KILN_FIXTURES names '\(path)', which holds no MANIFEST.csv"
            )
        }
    }

    @Test func `without any, tests skip, unless fixtures are required`() {
        #expect(!Fixtures(environment: [:], neighbor: empty).areExpected)
        for value in ["", "0"] {
            let environment = ["KILN_REQUIRE_FIXTURES": value]
            #expect(!Fixtures(environment: environment, neighbor: empty).areExpected)
        }
        let required = Fixtures(environment: ["KILN_REQUIRE_FIXTURES": "1"], neighbor: empty)
        #expect(required.areExpected)
        #expect(
            reason(required)?.hasPrefix("the fixtures are required, but \(empty.path) holds")
                == true
        )
    }
}
