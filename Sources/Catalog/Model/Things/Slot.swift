import Diagnostics

/// A place on a pet for items of one kind, such as its head.
public struct Slot: Sendable, CatalogObject {
    public var id = ""
    /// For people; the id by default.
    public var name: String { authoredName ?? id }
    public var limit = 1
    public var extras: Extras?
    public var place = CatalogPlace.none

    var authoredName: String?

    static var members: Members<Slot> {
        Members("slot", "a slot") {
            Member("max", \.limit, .integer(1...1000), default: 1)
                .about("How many of its items are worn at once; one more takes the oldest off.")
            Member("name", \.authoredName, .text).about("For people.")
            Member("extras", \.extras, .extras).about("For the game: copied to the manifest.")
        }
    }
}
