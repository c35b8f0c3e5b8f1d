public import Catalog
public import Diagnostics
public import Raster

extension Check {
    static let pixelArtScaling = Check("pixel-art-scaling", .warning)
    static let mixedDensities = Check("mixed-densities", .warning)
}

/// How an asset is scaled for the targets.
public struct ScalingFacts: Sendable {
    public var asset: String
    public var path: String
    public var isPixelArt: Bool
    /// The highest pixels per point of the asset's files.
    public var density: Int
    /// Of that file's cells, in pixels.
    public var cell: (width: Int, height: Int)
    /// Its placements, with their authored locations.
    public var placements: [(placement: Placement, location: SourceLocation?)]
    /// Whether it is a separate image, which may be coarser than pets and items.
    public var isScene: Bool

    public init(
        asset: String,
        path: String,
        isPixelArt: Bool,
        density: Int,
        cell: (width: Int, height: Int),
        placements: [(placement: Placement, location: SourceLocation?)] = [],
        isScene: Bool = false
    ) {
        self.asset = asset
        self.path = path
        self.isPixelArt = isPixelArt
        self.density = density
        self.cell = cell
        self.placements = placements
        self.isScene = isScene
    }
}

/// Finds pixel art with fractional scaling, and art coarser than its surroundings; in no particular
/// order.
///
/// `scales` are those of all targets. Images larger than `canvas`, in points, have enough pixels.
public func checkScaling(
    _ assets: [ScalingFacts],
    scales: [Int],
    canvas: PixelSize? = nil
) -> [Diagnostic] {
    let largest = scales.max() ?? 1
    // For art fitted into a box, the box determines the density.
    let densest = assets.filter { !$0.isScene }.map(\.seenDensity).max() ?? 1
    let due = min(Int(densest), largest)
    var found: [Diagnostic] = []
    for asset in assets {
        if !asset.isScene, asset.seenDensity < Double(due), !asset.isReduced(below: due) {
            let density = shown(asset.seenDensity)
            found.append(
                Diagnostic(
                    .mixedDensities,
                    at: SourceLocation(path: asset.path),
                    message:
                        "asset \"\(asset.asset)\" is coarser than other art, found \(density) "
                        + "pixel\(density == "1" ? "" : "s") per point, expected \(due) for scale \(largest)",
                    help: asset.helpForMorePixels(due, on: canvas)
                )
                .following([.sources])
            )
        }
        guard asset.isPixelArt else { continue }
        for (placement, location) in asset.placements {
            guard let problem = asset.fraction(placement, scales: scales) else {
                continue
            }
            found.append(
                Diagnostic(
                    .pixelArtScaling,
                    at: location ?? SourceLocation(path: asset.path),
                    message:
                        "pixel art \"\(asset.asset)\" does not keep its pixels, found \(problem)",
                    help: "use whole scales and quarter turns, or draw it as it is to be seen"
                )
                .following([.grid(of: asset.asset)])
            )
        }
    }
    return found
}

extension ScalingFacts {
    fileprivate var isFitted: Bool {
        !placements.isEmpty && placements.allSatisfy { $0.placement.size != nil }
    }

    /// The lowest pixels per canvas point of all placements.
    fileprivate var seenDensity: Double {
        guard isFitted else { return Double(density) }
        let largest = placements.map { factor($0.placement, side: min) }.max() ?? 1
        return largest > 0 ? 1 / largest : Double(density)
    }

    /// Whether all placements reduce it enough to have as many pixels.
    fileprivate func isReduced(below due: Int) -> Bool {
        !isFitted && !placements.isEmpty
            && placements.allSatisfy { factor($0.placement, side: max) * Double(due) <= 1 }
    }

    /// How to get this many pixels per point.
    ///
    /// An image larger than the canvas has them already, drawn too large.
    fileprivate func helpForMorePixels(_ due: Int, on canvas: PixelSize?) -> String {
        if isFitted { return "draw it with more pixels, or make its \"size\" smaller" }
        guard let canvas,
            cell.width > density * canvas.width || cell.height > density * canvas.height
        else { return "add \(asset)@\(due)x.png" }
        let width = min(cell.width / due, canvas.width)
        let height = min(cell.height / due, canvas.height)
        return "it has \(cell.width)x\(cell.height) pixels: say how large it is seen with "
            + "\"placement\": {\"size\": [\(max(1, width)), \(max(1, height))]}"
    }

    /// Points per pixel of the image; `side` selects from width and height.
    private func factor(_ placement: Placement, side: (Double, Double) -> Double) -> Double {
        guard let box = placement.size else { return placement.scale / Double(density) }
        let across = box.width / Double(max(1, cell.width))
        let down = box.height / Double(max(1, cell.height))
        switch placement.fit {
        case .contain: return min(across, down)
        case .cover: return max(across, down)
        case .stretch: return side(across, down)
        }
    }

    /// A fractional multiple, in words.
    fileprivate func fraction(_ placement: Placement, scales: [Int]) -> String? {
        let quarters = placement.rotation / 90
        if Double(Int(quarters)) != quarters {
            return "a turn by \(shown(placement.rotation)) degrees"
        }
        for scale in scales {
            for factor in [factor(placement, side: min), factor(placement, side: max)] {
                let factor = factor * Double(scale)
                // Images reduced into a box are averaged.
                if placement.size != nil, factor < 1 { continue }
                // A scale such as 1.1 * 10 is a whole number within rounding errors.
                let whole = Double(Int(factor + 0.5))
                if whole < 1 || abs(factor - whole) > 1e-9 {
                    return "a factor of \(shown(factor)) at scale \(scale)"
                }
            }
        }
        return nil
    }
}

/// Rounded to hundredths.
private func shown(_ value: Double) -> String { plain((value * 100).rounded() / 100) }
