public import Foundation

/// Real images outside of the repository.
///
/// Their folder is `KILN_FIXTURES`, or `../shared/fixtures` next to the package. Tests that need them
/// skip where no one named a folder and none is there. A folder that was named and is not there is an
/// error; with `KILN_REQUIRE_FIXTURES=1` their absence is one, too.
public struct Fixtures: Sendable {
    private enum Place {
        case found(URL)
        /// No one asked for them.
        case absent
        /// Somebody did.
        case missing(String)
    }

    private let place: Place

    /// - Parameters:
    ///   - environment: where `KILN_FIXTURES` and `KILN_REQUIRE_FIXTURES` are looked up; empty
    ///     values count as none.
    ///   - neighbor: the folder to try when none is named.
    public init(environment: [String: String], neighbor: URL) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let named = value("KILN_FIXTURES")
        let folder = (named.map { URL(filePath: $0) } ?? neighbor).standardized
        let table = folder.appending(path: Fixtures.table).path
        if FileManager.default.fileExists(atPath: table) {
            place = .found(folder)
        } else if let named {
            place = .missing("KILN_FIXTURES names '\(named)', which holds no \(Fixtures.table)")
        } else if value("KILN_REQUIRE_FIXTURES") == "1" {
            place = .missing(
                "the fixtures are required, but \(folder.path) holds no \(Fixtures.table): set "
                    + "KILN_FIXTURES to their folder"
            )
        } else {
            place = .absent
        }
    }

    /// The list of them all, which every folder of fixtures has.
    private static let table = "MANIFEST.csv"

    /// Whether tests that need the fixtures run: only where no one asked for any do they skip.
    public var areExpected: Bool { if case .absent = place { false } else { true } }

    /// The folder.
    ///
    /// - Throws: `FixturesMissing`.
    public func folder() throws -> URL {
        switch place {
        case .found(let folder): return folder
        case .absent: throw FixturesMissing(description: Fixtures.absence)
        case .missing(let reason): throw FixturesMissing(description: reason)
        }
    }

    private static let current = Fixtures(
        environment: ProcessInfo.processInfo.environment,
        neighbor: Repository.file("../shared/fixtures")
    )

    /// For `@Test(.enabled(if:))`.
    public static var areExpected: Bool { current.areExpected }

    /// The folder.
    ///
    /// - Throws: `FixturesMissing`.
    public static func folder() throws -> URL { try current.folder() }

    /// What a skipped test prints; Scripts/test-counts knows the first four words.
    public static let absence = "the fixtures are absent: set KILN_FIXTURES to their folder"
}

/// Why there are no fixtures.
public struct FixturesMissing: Error, CustomStringConvertible {
    public let description: String
}
