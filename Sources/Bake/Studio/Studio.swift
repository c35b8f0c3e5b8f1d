import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import ImageCodec
import KilnManifest
import Raster

/// The studio without its server: what a page asks for, done and answered.
///
/// Requests and answers are JSON. A request may hold `look`, what the page shows; its answer then
/// has the new `view`. Every answer has the `state` of the session.
package struct Studio: Sendable {
    package private(set) var session: StudioSession
    package private(set) var room: StudioRoom
    private let disk: any Disk
    /// What was drawn last.
    private var last: (look: StudioLook, revision: Int, view: StudioRoom.View)?

    /// What a page may ask for, at `/api/` and the name.
    package enum Action: String, CaseIterable, Sendable {
        /// Nothing but the state and the view.
        case look
        case move, resize, place, hang, anchor, adopt
        case undo, redo, diff, save, reload, keep
    }

    package init(_ catalog: String, jobs: Int, disk: any Disk) throws(DiskError) {
        session = try StudioSession(catalog, disk: disk)
        room = StudioRoom(jobs: jobs)
        self.disk = disk
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
        answer.append(("state", state))
        if let wanted, let view = try await view(of: wanted) { answer.append(("view", view)) }
        return (.object(answer), wanted)
    }

    /// Looks at what changed on disk; false if the session is the same as before.
    package mutating func noticeChanges(_ files: [String]) -> Bool {
        room.forget(files)
        let isOwn = files.allSatisfy { $0 == session.path }
        if isOwn, session.conflict == nil, (try? disk.read(session.path)) == session.saved {
            return false
        }
        // A file that is being replaced will be there in a moment.
        try? session.noticeFile(disk: disk)
        return true
    }

    private mutating func act(
        _ action: Action,
        _ request: JSONNode,
        _ wanted: StudioLook?
    ) async throws -> [(String, JSONOutput)] {
        let reach = request.text("reach").flatMap(PlacementReach.init) ?? .item
        switch action {
        case .look: break
        case .move:
            let worn = try await worn(in: request, wanted)
            let by = try request.point("by")
            let isFine = request.number("fine") == 1
            try session.move(worn, by: by, isFine: isFine, reach, disk: disk)
        case .resize:
            let worn = try await worn(in: request, wanted)
            guard let factor = request.number("factor"), factor > 0.001, factor < 1000 else {
                throw Diagnostic.badRequest
            }
            try session.resize(worn, by: factor, reach, disk: disk)
        case .place:
            let worn = try await worn(in: request, wanted)
            let numbers = request.member("value")?.elements.compactMap(\.number) ?? []
            guard let member = request.text("member").flatMap(PlacementMember.init),
                (1...2).contains(numbers.count)
            else { throw Diagnostic.badRequest }
            try session.place(worn, member, numbers, reach, disk: disk)
        case .hang:
            let worn = try await worn(in: request, wanted)
            guard let anchor = request.text("anchor") else { throw Diagnostic.badRequest }
            try session.hang(worn, on: anchor, reach, disk: disk)
        case .anchor:
            guard let name = request.text("anchor"), let wanted else {
                throw Diagnostic.badRequest
            }
            let cell = Int(request.number("cell") ?? 0)
            try session.moveAnchor(
                name,
                of: wanted.look.species,
                cell: cell,
                to: try request.point("to"),
                disk: disk
            )
        case .adopt: return try await adopt(request)
        case .undo: try session.undo(disk: disk)
        case .redo: try session.redo(disk: disk)
        case .diff: return [("diff", .array(session.diff.map { .string($0) }))]
        case .save: try session.save(disk: disk)
        case .reload: try session.takeFile(disk: disk)
        case .keep: session.keepEdits()
        }
        return []
    }

    /// The worn item that a request names, as it is drawn now.
    private mutating func worn(
        in request: JSONNode,
        _ wanted: StudioLook?
    ) async throws -> WornItem {
        guard let item = request.text("item"), let wanted, let loaded = session.loaded else {
            throw Diagnostic.badRequest
        }
        let view = try await drawn(wanted, in: loaded)
        guard let drawn = view.drawn, let part = drawn.parts.first(where: { $0.item == item })
        else { throw Diagnostic.refusal("\(item) is not drawn", "put it on first") }
        return WornItem(
            item: item,
            species: wanted.look.species,
            asset: part.asset,
            cell: drawn.cell,
            pivot: CanvasPoint(x: part.pivot.x, y: part.pivot.y)
        )
    }

    private mutating func drawn(
        _ wanted: StudioLook,
        in loaded: LoadedCatalog
    ) async throws -> StudioRoom.View {
        if let last, last.look == wanted, last.revision == session.revision { return last.view }
        let view = try await room.draw(wanted, in: loaded, disk: disk)
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
            disk: disk
        )
        try session.edit(plan.text, disk: disk)
        return [("notice", .string(plan.doubts.joined(separator: "\n")))]
    }

    /// Files that nothing uses.
    private var tray: [Diagnostic] {
        session.problems.filter { $0.check.id == "unused-asset" && $0.location != nil }
    }
}

