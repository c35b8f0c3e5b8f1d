public import ChromaKey
import Diagnostics
public import Raster

public struct Species: Sendable, CatalogObject, Colorable {
    public var id = ""
    /// For people; the id by default.
    public var name: String { authoredName ?? id }
    public var asset: String?
    /// The layers of the undressed pet, from the back; empty for a single image.
    public var parts: [Part] = []
    public var anchors: [Anchor] = []
    public var placement = Overrides<Placement>()
    /// Whether the undressed pet's art is keyed; nil uses the sheet's setting and the defaults.
    public var key: KeyWish?
    public var chroma = Overrides<KeySettings>()
    /// How the undressed pet's colors are changed.
    public var coloring = Coloring()
    /// The undressed pet's colors for values of axes, in the order of the file.
    public var variants: [ColorVariant] = []
    public var credit: String?
    public var license: String?
    public var extras: Extras?
    public var place = CatalogPlace.none

    var authoredName: String?

    public init() {}

    public func anchor(_ name: String) -> Anchor? { anchors.first { $0.name == name } }

    static var members: Members<Species> {
        Members("species", "a species", exclusive: [("asset", "parts")]) {
            Member("id", \.id, .identifier.naming(.species), need: .identity)
                .about("What the game and saves call it; never changes.")
            Member("name", \.authoredName, .text).about("For people.")
            Member("asset", \.asset, .asset)
                .about(
                    "The undressed pet's asset, when naming does not find it; axes may take part."
                )
            Member("parts", \.parts, .parts)
                .about(
                    "The layers of the undressed pet, instead of one asset; an outfit replaces all."
                )
            Member("anchors", map(.text, to: Shape<[CanvasPoint]>.anchorPoints)) {
                $0.anchors = $1.map { Anchor(name: $0.name, points: $0.value, place: $0.place) }
            }
            .about(
                "Points for overlays by name: [x, y] on the canvas, or one such point per frame."
            )
            Member("placement", \.placement, .placement)
                .about(
                    "How the pet and its outfits are put on the canvas; without it they are a full canvas."
                )
            Member.key(\.key)
            Member("chroma", \.chroma, .chroma).about("Keying settings of the undressed pet.")
            Member("credit", \.credit, .limited(4096)).about("Who made the art.")
            Member("license", \.license, .limited(4096))
                .about("Under which license the art may be used.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
            Member.coloring
            Member.variants { $0.variants = $1 }
        }
    }
}

/// A named point of a species for overlays.
public struct Anchor: Sendable {
    public var name: String
    /// One point, or one for each frame of the species' sheet; never empty.
    public var points: [CanvasPoint]
    public var place: CatalogPlace

    /// The point at a frame of the species' sheet; later frames use the last point.
    public func point(atFrame frame: Int) -> CanvasPoint {
        points[min(max(0, frame), points.count - 1)]
    }
}

extension Shape<[CanvasPoint]> {
    fileprivate static let anchorPoints = list(
        of: Shape<CanvasPoint>.point(),
        atLeast: 1,
        atMost: 4096
    )
    .or(Shape<CanvasPoint>.point().then { [$0] }) { node in
        guard case .array(let nodes) = node.value, let first = nodes.first else { return true }
        return first.kind != "an array"
    }
}

/// An image that belongs to no species: a room, a shop's icon, a splash screen.
public struct NamedImage: Sendable, CatalogObject, Colorable {
    public var id = ""
    /// For people; the id by default.
    public var name: String { authoredName ?? id }
    /// The value of `<asset>` in its names, which may contain axes.
    public var asset: String { authoredAsset ?? id }
    public var size: PointSize?
    public var fit = LayerFit.contain
    /// Whether the background is removed; nil uses the sheet's setting, and defaults to false.
    public var key: KeyWish?
    public var chroma = Overrides<KeySettings>()
    public var coloring = Coloring()
    /// Its colors for single values of axes, in the order of the file.
    public var variants: [ColorVariant] = []
    public var extras: Extras?
    public var place = CatalogPlace.none

    var authoredName: String?
    var authoredAsset: String?

    /// Its size as a placement.
    public var placement: Placement {
        var placement = Placement()
        placement.size = size
        placement.fit = fit
        return placement
    }

    static var members: Members<NamedImage> {
        Members("image", "an image") {
            Member("id", \.id, .identifier.naming(.images), need: .identity)
                .about("What the game calls it.")
            Member("name", \.authoredName, .text).about("For people.")
            Member("asset", \.authoredAsset, .asset)
                .about(
                    "What <asset> stands for in its naming, and so the name of its file where none is "
                        + "given; axes may take part as <name>. The id unless said."
                )
            Member("size", \.size, .size)
                .about(
                    "A box [width, height] in points that the untrimmed picture is brought into; "
                        + "its own size unless said."
                )
            Member("fit", \.fit, .choice, default: "contain")
                .about("How the picture fills the box of \"size\".")
            Member.key(\.key)
            Member("chroma", \.chroma, .chroma).about("Keying settings of this image.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
            Member.coloring
            Member.variants { $0.variants = $1 }
        }
    }
}
