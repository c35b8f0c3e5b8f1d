import Diagnostics

/// Colors by brightness.
public struct GradientMap: Hashable, Sendable {
    /// A color and its position: 0 is black, 1 is white.
    public struct Stop: Hashable, Sendable {
        public var position: Double
        public var color: HexColor

        public init(_ position: Double, _ color: HexColor) {
            self.position = position
            self.color = color
        }
    }

    /// At least two, ascending; equal positions make a hard edge.
    public var stops: [Stop] = []
    /// Whether brightness is luminance, and colors are mixed in linear light.
    public var isLinear = false

    public init(stops: [Stop] = [], isLinear: Bool = false) {
        self.stops = stops
        self.isLinear = isLinear
    }
}

private struct GradientMapObject: CatalogObject {
    var map = GradientMap()
    var place = CatalogPlace.none

    static var members: Members<GradientMapObject> {
        Members(
            "gradientMap",
            "a gradient map",
            [
                Member(
                    "stops",
                    \.map.stops,
                    .stops,
                    need: .identity,
                    "[place, color] from dark to bright; the place of black is 0, that of white 1."
                ),
                Member(
                    "linear",
                    \.map.isLinear,
                    .bool,
                    default: false,
                    "Whether brightness is linear light, and colors are mixed in it."
                ),
            ]
        )
    }
}

extension Shape<GradientMap> {
    /// An object, or only the stops.
    static let gradientMap = Shape<[GradientMap.Stop]>.stops
        .then { stops, _, _, _ in GradientMap(stops: stops) }
        .or(Shape<GradientMapObject>.object.then { object, _, _, _ in object.map }) {
            $0.kind == "an object"
        }
}

extension Shape<[GradientMap.Stop]> {
    fileprivate static let stops = list(of: Shape<GradientMap.Stop>.stop, atLeast: 2, atMost: 64)
        .then { stops, node, _, reader -> [GradientMap.Stop]? in
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

extension Shape<GradientMap.Stop> {
    /// `[0.5, "#RRGGBB"]`.
    fileprivate static let stop = Shape(
        schema: .tuple([Shape<Double>.number(0...1).schema, Shape<HexColor>.color.schema])
    ) { node, name, reader in
        guard case .array(let parts) = node.value, parts.count == 2 else {
            reader.reportWrongType(node, name, expected: "[place, color]")
            return nil
        }
        guard let position = Shape<Double>.number(0...1).read(parts[0], name, &reader),
            let color = Shape<HexColor>.color.read(parts[1], name, &reader)
        else { return nil }
        return GradientMap.Stop(position, color)
    }
}
