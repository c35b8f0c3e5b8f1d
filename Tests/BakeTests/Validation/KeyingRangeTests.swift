import Bake
import Catalog
import Diagnostics
import Testing

/// Thresholds and smoothings above 1, which only mode `distance` reaches.
struct KeyingRangeTests {
    /// What is wrong with the keying of a dog's hat and of a cat's, whose pictures are one.
    private func found(
        _ members: String,
        hat: String = "",
        dog: String = ""
    ) throws -> [String] {
        let species = #"[{"id": "dog"\#(dog)}, {"id": "cat"}]"#
        let items = #"[{"id": "hat", "equipStyle": "overlay"\#(hat)}]"#
        let catalog = try catalog(species: species, items: items, members)
        let index = AssetIndex(files: ["dog.png", "cat.png", "hat.png"])
        let coverage = Coverage(catalog: catalog, index: index)
        return checkArt(catalog, coverage, assets: ["dog", "cat", "hat"])
            .inReportOrder().map(\.description)
    }

    private let help = "  help: only \"mode\": \"distance\" goes to 2"

    @Test(arguments: [
        #""chroma": {"mode": "distance", "threshold": 1.5, "smoothing": 2}"#,
        // The mode of one object, the number of another.
        #""chroma": {"mode": "distance"}, "sheets": {"hat": {"chroma": {"smoothing": 1.2}}}"#,
        #""chroma": {"threshold": 1, "smoothing": 1}"#,
    ])
    func `a number that the mode in force reaches is fine`(members: String) throws {
        #expect(try found(members) == [])
    }

    @Test func `an object's own mode decides of its own numbers`() throws {
        #expect(
            try found(#""chroma": {"threshold": 1.5}"#) == [
                """
                catalog.json:4:25: error[value-out-of-range]: "threshold" is out of range, found 1.5, expected 0 to 1 in mode best
                \(help)
                """
            ]
        )
        // Nothing is keyed with this one.
        #expect(
            try found(
                "",
                dog: #", "chroma": {"mode": "gpuimage", "threshold": 0.3, "smoothing": 1.01}"#
            ) == [
                """
                catalog.json:2:89: error[value-out-of-range]: "smoothing" is out of range, found 1.01, expected 0 to 1 in mode gpuimage
                \(help)
                """
            ]
        )
    }

    @Test func `where objects are laid over each other, the mode in force decides`() throws {
        #expect(
            try found(
                #""chroma": {"mode": "distance", "threshold": 1.5}"#,
                hat: #", "perSpecies": {"cat": {"chroma": {"mode": "fast"}}}"#
            ) == [
                """
                catalog.json:4:45: error[value-out-of-range]: "threshold" is out of range, found 1.5, expected 0 to 1 in mode fast (item hat for cat) for asset "hat"
                \(help)
                """
            ]
        )
        #expect(
            try found(
                #""sheets": {"hat": {"chroma": {"smoothing": 1.2}}}"#
            ) == [
                """
                catalog.json:4:44: error[value-out-of-range]: "smoothing" is out of range, found 1.2, expected 0 to 1 in mode best (built-in) for asset "hat"
                \(help)
                """
            ]
        )
    }

    @Test func `settings of art that is not keyed are not in force`() throws {
        #expect(try found(#""sheets": {"dog": {"chroma": {"smoothing": 1.2}}}"#) == [])
    }
}
