import Catalog
import Diagnostics
import Testing

@Suite struct CoverageTests {
    @Test func `the matrix has a cell for everything that can be worn`() throws {
        let catalog = try catalog(
            items: #"""
                [{"id": "hat", "equipStyle": "overlay"},
                 {"id": "robe", "equipStyle": "replaceSprite", "species": ["dog"]}]
                """#
        )
        let files = ["dog.png", "cat.png", "hat.png", "dog_pet_robe.png"]
        let coverage = Coverage(catalog: catalog, index: AssetIndex(files: files))
        #expect(
            coverage.cells.map {
                "\($0.species.id) \($0.item?.id ?? "-") \($0.resolution.level ?? -1)"
            }
                == ["dog - 1", "dog hat 4", "dog robe 0", "cat - 1", "cat hat 4"]
        )
        #expect(coverage.diagnostics == [])
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var files: [String]
        var more = ""
        var expected: [String]
    }

    @Test(arguments: [
        Row(
            testDescription: "an item without art for one species",
            files: ["dog", "cat", "dog_overlay_hat"],
            expected: [
                """
                catalog.json:3:18: error[unresolved-item]: item "hat" has no art for species "cat", found no cat_pet_overlay_hat, no cat_overlay_hat, no pet_overlay_hat, no overlay_hat, no hat
                  help: add assets-src/cat_pet_overlay_hat.png, or list under "species" who can wear it
                """
            ]
        ),
        Row(
            testDescription: "a misspelled file",
            files: ["dog", "cat", "dog_overlay_hat", "cat_overaly_hat"],
            expected: [
                """
                catalog.json:3:18: error[unresolved-item]: item "hat" has no art for species "cat", found no cat_pet_overlay_hat, no cat_overlay_hat, no pet_overlay_hat, no overlay_hat, no hat
                  help: did you mean "cat_overaly_hat" (cat_overaly_hat.png)? rename it to cat_overlay_hat.png
                """
            ]
        ),
        Row(
            testDescription: "a misspelled file that is like the asset of another species",
            files: ["dog", "cat", "dog_overlay_hat", "cat_overlay_hut"],
            expected: [
                """
                catalog.json:3:18: error[unresolved-item]: item "hat" has no art for species "cat", found no cat_pet_overlay_hat, no cat_overlay_hat, no pet_overlay_hat, no overlay_hat, no hat
                  help: did you mean "cat_overlay_hut" (cat_overlay_hut.png)? rename it to cat_overlay_hat.png
                """
            ]
        ),
        Row(
            testDescription: "a misspelled file before a fallback, and one like no name",
            files: ["dog", "cat", "hat", "cat_overaly_hat", "wizard"],
            expected: [
                """
                cat_overaly_hat.png: warning[unused-asset]: no species, no item and no image uses the asset "cat_overaly_hat"
                  help: did you mean "cat_overlay_hat"? rename it to cat_overlay_hat.png
                """,
                """
                wizard.png: warning[unused-asset]: no species, no item and no image uses the asset "wizard"
                  help: say what it is with 'kiln add --as KIND' (species, outfit, overlay or image), or remove the file
                """,
            ]
        ),
        Row(
            testDescription: "files for an overlay, an outfit and a species that do not exist yet",
            files: ["dog", "cat", "hat", "pet_overlay_scarf", "dog_pet_robe", "bunny_pet"],
            expected: [
                """
                bunny_pet.png: warning[unused-asset]: no species, no item and no image uses the asset "bunny_pet"
                  help: add the species "bunny" with 'kiln add', or remove the file
                """,
                """
                dog_pet_robe.png: warning[unused-asset]: no species, no item and no image uses the asset "dog_pet_robe"
                  help: add the outfit "robe" with 'kiln add', or remove the file
                """,
                """
                pet_overlay_scarf.png: warning[unused-asset]: no species, no item and no image uses the asset "pet_overlay_scarf"
                  help: add the overlay "scarf" with 'kiln add', or remove the file
                """,
            ]
        ),
        Row(
            testDescription: "files for things that are gone on purpose",
            files: ["dog", "cat", "hat", "pet_overlay_crown", "bunny_pet"],
            more: #""retired": {"items": ["crown"], "species": ["bunny"]}"#,
            expected: [
                """
                bunny_pet.png: warning[unused-asset]: no species, no item and no image uses the asset "bunny_pet"
                  help: the id "bunny" is retired: remove the file, or take the id out of "retired"
                """,
                """
                pet_overlay_crown.png: warning[unused-asset]: no species, no item and no image uses the asset "pet_overlay_crown"
                  help: the id "crown" is retired: remove the file, or take the id out of "retired"
                """,
            ]
        ),
        Row(
            testDescription: "files for one overlay of all species, one of them in vain",
            files: [
                "dog", "cat", "hat", "dog_overlay_cap", "cat_pet_overlay_cap", "owl_overlay_x",
            ],
            expected: [
                """
                cat_pet_overlay_cap.png: warning[unused-asset]: no species, no item and no image uses the asset "cat_pet_overlay_cap"
                  help: add the overlay "cap" with 'kiln add', or remove the file
                """,
                """
                dog_overlay_cap.png: warning[unused-asset]: no species, no item and no image uses the asset "dog_overlay_cap"
                  help: add the overlay "cap" with 'kiln add', or remove the file
                """,
                """
                owl_overlay_x.png: warning[unused-asset]: no species, no item and no image uses the asset "owl_overlay_x"
                  help: say what it is with 'kiln add --as KIND' (species, outfit, overlay or image), or remove the file
                """,
            ]
        ),
        Row(
            testDescription: "a misspelled axis value is no new outfit",
            files: ["dog_pet_happy", "dog_pet_sad", "cat", "hat", "cat_pet_hapy"],
            more: #"""
                "axes": {"mood": ["happy", "sad"]},
                "naming": {"species": ["<species>_pet_<mood>", "<species>"]}
                """#,
            expected: [
                """
                cat_pet_hapy.png: warning[unused-asset]: no species, no item and no image uses the asset "cat_pet_hapy"
                  help: did you mean "cat_pet_happy"? rename it to cat_pet_happy.png
                """
            ]
        ),
        Row(
            testDescription: "a value that its axis does not list",
            files: ["dog_old_happy", "cat", "hat", "cat_old_angry"],
            more: #"""
                "axes": {"age": ["old"], "mood": ["happy"]},
                "naming": {"species": ["<species>_<age>_<mood>", "<species>"]}
                """#,
            expected: [
                """
                cat_old_angry.png: warning[unused-asset]: no species, no item and no image uses the asset "cat_old_angry"
                  help: if "angry" is a value of axis "mood", list it there; otherwise remove the file
                """
            ]
        ),
        Row(
            testDescription: "a file in the wrong case, and nothing else",
            files: ["dog", "Cat", "hat"],
            expected: [
                """
                catalog.json:2:35: error[unresolved-species]: species "cat" has no art, found no cat_pet, no cat
                  help: names are case-sensitive: rename Cat.png to cat.png
                """
            ]
        ),
        Row(
            testDescription: "a file in the wrong case before a fallback",
            files: ["dog", "cat", "hat", "Dog_overlay_hat"],
            expected: [
                """
                Dog_overlay_hat.png: warning[wrong-case]: a file differs only in case from a name that is looked for, found "Dog_overlay_hat", expected "dog_overlay_hat"
                  help: names are case-sensitive: rename it to dog_overlay_hat.png
                """
            ]
        ),
        Row(
            testDescription: "shared art where another species has its own",
            files: ["dog", "cat", "hat", "dog_overlay_hat"],
            expected: [
                """
                catalog.json:3:18: note[last-fallback]: item "hat" has only the shared art "hat" for species "cat", while "dog" has its own
                  help: add assets-src/cat_pet_overlay_hat.png if the shared art does not fit
                """
            ]
        ),
        Row(testDescription: "shared art for all", files: ["dog", "cat", "hat"], expected: []),
        Row(
            testDescription: "art that nobody sees",
            files: ["dog", "cat", "hat", "overlay_hat"],
            expected: [
                """
                hat.png: warning[unused-asset]: no species, no item and no image uses the asset "hat"
                  help: "overlay_hat" is found before it
                """
            ]
        ),
        Row(
            testDescription: "an axis value without art, and an axis that no template uses",
            files: ["dog", "cat", "hat", "dog_happy"],
            more: #"""
                "axes": {"mood": ["happy", "sad"], "age": ["old"]},
                "naming": {"species": ["<species>_<mood>", "<species>"]}
                """#,
            expected: [
                """
                catalog.json:3:79: warning[axis-without-art]: the value "sad" of axis "mood" has no art of its own
                  help: add art for it, remove the value, or say \"sparse\": true of the axis
                """
            ]
        ),
        Row(
            testDescription: "art for one axis value only is missing once",
            files: ["dog_happy", "dog_sad", "cat_happy", "hat"],
            more:
                #""axes": {"mood": ["happy", "sad"]}, "naming": {"species": ["<species>_<mood>"]}"#,
            expected: [
                """
                catalog.json:2:35: error[unresolved-species]: species "cat" has no art (mood sad), found no cat_sad
                  help: add assets-src/cat_sad.png, or name other art with "asset"
                """
            ]
        ),
    ]) func `gaps are named with the next step`(_ row: Row) throws {
        let catalog = try catalog(more: row.more)
        let index = AssetIndex(files: row.files.map { $0 + ".png" })
        #expect(
            Coverage(catalog: catalog, index: index).diagnostics.inReportOrder()
                .map(\.description) == row.expected
        )
    }

    @Test(arguments: [(["dog", "cat"], true), (["dog", "cat", "dog_overlay_hat"], false)])
    func `a drawing that all would share is proposed if none has its own`(
        files: [String],
        isProposed: Bool
    ) throws {
        let found = Coverage(
            catalog: try catalog(),
            index: AssetIndex(files: files.map { $0 + ".png" }),
            foreignPictures: ["parts/hat.svg"]
        ).diagnostics
        #expect(found.map(\.id) == ["unresolved-item"])
        #expect(found.first?.help?.contains("parts/hat.svg is there") == isProposed, "\(found)")
    }

    @Test func `names of very many axes count as many resolutions`() throws {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567".map(
            String.init
        )
        let axes = letters.map { "\"\($0)\": [\"x\", \"y\"]" }.joined(separator: ", ")
        let names = (0..<100).map { number in
            "\"\(number)" + letters.map { "<\($0)>" }.joined() + "<asset>\""
        }
        let catalog = try catalog(
            more:
                "\"axes\": {\(axes)}, \"naming\": {\"overlay\": [\(names.joined(separator: ", "))]}"
        )
        let coverage = Coverage(catalog: catalog, index: AssetIndex(files: ["dog.png", "cat.png"]))
        var cells = 0
        coverage.everyCell { _, _ in cells += 1 }
        #expect(cells < 2000)
        #expect(coverage.diagnostics.contains { $0.id == "too-many-combinations" })
    }

    @Test func `a picture of too many colors is not split at all`() throws {
        let values = (0..<9).map { value in
            "{\"id\": \"v\(value)\", \"tint\": \"#0000\(value)0\"}"
        }
        let axes = "abcd".map { "\"\($0)\": {\"values\": [\(values.joined(separator: ", "))]}" }
        let catalog = try catalog(more: "\"axes\": {\(axes.joined(separator: ", "))}")
        let files = ["dog.png", "cat.png", "hat.png"]
        let coverage = Coverage(catalog: catalog, index: AssetIndex(files: files))
        #expect(coverage.cells.count == 4)
        #expect(coverage.diagnostics.contains { $0.id == "too-many-combinations" })
    }
}
