import Bake
import Catalog
import Diagnostics
import FileStore
import Raster
import TestSupport
import Testing

/// What a page of the studio asks for, without a server.
struct StudioTests {
    private let disk: MemoryDisk
    private let text: String
    private var studio: Studio

    private static let look = #""look": { "species": "dog", "overlays": ["badge"] }"#

    init() throws {
        disk = try smallGame()
        text = String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
        studio = try Studio("game/catalog.json", jobs: 1, disk: disk)
    }

    private var edited: String { String(decoding: studio.session.text, as: UTF8.self) }
    private var saved: String {
        String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
    }

    @discardableResult
    private mutating func ask(
        _ action: Studio.Action,
        _ members: String = "",
        look: String = Self.look
    ) async throws -> JSONNode {
        let request = "{ \(members.isEmpty ? "" : members + ", ")\(look) }"
        let (json, _) = try await studio.answer(action, try #require(node(request)))
        return try #require(node(json.compact))
    }

    private func node(_ text: String) -> JSONNode? {
        var parser = JSONParser(SourceText(path: "", bytes: Array(text.utf8)))
        return parser.parse()
    }

    private mutating func notice(_ files: [String]) {
        let isChanged = studio.noticeChanges(files)
        #expect(isChanged)
    }

    private func refusal(_ answer: JSONNode) -> String? {
        guard case .string(let text)? = answer.member("refusal")?.value else { return nil }
        return text
    }

    @Test mutating func `a drag changes the offset and no other byte`() async throws {
        let answer = try await ask(.move, #""item": "badge", "by": [-3, 0.5], "reach": "item""#)
        #expect(refusal(answer) == nil)
        #expect(edited == text.replacing(#""offset": [1, 3]"#, with: #""offset": [-2, 3.5]"#))
        #expect(saved == text)
        #expect(studio.session.unsavedCount == 1)
    }

    @Test mutating func `steps are undone and done again`() async throws {
        try await ask(.move, #""item": "badge", "by": [1, 0]"#)
        try await ask(.move, #""item": "badge", "by": [1, 0]"#)
        let last = edited
        try await ask(.undo)
        #expect(edited == text.replacing(#""offset": [1, 3]"#, with: #""offset": [2, 3]"#))
        try await ask(.undo)
        #expect(edited == text)
        #expect(studio.session.unsavedCount == 0)
        try await ask(.redo)
        try await ask(.redo)
        #expect(edited == last)
        try await ask(.redo)
        #expect(edited == last)
    }

    @Test mutating func `a drag for one species goes to perSpecies`() async throws {
        try await ask(.move, #""item": "badge", "by": [0, 1], "reach": "species""#)
        let old = #""placement": { "anchor": "head", "offset": [1, 3] } }"#
        let new = """
            "placement": { "anchor": "head", "offset": [1, 3] },
                  "perSpecies": { "dog": { "placement": { "offset": [1, 4] } } } }
            """
        #expect(edited == text.replacing(old, with: new))
        let before = edited
        let answer = try await ask(.move, #""item": "badge", "by": [0, 1], "reach": "item""#)
        #expect(refusal(answer)?.contains("\"perSpecies\" of badge decides") == true)
        #expect(edited == before)
    }

    @Test mutating func `what is drawn in place gets an anchor and an offset`() async throws {
        let plain = text.replacing(
            #"{ "id": "coat","#,
            with: #"{ "id": "cap", "equipStyle": "overlay" },"# + "\n    " + #"{ "id": "coat","#
        )
        disk.put("game/catalog.json", plain)
        var picture = StraightImage(size: PixelSize(width: 8, height: 8)!, filledWith: .clear)
        picture[4, 1] = StraightPixel(r: 200, g: 10, b: 10)
        try disk.put("game/art/overlay_cap.png", picture)
        studio = try Studio("game/catalog.json", jobs: 1, disk: disk)
        let look = #""look": { "species": "dog", "overlays": ["cap"] }"#
        try await ask(.move, #""item": "cap", "by": [2, -1]"#, look: look)
        let placed = #""overlay", "placement": { "anchor": "head", "offset": [2, 0] } }"#
        #expect(edited == plain.replacing(#""overlay" }"#, with: placed))
    }

    @Test mutating func `an anchor moves in the frame that is shown`() async throws {
        let look = #""look": { "species": "dog", "overlays": ["badge"], "frame": 1 }"#
        try await ask(.anchor, #""anchor": "head", "cell": 1, "to": [5, 1.25]"#, look: look)
        #expect(edited == text.replacing("[[4, 3], [4, 2]]", with: "[[4, 3], [5, 1.3]]"))
    }

    @Test mutating func `another anchor leaves an item where it is`() async throws {
        let neck = text.replacing(
            #""head": [[4, 3], [4, 2]]"#,
            with: #""head": [[4, 3], [4, 2]], "neck": [4, 6]"#
        )
        disk.put("game/catalog.json", neck)
        studio = try Studio("game/catalog.json", jobs: 1, disk: disk)
        try await ask(.hang, #""item": "badge", "anchor": "neck""#)
        #expect(
            edited
                == neck.replacing(
                    #"{ "anchor": "head", "offset": [1, 3] }"#,
                    with: #"{ "anchor": "neck", "offset": [1, 0] }"#
                )
        )
    }

    @Test mutating func `a number that the catalog refuses changes nothing`() async throws {
        let answer = try await ask(.place, #""item": "badge", "member": "scale", "value": [900]"#)
        #expect(refusal(answer) != nil)
        #expect(edited == text)
        #expect(studio.session.loaded != nil)
    }

    @Test mutating func `saving writes the text, and an edit of another program is a conflict`()
        async throws
    {
        try await ask(.move, #""item": "badge", "by": [1, 0]"#)
        try await ask(.save)
        #expect(saved == edited)
        #expect(studio.session.unsavedCount == 0)
        try await ask(.move, #""item": "badge", "by": [1, 0]"#)
        let (mine, other) = (edited, text.replacing("\"small\"", with: "\"other\""))
        disk.put("game/catalog.json", other)
        let answer = try await ask(.save)
        #expect(refusal(answer)?.contains("was changed by another program") == true)
        #expect(saved == other)
        #expect(edited == mine)
        try await ask(.reload)
        #expect(edited == other)
        try await ask(.undo)
        #expect(edited == mine)
        try await ask(.save)
        #expect(saved == mine)
    }

    @Test mutating func `edits can be kept over those of another program`() async throws {
        try await ask(.move, #""item": "badge", "by": [1, 0]"#)
        disk.put("game/catalog.json", text + "\n")
        notice(["game/catalog.json"])
        #expect(studio.session.conflict != nil)
        try await ask(.keep)
        try await ask(.save)
        #expect(saved == edited)
    }

    @Test mutating func `an unedited catalog follows its file, also through errors`() async throws {
        let first = try await ask(.look)
        disk.put("game/catalog.json", text.replacing("\"items\": [", with: "\"items\": [ ["))
        notice(["game/catalog.json"])
        let broken = try await ask(.look)
        #expect(studio.session.problems.contains { $0.severity == .error })
        #expect(broken.member("view")?.member("picture") != nil)
        disk.put("game/catalog.json", text)
        notice(["game/catalog.json"])
        #expect(studio.session.problems.allSatisfy { $0.severity != .error })
        let again = try await ask(.look)
        guard case .string(let picture)? = first.member("view")?.member("picture")?.value,
            case .string(let same)? = again.member("view")?.member("picture")?.value
        else {
            Issue.record("there is no picture")
            return
        }
        #expect(picture == same)
        #expect(studio.pictures.picture(named: picture) != nil)
    }

    @Test mutating func `art that nothing uses is added as its name says`() async throws {
        let picture = StraightImage(drawn: "......", ".####.", ".####.", "......")
        try disk.put("game/art/overlay_bow.png", picture)
        notice(["game/art/overlay_bow.png"])
        let answer = try await ask(.adopt, #""file": "art/overlay_bow.png""#)
        #expect(refusal(answer) == nil)
        #expect(studio.session.loaded?.catalog.item("bow")?.placement.isAuthored == true)
        try await ask(.undo)
        #expect(edited == text)
        let other = try await ask(.adopt, #""file": "../secret.png""#)
        #expect(refusal(other) != nil)
    }

    @Test mutating func `a problem with a clear fix is fixed, others are refused`() async throws {
        disk.put("game/catalog.json", text.replacing(#""offset""#, with: #""ofset""#))
        notice(["game/catalog.json"])
        let message = try #require(studio.session.problems.first { $0.fix != nil }?.message)
        let answer = try await ask(.fix, "\"message\": \(quotedJSON(message))")
        #expect(refusal(answer) == nil)
        #expect(edited == text)
        #expect(refusal(try await ask(.fix, #""message": "nothing""#)) != nil)
    }

    @Test mutating func `a look has values of axes`() async throws {
        let axes = #""axes": { "mood": ["calm", "sad"] }, "species":"#
        disk.put("game/catalog.json", text.replacing(#""species":"#, with: axes))
        notice(["game/catalog.json"])
        let look = #""look": { "species": "dog", "axes": { "mood": "sad" } }"#
        let answer = try await ask(.look, look: look)
        let shown = answer.member("state")?.elements("axes") ?? []
        #expect(shown.map { $0.elements("values").compactMap(\.text) } == [["calm", "sad"]])
        #expect(answer.member("view")?.text("picture") != nil, "\(answer)")
    }

    @Test mutating func `a value of an axis is added, and a first one with its templates`()
        async throws
    {
        let answer = try await ask(.axis, #""name": "mood", "value": "happy""#)
        #expect(answer.text("notice") == "Name its picture dog_pet_happy.png.")
        #expect(edited.contains(#""axes": { "mood": ["normal", "happy"] }"#))
        let names = studio.session.loaded?.catalog.naming.species.map(\.text)
        #expect(
            names == ["<species>_pet_<mood>", "<species>_<mood>", "<species>_pet", "<species>"]
        )
        try await ask(.axis, #""name": "mood", "value": "sad""#)
        #expect(edited.contains(#""mood": ["normal", "happy", "sad"]"#))
        for (name, wrong) in [("mood", "sad"), ("mood", "so so"), ("", "a"), ("species", "a")] {
            let answer = try await ask(.axis, #""name": "\#(name)", "value": "\#(wrong)""#)
            #expect(refusal(answer) != nil, "\(name) \(wrong)")
        }
        let sad = #""look": { "species": "dog", "axes": { "mood": "sad" } }"#
        var picture = StraightImage(size: PixelSize(width: 16, height: 8)!, filledWith: .clear)
        picture[4, 4] = StraightPixel(r: 0, g: 0, b: 200)
        let before = try await ask(.look, look: sad).member("view")?.text("picture")
        try disk.put("game/art/dog_pet_sad.png", picture)
        notice(["game/art/dog_pet_sad.png"])
        #expect(try await ask(.look, look: sad).member("view")?.text("picture") != before)
    }

    @Test(arguments: [
        #"{ "values": ["calm"], "default": "calm" }"#, #"["calm"]"#,
        #"{ "values": [ { "id": "calm" } ] }"#,
    ])
    mutating func `an axis in any form gets a value, and says the shortest name for it`(
        axis: String
    ) async throws {
        let species = #""naming": { "species": ["<species>_<age>_<mood>", "<species>_<mood>"] }"#
        let axes = #""axes": { "mood": \#(axis), "age": ["old"] }, \#(species), "species": ["#
        disk.put("game/catalog.json", text.replacing(#""species": ["#, with: axes))
        try disk.put("game/art/dog_calm.png", StraightImage(drawn: "....", ".##."))
        notice(["game/catalog.json", "game/art/dog_calm.png"])
        let answer = try await ask(.axis, #""name": "mood", "value": "sad""#)
        #expect(refusal(answer) == nil)
        let ids = studio.session.loaded?.catalog.axes.first { $0.name == "mood" }?.ids
        #expect(ids == ["calm", "sad"])
        #expect(answer.text("notice") == "Name its picture dog_sad.png.")
    }

    @Test mutating func `a pivot moves, and the picture stays where it is`() async throws {
        let before = try await ask(.look).member("view")
        let answer = try await ask(.pivot, #""item": "badge", "by": [1, 0]"#)
        #expect(refusal(answer) == nil)
        // The badge is 6 points wide.
        #expect(edited.contains(#""offset": [2, 3], "pivot": [0.6667, 0.5] }"#), "\(edited)")
        #expect(answer.member("view")?.text("picture") == before?.text("picture"))
        try await ask(.place, #""item": "badge", "member": "rotation", "value": [90]"#)
        let turned = try await ask(.pivot, #""item": "badge", "by": [1, 0]"#)
        #expect(refusal(turned)?.contains("rotated image") == true)
    }

    @Test mutating func `a layer with a placement of its own is moved by itself`() async throws {
        let plain = #""offset": [1, 3] } }"#
        let parts = """
            "offset": [1, 3] },
                  "parts": [ { "asset": "badge" },
                             { "asset": "badge", "placement": { "offset": [0, 1] } } ] }
            """
        disk.put("game/catalog.json", text.replacing(plain, with: parts))
        notice(["game/catalog.json"])
        let before = edited
        let own = try await ask(
            .move,
            #""item": "badge", "part": 1, "by": [1, 0], "reach": "item""#
        )
        #expect(refusal(own)?.contains("choose \"Only this layer\"") == true)
        let dog = try await ask(
            .move,
            #""item": "badge", "part": 1, "by": [1, 0], "reach": "species""#
        )
        #expect(refusal(dog)?.contains("choose \"Only this layer\"") == true)
        try await ask(.move, #""item": "badge", "part": 1, "by": [1, 0], "reach": "part""#)
        #expect(edited == before.replacing(#""offset": [0, 1]"#, with: #""offset": [1, 1]"#))
        try await ask(.move, #""item": "badge", "part": 0, "by": [1, 0], "reach": "item""#)
        #expect(edited.contains(#""offset": [2, 3]"#))
        let wrong = try await ask(
            .move,
            #""item": "badge", "part": 7, "by": [1, 0], "reach": "part""#
        )
        #expect(refusal(wrong) != nil)
    }

    @Test mutating func `an item that fills the canvas can be turned where it is`() async throws {
        let cap = #"{ "id": "cap", "equipStyle": "overlay" }, { "id": "coat","#
        disk.put("game/catalog.json", text.replacing(#"{ "id": "coat","#, with: cap))
        var picture = StraightImage(size: PixelSize(width: 8, height: 8)!, filledWith: .clear)
        picture[4, 1] = StraightPixel(r: 200, g: 10, b: 10)
        try disk.put("game/art/overlay_cap.png", picture)
        notice(["game/catalog.json", "game/art/overlay_cap.png"])
        let look = #""look": { "species": "dog", "overlays": ["cap"] }"#
        try await ask(.place, #""item": "cap", "member": "rotation", "value": [15]"#, look: look)
        #expect(
            edited.contains(
                #""placement": { "anchor": "head", "offset": [0, 1], "rotation": 15 }"#
            ),
            "\(edited)"
        )
    }

    @Test mutating func `coverage names each file and what is missing`() async throws {
        disk.wipe("game/art/dog_pet_coat.png")
        notice(["game/art/dog_pet_coat.png"])
        let cells = try await ask(.coverage).elements("coverage")
        let shown = cells.map { cell in
            [cell.text("item"), cell.text("asset"), cell.number("missing").map { "\(Int($0))" }]
        }
        #expect(
            shown == [
                [nil, "dog_pet", "0"], ["badge", "overlay_badge", "0"], ["coat", nil, "1"],
            ]
        )
    }

    @Test mutating func `a cell is explained by every name that was tried`() async throws {
        let answer = try await ask(.coverage, #""species": "dog", "item": "badge""#)
        let reason = try #require(answer.elements("reasons").first)
        let attempts = reason.elements("attempts")
        #expect(attempts.first?.text("outcome") == "missing")
        let won = try #require(attempts.first { $0.text("outcome") == "won" })
        #expect(won.text("name") == "overlay_badge")
        #expect(won.elements("files").compactMap(\.text) == ["art/overlay_badge.png"])
        let offset = reason.elements("settings").first { $0.text("name") == "offset" }
        #expect(offset?.text("origin")?.contains("badge") == true)
        #expect(refusal(try await ask(.coverage, #""species": "eel""#)) != nil)
    }

    @Test mutating func `a tint is added, changed, removed and undone`() async throws {
        let owner = #""list": "items", "id": "badge""#
        let answer = try await ask(.tint, ##"\##(owner), "color": "#80FF00""##)
        #expect(refusal(answer) == nil)
        let coloring = try #require(answer.member("colors")?.elements("colorings").first)
        #expect(coloring.text("id") == "badge")
        #expect(coloring.member("tint")?.text("color") == "#80FF00")
        #expect(edited.contains(##""tint": "#80FF00""##))
        try await ask(.tint, ##"\##(owner), "color": "#102030""##)
        #expect(edited.contains(##""tint": "#102030""##))
        try await ask(.tint, owner)
        #expect(edited == text)
        try await ask(.undo)
        #expect(edited.contains("#102030"))
    }

    @Test(arguments: [
        (##"{ "color": "#FF0000", "mode": "template" }"##, ##""color": "#00FF00", "mode""##),
        (##"{ "mode": "template" }"##, ##"{ "mode": "template", "color": "#00FF00" }"##),
    ])
    mutating func `a tint keeps its mode`(tint: String, expected: String) async throws {
        let old = ##""id": "coat", "equipStyle": "replaceSprite""##
        let colored = text.replacing(
            old,
            with: #"\#(old), "variants": { "a/b": { "tint": \#(tint) } }"#
        ).replacing(
            #""canvas": {"#,
            with: #""axes": { "mood": ["calm", "a/b"] }, "canvas": {"#
        )
        disk.put("game/catalog.json", colored)
        notice(["game/catalog.json"])
        let answer = try await ask(
            .tint,
            ##""list": "items", "id": "coat", "variant": "a/b", "color": "#00FF00""##
        )
        #expect(refusal(answer) == nil)
        #expect(edited.contains(expected), "\(edited)")
    }

    @Test(arguments: [
        ##""list": "items", "id": "badge", "color": "no color""##,
        ##""list": "items", "id": "gone", "color": "#FF0000""##,
        ##""list": "targets", "id": "game", "color": "#FF0000""##,
        ##""list": "items", "id": "badge", "variant": "gone", "color": "#FF0000""##,
        ##""list": 3"##,
    ])
    mutating func `a tint that cannot be is refused`(request: String) async throws {
        #expect(refusal(try await ask(.tint, request)) != nil)
        #expect(edited == text)
    }

    @Test mutating func `pages name each sprite, until something changes`() async throws {
        #expect(try await ask(.pages).member("pages")?.member("pages") == nil)
        let bake = try #require(studio.pageBake(of: "game"))
        studio.show(await bake())
        #expect(studio.pageBake(of: nil) == nil)
        let answer = try await ask(.pages, #""target": "game""#)
        let pages = try #require(answer.member("pages")).elements("pages")
        let sprites = pages.flatMap { $0.elements("sprites") }
        let names = sprites.flatMap { $0.elements("names").compactMap(\.text) }
        #expect(names.contains("dog_pet/0"))
        #expect(names.contains { $0.hasPrefix("overlay_badge") })
        let picture = try #require(pages.first?.text("picture"))
        #expect(studio.pictures.picture(named: picture) != nil)
        try await ask(.move, #""item": "badge", "by": [1, 0]"#)
        #expect(try await ask(.pages).member("pages")?.member("pages") == nil)
        #expect(studio.pageBake(of: "game") != nil)
    }

    @Test mutating func `pages of a catalog with errors, or without targets, are none`()
        async throws
    {
        let broken = text.replacing(#""kind": "atlas""#, with: #""kind": "atlos""#)
        disk.put("game/catalog.json", broken)
        notice(["game/catalog.json"])
        #expect(studio.pageBake(of: nil) == nil)
        let none = text.replacing(#""kind": "atlas""#, with: #""kind": "images""#)
        disk.put("game/catalog.json", none)
        notice(["game/catalog.json"])
        #expect(studio.pageBake(of: nil) == nil)
        let answer = try #require(try await ask(.pages).member("pages"))
        #expect(answer.elements("targets").isEmpty && answer.text("target") == nil)
    }
}
