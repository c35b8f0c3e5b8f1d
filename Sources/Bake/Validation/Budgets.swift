public import Catalog
public import Diagnostics
public import Raster

extension Check {
    static let overBudget = Check("over-budget")
}

public struct TargetCost: Sendable {
    /// The image of a page at one scale.
    public struct Page: Sendable {
        /// From the output folder.
        public var path: String
        public var scale: Int
        public var size: PixelSize

        public init(path: String, scale: Int, size: PixelSize) {
            self.path = path
            self.scale = scale
            self.size = size
        }
    }

    /// At all scales.
    public var pages: [Page]
    /// All files of the target.
    public var bytes: Int

    public init(pages: [Page], bytes: Int) {
        self.pages = pages
        self.bytes = bytes
    }
}

/// Finds where a target exceeds its budget; in no particular order.
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
    let pages = Dictionary(grouping: cost.pages, by: \.scale).sorted { $0.key < $1.key }
    if let most = pages.max(by: { $0.value.count < $1.value.count }) {
        compare(
            "pages",
            "pages at scale \(most.key)",
            most.value.count,
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
    compare(
        "textureBytes",
        "texture memory",
        (pages.last?.value ?? []).reduce(0) { $0 + $1.size.area } * 4,
        budget.textureBytes,
        "leave out the largest scale"
    )
    for page in cost.pages {
        compare(
            "imagePixels",
            "pixels for one picture (\(page.path), \(page.size))",
            page.size.area,
            budget.imagePixels,
            "use a smaller scale: widgets refuse large pictures"
        )
    }
    return found
}
