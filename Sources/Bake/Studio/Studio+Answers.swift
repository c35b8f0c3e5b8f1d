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
            try await loaded.findings(aboutPicturesOf: wanted.look, jobs: jobs),
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

// Tints and recolors of species and items, as JSON for pages.
extension Studio {
    var colors: JSONOutput {
        guard let catalog = session.loaded?.catalog else { return .null }
        let species = catalog.species.flatMap { species in
            colorings(species.coloring, species.variants).map { entry in
                entry.shown("species", species.id, wornBy: species.id)
            }
        }
        let items = catalog.items.flatMap { item in
            let wearer = catalog.species.first { item.fits($0.id) }
            return colorings(item.coloring, item.variants).map { entry in
                entry.shown("items", item.id, wornBy: wearer?.id)
            }
        }
        let colorless = catalog.items.filter { $0.coloring.tint == nil }
        return [
            "colorings": .array(species + items),
            "untinted": .array(colorless.map { .string($0.id) }),
            "palettes": .list(catalog.palettes) { palette in
                [
                    "name": .string(palette.name), "image": .optional(palette.asset),
                    "colors": .array(palette.colors.map { .string("\($0)") }),
                    "roles": .array((palette.roles ?? []).map { .string($0) }),
                ]
            },
        ]
    }

    private func colorings(_ own: Coloring, _ variants: [ColorVariant]) -> [ShownColoring] {
        (own.isEmpty ? [] : [ShownColoring(variant: nil, coloring: own)])
            + variants.map { ShownColoring(variant: $0.key, coloring: $0.coloring) }
    }
}

extension StudioSession {
    /// Sets the color of a tint of a species or an item, or of one of its variants; nil removes the
    /// tint.
    mutating func tint(_ id: String, in list: String, variant: String?, _ color: String?) throws {
        var editor = try JSONEditor(text, of: path)
        guard ["species", "items"].contains(list), let index = editor.root.index(of: id, in: list),
            var owner = editor.root.member(list)?.elements[index]
        else { throw Diagnostic.badRequest }
        var pointer = "/\(list)/\(index)"
        if let variant {
            guard let node = owner.member("variants")?.member(variant) else {
                throw Diagnostic.badRequest
            }
            pointer += "/variants/\(JSONEditor.pointerPart(variant))"
            owner = node
        }
        guard case .object(let members) = owner.value else { throw Diagnostic.badRequest }
        let tint = members.first { $0.name == "tint" }
        if let color {
            var place = pointer + "/tint"
            if case .object? = tint?.node.value { place += "/color" }
            guard editor.set(quotedJSON(color), at: place) else { throw Diagnostic.badRequest }
        } else if let tint {
            guard editor.removePart(at: tint.nameRange.lowerBound) else {
                throw Diagnostic.badRequest
            }
        }
        try edit(editor.bytes)
    }
}

/// A coloring of a thing, or of the thing for one value of an axis.
private struct ShownColoring {
    var variant: String?
    var coloring: Coloring

    func shown(_ list: String, _ id: String, wornBy species: String?) -> JSONOutput {
        var members: [(String, JSONOutput)] = [
            ("list", .string(list)), ("id", .string(id)), ("variant", .optional(variant)),
            ("species", .optional(species)),
        ]
        if let tint = coloring.tint {
            let shown: JSONOutput = [
                "color": .string("\(tint.color)"), "mode": .string(tint.mode.rawValue),
                "isLinear": .bool(tint.isLinear),
            ]
            members.append(("tint", shown))
        }
        if let recolor = coloring.recolor {
            switch recolor.colors {
            case .palettes(let from, let to):
                members.append(("palettes", [.string(from), .string(to)]))
            case .pairs(let pairs):
                let shown = pairs.prefix(64).map { pair -> JSONOutput in
                    [.string("\(pair.from)"), .string("\(pair.to)")]
                }
                members.append(("pairs", .array(shown)))
            }
        }
        if let map = coloring.gradientMap {
            members.append(("gradient", .array(map.stops.map { .string("\($0.color)") })))
        }
        return .object(members)
    }
}

// Which file serves whom, and why, as JSON for pages.
extension Studio {
    /// How many cells a page shows.
    private static let cellLimit = 20_000

    /// Every item on every species that can wear it, and the undressed pets; once for all axis values,
    /// parts and animations, with the worst of them.
    var coverage: JSONOutput {
        guard let loaded = session.loaded else { return .null }
        let shown = loaded.coverageMatrix.prefix(Self.cellLimit)
        return .array(
            shown.grouped { [$0.species, $0.item] }.map { key, cells in
                let missing = cells.count { $0.level == nil }
                let worst = cells.compactMap(\.level).max()
                return [
                    "species": .optional(key[0]), "item": .optional(key[1]),
                    "asset": .optional(cells.lazy.compactMap(\.asset).first),
                    "files": .integer(Set(cells.compactMap(\.asset)).count),
                    "missing": .integer(missing), "level": worst.map { .integer($0) } ?? .null,
                ]
            }
        )
    }

    /// Why an item on a species has its file: as `kiln resolve` explains it.
    func reasons(_ request: JSONNode) throws -> JSONOutput {
        guard let loaded = session.loaded, let species = request.text("species") else {
            throw Diagnostic.badRequest
        }
        do {
            let reports = try loaded.explain(species: species, item: request.text("item"))
            return .array(reports.prefix(200).map(JSONOutput.reason))
        } catch { throw Diagnostic.badRequest }
    }
}

extension JSONOutput {
    static func optional(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }

    static func list<Element>(
        _ elements: [Element],
        _ shown: (Element) -> JSONOutput
    ) -> JSONOutput {
        .array(elements.map(shown))
    }

    fileprivate static func reason(_ report: ResolutionReport) -> JSONOutput {
        var titles = report.axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if let part = report.part { titles.append("part \(part + 1)") }
        if let animation = report.animation { titles.append("animation \(animation)") }
        if !report.alike.isEmpty { titles.append("\(report.alike.count) more alike") }
        let settings = report.keying + (report.placement ?? []) + (report.colors ?? [])
        return [
            "title": .string(titles.joined(separator: ", ")), "asset": .optional(report.asset),
            "excludedBy": report.excludedBy.map { .string($0.joined(separator: ", ")) } ?? .null,
            "attempts": .list(report.attempts) { attempt in
                [
                    "template": .string(attempt.template), "name": .string(attempt.name),
                    "outcome": .string(attempt.outcome.rawValue),
                    "files": .array(attempt.files.map { .string($0) }),
                ]
            },
            "settings": .list(settings) { setting in
                [
                    "name": .string(setting.name), "value": .string(setting.value),
                    "origin": .string(setting.origin),
                ]
            },
        ]
    }
}
