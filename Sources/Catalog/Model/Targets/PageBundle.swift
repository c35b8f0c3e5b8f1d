import Diagnostics

/// Art that a game loads together, such as all of its shop: it gets pages of its own.
public struct PageBundle: Sendable, CatalogObject {
    public var id = ""
    /// With all that they can wear.
    public var species: Selection?
    /// On every species.
    public var items: Selection?
    /// What they show, in all of its animations.
    public var looks: Selection?
    public var images: Selection?
    public var place = CatalogPlace.none

    static var members: Members<PageBundle> {
        Members("pageBundle", "a bundle") {
            Member("species", \.species, .selection(.species))
                .about("Ids of species, with * and ?: their art and that of all they can wear.")
            Member("items", \.items, .selection(.items))
                .about("Ids of items, with * and ?: their art for every species.")
            Member("looks", \.looks, .selection(.looks))
                .about("Ids of looks, with * and ?: the art that they show, in all animations.")
            Member("images", \.images, .selection(.images)).about("Ids of images, with * and ?.")
        }
    }
}
