import Diagnostics

/// One layer of a thing with several, such as a sleeve before the body and one behind it.
public struct Part: Sendable, CatalogObject {
    /// The value of `<asset>` in the naming templates; for a species the asset itself.
    public var asset = ""
    /// Layer order; nil for that of the whole.
    public var z: Int?
    /// Overrides the placement of the whole.
    public var placement = Overrides<Placement>()
    public var place = CatalogPlace.none

    static var members: Members<Part> {
        Members("part", "a part") {
            Member("asset", \.asset, .asset, need: .required)
                .about(
                    "What <asset> stands for in naming; of a species the asset itself. Axes may take part."
                )
            Member("z", \.z, .integer(-1000...1000))
                .about("Layer order; that of the whole unless said.")
            Member("placement", \.placement, .placement).about("Laid over that of the whole.")
        }
    }
}

extension [Part] {
    /// The layer of a number from 0; nil for a thing without that many.
    func layer(_ number: Int) -> Part? { indices.contains(number) ? self[number] : nil }
}

extension Shape<[Part]> {
    static let parts = list(of: Shape<Part>.object, atLeast: 1, atMost: 256)
}
