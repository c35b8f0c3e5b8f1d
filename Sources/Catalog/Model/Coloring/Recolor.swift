import Diagnostics
public import Raster

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
        .then { swaps, _, _, _ in Recolor(colors: .pairs(swaps)) }
        .or(
            RecolorObject.members.object(RecolorObject()).then {
                object,
                node,
                _,
                reader -> Recolor? in
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
        ) { node in
            guard case .object(let members) = node.value else { return false }
            return members.contains { words.contains($0.name) }
        }
}

extension Shape<[ColorPair]> {
    fileprivate static let swaps = Shape(
        schema: .map(names: Shape<HexColor>.color.schema, Shape<HexColor>.color.schema)
    ) { node, name, reader in
        guard case .object(let members) = node.value else {
            reader.reportWrongType(node, name, expected: "an object (colors by colors)")
            return nil
        }
        guard members.count <= Recolor.limit else {
            reader.report(
                .valueOutOfRange,
                at: node.range,
                "\"\(name)\" has \(members.count) colors, expected at most \(Recolor.limit)"
            )
            return nil
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
