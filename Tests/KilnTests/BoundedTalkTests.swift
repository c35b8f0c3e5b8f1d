import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// However much is wrong, what is said about it stays small, and counts all of it.
@Suite(.timeLimit(.minutes(5))) struct BoundedTalkTests {
    private static let head =
        #"{"catalogVersion": 1, "name": "t", "canvas": {"width": 8, "height": 8}"#

    private func validated(
        _ members: String,
        _ arguments: [String] = [],
        megabytes: Int = 1500
    ) throws -> BuiltCommand {
        let folder = try TemporaryFolder()
        let art = folder.url.appending(path: "assets-src")
        try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
        // A game without any picture has one finding.
        try Data(encodePNG(StraightImage(drawn: "r")))
            .write(to: art.appending(path: "other.png"))
        let text = Self.head + ", " + members + "}"
        try Data(text.utf8).write(to: folder.url.appending(path: "catalog.json"))
        return try BuiltCommand(
            ["validate"] + arguments,
            in: folder.url,
            limitInMegabytes: megabytes
        )
    }

    private static let unknownMembers = (0..<100_000).map { "\"zz\($0)\": 0" }
        .joined(separator: ",\n")

    @Test(arguments: [
        ("text", "100000 errors"), ("json", #""errors": 100000"#), ("github", "100000 errors"),
        ("sarif", "and 99900 more of this kind"), ("junit", "and 99900 more of this kind"),
    ])
    func `a hundred thousand unknown members are a hundred, and a number`(
        format: String,
        count: String
    ) throws {
        let run = try validated(Self.unknownMembers, ["--format", format])
        #expect(run.status == 1)
        #expect(run.output.utf8.count < 200_000)
        #expect(run.output.contains(count), "\(run.output.suffix(300))")
    }

    @Test func `an id of ten million letters is shown by its ends`() throws {
        let id = String(repeating: "x", count: 10_000_000)
        let run = try validated(
            """
            "species": [{"id": "\(id)"}, {"id": "dog", "name": "\(id)", "asset": "\(id)"}],
            "items": [{"id": "hat", "equipStyle": "\(id)", "species": ["\(id)"]}],
            "looks": [{"id": "a", "species": "\(id)", "overlays": ["\(id)"]}],
            "sources": ["\(id)"], "\(id)": 1, "naming": {"base": ["\(id)"]},
            "axes": {"\(id)": ["a"]}, "sheets": {"\(id)": {}}, "checks": {"\(id)": "off"}
            """
        )
        #expect(run.status == 1)
        #expect(run.output.utf8.count < 20_000)
        #expect(run.output.contains("found 10000000 characters"))
    }

    @Test func `a million sources are too many`() throws {
        let sources = (0..<1_000_000).map { "\"a\($0)\"" }.joined(separator: ",")
        let run = try validated("\"sources\": [\(sources)]")
        #expect(run.status == 1)
        #expect(run.output.contains("\"sources\" has 1000000 values, expected 1 to 1024"))
        #expect(run.output.utf8.count < 20_000)
    }

    @Test func `memory follows what resolves, not species by items`() throws {
        let species = (0..<50_000).map { "{\"id\": \"s\($0)\"}" }.joined(separator: ",\n")
        let items = (0..<18).map { "{\"id\": \"i\($0)\", \"equipStyle\": \"overlay\"}" }
            .joined(separator: ",\n")
        let run = try validated("\"species\": [\(species)], \"items\": [\(items)]", megabytes: 1000)
        #expect(run.status == 1)
        #expect(run.output.utf8.count < 1_000_000)
        #expect(run.output.contains("50000 errors"), "\(run.output.suffix(300))")
    }

    @Test func `references to nothing end in time, however many`() throws {
        let ids = (0..<50_000).map { "\"s\($0)\"" }
        let species = ids.map { "{\"id\": \($0)}" }.joined(separator: ",")
        let names = ids.joined(separator: ",")
        let others = (0..<50_000).map { "\"o\($0)\"" }
        let perSpecies = others.map { "\($0): {}" }.joined(separator: ",")
        let run = try validated(
            """
            "species": [\(species)],
            "items": [{"id": "hat", "equipStyle": "overlay", "species": [\(names)],
                "perSpecies": {\(perSpecies)}}],
            "looks": [{"id": "a", "species": "s1", "overlays": [\(others.joined(separator: ","))]}],
            "profiles": {\(perSpecies)}
            """
        )
        #expect(run.status == 1)
        #expect(run.output.utf8.count < 1_000_000)
    }
}
