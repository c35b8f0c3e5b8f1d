import Foundation
import Testing

/// What completion scripts ask the command for.
@Suite struct CatalogWordsTests {
    @Test(arguments: [
        ("species", "dog\ncat\n"), ("items", "robe\nhat\nscarf\n"), ("outfits", "robe\n"),
        ("overlays", "hat\nscarf\n"), ("looks", "best\n"), ("animations", "idle\n"),
        ("targets", "game\n"), ("images", ""), ("axes", ""), ("profiles", ""),
    ])
    func `completion learns what the catalog of the folder holds`(
        kind: String,
        expected: String
    ) throws {
        let game = try DressedGame()
        let run = try game.run("__ids", kind, "--", "preview", "--species", "")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == expected)
    }

    @Test func `completion asks the catalog that the line names`() throws {
        let game = try DressedGame()
        let other = """
            { "catalogVersion": 1, "species": [{ "id": "owl" }],
              "axes": { "mood": ["happy", "sad"] }, "profiles": { "release": {} } }
            """
        try game.write(other, "other/catalog.json")
        func ids(_ words: String...) throws -> String {
            let run = try BuiltCommand(["__ids"] + words, in: game.folder.url)
            #expect(run.status == 0 && run.errors.isEmpty, "\(words)")
            return run.output
        }
        #expect(try ids("species", "--", "preview", "other", "-s", "") == "owl\n")
        #expect(
            try ids("axes", "--", "preview", "other/catalog.json", "--axis", "")
                == "mood=happy\nmood=sad\n"
        )
        #expect(try ids("profiles", "--", "bake", "-o", "build", "other") == "release\n")
        // What is no catalog is passed over.
        try game.write(#"{ "frames": {} }"#, "atlas.json")
        #expect(try ids("species", "--", "bake", "atlas.json", "none", "art", "") == "dog\ncat\n")
        try game.write("{ \"species\": [", "catalog.json")
        #expect(try ids("species", "--", "bake", "") == "")
        let empty = try BuiltCommand(
            ["__ids", "species", "--", "bake"],
            in: game.folder.url.appending(path: "art")
        )
        #expect(empty.status == 0 && empty.output.isEmpty && empty.errors.isEmpty)
    }

    @Test func `completion offers no word that a shell would run`() throws {
        let game = try DressedGame()
        let catalog = DressedGame.catalog().replacing("\"idle\"", with: "\"$(touch run) `x`; &\"")
        try game.write(catalog, "catalog.json")
        let run = try game.run("__ids", "animations", "--", "preview")
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(try BuiltCommand(["--help"]).output.contains("__ids") == false)
    }
}
