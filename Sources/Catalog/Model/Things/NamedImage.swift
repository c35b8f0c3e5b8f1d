public import ChromaKey
import Diagnostics
public import Raster

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
