import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// What compares goldens has to find a difference.
struct GoldenHelperTests {
    /// A folder of its own, removed at the end of the value's life.
    private final class Folder {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "kiln-goldens-\(UInt64.random(in: .min ... .max))")

        func goldens(isRecording: Bool = false) -> Goldens {
            Goldens(
                folder: root.appending(path: "recorded"),
                output: root.appending(path: "shown"),
                isRecording: isRecording
            )
        }

        /// What a failure left.
        var shown: [String] {
            let files = try? FileManager.default.subpathsOfDirectory(
                atPath: root.appending(path: "shown").path
            )
            return (files ?? []).filter { $0.contains(".") }.sorted()
        }

        func image(_ path: String) throws -> StraightImage {
            try decodeImage([UInt8](Data(contentsOf: root.appending(path: path)))).image
        }

        deinit { try? FileManager.default.removeItem(at: root) }
    }

    private let drawing = StraightImage(drawn: "ggg", "grx", ".bw")

    @Test func `a recorded picture is expected from then on, and recording itself fails`() throws {
        let folder = Folder()
        let recording = try folder.goldens(isRecording: true).complaint(about: drawing, "a/drawing")
        #expect(recording == "recorded a/drawing.png")
        #expect(try folder.goldens().complaint(about: drawing, "a/drawing") == nil)
        let again = try folder.goldens(isRecording: true).complaint(about: drawing, "a/drawing")
        #expect(again == "recorded a/drawing.png, which is unchanged")
    }

    @Test func `the first pixel that differs is named, and three pictures are left`() throws {
        let folder = Folder()
        _ = try folder.goldens(isRecording: true).complaint(about: drawing, "drawing")
        var changed = drawing
        changed[1, 1].g += 2
        changed[0, 2].b = 9
        let complaint = try #require(try folder.goldens().complaint(about: changed, "drawing"))
        // The second is hidden under alpha 0, and counts.
        #expect(
            complaint.hasPrefix(
                "drawing.png differs in 2 of 9 pixels, first at (1, 1): "
                    + "expected (220, 30, 40, 255), found (220, 32, 40, 255); see "
            )
        )
        #expect(
            folder.shown == [
                "drawing.actual.png", "drawing.difference.png", "drawing.expected.png",
            ]
        )
        #expect(try folder.image("shown/drawing.expected.png") == drawing)
        #expect(try folder.image("shown/drawing.actual.png") == changed)
        let map = try folder.image("shown/drawing.difference.png")
        let marked = map.pixels.map { $0.r == 255 }
        #expect(marked == [false, false, false, false, true, false, true, false, false])
    }

    @Test func `a picture that is right again takes away what a failure left`() throws {
        let folder = Folder()
        _ = try folder.goldens(isRecording: true).complaint(about: drawing, "drawing")
        _ = try folder.goldens().complaint(about: StraightImage(drawn: "w"), "drawing")
        #expect(folder.shown == ["drawing.actual.png", "drawing.expected.png"])
        #expect(try folder.goldens().complaint(about: drawing, "drawing") == nil)
        #expect(folder.shown == [])
    }

    @Test func `another size is reported, not compared`() throws {
        let folder = Folder()
        _ = try folder.goldens(isRecording: true).complaint(about: drawing, "drawing")
        let row = StraightImage(drawn: "ggg")
        let complaint = try #require(try folder.goldens().complaint(about: row, "drawing"))
        #expect(complaint.hasPrefix("drawing.png has another size: expected 3x3, found 3x1; see "))
    }

    @Test func `what was never recorded fails and says how to record it`() throws {
        let folder = Folder()
        let picture = try folder.goldens().complaint(about: drawing, "new")
        #expect(
            picture?.hasPrefix("there is no golden new.png: \"make golden\" records it") == true
        )
        let text = try folder.goldens().complaint(about: "a\n", "new")
        #expect(text?.hasPrefix("there is no golden new.txt: \"make golden\" records it") == true)
        #expect(folder.shown == ["new.actual.png", "new.actual.txt"])
    }

    /// Recorded text, what comes out, and what is said of it.
    @Test(arguments: [
        ("a\nb\n", "a\nc\n", #"line 2: expected "b", found "c""#),
        ("a\n", "a\nb\n", #"line 2: expected "", found "b""#),
        ("a\nb", "a", #"line 2: expected "b", found the end of the text"#),
        ("a", "", #"line 1: expected "a", found """#),
    ])
    func `the first line that differs is named`(old: String, new: String, said: String) throws {
        let folder = Folder()
        _ = try folder.goldens(isRecording: true).complaint(about: old, "plan")
        #expect(try folder.goldens().complaint(about: old, "plan") == nil)
        let complaint = try #require(try folder.goldens().complaint(about: new, "plan"))
        #expect(complaint.hasPrefix("plan.txt differs first in \(said); see "))
        #expect(folder.shown == ["plan.actual.txt", "plan.expected.txt"])
    }
}
