public import Catalog
public import Diagnostics

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
    /// Of the placements with which it is drawn, with where they were authored.
    public var placements: [(placement: Placement, location: SourceLocation?)]

    public init(
        asset: String,
        path: String,
        isPixelArt: Bool,
        density: Int,
        placements: [(placement: Placement, location: SourceLocation?)] = []
    ) {
        self.asset = asset
        self.path = path
        self.isPixelArt = isPixelArt
        self.density = density
        self.placements = placements
    }
}

/// Pixel art that loses its pixels, and art that is coarser than what it is shown with.
///
/// - Parameters:
///   - assets: all that are used.
///   - scales: of all targets.
/// - Returns: diagnostics, in no order that is promised.
public func checkScaling(_ assets: [ScalingFacts], scales: [Int]) -> [Diagnostic] {
    let densest = assets.map(\.density).max() ?? 1
    let largest = scales.max() ?? 1
    var found: [Diagnostic] = []
    for asset in assets {
        if asset.density < min(densest, largest) {
            found.append(
                Diagnostic(
                    .mixedDensities,
                    at: SourceLocation(path: asset.path),
                    message:
                        "asset \"\(asset.asset)\" is coarser than other art, found \(asset.density) pixel\(asset.density == 1 ? "" : "s") "
                        + "per point, expected \(min(densest, largest)) for scale \(largest)",
                    help: "add \(asset.asset)@\(min(densest, largest))x.png"
                )
            )
        }
        guard asset.isPixelArt else { continue }
        for (placement, location) in asset.placements {
            guard let problem = fraction(placement, density: asset.density, scales: scales) else {
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
            )
        }
    }
    return found
}

/// What is no whole multiple, in words.
private func fraction(_ placement: Placement, density: Int, scales: [Int]) -> String? {
    let quarters = placement.rotation / 90
    if Double(Int(quarters)) != quarters {
        return "a turn by \(shown(placement.rotation)) degrees"
    }
    for scale in scales {
        let factor = placement.scale * Double(scale) / Double(density)
        // A scale such as 1.1 * 10 is whole but for the last bits.
        let whole = Double(Int(factor + 0.5))
        if whole < 1 || abs(factor - whole) > 1e-9 {
            return "a factor of \(shown(factor)) at scale \(scale)"
        }
    }
    return nil
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
