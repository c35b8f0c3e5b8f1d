package import Diagnostics

extension Check {
    package static let unsupportedVersion = Check(
        "unsupported-version",
        "the catalog's version is unknown",
        isFixed: true
    )
}

extension Catalog: CatalogObject {
    static var members: Members<Catalog> {
        Members(
            "catalog",
            "a catalog",
            [
                Member("$schema", Shape<String>.string, "Where editors find this schema.") { _, _ in
                },
                Member(
                    "catalogVersion",
                    Shape<Int>.catalogVersion,
                    need: .required,
                    "The version of the catalog's format: 1."
                ) { _, _ in },
                Member("name", \.name, .identifier, need: .required, "The game's short name."),
                Member(
                    "sources",
                    list(of: Shape<SourceFolder>.source, atLeast: 1, atMost: 1024),
                    default: ["assets-src"],
                    "Folders with art, relative to this file; .xcassets inside are read too."
                ) { catalog, folders in
                    let folders = folders.map(\.withoutIdleParts)
                    catalog.sources.folders = folders.map(\.path)
                    catalog.sources.pathNamed = folders.filter { $0.names == .path }.map(\.path)
                },
                Member(
                    "ignore",
                    list(of: .text, atLeast: 0, atMost: 1024),
                    default: [],
                    "Files and folders under the sources to pass over: names, or paths below their folder; * and ? are wildcards."
                ) { $0.sources.ignored = $1.map(Glob.init) },
                Member(
                    "followLinks",
                    \.sources.followsLinks,
                    .bool,
                    default: false,
                    "Whether sources that are links, and links in them, may lead out of this file's folder."
                ),
                Member(
                    "canvas",
                    \.canvas,
                    .canvas,
                    need: .required,
                    "The size of a composed pet in points (pixels at scale 1)."
                ),
                Member(
                    "sourceDensity",
                    \.sourceDensity,
                    .integer(1...8),
                    default: 1,
                    "Pixels per point of files without @2x or @3x."
                ),
                Member(
                    "naming",
                    \.naming,
                    .object,
                    "Name templates, tried in order; the first that names an asset wins."
                ),
                Member(
                    "axes",
                    \.axes,
                    map(.identifier, to: Shape<Axis>.axis, name: \.name, place: \.place),
                    "Properties in which art may differ, each with its values; usable in naming as <name>."
                ),
                Member(
                    "animations",
                    \.animations,
                    list(of: .assetName, atMost: 1024),
                    default: [],
                    "What <animation> stands for in naming, where each animation has a file of its own."
                ),
                Member("chroma", \.chroma, .chroma, "Keying settings for all keyed art."),
                Member("species", \.species, list(of: .object), "The pets there are."),
                Member("items", \.items, list(of: .object), "What pets can wear."),
                Member(
                    "sheets",
                    map(.text, to: .rule),
                    "How assets are cut and treated, by asset name or pattern with * and ?."
                ) { catalog, rules in
                    catalog.sheets = rules.map {
                        SheetRule(pattern: Glob($0.name), settings: $0.value, place: $0.place)
                    }
                },
                Member("looks", \.looks, list(of: .object), "Dressed pets with a name."),
                Member(
                    "images",
                    \.images,
                    list(of: .object),
                    "Pictures that belong to no species, such as rooms, icons and splash art."
                ),
                Member(
                    "palettes",
                    \.palettes,
                    map(.identifier, to: Shape<Palette>.palette, name: \.name, place: \.place),
                    "Colors with names: by role, in order, or as the pixels of an asset."
                ),
                Member("targets", \.targets, list(of: .object), "What a bake writes."),
                Member(
                    "profiles",
                    \.profiles,
                    map(.fileIdentifier, to: Shape<Profile>.object, name: \.name, place: \.place),
                    "What `--profile NAME` lays over the catalog: settings of targets, checks, and whether placeholders are drawn."
                ),
                Member(
                    "checks",
                    \.checks,
                    .checks,
                    "Severities by check id, such as \"unused-asset\": \"off\"; in ids * and ? are wildcards."
                ),
                Member(
                    "requireCredits",
                    \.requiredCredits,
                    list(of: .choice),
                    default: [],
                    "What every species and item must state."
                ),
                Member(
                    "slots",
                    \.slots,
                    map(
                        .identifier.naming(.slots),
                        to: Shape<Slot>.object,
                        name: \.id,
                        place: \.place
                    ),
                    "Places for items of one kind, such as a hat's, by id."
                ),
                Member(
                    "colors",
                    \.colors,
                    .colors,
                    "Names for colors, usable wherever a color is: a JSON file such as design tokens, relative to this one, or an object here; groups are joined by dots, such as mood.great."
                ),
                Member(
                    "retired",
                    \.retired,
                    .retired,
                    "What is gone on purpose, by kind and id, so that `--against` and `kiln diff --catalog` do not miss it; a plain list holds ids of any kind."
                ),
                Member(
                    "swift",
                    \.swift,
                    .object,
                    "How `kiln bake --swift` and the build plugin write the names in here as Swift source."
                ),
                Member("extras", \.extras, .extras, "For the game: copied to the manifest."),
            ]
        )
    }
}

extension Shape<Int> {
    fileprivate static let catalogVersion = Shape(
        schema: .plain([("const", .integer(Catalog.currentVersion))])
    ) { node, name, reader in
        guard case .number(let value) = node.value else {
            reader.reportWrongType(node, name, expected: "a whole number")
            return nil
        }
        guard value == Double(Catalog.currentVersion) else {
            reader.report(
                .unsupportedVersion,
                at: node.range,
                "the catalog has version \(reader.shown(node)), expected \(Catalog.currentVersion)",
                help: value > 1 ? "a newer kiln may read it" : nil
            )
            return nil
        }
        return Catalog.currentVersion
    }
}

private struct CanvasObject: CatalogObject {
    var canvas = Canvas()
    var place = CatalogPlace.none

    static var members: Members<CanvasObject> {
        Members(
            "canvas",
            "a canvas",
            [
                Member("width", \.canvas.width, .integer(1...4096), need: .required, "In points."),
                Member(
                    "height",
                    \.canvas.height,
                    .integer(1...4096),
                    need: .required,
                    "In points."
                ),
                Member(
                    "bleed",
                    \.canvas.bleed,
                    .bleed,
                    "Room around the canvas into which pictures may reach; previews show it too."
                ),
            ]
        )
    }
}

private struct BleedObject: CatalogObject {
    var bleed = Bleed()
    var place = CatalogPlace.none

    static var members: Members<BleedObject> {
        let width = Shape<Int>.integer(0...4096)
        return Members(
            "bleed",
            "a bleed",
            [
                Member("top", \.bleed.top, width, default: 0, "In points."),
                Member("right", \.bleed.right, width, default: 0, "In points."),
                Member("bottom", \.bleed.bottom, width, default: 0, "In points."),
                Member("left", \.bleed.left, width, default: 0, "In points."),
            ]
        )
    }
}

extension Shape<Bleed> {
    fileprivate static let bleed = Shape<BleedObject>.object.then { object, _, _, _ in
        object.bleed
    }
}

extension Shape<Canvas> {
    fileprivate static let canvas = Shape<CanvasObject>.object.then { object, _, _, _ in
        object.canvas
    }
}
