import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln init --template NAME`: games of five kinds.
@Suite struct TemplateTests {
    private static let names = ["pet", "pixel", "badges", "moods", "app"]

    @Test(arguments: names) func `a template's next steps work as they are printed`(
        name: String
    ) throws {
        let folder = try TemporaryFolder()
        let run = try BuiltCommand(["init", "my game", "--template", name], in: folder.url)
        #expect(run.status == 0, "\(run.errors)")
        let steps = try #require(run.output.components(separatedBy: "next:\n").last)
            .split(separator: "\n").map { $0.trimmingPrefix("  ") }
        #expect(steps.count == 3)
        let done = try BuiltCommand(
            [],
            in: folder.url,
            script: #"kiln() { "$KILN" "$@"; }; KILN=$0; set -e; "# + steps.joined(separator: "\n")
        )
        #expect(done.status == 0, "\(done.errors)\(done.output)")
        #expect(done.output.contains("no problems"), "\(done.output)")
        #expect(!done.errors.contains("warning["), "\(done.errors)")
        let manifest = folder.url.appending(path: "build/manifest.json").path
        #expect(FileManager.default.fileExists(atPath: manifest))
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        where file.hasPrefix("look.") && (hasLibrary("gif") || !file.hasSuffix(".gif")) {
            let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: file)))
            let picture = try decodeImage(bytes).image
            #expect(picture.pixels.contains { $0.a > 0 }, "\(file)")
        }
    }

    @Test(arguments: names) func `a template bakes with every profile and target it has`(
        name: String
    ) throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", ".", "--template", name], in: folder.url).status == 0)
        let text = try Data(contentsOf: folder.url.appending(path: "catalog.json"))
        let catalog = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
        let profiles = (catalog["profiles"] as? [String: Any] ?? [:]).keys.map {
            ["--profile", $0]
        }
        for profile in profiles + [[]] {
            let bake = try BuiltCommand(["bake", "-o", "build"] + profile, in: folder.url)
            #expect(bake.status == 0 && !bake.errors.contains("warning["), "\(bake.errors)")
        }
        let again = try BuiltCommand(["init", ".", "--template", name], in: folder.url)
        #expect(again.status == 1 && again.errors.contains("there is something already"))
    }

    @Test func `help names every template`() throws {
        let help = try BuiltCommand(["init", "--help"]).output
        for name in Self.names { #expect(help.contains("\(name): "), "\(name)") }
    }

    @Test func `a template that is not there, and one with a picture of one's own, are refused`()
        throws
    {
        let folder = try TemporaryFolder()
        let unknown = try BuiltCommand(["init", ".", "--template", "pets"], in: folder.url)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("expected pet, pixel, badges, moods or app"))
        let both = try BuiltCommand(
            ["init", ".", "--template", "moods", "--from", "fox.png"],
            in: folder.url
        )
        #expect(both.status == 2)
        #expect(
            both.errors.contains(
                "'--from' and '--template moods' exclude each other; '--from' begins a pet"
            )
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
