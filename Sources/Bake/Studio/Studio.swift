import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import KilnManifest

/// The studio without its server: what a page asks for, done and answered.
///
/// Requests and answers are JSON. A request may hold `look`, what the page shows; its answer then
/// has the new `view`. Every answer has the `state` of the session.
package struct Studio: Sendable {
    package private(set) var session: StudioSession
    package internal(set) var pictures: StudioPictures
    /// The pages that were baked last.
    package internal(set) var pages: StudioPages?
    /// What was keyed last.
    let memory = ArtMemory()
    private var knownArts: (revision: Int, arts: [StudioArt])?
    /// What was drawn last.
    private var last: (look: StudioLook, revision: Int, view: StudioPictures.View)?

    /// What a page may ask for, at `/api/` and the name.
    package enum Action: String, CaseIterable, Sendable {
        /// Nothing but the state and the view.
        case look
        case move, resize, place, hang, pivot, anchor, axis, adopt, fix
        case coverage, colors, tint
        /// The pages of a target, once they are baked.
        case pages
        /// All art, and how the asset that the request names is keyed and cut.
        case art
        /// Sets members of the rule that decides about an asset.
        case sheet
        case undo, redo, diff, save, reload, keep
    }

    package init(_ catalog: String, jobs: Int, disk: any Disk) throws(DiskError) {
        session = try StudioSession(catalog, disk: disk)
        pictures = StudioPictures(jobs: jobs, disk: disk)
    }

    /// Does what a page asks for.
    ///
    /// What cannot be done is refused in the answer, with the reason.
    /// - Throws: `CancellationError`.
    package mutating func answer(
        _ action: Action,
        _ request: JSONNode
    ) async throws -> (json: JSONOutput, shown: StudioLook?) {
        let wanted = StudioLook(request.member("look"))
        var answer: [(String, JSONOutput)] = []
        do {
            answer += try await act(action, request, wanted)
        } catch let refusal as Diagnostic {
            answer.append(("refusal", .string(refusal.shown)))
        } catch let error as DiskError {
            answer.append(("refusal", .string("\(error)")))
        } catch let failure as PictureFailure {
            answer.append(("refusal", .string(failure.finding.shown)))
        }
        if action == .colors || action == .tint { answer.append(("colors", colors)) }
        answer.append(("state", state))
        if let wanted, let view = try await view(of: wanted) { answer.append(("view", view)) }
        return (.object(answer), wanted)
    }

    /// Looks at what changed on disk; false if the session is the same as before.
    package mutating func noticeChanges(_ files: [String]) -> Bool {
        pictures.forget(files)
        memory.forget()
        let isOwn = files.allSatisfy { $0 == session.path }
        if isOwn, session.conflict == nil, (try? session.disk.read(session.path)) == session.saved {
            return false
        }
        // A file that is being replaced will be there in a moment.
        try? session.noticeFile()
        return true
    }

    /// Keeps unsaved edits on disk; false if they are not, or there are none.
    @discardableResult
    package mutating func keepDraft() -> Bool { session.keepDraft() }

    private mutating func act(
        _ action: Action,
        _ request: JSONNode,
        _ wanted: StudioLook?
    ) async throws -> [(String, JSONOutput)] {
        switch action {
        case .look: break
        case .move:
            let worn = try await worn(in: request, wanted)
            let by = try request.point("by")
            let isFine = request.number("fine") == 1
            try session.move(worn, by: by, isFine: isFine)
        case .resize:
            let worn = try await worn(in: request, wanted)
            guard let factor = request.number("factor"), factor > 0.001, factor < 1000 else {
                throw Diagnostic.badRequest
            }
            try session.resize(worn, by: factor)
        case .place:
            let worn = try await worn(in: request, wanted)
            let numbers = request.member("value")?.elements.compactMap(\.number) ?? []
            guard let member = request.text("member").flatMap(PlacementMember.init),
                (1...2).contains(numbers.count)
            else { throw Diagnostic.badRequest }
            try session.place(worn, member, numbers)
        case .hang:
            let worn = try await worn(in: request, wanted)
            guard let anchor = request.text("anchor") else { throw Diagnostic.badRequest }
            try session.hang(worn, on: anchor)
        case .pivot:
            let worn = try await worn(in: request, wanted)
            try session.movePivot(worn, by: try request.point("by"))
        case .axis:
            guard let name = request.text("name"), let value = request.text("value") else {
                throw Diagnostic.badRequest
            }
            let example = try session.addAxisValue(value, to: name)
            return [("notice", .string(example))]
        case .anchor:
            guard let name = request.text("anchor"), let wanted else {
                throw Diagnostic.badRequest
            }
            let cell = request.whole("cell", in: 0...1_000_000) ?? 0
            try session.moveAnchor(
                name,
                of: wanted.look.species,
                cell: cell,
                to: try request.point("to")
            )
        case .art: return shownArt(request.text("asset"))
        case .sheet:
            guard let asset = request.text("asset") else { throw Diagnostic.badRequest }
            let members = request.elements("members").prefix(100).compactMap { member in
                member.text("name").map { (name: $0, value: member.text("value")) }
            }
            try session.setSheet(members, of: asset)
            return shownArt(asset)
        case .adopt: return try await adopt(request)
        case .fix: try fix(request)
        case .coverage:
            return request.member("species") == nil
                ? [("coverage", coverage)] : [("reasons", try reasons(request))]
        case .colors: break
        case .tint:
            guard let list = request.text("list"), let id = request.text("id") else {
                throw Diagnostic.badRequest
            }
            try session.tint(id, in: list, variant: request.text("variant"), request.text("color"))
        case .pages: return [("pages", shownPages(of: request.text("target")))]
        case .undo: try session.undo()
        case .redo: try session.redo()
        case .diff: return [("diff", .array(session.diff.map { .string($0) }))]
        case .save: try session.save()
        case .reload: try session.takeFile()
        case .keep: session.keepEdits()
        }
        return []
    }

    /// The worn item that a request names, as it is drawn now.
    private mutating func worn(
        in request: JSONNode,
        _ wanted: StudioLook?
    ) async throws -> PlacedItem {
        guard let item = request.text("item"), let wanted, let loaded = session.loaded else {
            throw Diagnostic.badRequest
        }
        let view = try await drawn(wanted, in: loaded)
        let number = request.whole("part", in: 0...10_000)
        guard let drawn = view.drawn,
            let part = drawn.parts.first(where: {
                $0.item == item && (number == nil || $0.number == number)
            })
        else { throw Diagnostic.refusal("\(item) is not drawn", "put it on first") }
        return try PlacedItem(
            part,
            of: item,
            on: wanted.look.species,
            cell: drawn.cell,
            request.text("reach").flatMap(PlacementReach.init) ?? .item,
            in: loaded.catalog
        )
    }

    mutating func drawn(
        _ wanted: StudioLook,
        in loaded: LoadedCatalog
    ) async throws -> StudioPictures.View {
        if let last, last.look == wanted, last.revision == session.revision { return last.view }
        let view = try await pictures.draw(wanted, in: loaded)
        last = (wanted, session.revision, view)
        return view
    }

    /// Adds a file that nothing uses to the catalog, as its name says or as the request does.
    private mutating func adopt(_ request: JSONNode) async throws -> [(String, JSONOutput)] {
        guard let loaded = session.loaded, let file = request.text("file"),
            tray.contains(where: { $0.location?.path == file })
        else { throw Diagnostic.badRequest }
        let plan = try await AddPlan(
            [joinPath(loaded.folder, file)],
            as: request.text("as").flatMap(AddedKind.init),
            to: loaded,
            bytes: session.text,
            fitsCanvas: session.isNew,
            disk: session.disk
        )
        try session.edit(plan.text)
        return [("notice", .string(plan.doubts.joined(separator: "\n")))]
    }

    /// Makes the change of the catalog that a problem proposes.
    private mutating func fix(_ request: JSONNode) throws {
        let message = request.text("message")
        let found = session.problems.filter { $0.message == message && $0.isFixedByText }
        let plan = FixPlan(Array(found.prefix(1)), path: session.path, bytes: session.text)
        guard let text = plan.text else {
            throw Diagnostic.refusal("this problem is fixed by hand", "do what its help says")
        }
        try session.edit(text)
    }

    /// The art that the catalog uses.
    var arts: [StudioArt] {
        mutating get {
            if let knownArts, knownArts.revision == session.revision { return knownArts.arts }
            let arts = session.loaded?.arts ?? []
            knownArts = (session.revision, arts)
            return arts
        }
    }

    /// Files that nothing uses.
    var tray: [Diagnostic] {
        session.problems.filter { $0.check == .unusedAsset && $0.location != nil }
    }
}

