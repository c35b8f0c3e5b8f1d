import Diagnostics
public import Raster

/// How the colors of an image are changed, in this order; alpha stays.
public struct Coloring: Hashable, Sendable {
    public var recolor: Recolor?
    public var gradientMap: GradientMap?
    public var tint: Tint?

    public init() {}

    public var isEmpty: Bool { self == Coloring() }
}

/// The coloring for one value of an axis.
public struct ColorVariant: Sendable, CatalogObject, Colorable {
    /// As authored: a value, or `axis=value`.
    public var key = ""
    /// Empty cancels other changes by the value.
    public var coloring = Coloring()
    public var place = CatalogPlace.none

    static var members: Members<ColorVariant> {
        Members("variant", "a variant") { Member.coloring }
    }
}

/// A part of the catalog that may change colors.
protocol Colorable: Sendable {
    var coloring: Coloring { get set }
}

extension Member where Model: Colorable {
    /// `recolor`, `gradientMap` and `tint`.
    @Rows<Member<Model>>
    static var coloring: [Member] {
        Member("recolor", Shape<Recolor>.recolor) { $0.coloring.recolor = $1 }
            .about("Colors that become others: by exact match, or within a tolerance.")
        Member("gradientMap", Shape<GradientMap>.gradientMap) { $0.coloring.gradientMap = $1 }
            .about("Colors from dark to bright: each pixel gets the one at its brightness.")
        Member("tint", Shape<Tint>.tint) { $0.coloring.tint = $1 }
            .about("A color that all others are multiplied by, or that takes their place.")
    }
}

extension Member {
    /// `variants`.
    static func variants(
        _ set: @escaping @Sendable (inout Model, [ColorVariant]) -> Void
    ) -> Member {
        Member("variants", map(.text, to: .object, name: \.key), set)
            .about("Other colors for single values of axes, by \"value\" or \"axis=value\".")
    }
}

/// Colors and their replacements.
public struct Recolor: Hashable, Sendable {
    public enum Colors: Hashable, Sendable {
        case pairs([ColorPair])
        /// The colors of a palette are replaced by those of another.
        case palettes(from: String, to: String)
    }

    public var colors = Colors.pairs([])
    public var tolerance = 0

    public init(colors: Colors = .pairs([]), tolerance: Int = 0) {
        self.colors = colors
        self.tolerance = tolerance
    }

    /// The maximum number of colors replaced at once.
    public static let limit = 1024
}

private struct RecolorObject {
    var pairs: [ColorPair]?
    var from: String?
    var to: String?
    var tolerance = 0

    static var members: Members<RecolorObject> {
        Members("recolor", "a recolor", exclusive: [("colors", "from"), ("colors", "to")]) {
            Member("colors", \.pairs, .swaps).about("Colors, and what each becomes.")
            Member("from", \.from, .text).about("The palette whose colors are replaced.")
            Member("to", \.to, .text)
                .about("The palette that has their replacements: by role, or in the same order.")
            Member("tolerance", \.tolerance, .integer(0...255), default: 0)
                .about("How far each channel of a pixel may be from a color that is replaced.")
        }
    }
}

extension Shape<Recolor> {
    private static let words = ["from", "to", "colors", "tolerance"]

    /// An object with palettes or a tolerance, or only the colors.
    static let recolor = Shape<[ColorPair]>.swaps
        .then { Recolor(colors: .pairs($0)) }
        .or(
            RecolorObject.members.object(RecolorObject()).then { object, node, _, reader in
                if let pairs = object.pairs {
                    return Recolor(colors: .pairs(pairs), tolerance: object.tolerance)
                }
                guard let from = object.from, let to = object.to else {
                    let missing = object.from == nil ? "from" : "to"
                    guard node.member(missing) == nil, node.member("colors") == nil else {
                        // The invalid value was reported.
                        return nil
                    }
                    reader.report(
                        .missingMember,
                        at: node.range.lowerBound..<node.range.lowerBound + 1,
                        "a recolor lacks the member \"\(missing)\"",
                        help: "name two palettes, or say \"colors\": {\"#RRGGBB\": \"#RRGGBB\"}"
                    )
                    return nil
                }
                return Recolor(
                    colors: .palettes(from: from, to: to),
                    tolerance: object.tolerance
                )
            }
        ) { node in node.members.contains { words.contains($0.name) } }
}

extension Shape<[ColorPair]> {
    fileprivate static let swaps = Shape(
        schema: .map(names: Shape<HexColor>.color.schema, Shape<HexColor>.color.schema)
    ) { node, name, reader in
        guard case .object(let members) = node.value else {
            throw Refusal.wrongType(expected: "an object (colors by colors)")
        }
        guard members.count <= Recolor.limit else {
            throw Refusal(
                .valueOutOfRange,
                "\"\(name)\" has \(members.count) colors, expected at most \(Recolor.limit)"
            )
        }
        var swaps: [ColorPair] = []
        for member in members {
            let key = JSONNode(value: .string(member.name), range: member.nameRange)
            guard let from = Shape<HexColor>.color.read(key, name, &reader),
                let to = Shape<HexColor>.color.read(member.node, name, &reader)
            else { continue }
            if swaps.contains(where: { $0.from == from }) {
                reader.report(
                    .badValue,
                    at: member.nameRange,
                    "\"\(name)\" has the color \(from) twice",
                    help: "keep one of them"
                )
                continue
            }
            swaps.append(ColorPair(from, to))
        }
        return swaps
    }
}

