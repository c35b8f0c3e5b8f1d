import Diagnostics

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
