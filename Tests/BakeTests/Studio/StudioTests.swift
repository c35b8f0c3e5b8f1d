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
        #expect(studio.room.picture(named: picture) != nil)
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
}