// MARK: - What pages show

extension Studio {
    private var state: JSONOutput {
        mutating get {
            let session = session
            var members: [(String, JSONOutput)] = [
                ("path", .string(session.path)), ("revision", .integer(session.revision)),
                ("unsaved", .integer(session.unsavedCount)), ("canUndo", .bool(session.canUndo)),
                ("canRedo", .bool(session.canRedo)),
                ("hasConflict", .bool(session.conflict != nil)),
                ("problems", .problems(session.problems, session.path)),
                ("tray", .array(shownTray)),
            ]
            guard let catalog = session.loaded?.catalog else { return .object(members) }
            members += [
                ("name", .string(catalog.name)),
                ("species", .array(catalog.species.map { ["id": .string($0.id)] })),
                (
                    "items",
                    .array(
                        catalog.items.map { item in
                            [
                                "id": .string(item.id),
                                "isOverlay": .bool(item.equipStyle == .overlay),
                                "fits": .array(
                                    catalog.species.map(\.id).filter(item.fits)
                                        .map { .string($0) }
                                ),
                            ]
                        }
                    )
                ),
            ]
            return .object(members)
        }
    }

    private var shownTray: [JSONOutput] {
        mutating get {
            tray.prefix(60).map { finding in
                let file = finding.location?.path ?? ""
                let shown = joinPath(session.loaded?.folder ?? "", file)
                var kind: JSONOutput = .null
                if case .add(_, let pointer)? = finding.fix { kind = .string(pointer) }
                return [
                    "file": .string(file), "suggestion": kind,
                    "help": .string(finding.help ?? ""),
                    "picture": room.thumbnail(of: shown, disk: disk).map { .string($0) } ?? .null,
                ]
            }
        }
    }

    private mutating func view(of wanted: StudioLook) async throws -> JSONOutput? {
        guard let loaded = session.loaded, let species = loaded.catalog.species(wanted.look.species)
        else { return nil }
        let view = try await drawn(wanted, in: loaded)
        guard let drawn = view.drawn, let picture = view.picture else {
            return ["problems": .problems(view.problems, loaded.path)]
        }
        let (canvas, bleed) = (loaded.catalog.canvas, loaded.catalog.canvas.bleed)
        let scale = wanted.scale
        let parts = zip(drawn.parts, view.parts).map { part, name -> JSONOutput in
            [
                "item": part.item.map { .string($0) } ?? .null, "picture": .string(name),
                "x": .integer(part.layer.position.x + bleed.left * scale),
                "y": .integer(part.layer.position.y + bleed.top * scale),
                "width": .integer(part.layer.picture.size.width),
                "height": .integer(part.layer.picture.size.height),
                "pivot": [.number(part.pivot.x), .number(part.pivot.y)],
            ]
        }
        let worn = wanted.look.overlays.compactMap { id -> (String, JSONOutput)? in
            guard let item = loaded.catalog.item(id),
                let part = drawn.parts.first(where: { $0.item == id })
            else { return nil }
            let found = loaded.catalog.placement(
                for: .item(item, wornBy: species),
                asset: part.asset
            )
            return (id, found.map { JSONOutput.placement($0) } ?? .null)
        }
        return [
            "picture": .string(picture), "scale": .integer(scale),
            "canvas": [
                "left": .integer(bleed.left), "top": .integer(bleed.top),
                "width": .integer(canvas.width), "height": .integer(canvas.height),
                "fullWidth": .integer(bleed.left + canvas.width + bleed.right),
                "fullHeight": .integer(bleed.top + canvas.height + bleed.bottom),
            ],
            "frames": .integer(drawn.frameCount), "cell": .integer(drawn.cell),
            "fps": .number(drawn.fps), "parts": .array(parts), "worn": .object(worn),
            "anchors": .array(
                species.anchors.map { anchor in
                    let point = anchor.point(atFrame: drawn.cell)
                    return [
                        "name": .string(anchor.name), "x": .number(point.x),
                        "y": .number(point.y), "points": .integer(anchor.points.count),
                    ]
                }
            ),
            "problems": .problems(view.problems, loaded.path),
        ]
    }

