import Catalog
import Diagnostics
import Testing

@Suite struct AssetIndexTests {
    @Test func `an asset is the stem without folder, density and extension`() {
        let index = AssetIndex(
            files: [
                "art/deep/hat@2x.png", "art/hat.PNG", "art/hat@3x.JPEG", "art/notes.txt",
                "art/hat.svg",
                "art/.png", "art/fox@2xx.jpg", "art/@2x.png", "art/a.b@4x.Jpg",
            ],
            sourceDensity: 1
        )
        #expect(index.diagnostics == [])
        #expect(index.assets.map(\.name) == ["@2x", "a.b", "fox@2xx", "hat"])
        #expect(
            index["hat"]?.files == [
                .init(path: "art/hat.PNG", density: 1),
                .init(path: "art/deep/hat@2x.png", density: 2),
                .init(path: "art/hat@3x.JPEG", density: 3),
            ]
        )
        #expect(index["Hat"] == nil)
        #expect(index.differingInCase(from: "Hat")?.name == "hat")
        #expect(index.differingInCase(from: "hat") == nil)
    }

    @Test func `a scale gets the file of the next higher density`() throws {
        let hat = try #require(AssetIndex(files: ["hat.png", "hat@3x.png"])["hat"])
        #expect([1, 2, 3, 4].map { hat.file(forScale: $0).density } == [1, 3, 3, 3])
    }

    @Test func `the order of files does not matter`() {
        let files = ["b/x.png", "a/x.png", "a/Y.png", "b/y.png", "z.png", "c/x@2x.png"]
        let first = AssetIndex(files: files)
        let second = AssetIndex(files: files.reversed())
        #expect(first.assets == second.assets)
        #expect(first.diagnostics.inReportOrder() == second.diagnostics.inReportOrder())
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var files: [String]
        var expected: [String]
    }

    @Test(arguments: [
        Row(
            testDescription: "two folders",
            files: ["a/hat.png", "b/hat.png"],
            expected: [
                """
                b/hat.png: error[duplicate-asset]: two files are the asset "hat" at density 2, found a/hat.png and b/hat.png
                  help: rename or remove one; folders are no part of a name
                """
            ]
        ),
        Row(
            testDescription: "two endings",
            files: ["hat.jpg", "hat.png"],
            expected: [
                """
                hat.png: error[duplicate-asset]: two files are the asset "hat" at density 2, found hat.jpg and hat.png
                  help: rename or remove one; folders are no part of a name
                """
            ]
        ),
        Row(
            testDescription: "undecorated files have the source density",
            files: ["hat.png", "hat@2x.png"],
            expected: [
                """
                hat@2x.png: error[duplicate-asset]: two files are the asset "hat" at density 2, found hat.png and hat@2x.png
                  help: rename or remove one; folders are no part of a name
                """
            ]
        ),
        Row(testDescription: "two densities", files: ["hat.png", "hat@3x.png"], expected: []),
        Row(
            testDescription: "two cases",
            files: ["Hat.png", "hat@3x.png"],
            expected: [
                """
                hat@3x.png: error[clashing-names]: two assets differ only in case, found "Hat" (Hat.png) and "hat" (hat@3x.png)
                  help: rename one: on some file systems they are the same file
                """
            ]
        ),
        Row(
            testDescription: "two normal forms",
            files: ["caf\u{E9}.png", "cafe\u{301}.png"],
            expected: [
                """
                caf\u{E9}.png: error[clashing-names]: two assets differ only in Unicode normal form, found "cafe\u{301}" (cafe\u{301}.png) and "caf\u{E9}" (caf\u{E9}.png); the first is decomposed (NFD)
                  help: rename one: on some file systems they are the same file
                """
            ]
        ),
    ]) func `clashes name both files`(_ row: Row) {
        let diagnostics = AssetIndex(files: row.files, sourceDensity: 2).diagnostics
            .inReportOrder()
        #expect(
            diagnostics.map { Array($0.description.utf8) } == row.expected.map { Array($0.utf8) }
        )
    }

    @Test func `an image set is named by its folder and mapped by its contents`() {
        let index = AssetIndex(
            files: [
                "A.xcassets/pets/hat.imageset/one.png", "A.xcassets/pets/hat.imageset/two.png",
                "A.xcassets/pets/hat.imageset/dark.png", "A.xcassets/pets/hat.imageset/pad.png",
                "A.xcassets/pets/hat.imageset/Contents.json", "A.xcassets/Contents.json",
            ],
            contents: [
                "A.xcassets/pets/hat.imageset/Contents.json": Array(
                    """
                    {"images": [
                        {"idiom": "ipad", "filename": "pad.png", "scale": "2x"},
                        {"idiom": "universal", "filename": "one.png", "scale": "1x"},
                        {"idiom": "universal", "filename": "two.png", "scale": "2x"},
                        {"idiom": "universal", "filename": "dark.png", "scale": "2x",
                         "appearances": [{"appearance": "luminosity", "value": "dark"}]},
                        {"idiom": "universal", "scale": "3x"}],
                     "info": {"version": 1, "author": "xcode"}}
                    """.utf8
                )
            ]
        )
        #expect(
            index.diagnostics.map { $0.description } == [
                """
                A.xcassets/pets/hat.imageset/Contents.json: warning[image-set-variant]: image set "hat" has pictures that are not read, found "pad.png" for ipad, 2x
                  help: of each scale one is read, that for most devices; give others an image set of their own
                """
            ]
        )
        #expect(index.assets.map(\.name) == ["hat", "hat_dark"])
        #expect(
            index["hat"]?.files.map(\.path) == [
                "A.xcassets/pets/hat.imageset/one.png", "A.xcassets/pets/hat.imageset/two.png",
            ]
        )
        #expect(index["hat_dark"]?.files.map(\.density) == [2])
    }

    /// Entries for which both files are there, the file that is taken, and whether the other is reported.
    @Test(arguments: [
        (#""idiom": "ipad""#, #""idiom": "iphone""#, "b.png", true),
        (#""idiom": "watch""#, #""idiom": "tv""#, "b.png", true),
        (#""idiom": "vision""#, #""idiom": "watch""#, "b.png", true),
        (#""idiom": "mac""#, #""idiom": "mac""#, "a.png", true),
        (
            #""idiom": "universal", "display-gamut": "display-P3""#, #""idiom": "mac""#, "a.png",
            true
        ),
        (
            #""idiom": "universal", "display-gamut": "display-P3""#,
            #""idiom": "universal", "display-gamut": "sRGB""#, "b.png", true
        ),
        (
            #""idiom": "universal", "language-direction": "right-to-left""#,
            #""idiom": "universal", "language-direction": "left-to-right""#, "b.png", true
        ),
        (
            #""idiom": "universal", "language-direction": "left-to-right""#,
            #""idiom": "universal""#, "b.png", true
        ),
        (
            #""idiom": "watch", "screen-width": "<=145""#, #""idiom": "watch""#, "b.png", true
        ),
        (
            #""idiom": "universal""#,
            #""idiom": "universal", "appearances": [{ "appearance": "contrast", "value": "high" }]"#,
            "a.png", true
        ),
        (
            #""idiom": "universal", "appearances": [{ "appearance": "luminosity", "value": "dark" }]"#,
            #""idiom": "universal", "unheard-of": 1"#, "b.png", false
        ),
    ])
    func `of several pictures the one for most devices is read`(
        _ first: String,
        _ second: String,
        _ expected: String,
        _ isReported: Bool
    ) {
        let index = AssetIndex(
            files: ["x.imageset/a.png", "x.imageset/b.png"],
            contents: [
                "x.imageset/Contents.json": Array(
                    """
                    {"images": [{"filename": "a.png", \(first)}, {"filename": "b.png", \(second)}],
                     "properties": {"template-rendering-intent": "template", "more": [1]}}
                    """.utf8
                )
            ]
        )
        #expect(index["x"]?.files.map(\.path) == ["x.imageset/" + expected])
        #expect(index["x"]?.rendering == .template)
        #expect(index.diagnostics.map(\.check.id) == (isReported ? ["image-set-variant"] : []))
    }

    @Test func `a file of its own has the name before a dark picture`() {
        let index = AssetIndex(
            files: ["x.imageset/a.png", "x.imageset/b.png", "x_dark.png"],
            contents: [
                "x.imageset/Contents.json": Array(
                    """
                    {"images": [{"filename": "a.png"}, {"filename": "b.png",
                      "appearances": [{"appearance": "luminosity", "value": "dark"}]}]}
                    """.utf8
                )
            ]
        )
        #expect(index.diagnostics == [])
        #expect(index["x_dark"]?.files.map(\.path) == ["x_dark.png"])
    }

    @Test(
        arguments: [
            (nil, "an image set has no Contents.json"),
            ("{", "the file ends inside an object"),
            ("{}", "Contents.json has no array \"images\""),
            (
                #"{"images": [{"filename": "b.png"}]}"#,
                #"the image set lists "b.png", but has no such file"#
            ),
            (
                #"{"images": [{"filename": "../a.png"}]}"#,
                #"the image set lists "../a.png", but has no such file"#
            ),
            (
                #"{"images": [{"filename": "a.png", "scale": "x"}]}"#,
                #"the image set has an unknown scale, found "x", expected 1x to 8x"#
            ),
            (
                #"{"images": [{"filename": "a.pdf", "scale": "1x"}]}"#,
                "the image set's picture is of an unsupported kind, found a.pdf, expected PNG, JPEG, GIF, WebP or Aseprite"
            ),
        ] as [(String?, String)]
    ) func `an image set that cannot be read says why`(_ contents: String?, _ message: String) {
        let index = AssetIndex(
            files: ["x.imageset/a.png", "x.imageset/a.pdf"],
            contents: contents.map { ["x.imageset/Contents.json": Array($0.utf8)] } ?? [:]
        )
        #expect(index.diagnostics.map(\.message) == [message])
        #expect(index.assets == [])
    }
}
