public import ChromaKey
public import Diagnostics
public import KilnManifest

// Catalog: the authored input, `catalog.json`.
//
// In: the file's bytes. Out: a `Catalog` of plain values, every problem with its location, and the
// merged settings for each subject with their origin. No disk, no pixels, no assets.
//
// Each object of the file has one table of members (`static var members`). The table reads the
// object, reports unknown members, writes the JSON Schema, and says what each property means.

/// The authored description of a game's pets, and how to bake it.
public struct Catalog: Sendable, CatalogObject {
    public static let currentVersion = 1

    public var name = "game"
    public var sources = SourceRules()
    public var canvas = Canvas(width: 256, height: 256)
    public var sourceDensity = 1
    public var naming = Naming()
    /// In the order of the file.
    public var axes: [Axis] = []
    /// The values of `<animation>` in asset names, in display order.
    public var animations: [String] = []
    public var chroma = Overrides<KeySettings>()
    public var species: [Species] = [] {
        didSet { speciesPlaces = places(of: species.map(\.id)) }
    }
    /// In the order of the file, which breaks ties of `z`.
    public var items: [Item] = [] { didSet { itemPlaces = places(of: items.map(\.id)) } }
    public var sheets: [SheetRule] = []
    /// What files declare, by asset; empty until they are read.
    public var sheetsOfFiles: [String: FileSheet] = [:]
    public var looks: [NamedLook] = []
    /// In the order of the file.
    public var palettes: [Palette] = []
    public var images: [NamedImage] = []
    public var targets: [Target] = [Target(id: "game")]
    public var profiles: [Profile] = []
    public var profile: Profile?
    public var checks: [CheckRule] = []
    public var requiredCredits: [CreditMember] = []
    /// In the order of the file.
    public var slots: [Slot] = []
    public var retired = Retired()
    public var colors = ColorNames()
    public var swift = SwiftNaming()
    public var extras: Extras?
    public var place = CatalogPlace.none
    /// Where ids stand in the text.
    var mentions: [Mention] = []

    // Indexes for large catalogs.
    var speciesPlaces: [String: Int] = [:]
    var itemPlaces: [String: Int] = [:]

    static var members: Members<Catalog> {
        Members("catalog", "a catalog") {
            Member("$schema", Shape<String>.string) { _, _ in
            }
            .about("Where editors find this schema.")
            Member("catalogVersion", Shape<Int>.catalogVersion, need: .required) { _, _ in }
                .about("The version of the catalog's format: 1.")
            Member("name", \.name, .identifier, need: .required).about("The game's short name.")
            Member(
                "sources",
                list(of: Shape<SourceFolder>.source, atLeast: 1, atMost: 1024),
                default: ["assets-src"]
            ) { catalog, folders in
                let folders = folders.map(\.withoutIdleParts)
                catalog.sources.folders = folders.map(\.path)
                catalog.sources.pathNamed = folders.filter { $0.names == .path }.map(\.path)
            }
            .about("Folders with art, relative to this file; .xcassets inside are read too.")
            Member("ignore", list(of: .text, atLeast: 0, atMost: 1024).distinct(), default: []) {
                $0.sources.ignored = $1.map(Glob.init)
            }
            .about(
                "Files and folders under the sources to pass over: names, or paths below their folder; * and ? are wildcards."
            )
            Member("followLinks", \.sources.followsLinks, .bool, default: false)
                .about(
                    "Whether sources that are links, and links in them, may lead out of this file's folder."
                )
            Member(
                "canvas",
                \.canvas,
                Canvas.members.object(Canvas(width: 256, height: 256)),
                need: .required
            )
            .about("The size of a composed pet in points (pixels at scale 1).")
            Member("sourceDensity", \.sourceDensity, .integer(1...8), default: 1)
                .about("Pixels per point of files without @2x or @3x.")
            Member("naming", \.naming, .object)
                .about("Name templates, tried in order; the first that names an asset wins.")
            Member("axes", \.axes, map(.identifier, to: .axis, name: \.name))
                .about(
                    "Properties in which art may differ, each with its values; usable in naming as <name>."
                )
            Member("animations", \.animations, list(of: .assetName, atMost: 1024), default: [])
                .about(
                    "What <animation> stands for in naming, where each animation has a file of its own."
                )
            Member("chroma", \.chroma, .chroma).about("Keying settings for all keyed art.")
            Member("species", \.species, list(of: .object)).about("The pets there are.")
            Member("items", \.items, list(of: .object)).about("What pets can wear.")
            Member("sheets", map(.text, to: .rule)) { catalog, rules in
                catalog.sheets = rules.map {
                    SheetRule(pattern: Glob($0.name), settings: $0.value, place: $0.place)
                }
            }
            .about("How assets are cut and treated, by asset name or pattern with * and ?.")
            Member("looks", \.looks, list(of: .object)).about("Dressed pets with a name.")
            Member("images", \.images, list(of: .object))
                .about("Pictures that belong to no species, such as rooms, icons and splash art.")
            Member("palettes", \.palettes, map(.identifier, to: .palette, name: \.name))
                .about("Colors with names: by role, in order, or as the pixels of an asset.")
            Member("targets", \.targets, list(of: .object)).about("What a bake writes.")
            Member("profiles", \.profiles, map(.fileIdentifier, to: .object, name: \.name))
                .about(
                    "What `--profile NAME` lays over the catalog: settings of targets, checks, and whether placeholders are drawn."
                )
            Member("checks", \.checks, .checks)
                .about(
                    "Severities by check id, such as \"unused-asset\": \"off\"; in ids * and ? are wildcards."
                )
            Member("requireCredits", \.requiredCredits, list(of: .choice).distinct(), default: [])
                .about("What every species and item must state.")
            Member("slots", \.slots, map(.identifier.naming(.slots), to: .object, name: \.id))
                .about("Places for items of one kind, such as a hat's, by id.")
            Member("colors", \.colors, .colors)
                .about(
                    "Names for colors, usable wherever a color is: a JSON file such as design tokens, relative to this one, or an object here; groups are joined by dots, such as mood.great."
                )
            Member("retired", \.retired, .retired)
                .about(
                    "What is gone on purpose, by kind and id, so that `--against` and `kiln diff --catalog` do not miss it; a plain list holds ids of any kind."
                )
            Member("swift", \.swift, .object)
                .about(
                    "How `kiln bake --swift` and the build plugin write the names in here as Swift source."
                )
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
        }
    }
}

