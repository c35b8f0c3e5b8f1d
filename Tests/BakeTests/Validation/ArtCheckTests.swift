import Bake
import Catalog
import Diagnostics
import KilnManifest
import Raster
import Testing

@Suite struct ArtCheckTests {
    /// A dog of four frames, a coat and a hat; `sheets` says how they are cut.
    private func found(
        _ sheets: String,
        anchors: String = "{}",
        assets: [String] = []
    ) throws -> [String] {
        let catalog = try catalog(
            species: "[{\"id\": \"dog\", \"anchors\": \(anchors)}]",
            "\"sheets\": {\(sheets)}"
        )
        let index = AssetIndex(files: ["dog.png", "hat.png", "coat.png"])
        let coverage = Coverage(catalog: catalog, index: index)
        return checkArt(catalog, coverage, assets: ["dog", "hat", "coat"] + assets)
            .inReportOrder().map(
                \.description
            )
    }

    private let four =
        #""dog": {"grid": {"columns": 4}, "animations": {"idle": {"frames": "0-3"}}}"#
    private let coat = #""coat": {"grid": {"columns": 4}, "animations": {"idle": {}}}"#

    @Test func `sheets that fit together are fine`() throws {
        #expect(try found("\(four), \(coat)") == [])
        #expect(
            try found("\(four), \(coat), \"hat\": {\"grid\": {\"columns\": 2, \"rows\": 2}}") == []
        )
        #expect(
            try found(
                "\(four), \(coat)",
                anchors: #"{"head": [[1,1],[1,1],[1,1],[1,1]], "neck": [1, 1]}"#
            ) == []
        )
    }

    /// 500 animations of 4,000 frames, of sheets that have so many and that do not.
    @Test(arguments: [(80, 0), (79, 101)])
    func `frames of many long animations are looked at`(columns: Int, reported: Int) throws {
        let animations = (0..<500).map { #""a\#($0)": {"frames": "0-3999"}"# }
            .joined(separator: ", ")
        let findings = try found(
            ["dog", "coat"].map {
                #""\#($0)": {"grid": {"columns": \#(columns), "rows": 50}, "animations": {\#(animations)}}"#
            }.joined(separator: ", ")
        )
        #expect(findings.count == reported)
        #expect(findings.allSatisfy { $0.contains("frame-out-of-range") })
        #expect(reported == 0 || findings.contains { $0.contains("and 900 more of this kind") })
    }

    @Test func `frames must exist`() throws {
        #expect(
            try found(
                #""dog": {"grid": {"columns": 2, "rows": 2, "count": 3}, "animations": {"idle": {"frames": "0-3"}}}, "coat": {"animations": {"idle": {}}}"#
            )
                == [
                    """
                    catalog.json:4:101: error[frame-out-of-range]: animation "idle" of asset "dog" has no frame 3, found frames 0 to 2
                      help: frames are counted from 0
                    """
                ]
        )
        #expect(
            try found(#""hat": {"animations": {"idle": {"frames": [0, 1]}}}"#) == [
                """
                catalog.json:4:54: error[frame-out-of-range]: animation "idle" of asset "hat" has no frame 1, found one frame
                  help: cut the sheet with "grid"
                """
            ]
        )
    }

    @Test func `an animation has as many durations as cells`() throws {
        #expect(
            try found(
                #""dog": {"grid": {"columns": 2, "rows": 2, "count": 3}, "animations": {"idle": {"durations": [9, 9]}, "all": {"durations": [1, 2, 3]}}}, "coat": {"animations": {"idle": {}, "all": {}}}"#
            )
                == [
                    """
                    catalog.json:4:104: error[duration-count]: animation "idle" of asset "dog" does not have one duration for each frame, found 2 durations, expected 3
                      help: give one number of milliseconds for each frame
                    """
                ]
        )
    }

    @Test func `overlays advance with every base`() throws {
        #expect(
            try found("\(four), \(coat), \"hat\": {\"grid\": {\"columns\": 3}}") == [
                """
                catalog.json:3:18: error[frame-count]: overlay "hat" cannot advance with "coat", found 3 frames, expected 1 or 4
                  help: draw one frame for each of the pet's, or a single one
                """,
                """
                catalog.json:3:18: error[frame-count]: overlay "hat" cannot advance with "dog", found 3 frames, expected 1 or 4
                  help: draw one frame for each of the pet's, or a single one
                """,
            ]
        )
    }

    @Test func `anchors have one point or one for each frame`() throws {
        #expect(
            try found("\(four), \(coat)", anchors: #"{"head": [[1, 1], [2, 2]]}"#) == [
                """
                catalog.json:2:47: error[anchor-frame-count]: anchor "head" of species "dog" does not fit its frames, found 2 points, expected 1 or 4
                  help: give one point for each frame of "dog", or correct its "grid"
                """
            ]
        )
    }

    @Test func `outfits move as fast as their pet`() throws {
        let robe = #""coat": {"grid": {"columns": 4}, "animations": {"idle": {"fps": 12}}}"#
        #expect(
            try found("\(four), \(robe)") == [
                """
                catalog.json:4:152: warning[animation-timing]: animation "idle" of item "coat" is faster than that of species "dog", found 12 frames a second, expected 8
                  help: give both the same "fps"
                """
            ]
        )
        #expect(try found("\(four), \(robe.replacing("12", with: "8"))") == [])
    }

    @Test func `an animation that is misspelled is reported where it is`() throws {
        #expect(
            try found("\(four), \"coat\": {\"animations\": {\"idel\": {}}}") == [
                """
                catalog.json:4:112: warning[missing-animation]: "dog" has the animation "idle" and item "coat" has "idel", so "idel" is misspelled
                  help: did you mean "idle"?
                """
            ]
        )
    }

    @Test func `outfits have the pet's animations`() throws {
        #expect(
            try found("\(four), \"coat\": {\"animations\": {\"walk\": {}}}") == [
                """
                catalog.json:3:58: warning[missing-animation]: item "coat" lacks the animation "idle" for species "dog", which "dog" has
                  help: add it to the sheet rule of "coat"
                """
            ]
        )
    }

    @Test func `a rule must fit some asset`() throws {
        #expect(
            try found(#""dgo": {}, "*_walk": {}, "h*": {}, "extra": {}"#, assets: ["extra"]) == [
                """
                catalog.json:4:12: warning[unused-sheet-rule]: no asset fits "dgo"
                  help: did you mean "dog"?
                """,
                "catalog.json:4:23: warning[unused-sheet-rule]: no asset fits \"*_walk\"",
            ]
        )
    }

    @Test func `a rule is a name without folders, ending and capitals`() throws {
        #expect(
            try found(#""coat.png": {}, "assets-src/h*": {}, "DOG": {}"#) == [
                """
                catalog.json:4:12: warning[unused-sheet-rule]: no asset fits "coat.png"
                  help: write "coat"
                """,
                """
                catalog.json:4:28: warning[unused-sheet-rule]: no asset fits "assets-src/h*"
                  help: write "h*"
                """,
                """
                catalog.json:4:49: warning[unused-sheet-rule]: no asset fits "DOG"
                  help: write "dog"
                """,
            ]
        )
    }

    @Test func `ids that saved games hold must stay`() throws {
        let new = try catalog()
        func item(_ id: String, _ style: Manifest.EquipStyle) -> Manifest.Item {
            Manifest.Item(id: id, name: id, equipStyle: style, art: [])
        }
        func manifest(_ items: [Manifest.Item]) -> Manifest {
            Manifest(
                generator: .init(name: "kiln", version: "1"),
                name: "t",
                canvas: .init(width: 64, height: 64),
                species: ["dog", "cat"].map { .init(id: $0, name: $0, anchors: [:], art: []) },
                items: items
            )
        }
        let same = manifest([item("hat", .overlay), item("coat", .replaceSprite)])
        #expect(checkStability(of: new, against: same, path: "old.json") == [])
        let old = manifest([
            item("hat", .replaceSprite), item("caot", .replaceSprite), item("wig", .overlay),
        ])
        #expect(
            checkStability(of: new, against: old, path: "old.json").inReportOrder().map(
                \.description
            ) == [
                """
                catalog.json:3:39: error[changed-equip-style]: item "hat" is worn in another way than before, found overlay, expected replaceSprite
                  help: saved games wear it as replaceSprite: give the new way a new id, or list "hat/replaceSprite" under "styles" of "retired"
                """,
                "catalog.json:3:58: note[new-id]: the item \"coat\" is new",
                """
                old.json: error[removed-id]: the item "caot" is gone, but saved games may hold its id
                  help: was it renamed to "coat"? keep the id, and change "name"
                """,
                """
                old.json: error[removed-id]: the item "wig" is gone, but saved games may hold its id
                  help: bring it back; an item may be hidden by the game instead
                """,
            ]
        )
    }

    @Test func `a budget is kept to the last byte`() throws {
        let catalog = try catalog(
            #""targets": [{"id": "game", "effort": "balanced", "budget": {"pages": 1, "bytes": 100, "textureBytes": 4096, "imagePixels": 1024}}]"#
        )
        let size = try #require(PixelSize(width: 32, height: 32))
        let small = try #require(PixelSize(width: 8, height: 8))
        let large = try #require(PixelSize(width: 41, height: 25))
        let target = catalog.targets[0]
        #expect(checkBudget(of: target, images: [("a", 1, size)], bytes: 100) == [])
        let images = [
            ("0@1x.png", 1, small), ("1@1x.png", 1, small), ("0@2x.png", 2, large),
            ("1@2x.png", 2, small), ("2@2x.png", 2, small),
        ]
        #expect(
            checkBudget(of: target, images: images, bytes: 101).inReportOrder().map(\.description)
                == [
                    """
                    catalog.json:4:70: error[over-budget]: target "game" exceeds its budget of pages at scale 2, found 3, expected at most 1
                      help: raise "maxPageSize", or move art to another target
                    """,
                    """
                    catalog.json:4:82: error[over-budget]: target "game" exceeds its budget of bytes, found 101, expected at most 100
                      help: try "effort": "best", or fewer scales
                    """,
                    """
                    catalog.json:4:103: error[over-budget]: target "game" exceeds its budget of texture memory, found 4612, expected at most 4096
                      help: leave out the largest scale
                    """,
                    """
                    catalog.json:4:124: error[over-budget]: target "game" exceeds its budget of pixels for one picture (0@2x.png, 41x25), found 1025, expected at most 1024
                      help: use a smaller scale: widgets refuse large pictures
                    """,
                ]
        )
    }
}
