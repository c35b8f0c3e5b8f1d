public import Catalog
public import Diagnostics
import FileStore
import KilnManifest
public import Raster

extension Check {
    static let overBudget = Check("over-budget")
}

/// The image of a page at one scale; its path is from the output folder.
public typealias PageImage = (path: String, scale: Int, size: PixelSize)

/// Finds where a target exceeds its budget; in no particular order.
///
/// `images` are those of all pages at all scales, `bytes` the size of all files.
public func checkBudget(of target: Target, images: [PageImage], bytes: Int) -> [Diagnostic] {
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
    let pages = Dictionary(grouping: images, by: \.scale).sorted { $0.key < $1.key }
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
        bytes,
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
    for page in images {
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

/// The same of the files of a baked target.
func checkBudget(of target: Target, _ baked: BakedTarget) -> [Diagnostic] {
    let pages = baked.manifest.pages.flatMap { page in
        page.images.compactMap { image -> PageImage? in
            PixelSize(width: page.width, height: page.height)?.scaled(by: image.scale)
                .map { (image.path, image.scale, $0) }
        }
    }
    let pictures = (baked.manifest.pictures ?? []).compactMap { picture -> PageImage? in
        PixelSize(width: picture.width, height: picture.height)
            .map { (picture.path, picture.scale, $0) }
    }
    let bytes = baked.files.reduce(0) { $0 + $1.bytes.count }
    return checkBudget(
        of: target,
        images: pages + pictures,
        bytes: baked.pages.reduce(bytes) { $0 + $1.byteCount }
    )
}