    /// What validation would report of the pictures of a look, as JSON for pages.
    package static func pictureProblems(
        of wanted: StudioLook,
        in loaded: LoadedCatalog,
        jobs: Int,
        disk: any Disk
    ) async throws -> JSONOutput {
        // These are seen from here already.
        .problems(
            try await loaded.findings(aboutPicturesOf: wanted.look, jobs: jobs, disk: disk),
            ""
        )
    }
}

extension JSONOutput {
    fileprivate static func problems(_ found: [Diagnostic], _ catalog: String) -> JSONOutput {
        .array(
            Array(found.prefix(200)).seenFromHere(catalog: catalog).map { finding in
                [
                    "id": .string(finding.check.id),
                    "severity": .string(finding.severity.rawValue),
                    "message": .string(finding.message),
                    "help": finding.help.map { .string($0) } ?? .null,
                    "place": finding.location.map { .string("\($0)") } ?? .null,
                ]
            }
        )
    }

    /// The members that count, and which of them `perSpecies` or a rule decides.
    fileprivate static func placement(_ found: Resolved<Placement>) -> JSONOutput {
        let value = found.value
        var members: [(String, JSONOutput)] = [
            ("anchor", value.anchor.map { .string($0) } ?? .null),
            ("offset", [.number(value.offset.x), .number(value.offset.y)]),
        ]
        if let size = value.size {
            members.append(("size", [.number(size.width), .number(size.height)]))
        } else {
            members.append(("scale", .number(value.scale)))
        }
        members.append(("rotation", .number(value.rotation)))
        let origins = ["offset", "anchor", "scale", "size"].map { found.origin(of: $0) }
        let isOwn = origins.contains { if case .perSpecies = $0 { true } else { false } }
        members.append(("isPerSpecies", .bool(isOwn)))
        return .object(members)
    }
}

// MARK: - Requests

extension StudioLook {
    /// Nil unless the request says which species.
    fileprivate init?(_ node: JSONNode?) {
        guard let node, let species = node.text("species") else { return nil }
        var look = KilnManifest.Look(species: species, base: node.text("base"))
        look.overlays = node.member("overlays")?.elements.prefix(200).compactMap(\.text) ?? []
        let scale = Int(min(max(node.number("scale") ?? 1, 1), 4))
        let frame = Int(min(max(node.number("frame") ?? 0, -1e6), 1e6))
        self.init(look, frame: frame, scale: scale)
    }
}

extension JSONNode {
    var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }
    fileprivate var text: String? { if case .string(let text) = value { text } else { nil } }
    fileprivate var number: Double? { if case .number(let own) = value { own } else { nil } }

    fileprivate func text(_ name: String) -> String? { member(name)?.text }
    fileprivate func number(_ name: String) -> Double? { member(name)?.number }

    fileprivate func point(_ name: String) throws -> CanvasPoint {
        let numbers = member(name)?.elements.compactMap(\.number) ?? []
        guard numbers.count == 2, numbers.allSatisfy({ abs($0) < 100_000 }) else {
            throw Diagnostic.badRequest
        }
        return CanvasPoint(x: numbers[0], y: numbers[1])
    }

    /// The index of the element of a list that has an id.
    func index(of id: String, in list: String) -> Int? {
        member(list)?.elements.firstIndex { $0.text("id") == id }
    }
}

extension Diagnostic {
    fileprivate static let badRequest = refusal("the page asked for what is not there", "reload")

    fileprivate var shown: String { message + (help.map { ": \($0)" } ?? "") }
}
