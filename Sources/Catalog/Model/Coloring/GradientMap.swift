import Diagnostics
public import Raster

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
        .then { stops, _, _, _ in GradientMap(stops: stops) }
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
            reader.reportWrongType(node, name, expected: "[place, color]")
            return nil
        }
        guard let position = Shape<Double>.number(0...1).read(parts[0], name, &reader),
            let color = Shape<HexColor>.color.read(parts[1], name, &reader)
        else { return nil }
        return GradientStop(position, color)
    }
}
