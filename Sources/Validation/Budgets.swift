public import Catalog
public import Diagnostics
public import Raster

extension Check {
    package static let overBudget = Check("over-budget", "a target exceeds its budget")
}

/// What a target came to, for comparison with its budget.
public struct TargetCost: Sendable {
    /// The sizes of the pages by scale, in pixels.
    public var pages: [Int: [PixelSize]]
    /// All files of the target together.
    public var bytes: Int
    /// Pictures that stand alone, such as composites, with their pixels.
    public var pictures: [(name: String, size: PixelSize)]

    public init(
        pages: [Int: [PixelSize]],
        bytes: Int,
        pictures: [(name: String, size: PixelSize)] = []
    ) {
        self.pages = pages
        self.bytes = bytes
        self.pictures = pictures
    }
}

/// Where a target exceeds its budget.
///
/// - Returns: diagnostics, in no order that is promised.
public func checkBudget(of target: Target, cost: TargetCost) -> [Diagnostic] {
    let budget = target.settings.budget
    var found: [Diagnostic] = []
    func compare(_ member: String, _ what: String, _ cost: Int, _ limit: Int?, _ help: String) {
        guard let limit, cost > limit else { return }
        found.append(
            Diagnostic(
                .overBudget,
                at: budget.place[member].location,
                message: "target \"\(target.id)\" exceeds its budget of \(what), "
                    + "found \(cost), expected at most \(limit)",
                help: help
            )
        )
    }
    for (scale, sizes) in cost.pages.sorted(by: { $0.key < $1.key }) {
        compare(
            "pages",
            "pages at scale \(scale)",
            sizes.count,
            budget.pages,
            "raise \"maxPageSize\", or move art to another target"
        )
    }
    compare(
        "bytes",
        "bytes",
        cost.bytes,
        budget.bytes,
        "try \"effort\": \"best\", or fewer scales"
    )
    let largest = cost.pages.max { $0.key < $1.key }?.value ?? []
    compare(
        "textureBytes",
        "texture memory",
        largest.reduce(0) { $0 + $1.area } * 4,
        budget.textureBytes,
        "leave out the largest scale"
    )
    for picture in cost.pictures {
        compare(
            "imagePixels",
            "pixels for one picture (\(picture.name), \(picture.size))",
            picture.size.area,
            budget.imagePixels,
            "use a smaller scale: widgets refuse large pictures"
        )
    }
    return found
}
