import Bake
import Catalog
import Diagnostics
import FileStore
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// How a session begins, and what of it lasts.
struct StudioSessionTests {
    private let disk: MemoryDisk
    private let text: String
    private let draft = "game/.catalog.json.unsaved"

    init() throws {
        disk = try smallGame()
        text = String(decoding: disk.files["game/catalog.json"] ?? [], as: UTF8.self)
    }

    private func session() throws -> StudioSession { try StudioSession("game", disk: disk) }

    private func edited(_ session: StudioSession, _ name: String) throws -> StudioSession {
        var session = session
        let new = text.replacing("\"small\"", with: "\"\(name)\"")
        try session.edit(Array(new.utf8))
        session.keepDraft()
        return session
    }

    @Test func `unsaved edits of a session that was killed are there again, as one step`() throws {
        let first = try edited(try session(), "other")
        #expect(disk.files["game/catalog.json"] == Array(text.utf8))
        var second = try session()
        #expect(second.isTakenUp && second.text == first.text && second.conflict == nil)
        #expect(second.unsavedCount == 1)
        try second.undo()
        #expect(second.text == Array(text.utf8))
        second.keepDraft()
        #expect(disk.files[draft] == nil)
        #expect(try !session().isTakenUp)
    }

    @Test func `saved edits leave nothing to take up`() throws {
        var first = try edited(try session(), "other")
        #expect(disk.files[draft] != nil)
        try first.save()
        first.keepDraft()
        #expect(disk.files[draft] == nil)
    }

    @Test func `unsaved edits of a file that changed since are a conflict`() throws {
        let first = try edited(try session(), "other")
        let third = Array(text.replacing("\"small\"", with: "\"third\"").utf8)
        disk.put("game/catalog.json", String(decoding: third, as: UTF8.self))
        var second = try session()
        #expect(second.text == first.text && second.conflict == third)
        // A picture that changes is no answer to it.
        try second.noticeFile()
        #expect(throws: Diagnostic.self) { try second.save() }
        #expect(disk.files["game/catalog.json"] == third)
        try second.takeFile()
        #expect(second.text == third)
    }

    @Test(arguments: ["", "no end of line", "\n", "0\n{", "\n\u{0}\u{1}"])
    func `a damaged file of unsaved edits is no harm`(bytes: String) throws {
        disk.put(draft, bytes)
        var session = try session()
        if session.canUndo { try session.undo() }
        #expect(session.text == Array(text.utf8))
    }

    @Test func `what others put there stays, and links are not followed`() throws {
        disk.put("game/secret", "mine")
        disk.putLink(draft, to: "secret")
        var session = try edited(try session(), "other")
        let isLinkKept = session.keepDraft()
        #expect(!isLinkKept)
        #expect(disk.files["game/secret"] == Array("mine".utf8))
        disk.wipe(draft)
        disk.put(draft, "of another program")
        let isForeignKept = session.keepDraft()
        #expect(!isForeignKept)
        try session.save()
        session.keepDraft()
        #expect(disk.files[draft] == Array("of another program".utf8))
    }

    @Test func `a session that only looks leaves the edits of another one`() throws {
        var looking = try session()
        var editing = try edited(try session(), "other")
        let kept = disk.files[draft]
        let isLookKept = looking.keepDraft()
        #expect(!isLookKept)
        #expect(disk.files[draft] == kept)
        let isEditKept = editing.keepDraft()
        #expect(isEditKept)
    }

    @Test func `undoing what was saved is an edit, too`() throws {
        var first = try edited(try session(), "other")
        try first.save()
        try first.undo()
        let isKept = first.keepDraft()
        #expect(isKept && first.hasEdits)
        #expect(try session().text == Array(text.utf8))
        #expect(try session().isTakenUp)
    }

    @Test func `a folder without a catalog begins one, which is written when it is saved`() throws {
        try disk.createFolder("My Pets")
        var session = try StudioSession("My Pets", disk: disk)
        #expect(session.loaded?.catalog.name == "my-pets")
        #expect(session.unsavedCount == 1 && !session.canUndo)
        #expect(session.problems.allSatisfy { $0.check.id != "invalid-catalog" })
        #expect(disk.files["My Pets/catalog.json"] == nil)
        try session.save()
        #expect(disk.files["My Pets/catalog.json"] == session.text)
        #expect(session.unsavedCount == 0)
    }

    @Test func `a catalog that appears meanwhile is not replaced`() throws {
        try disk.createFolder("new")
        var (session, edited) = (
            try StudioSession("new", disk: disk), try StudioSession("new", disk: disk)
        )
        let other = String(decoding: edited.text, as: UTF8.self).replacing("256", with: "64")
        try edited.edit(Array(other.utf8))
        disk.put("new/catalog.json", text)
        // What no one edited becomes the file.
        try session.save()
        #expect(session.text == Array(text.utf8) && session.conflict == nil)
        #expect(throws: Diagnostic.self) { try edited.save() }
        #expect(edited.conflict == Array(text.utf8))
        #expect(disk.files["new/catalog.json"] == Array(text.utf8))
    }

    @Test(arguments: ["gone", "gone/catalog.json", "game/other.json"])
    func `a name that leads nowhere begins nothing`(path: String) {
        #expect(throws: DiskError.self) { try StudioSession(path, disk: disk) }
    }

    @Test func `a first pet decides the canvas, and a first hat its bleed`() async throws {
        try disk.createFolder("new")
        var session = try StudioSession("new", disk: disk)
        func add(_ name: String, _ image: StraightImage) async throws {
            let file = try DroppedFile(try encodePNG(image), named: name)
            let path = try file.put(into: session)
            try session.noticeFile()
            let loaded = try #require(session.loaded)
            let plan = try await AddPlan(
                ["new/\(path)"],
                as: nil,
                to: loaded,
                bytes: session.text,
                fitsCanvas: session.isNew,
                disk: disk
            )
            try session.edit(plan.text)
        }
        // Both before pure green.
        let pet = StraightImage(40, 30) { x, y in
            (10..<30).contains(x) && (4..<30).contains(y)
                ? .init(r: 230, g: 120, b: 60) : .init(r: 0, g: 255, b: 0)
        }
        try await add("dog_pet.png", pet)
        let hat = StraightImage(30, 30) { x, y in
            (4..<26).contains(x) && (4..<26).contains(y)
                ? .init(r: 40, g: 40, b: 220) : .init(r: 0, g: 255, b: 0)
        }
        try await add("overlay_hat.png", hat)
        let catalog = try #require(session.loaded?.catalog)
        #expect((catalog.canvas.width, catalog.canvas.height) == (40, 30))
        #expect(catalog.canvas.bleed?.top ?? 0 > 0)
        #expect(catalog.species("dog")?.anchor("head") != nil)
        let species = try #require(catalog.species("dog"))
        #expect(catalog.keyWish(for: .species(species), asset: "dog_pet").wish == .always)
        #expect(session.problems.filter { $0.severity == .error }.isEmpty)
    }
}
