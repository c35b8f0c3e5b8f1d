import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import KilnManifest
import Raster

// What pages show, as JSON.
extension Studio {
    var state: JSONOutput {
        mutating get {
            let session = session
            // A new catalog's folder is there with the first picture.
            let problems = session.problems.filter {
                session.saved != nil || $0.check != .missingSource
            }
            var members: [(String, JSONOutput)] = [
                ("path", .string(session.path)), ("revision", .integer(session.revision)),
                ("unsaved", .integer(session.unsavedCount)), ("canUndo", .bool(session.canUndo)),
                ("canRedo", .bool(session.canRedo)),
                ("hasConflict", .bool(session.conflict != nil)),
                ("isTakenUp", .bool(session.isTakenUp)),
                ("problems", .problems(problems, session.path, pictures: shownProblems)),
                ("tray", .array(shownTray)),
            ]
            guard let catalog = session.loaded?.catalog else { return .object(members) }
            let axes = catalog.axes.map { axis -> JSONOutput in
                [
                    "name": .string(axis.name), "values": .array(axis.ids.map { .string($0) }),
                    "standard": .optional(axis.defaultValue),
                ]
            }
            let items = catalog.items.map { item -> JSONOutput in
                let wearers = catalog.species.map(\.id).filter(item.fits)
                return [
                    "id": .string(item.id), "isOverlay": .bool(item.equipStyle == .overlay),
                    "fits": .array(wearers.map { .string($0) }),
                ]
            }
            members += [
                ("name", .string(catalog.name)),
                ("species", .array(catalog.species.map { ["id": .string($0.id)] })),
                ("axes", .array(axes)), ("items", .array(items)),
            ]
            return .object(members)
        }
    }

    /// Small pictures of the files that problems are about, by path.
    private var shownProblems: [String: String] {
        mutating get {
            let known = Set(session.loaded?.index.assets.flatMap { $0.files.map(\.path) } ?? [])
            // The tray has those that nothing uses.
            let files = session.problems.filter { $0.check != .unusedAsset }
                .compactMap(\.location?.path).filter(known.contains)
            var names: [String: String] = [:]
            for file in Set(files).sorted().prefix(20) {
                let path = joinPath(session.loaded?.folder ?? "", file)
                names[file] = pictures.thumbnail(of: path)
            }
            return names
        }
    }

    private var shownTray: [JSONOutput] {
        mutating get {
            let unused = session.loaded?.coverage.unused ?? []
            let new = session.loaded.map { FilesForNewThings($0.catalog, unused) }
            return tray.prefix(60).map { finding in
                let file = finding.location?.path ?? ""
                let shown = joinPath(session.loaded?.folder ?? "", file)
                let asset = unused.first { $0.files[0].path == file }
                let advice = asset.flatMap { new?.advice(for: $0) }
                // A misspelled name is renamed instead.
                let addition = advice?.help == finding.help ? advice?.addition : nil
                return [
                    "file": .string(file), "suggestion": .optional(addition?.pointer),
                    "help": .string(finding.help ?? ""),
                    "picture": pictures.thumbnail(of: shown).map { .string($0) } ?? .null,
                ]
            }
        }
    }

    mutating func view(of wanted: StudioLook) async throws -> JSONOutput? {
        guard let loaded = session.loaded, let species = loaded.catalog.species(wanted.look.species)
        else { return nil }
        let view = try await drawn(wanted, in: loaded)
        guard let drawn = view.drawn, let picture = view.picture else {
            return ["problems": .problems(view.problems, loaded.path)]
        }
        let canvas = loaded.catalog.canvas
        let (area, scale) = (canvas.area(atScale: 1), wanted.scale)
        let parts = zip(drawn.parts, view.parts).map { part, name -> JSONOutput in
            let item = part.item.flatMap(loaded.catalog.item)
            let placement = item.flatMap {
                loaded.catalog.placement(
                    for: .item($0, wornBy: species),
                    part: part.number,
                    asset: part.asset
                )
            }
            return [
                "item": .optional(part.item), "part": .integer(part.number),
                "hasParts": .bool(item?.parts.isEmpty == false), "picture": .string(name),
                "x": .integer(part.layer.position.x - area.x * scale),
                "y": .integer(part.layer.position.y - area.y * scale),
                "width": .integer(part.layer.picture.size.width),
                "height": .integer(part.layer.picture.size.height),
                "pivot": [.number(part.pivot.x), .number(part.pivot.y)],
                "placement": placement.map {
                    .placement(
                        $0,
                        loaded.catalog.sheet(for: part.asset).value.pivot(of: $0.value)
                    )
                } ?? .null,
            ]
        }
        return [
            "picture": .string(picture), "scale": .integer(scale),
            "canvas": [
                "left": .integer(-area.x), "top": .integer(-area.y),
                "width": .integer(canvas.width), "height": .integer(canvas.height),
                "fullWidth": .integer(area.width), "fullHeight": .integer(area.height),
            ],
            "frames": .integer(drawn.frameCount), "cell": .integer(drawn.cell),
            "fps": .number(drawn.fps), "parts": .array(parts),
            "anchors": .list(species.anchors) { anchor in
                let point = anchor.point(atFrame: drawn.cell)
                return [
                    "name": .string(anchor.name), "x": .number(point.x),
                    "y": .number(point.y), "points": .integer(anchor.points.count),
                ]
            },
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
    /// `pictures` are names of small pictures, by the file that a problem is about.
    fileprivate static func problems(
        _ found: [Diagnostic],
        _ catalog: String,
        pictures: [String: String] = [:]
    ) -> JSONOutput {
        let found = Array(found.prefix(200))
        return .array(
            zip(found, found.seenFromHere(catalog: catalog)).map { problem, finding in
                [
                    "picture": .optional(problem.location.flatMap { pictures[$0.path] }),
                    "id": .string(finding.check.id),
                    "severity": .string(finding.severity.rawValue),
                    "message": .string(finding.message),
                    "help": .optional(finding.help),
                    "isFixable": .bool(finding.isFixedByText),
                    "place": .optional(finding.location.map { "\($0)" }),
                ]
            }
        )
    }

    /// The members that count, and what else than the item decides about them.
    fileprivate static func placement(
        _ found: Resolved<Placement>,
        _ pivot: CanvasPoint
    ) -> JSONOutput {
        let value = found.value
        let size: (String, JSONOutput) =
            if let size = value.size {
                ("size", [.number(size.width), .number(size.height)])
            } else {
                ("scale", .number(value.scale))
            }
        return .object([
            ("anchor", .optional(value.anchor)),
            ("offset", [.number(value.offset.x), .number(value.offset.y)]), size,
            ("rotation", .number(value.rotation)),
            ("pivot", [.number(pivot.x), .number(pivot.y)]),
            ("decider", .string(found.decider.rawValue)),
        ])
    }
}