extension Diagnostic {
    /// Whether its fix changes the catalog alone.
    var isFixedByText: Bool {
        switch fix {
        case .replace: true
        case .rename, nil: false
        }
    }
}

// What pages ask for, from JSON.
extension StudioLook {
    /// Nil unless the request says which species.
    init?(_ node: JSONNode?) {
        guard let node, let species = node.text("species") else { return nil }
        var look = KilnManifest.Look(species: species, base: node.text("base"))
        look.overlays = node.member("overlays")?.elements.prefix(200).compactMap(\.text) ?? []
        if case .object(let axes)? = node.member("axes")?.value {
            for axis in axes.prefix(64) { look.axes[axis.name] = axis.node.text }
        }
        let frame = node.whole("frame", in: -1_000_000...1_000_000) ?? 0
        self.init(look: look, frame: frame, scale: node.whole("scale", in: 1...4) ?? 1)
    }
}

extension JSONNode {
    /// The nearest number of a range, rounded toward zero.
    func whole(_ name: String, in range: ClosedRange<Int>) -> Int? {
        number(name).map { number in
            Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)))
        }
    }

    func point(_ name: String) throws -> CanvasPoint {
        let numbers = member(name)?.elements.compactMap(\.number) ?? []
        guard numbers.count == 2, numbers.allSatisfy({ abs($0) < 100_000 }) else {
            throw Diagnostic.badRequest
        }
        return CanvasPoint(x: numbers[0], y: numbers[1])
    }

    func index(of id: String, in list: String) -> Int? {
        member(list)?.elements.firstIndex { $0.text("id") == id }
    }
}

extension Diagnostic {
    static let badRequest = refusal("the page asked for what is not there", "reload")

    var shown: String { message + (help.map { ": \($0)" } ?? "") }
}

/// The files of the studio's page, from the folder Page.
package enum StudioPage {
    package struct File: Sendable {
        package let type: String
        package let bytes: [UInt8]
    }

    /// By path; "/" is the page.
    package static let files: [String: File] = {
        let scripts = [
            "studio", "stage", "panels", "page", "views", "coverage-view", "colors-view",
            "pages-view", "drop", "art", "key-bench", "cutting-table",
        ]
        var files = [
            "/": file("studio.html", type: "text/html; charset=utf-8"),
            "/studio.css": file("studio.css", type: "text/css; charset=utf-8"),
            "/studio.svg": file("studio.svg", type: "image/svg+xml"),
            "/schema.json": File(type: "application/json", bytes: Array(catalogSchema().utf8)),
        ]
        for name in scripts {
            files["/\(name).js"] = file(name + ".js", type: "text/javascript; charset=utf-8")
        }
        return files
    }()

    private static func file(_ name: String, type: String) -> File {
        File(type: type, bytes: embeddedFile(name))
    }
}
