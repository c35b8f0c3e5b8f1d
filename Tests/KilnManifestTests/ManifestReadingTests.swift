import Foundation
import KilnManifest
import TestSupport
import Testing

/// The text of a manifest with one page, one frame and what a test puts into it.
private func manifest(
    _ more: String = "",
    format: String = #""kiln-manifest""#,
    version: String = "1",
    frame: String = #""page":0,"x":0,"y":0,"width":8,"height":4"#,
    art: String = #"["dog"]"#,
    images: String = #"[{"scale":1,"path":"a.png","premultiplied":false}]"#
) -> String {
    """
    {"format":\(format),"version":\(version),"generator":{"name":"kiln","version":"9.1"},
    "name":"t","canvas":{"width":8,"height":8},"axes":[],"items":[],"looks":[],"files":[],
    "species":[{"id":"dog","name":"Dog","anchors":{},"art":[{"species":"dog","axes":{},
    "asset":"dog","frames":\(art),"origins":[{"x":0,"y":0}],"z":0,"animations":{}}]}],
    "targets":[{"id":"game","kind":"atlas","scales":[1],
    "pages":[{"width":8,"height":8,"images":\(images)}],
    "frames":{"dog":{\(frame),"rotated":false,"trimX":0,"trimY":0,"sourceWidth":8,
    "sourceHeight":8,"pivot":{"x":0.5,"y":0.5}}}}]\(more)}
    """
}

private func read(_ text: String) throws(ManifestError) -> Manifest {
    try Manifest(json: Data(text.utf8))
}

private func decoded(_ bytes: [UInt8]) throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(bytes))
}

