import Diagnostics

/// A named, dressed pet.
public struct NamedLook: Sendable, CatalogObject {
    public var id = ""
    public var species = ""
    public var base: String?
    public var overlays: [String] = []
    /// Axis values by axis name; other axes have their first value.
    public var axes: [String: String] = [:]
    public var background: String?
    public var extras: Extras?
    /// The choices of a series; nil once the looks are made.
    var each: [LookChoice]?
    public var place = CatalogPlace.none

    static var members: Members<NamedLook> {
        Members("look", "a look") {
            Member("id", \.id, .lookIdentifier.naming(.looks), need: .identity)
                .about(
                    "Its name in the game and in file names; with <species> and axes for \"each\"."
                )
            Member("species", \.species, .string.naming(.species))
                .about("The species' id; required unless \"each\" names species.")
            Member("base", \.base, .string.naming(.items))
                .about("The id of a replaceSprite item; the pet's own sprite unless said.")
            Member("overlays", \.overlays, list(of: .string.naming(.items)), default: [])
                .about("Ids of overlays.")
            Member("axes", map(to: Shape<String>.string)) {
                $0.axes = Dictionary($1.map { ($0.name, $0.value) }) { first, _ in first }
            }
            .about("Axis values by axis; the first values unless said.")
            Member("background", \.background, .string.naming(.images))
                .about("The id of an image drawn behind it, which fills the canvas and its bleed.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
            Member("each", \.each, .choices)
                .about(
                    "Makes one look for each combination: species and axes, with \"*\" for all "
                        + "values or a list."
                )
        }
    }
}