extension Check {
    package static let unsupportedVersion = Check("unsupported-version", isFixed: true)
}

/// The index of each id, of equal ones the first.
func places(of ids: [String]) -> [String: Int] {
    Dictionary(zip(ids, ids.indices)) { first, _ in first }
}

/// The size of a composed pet in points, and how far layers may extend beyond it.
public typealias Canvas = Manifest.Canvas

extension Canvas {
    fileprivate static var members: Members<Canvas> {
        Members("canvas", "a canvas") {
            Member("width", \.width, .integer(1...4096), need: .required).about("In points.")
            Member("height", \.height, .integer(1...4096), need: .required).about("In points.")
            Member("bleed", Bleed.members.object(Bleed())) { $0.bleed = $1 == Bleed() ? nil : $1 }
                .about(
                    "Room around the canvas into which pictures may reach; previews show it too."
                )
        }
    }
}

/// A margin around the canvas, in points, that images of looks include.
public typealias Bleed = Manifest.Bleed

extension Bleed {
    fileprivate static var members: Members<Bleed> {
        let width = Shape<Int>.integer(0...4096)
        return Members("bleed", "a bleed") {
            Member("top", \.top, width, default: 0).about("In points.")
            Member("right", \.right, width, default: 0).about("In points.")
            Member("bottom", \.bottom, width, default: 0).about("In points.")
            Member("left", \.left, width, default: 0).about("In points.")
        }
    }
}

/// What every species and item may be required to state.
public enum CreditMember: String, Choice {
    case credit
    case license

    static let about: KeyValuePairs<Self, String> = [
        .credit: "Who made the art.",
        .license: "Under which license it may be used.",
    ]
}

extension Shape<Int> {
    fileprivate static let catalogVersion = Shape(
        schema: .plain([("const", .integer(Catalog.currentVersion))])
    ) { node, _, reader in
        guard let value = node.number else { throw Refusal.wrongType(expected: "a whole number") }
        if value == Double(Catalog.currentVersion) { return Catalog.currentVersion }
        throw Refusal(
            .unsupportedVersion,
            "the catalog has version \(reader.shown(node)), expected \(Catalog.currentVersion)",
            help: value > 1 ? "a newer kiln may read it" : nil
        )
    }
}

/// Reads a catalog from its bytes, and reports all problems in the order of the text.
///
/// Nil unless the text is a JSON object; otherwise the catalog has everything that could be read,
/// for further checks. It must not be baked if `diagnostics.hasErrors`. `files` reads files that
/// the catalog names, such as one with named colors.
public func readCatalog(
    _ bytes: [UInt8],
    path: String,
    files: @escaping CatalogFiles = noFiles
) -> (catalog: Catalog?, diagnostics: [Diagnostic]) {
    let text = SourceText(path: path, bytes: bytes)
    var parser = JSONParser(text)
    guard let root = parser.parse() else { return (nil, parser.diagnostics) }
    var followsLinks = false
    if case .bool(true)? = root.member("followLinks")?.value { followsLinks = true }
    var reader = CatalogReader(text: text) { [followsLinks] path throws(CatalogFileTrouble) in
        try files(path, followsLinks)
    }
    reader.readColors(of: root)
    reader.axes = Set(root.member("axes")?.members.map(\.name) ?? [])
    var catalog = Shape<Catalog>.object.read(root, "the file", &reader)
    catalog?.expandLooks(&reader)
    catalog?.mentions = reader.mentions
    return (catalog, parser.diagnostics + reader.found.diagnostics)
}

/// Reads the object of one rule of `sheets`.
package func readSheetRule(
    _ bytes: [UInt8]
) -> (rule: Overrides<SheetSettings>?, diagnostics: [Diagnostic]) {
    let text = SourceText(path: "", bytes: bytes)
    var parser = JSONParser(text)
    guard let root = parser.parse() else { return (nil, parser.diagnostics) }
    var reader = CatalogReader(text: text)
    let rule = Shape.rule.read(root, "the rule", &reader)
    return (rule, parser.diagnostics + reader.found.diagnostics)
}

public func noFiles(_: String, _: Bool) throws(CatalogFileTrouble) -> [UInt8] {
    throw CatalogFileTrouble(reason: "there are no files next to this catalog")
}

/// The catalog's JSON Schema (draft 2020-12), ending in a line feed.
public func catalogSchema() -> String {
    Catalog.members.schema.document(title: "Kiln catalog").indented + "\n"
}