struct ManifestReadingTests {
    @Test func `every member is read as JSONDecoder reads it`() throws {
        let json = try Manifest.complete.json()
        #expect(try Manifest(json: json) == Manifest.complete)
        #expect(try decoded(Array(json)) == Manifest.complete)
        // Without space, in another order, with null for what is not there, and with newer members.
        let text = manifest(#","extras":null,"newer":[{"a":[]},1.5e3,"",true,null,{}]"#)
        let read = try read(text)
        #expect(try read == decoded(Array(text.utf8)))
        #expect(read.extras == nil && read.targets[0].frames["dog"]?.width == 8)
        #expect(try KilnManifestTests.read("\u{FEFF}" + text) == read)
    }

    @Test(arguments: [
        #""plain""#, #""""#, #""a\"b\\c\/d\b\f\n\r\te""#, #""\u00e9\u20AC\uD83D\uDC31 é€🐱""#,
        #""e\u0301""#, #""\u0000""#, "\"\u{FFFD}\"",
        "0", "-0", "7", "-12", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "123456789012345678", "1234567890123456789", "1.0", "1.5", "-0.25",
        "1e3", "1E+2", "2.5e-3", "0.1", "1e-320", "123456789.123456789", "1e308",
        "true", "false", "null", "[]", "{}", "[1,[2,[]],{}]", #"{"b":{"c":[null]},"a":1}"#,
        #"{"z":1,"y":2,"x":{"n":1,"m":[2]},"w":4}"#, " [ 1 ,\t2\r\n, 3 ] ",
    ])
    func `values are read as JSONDecoder reads them`(value: String) throws {
        let text = manifest(#","extras":{"value":\#(value)}"#)
        #expect(try read(text) == decoded(Array(text.utf8)))
    }

    @Test(arguments: [
        ("", "expected a value, found \"}\" (line 8, column 66)"),
        ("1,", "expected the name of a member, found \"}\" (line 8, column 68)"),
        ("[1,]", "expected a value, found \"]\" (line 8, column 69)"),
        ("[1 2]", "expected \",\" or \"]\", found the number 2 (line 8, column 69)"),
        ("[1", "expected \",\" or \"]\", found \"}\" (line 8, column 68)"),
        ("01", "this is no number of JSON (line 8, column 66)"),
        ("-", "this is no number of JSON (line 8, column 66)"),
        ("1.", "this is no number of JSON (line 8, column 66)"),
        (".5", "expected a value, found \".\" (line 8, column 66)"),
        ("+1", "expected a value, found \"+\" (line 8, column 66)"),
        ("1e", "this is no number of JSON (line 8, column 66)"),
        ("1e400", "the number 1e400 is out of range (line 8, column 66)"),
        ("nul", "this is no word of JSON; is it to be null? (line 8, column 66)"),
        ("TRUE", "expected a value, found \"T\" (line 8, column 66)"),
        ("'a'", "expected a value, found \"'\" (line 8, column 66)"),
        (#""\x""#, "there is no such escape in JSON (line 8, column 67)"),
        (#""\u12g4""#, "\\u needs four hexadecimal digits (line 8, column 67)"),
        (#""\uD83D""#, "half of a pair of \\u escapes is missing (line 8, column 67)"),
        (#""\uDC31\uD83D""#, "half of a pair of \\u escapes is missing (line 8, column 67)"),
        ("\"a\nb\"", "a text has a character that needs an escape (line 8, column 68)"),
        (#"1,"value":2"#, "there are two members \"value\" (line 8, column 68)"),
        (#"1,"a":2,"value":2"#, "there are two members \"value\" (line 8, column 74)"),
        ("/* */ 1", "expected a value, found \"/\" (line 8, column 66)"),
        ("\0", "expected a value, found the byte 0 (line 8, column 66)"),
    ])
    func `what is no JSON is refused, with its place`(value: String, problem: String) {
        let error = #expect(throws: ManifestError.self) {
            try read(manifest(#","extras":{"value":\#(value)}"#))
        }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }

    @Test func `names of members may have escapes`() throws {
        let frame = #""p\u0061ge":0,"x":0,"y":0,"w\u0069dth":8,"height":4"#
        #expect(try read(manifest(frame: frame)) == read(manifest()))
    }

    @Test(arguments: ["name", #"n\u0061me"#, "newer"])
    func `an object has each member once`(name: String) {
        let error = #expect(throws: ManifestError.self) {
            try read(manifest(#","newer":1,"\#(name)":2"#))
        }
        let known = name == "newer" ? "newer" : "name"
        #expect(error?.message.contains("there are two members \"\(known)\"") == true)
    }

    @Test func `bytes that are no text are refused`() {
        for bad in [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            var bytes = Array(manifest(#","extras":{"value":"*"}"#).utf8)
            let place = bytes.lastIndex(of: UInt8(ascii: "*")) ?? 0
            bytes.replaceSubrange(place...place, with: bad)
            let error = #expect(throws: ManifestError.self) { try Manifest(json: Data(bytes)) }
            #expect(error?.message.contains("extras.value: the text is not UTF-8") == true)
        }
    }

    @Test func `values in each other without end are refused`() throws {
        let deep = String(repeating: "[", count: 126) + String(repeating: "]", count: 126)
        #expect(try read(manifest(#","extras":{"value":\#(deep)}"#)).extras?["value"]?[0] != nil)
        for bracket in ["[", #"{"a":"#] {
            let error = #expect(throws: ManifestError.self) {
                try read(manifest(#","newer":"# + String(repeating: bracket, count: 100_000)))
            }
            #expect(error?.message.contains("there are more than 128 levels") == true)
        }
    }
}

struct ManifestErrorTests {
    @Test(arguments: [
        (
            manifest(version: "2"), ManifestError.Code.newerVersion,
            "the manifest has version 2, written by kiln 9.1; this reader knows up to 1; link "
                + "KilnManifest of the Kiln that baked, or bake with an older one"
        ),
        // A newer version may mean something else by every other member.
        (
            #"{"canvas":7,"format":"kiln-manifest","version":3}"#, .newerVersion,
            "the manifest has version 3; this reader knows up to 1; link KilnManifest of the Kiln "
                + "that baked, or bake with an older one"
        ),
        (
            manifest(version: "0"), .damaged,
            "version: there is no version 0 of a Kiln manifest; bake again"
        ),
        (
            #"{"frames":{},"format":"phaser"}"#, .notAManifest,
            "this is not a Kiln manifest: its \"format\" is \"phaser\" and not \"kiln-manifest\"; "
                + "read the manifest.json of a bake"
        ),
        (
            #"{"frames":{}}"#, .notAManifest,
            "this is not a Kiln manifest: it has no \"format\"; read the manifest.json of a bake"
        ),
        (
            "<html>", .notAManifest,
            "this is not a Kiln manifest: expected an object, found \"<\" (line 1, column 1); read "
                + "the manifest.json of a bake"
        ),
        (
            "", .notAManifest,
            "this is not a Kiln manifest: expected an object, found the end of the file (line 1, "
                + "column 1); read the manifest.json of a bake"
        ),
        (
            String(manifest().prefix(150)), .damaged,
            "the manifest cannot be read: the file ends within a text (line 2, column 68); the file is "
                + "cut off: copy all of it, or bake again"
        ),
        (
            manifest(frame: #""page":0,"x":"left","y":0,"width":8,"height":4"#), .damaged,
            "the manifest cannot be read: targets[0].frames.dog.x: expected a whole number, found "
                + "the text \"left\" (line 7, column 31); bake again"
        ),
        (
            manifest(frame: #""page":0,"x":0.5,"y":0,"width":8,"height":4"#), .damaged,
            "the manifest cannot be read: targets[0].frames.dog.x: expected a whole number, found "
                + "the number 0.5 (line 7, column 31); bake again"
        ),
        (
            manifest(frame: #""page":0,"y":0,"width":8,"height":4"#), .damaged,
            "the manifest cannot be read: targets[0].frames.dog: the member \"x\" is missing (line "
                + "8, column 43); bake again"
        ),
        (
            manifest(art: "[null]"), .damaged,
            "the manifest cannot be read: species[0].art[0].frames[0]: expected a text, found null "
                + "(line 4, column 25); bake again"
        ),
        (
            manifest("} "), .damaged,
            "the manifest cannot be read: expected the end of the file, found \"}\" (line 8, column "
                + "49); bake again"
        ),
        (
            manifest(art: #"["dog","cat"]"#), .inconsistent,
            "the manifest contradicts itself: the art of asset \"dog\" names frame \"cat\", which "
                + "no target has; bake again"
        ),
        (
            manifest(frame: #""page":1,"x":0,"y":0,"width":8,"height":4"#), .inconsistent,
            "the manifest contradicts itself: frame \"dog\" of target \"game\" names page 1, which "
                + "does not exist; bake again"
        ),
        (
            manifest(frame: #""page":0,"x":1,"y":0,"width":8,"height":4"#), .inconsistent,
            "the manifest contradicts itself: frame \"dog\" of target \"game\" lies outside of its "
                + "page; bake again"
        ),
        (
            manifest(images: "[]"), .inconsistent,
            "the manifest contradicts itself: page 0 of target \"game\" has no image at scale 1; "
                + "bake again"
        ),
    ])
    func `what cannot be used is reported with its place and what to do`(
        text: String,
        code: ManifestError.Code,
        message: String
    ) {
        let error = #expect(throws: ManifestError.self) { try read(text) }
        #expect(error?.code == code)
        #expect(error?.description == message, "\(error?.message ?? "")")
    }

    @Test func `every beginning of a manifest is refused, and said to be cut off`() throws {
        let text = Array(manifest(#","extras":{"a":[1.5e3,"\u00e9",true]}"#).utf8)
        let heading = Array(#"{"format":"kiln-manifest""#.utf8).count
        for count in 0..<text.count {
            let error = #expect(throws: ManifestError.self) {
                try Manifest(json: Data(text.prefix(count)))
            }
            guard count >= heading else {
                #expect(error?.code == .notAManifest)
                continue
            }
            #expect(error?.code == .damaged)
            #expect(error?.remedy?.hasSuffix("copy all of it, or bake again") == true)
        }
        _ = try Manifest(json: Data(text))
    }
}

struct DamagedManifestTests {
    /// Knuth's linear congruential generator: the same damage in every run.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Lower bits repeat early.
            return state >> 32 | state << 32
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `damage is refused, or read as JSONDecoder reads it`(seed: UInt64) throws {
        let whole = Array(try Manifest.complete.json())
        // No "e": JSONDecoder on Linux refuses 0e5, which is a number of JSON.
        let pieces = Array("{}[]\",:\\0123456789.+-trufalsn \n\u{1}é".utf8) + [0, 0xFF]
        var dice = Dice(state: seed)
        var readable = 0
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &dice)]
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: bytes[place] = piece
                case 1: bytes.insert(piece, at: place)
                case 2: bytes.remove(at: place)
                default:
                    let other = Int.random(in: 0..<bytes.count, using: &dice)
                    bytes.swapAt(place, other)
                }
            }
            guard let manifest = try? Manifest(json: Data(bytes)) else { continue }
            readable += 1
            // What was read can be asked for anything.
            let look = Look(species: "dog", overlays: ["hat"])
            _ = try? manifest.quads(for: look, frame: 7)
            _ = try? manifest.pageFiles(for: look, scale: 1)
            _ = try? manifest.drawList(forImage: "room", frame: -1)
            _ = try? manifest.playback(of: look, animation: "idle").moment(at: 1e9)
            let text = String(decoding: bytes, as: UTF8.self)
            let same = try? decoded(bytes)
            #expect(same == manifest, "JSONDecoder reads this otherwise: \(text)")
        }
        // Digits and spaces may change unharmed.
        #expect(readable > 100)
    }
}
