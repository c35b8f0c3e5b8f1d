import Catalog
import Diagnostics
import Testing

/// Files that show the figure of another file over another screen.
struct CompanionTests {
    private func index(_ files: [String], _ names: [String: [String]]) -> AssetIndex {
        AssetIndex(files: files.map { $0 + ".png" }, also: { names[$0] ?? [] })
    }

    @Test func `a picture over another screen belongs to the first and is no asset`() {
        let index = index(
            ["hat", "hat@2x", "hat_magenta", "hat_magenta@2x", "hat_blue", "hat_blue@2x", "cap"],
            ["hat": ["hat_magenta", "hat_blue"]]
        )
        #expect(index.diagnostics == [])
        #expect(index.assets.map(\.name) == ["cap", "hat"])
        #expect(index["hat_magenta"] == nil)
        #expect(
            index["hat"]?.files.map { $0.also.map(\.path) } == [
                ["hat_magenta.png", "hat_blue.png"], ["hat_magenta@2x.png", "hat_blue@2x.png"],
            ]
        )
        #expect(index["cap"]?.files[0].also == [])
    }

    @Test func `a rule for all names none for what is named by another`() {
        let files = ["a.png", "a_m.png", "b.png", "b_m.png"]
        let index = AssetIndex(files: files, also: { [$0 + "_m"] })
        #expect(index.diagnostics == [] && index.assets.map(\.name) == ["a", "b"])
    }

    @Test func `what is missing is reported, of each file`() {
        #expect(
            index(["hat", "hat_mangenta"], ["hat": ["hat_magenta"]]).diagnostics.map(\.description)
                == [
                    """
                    hat.png: error[also-missing]: "hat_magenta", which is to show "hat" over another screen, is missing
                      help: did you mean "hat_mangenta"? else add the picture, or correct "also" under "sheets"
                    """
                ]
        )
        #expect(
            index(["hat", "hat@2x", "hat_magenta"], ["hat": ["hat_magenta"]]).diagnostics
                .map(\.description) == [
                    """
                    hat@2x.png: error[also-missing]: "hat_magenta", which is to show "hat" over another screen, is missing at density 2
                      help: add the picture, or correct "also" under "sheets"
                    """
                ]
        )
    }

    @Test func `numbered frames have as many over each screen`() {
        func index(_ files: [String]) -> AssetIndex {
            AssetIndex(
                files: files.map { $0 + ".png" },
                isNumbered: { _ in true },
                also: { $0 == "walk" ? ["walk_m"] : [] }
            )
        }
        let whole = index(["walk-1", "walk-2", "walk_m-1", "walk_m-2"])
        #expect(whole.diagnostics == [])
        #expect(whole["walk"]?.files[0].also.map(\.following) == [["walk_m-2.png"]])
        #expect(
            index(["walk-1", "walk-2", "walk_m-1"]).diagnostics.map(\.description) == [
                """
                walk-1.png: error[also-missing]: "walk_m" shows "walk" over another screen in another number of files, found 1, expected 2
                  help: export each frame over each screen
                """
            ]
        )
    }
}
