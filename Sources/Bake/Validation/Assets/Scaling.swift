public import Catalog
public import Diagnostics
public import Raster

extension Check {
    package static let pixelArtScaling = Check(
        "pixel-art-scaling",
        .warning,
        "pixel art is scaled by a fraction"
    )
    package static let mixedDensities = Check(
        "mixed-densities",
        .warning,
        "assets differ in density"
    )
}

/// How an asset is enlarged or reduced on its way to the targets.
public struct ScalingFacts: Sendable {
    public var asset: String
    public var path: String
    public var isPixelArt: Bool
    /// The highest pixels per point of the asset's files.
    public var density: Int
    /// Of the cells of that file, in pixels.
    public var cell: (width: Int, height: Int)
    /// Of the placements with which it is drawn, with where they were authored.
    public var placements: [(placement: Placement, location: SourceLocation?)]
    /// Whether it is a picture of its own, which may be coarser than pets and items.
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

/// Pixel art that loses its pixels, and art that is coarser than what it is shown with.
///
/// - Parameters:
///   - assets: all that are used.
///   - scales: of all targets.
///   - canvas: in points; a picture that is larger has not too few pixels.
/// - Returns: diagnostics, in no order that is promised.
public func checkScaling(
    _ assets: [ScalingFacts],
    scales: [Int],
    canvas: PixelSize? = nil
) -> [Diagnostic] {
    let largest = scales.max() ?? 1
    // Art that is fitted into a box is as dense as that makes it.
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
    /// Whether boxes decide how large it is drawn, wherever it is.
    fileprivate var isFitted: Bool {
        !placements.isEmpty && placements.allSatisfy { $0.placement.size != nil }
    }

    /// Pixels of the picture to a point of the canvas, where it is drawn largest.
    fileprivate var seenDensity: Double {
        guard isFitted else { return Double(density) }
        let largest = placements.map { factor($0.placement, side: min) }.max() ?? 1
        return largest > 0 ? 1 / largest : Double(density)
    }

    /// Whether scales make so much smaller of it, wherever it is, that it has as many pixels.
    fileprivate func isReduced(below due: Int) -> Bool {
        !isFitted && !placements.isEmpty
            && placements.allSatisfy { factor($0.placement, side: max) * Double(due) <= 1 }
    }

    /// How it may be drawn with so many pixels a point.
    ///
    /// A picture that is larger than the canvas already has them, drawn too large.
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

    /// Points to a pixel of the picture; `side` chooses from across and down.
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

    /// What is no whole multiple, in words.
    fileprivate func fraction(_ placement: Placement, scales: [Int]) -> String? {
        let quarters = placement.rotation / 90
        if Double(Int(quarters)) != quarters {
            return "a turn by \(shown(placement.rotation)) degrees"
        }
        for scale in scales {
            for factor in [factor(placement, side: min), factor(placement, side: max)] {
                let factor = factor * Double(scale)
                // What a box makes smaller is averaged.
                if placement.size != nil, factor < 1 { continue }
                // A scale such as 1.1 * 10 is whole but for the last bits.
                let whole = Double(Int(factor + 0.5))
                if whole < 1 || abs(factor - whole) > 1e-9 {
                    return "a factor of \(shown(factor)) at scale \(scale)"
                }
            }
        }
        return nil
    }
}

/// At most two digits after the point.
private func shown(_ value: Double) -> String {
    let hundredths = Int((value * 100) + (value < 0 ? -0.5 : 0.5))
    let text = "\(abs(hundredths) / 100)"
    let rest = abs(hundredths) % 100
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return sign + text }
    return sign + text + (rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)")
}