/// Colors by brightness.
public struct GradientMap: Hashable, Sendable {
    /// At least two, ascending; equal positions make a hard edge.
    public var stops: [GradientStop] = []
    public var isLinear = false

    public init(stops: [GradientStop] = [], isLinear: Bool = false) {
        self.stops = stops
        self.isLinear = isLinear
    }

    static var members: Members<GradientMap> {
        Members("gradientMap", "a gradient map") {
            Member("stops", \.stops, .stops, need: .identity)
                .about(
                    "[place, color] from dark to bright; the place of black is 0, that of white 1."
                )
            Member("linear", \.isLinear, .bool, default: false)
                .about("Whether brightness is linear light, and colors are mixed in it.")
        }
    }
}

extension Shape<GradientMap> {
    /// An object, or only the stops.
    static let gradientMap = Shape<[GradientStop]>.stops
        .then { GradientMap(stops: $0) }
        .or(GradientMap.members.object(GradientMap())) { $0.kind == "an object" }
}

extension Shape<[GradientStop]> {
    fileprivate static let stops = list(of: Shape<GradientStop>.stop, atLeast: 2, atMost: 64)
        .then { stops, node, _, reader -> [GradientStop]? in
            guard case .array(let nodes) = node.value, nodes.count == stops.count else {
                // The invalid stop was reported.
                return nil
            }
            for (index, stop) in stops.enumerated().dropFirst()
            where stop.position < stops[index - 1].position {
                reader.report(
                    .badValue,
                    at: nodes[index].range,
                    "a gradient's stops have to ascend, found \(stop.position) after "
                        + "\(stops[index - 1].position)",
                    help: "put the stops in the order of their places, from 0 to 1"
                )
                return nil
            }
            return stops
        }
}

extension Shape<GradientStop> {
    /// `[0.5, "#RRGGBB"]`.
    fileprivate static let stop = Shape(
        schema: .tuple([Shape<Double>.number(0...1).schema, Shape<HexColor>.color.schema])
    ) { node, name, reader in
        guard case .array(let parts) = node.value, parts.count == 2 else {
            throw Refusal.wrongType(expected: "[place, color]")
        }
        guard let position = Shape<Double>.number(0...1).read(parts[0], name, &reader),
            let color = Shape<HexColor>.color.read(parts[1], name, &reader)
        else { return nil }
        return GradientStop(position, color)
    }
}

/// One color over an image.
public struct Tint: Hashable, Sendable {
    public var color = HexColor(255, 255, 255)
    public var mode = TintMode.multiply
    public var isLinear = false

    public init(
        color: HexColor = HexColor(255, 255, 255),
        mode: TintMode = .multiply,
        isLinear: Bool = false
    ) {
        self.color = color
        self.mode = mode
        self.isLinear = isLinear
    }

    static var members: Members<Tint> {
        Members("tint", "a tint") {
            Member("color", \.color, .color, need: .identity).about("The color.")
            Member("mode", \.mode, .choice, default: "multiply").about("What it does.")
            Member("linear", \.isLinear, .bool, default: false)
                .about("Whether it is multiplied in linear light, not by sRGB code values.")
        }
    }
}

/// How a tint changes colors.
public enum TintMode: String, Choice {
    case multiply
    case template

    static let about: KeyValuePairs<Self, String> = [
        .multiply: "Each channel is multiplied: white becomes the color, black stays.",
        .template: "All of it gets the color; its alpha is its shape.",
    ]
}

extension Shape<Tint> {
    /// An object, or only the color.
    static let tint = Shape<HexColor>.color.then { Tint(color: $0) }
        .or(Tint.members.object(Tint())) { $0.kind == "an object" }
}

/// Named colors that replace others or are replaced.
public struct Palette: Sendable, PlacedValue {
    public enum Source: Hashable, Sendable {
        case colors
        /// The visible pixels of an asset, row by row.
        case image(String)
    }

    public var name = ""
    public var source = Source.colors
    /// The role of each color; nil if they are identified by order.
    public var roles: [String]?
    /// For an image, empty until it is read.
    public var colors: [HexColor] = []
    public var place = CatalogPlace.none

    public var asset: String? {
        if case .image(let asset) = source { asset } else { nil }
    }

    /// Those of a palette that is an image.
    fileprivate static var members: Members<Palette> {
        Members("imagePalette", "a palette of an image") {
            Member("image", Shape<String>.text, need: .identity) { $0.source = .image($1) }
                .about("The asset whose visible pixels, row by row, are the colors.")
        }
    }
}

extension Shape<Palette> {
    /// Colors by role, a list of colors, or the name of an asset that has them.
    static let palette = byRole.or(inOrder) { $0.kind == "an array" }
        .or(ofImage) { node in
            // A role may have this name; its value is then a color, which no asset is named after.
            node.members.count == 1 && node.text("image").map { HexColor($0) == nil } ?? false
        }

    private static let byRole = map(.text, to: Shape<HexColor>.color)
        .then { entries, _, name, _ in
            guard !entries.isEmpty, entries.count <= Recolor.limit else {
                throw Refusal(
                    .valueOutOfRange,
                    "\"\(name)\" has \(counted(entries.count, "color")), expected 1 to \(Recolor.limit)"
                )
            }
            return Palette(roles: entries.map(\.name), colors: entries.map(\.value))
        }

    private static let inOrder = list(of: .color, atLeast: 1, atMost: Recolor.limit)
        .then { Palette(colors: $0) }

    private static let ofImage = Palette.members.object(Palette())
}
